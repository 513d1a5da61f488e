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

/// A parameter of float32 with `count` elements.
inline TensorReport tensor(std::string_view name, const Dims& shape, int count) {
    TensorReport made;
    made.name = name;
    made.shape = shape;
    made.elements = product(shape);
    made.count = count;
    made.dtype = "float32";
    return made;
}

/// Two layers of Linear(d, d) at d = 4 with work, and a module nobody knows:
///
///     Net( (fc): 2 x Linear   (odd): Mystery )
inline Report sample() {
    const Polynomial d = symbol("d");
    const Polynomial one = d * d + d;

    ModuleFacts of_root;
    of_root.family = "custom";
    of_root.parameters = {one + one, 40, Basis::Partial};
    of_root.buffers = quantity(0, 0);
    of_root.macs = {d * d * Polynomial(2), 32, Basis::Partial};
    of_root.flops = {d * d * Polynomial(4), 64, Basis::Partial};
    NodeReport root;
    root.type = "Net";
    root.subtree_end = 3;
    root.facts = of_root;

    ModuleFacts of_fc = of_root;
    of_fc.family = "linear";
    of_fc.parameters.basis = of_fc.macs.basis = of_fc.flops.basis = Basis::Exact;
    of_fc.make_unusual().repeat = quantity(2, 2);
    of_fc.tensors = {tensor("weight", {d, d}, 16), tensor("bias", {d}, 4)};
    of_fc.output_sizes = std::vector<Integer>{1, 4};
    NodeReport fc;
    fc.name = "0-1";
    fc.type = "Linear";
    fc.depth = 1;
    fc.subtree_end = 2;
    fc.facts = of_fc;

    ModuleFacts of_odd;
    of_odd.family = "custom";
    of_odd.parameters = of_odd.buffers = of_odd.macs = of_odd.flops = unknown();
    of_odd.status = Status::Unknown;
    of_odd.notes = {"nothing is known of this type"};
    NodeReport odd;
    odd.name = "odd";
    odd.type = "Mystery";
    odd.depth = 1;
    odd.subtree_end = 3;
    odd.facts = of_odd;

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
