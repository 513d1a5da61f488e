// A small report made by hand, for the writers' tests.
#pragma once

#include <memory>
#include <string>

#include "count/report/report.h"

namespace paramscope::formats_test {

inline Polynomial symbol(std::string_view name) {
    return Polynomial::symbol(name);
}

inline Quantity quantity(Polynomial formula, Integer value) {
    return {std::move(formula), value};
}

/// What nobody knows.
inline Quantity unknown() {
    return {Polynomial(), std::nullopt, Basis::Partial};
}

/// Two layers of Linear(d, d) at d = 4 with work, and a module nobody knows:
///
///     Net( (fc): 2 x Linear   (odd): Mystery )
inline Report sample() {
    const Polynomial d = symbol("d");
    const Polynomial one = d * d + d;

    NodeReport root;
    root.type = "Net";
    root.family = "custom";
    root.subtree_end = 3;
    root.parameters = {one + one, 40, Basis::Partial};
    root.buffers = quantity(0, 0);
    root.trainable = 40;
    root.frozen = 0;
    root.macs = {d * d * Polynomial(2), 32, Basis::Partial};
    root.flops = {d * d * Polynomial(4), 64, Basis::Partial};

    NodeReport fc = root;
    fc.name = "0-1";
    fc.type = "Linear";
    fc.family = "linear";
    fc.depth = 1;
    fc.subtree_end = 2;
    fc.repeat = quantity(2, 2);
    fc.parameters.basis = fc.macs.basis = fc.flops.basis = Basis::Exact;
    fc.tensors = {{"weight", Role::Parameter, {d, d}, d * d, 16, true, "float32", "", false, false},
                  {"bias", Role::Parameter, {d}, d, 4, true, "float32", "", false, false}};
    fc.output_sizes = std::vector<Integer>{1, 4};

    NodeReport odd;
    odd.name = "odd";
    odd.type = "Mystery";
    odd.family = "custom";
    odd.depth = 1;
    odd.subtree_end = 3;
    odd.parameters = odd.buffers = odd.macs = odd.flops = unknown();
    odd.status = Status::Unknown;
    odd.notes = {"nothing is known of this type"};

    Model model;
    model.notes = {"A sample", "It has a note."};
    model.dtype = "float32";
    model.root.type = "Net";

    Report report;
    report.variables = {{"d", 4, Rational(4), VariableReport::Origin::Assigned, "width", {}}};
    report.inputs = {{Polynomial(1), d}};
    report.nodes = {root, fc, odd};
    report.bytes = 160;
    report.convention = "flops";
    report.diagnostics = {{Severity::Warning, "Mystery is not known", {8, 12}, "odd"}};
    report.model = std::make_shared<const Model>(std::move(model));
    return report;
}

}  // namespace paramscope::formats_test
