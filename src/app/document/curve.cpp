#include "app/document/curve.h"

#include <algorithm>
#include <cmath>

#include "app/document/logarithm.h"

namespace paramscope::app {
namespace {

constexpr double kReach = 16;  // times the current value, and its part

/// The formula's value, 0 when it is not a positive number.
double positive(const Polynomial& formula, const SymbolValues& values) {
    const Result<Rational> value = evaluate(formula, values);
    return value ? std::max(value->to_double(), 0.0) : 0;
}

}  // namespace

Polynomial total_of(const Report& report, Measure measure) {
    const NodeReport* root = report.root();
    if (root == nullptr) return {};
    if (measure == Measure::Bytes) return report.bits / Polynomial(8);
    return measure == Measure::Flops ? root->facts->flops.formula : root->facts->parameters.formula;
}

Curve curve_of(const Report& report, const Polynomial& exact, std::string_view variable, int count,
               std::optional<CurveEnds> ends) {
    Curve curve;
    const SymbolValues usual = values_of(report);
    const std::optional<Rational> present = usual(variable);
    if (exact.is_faulted() || !present || !(*present > Rational())) return curve;
    const Polynomial leading = leading_terms(exact, symbols(exact));
    curve.present = present->to_double();
    curve.has_leading = !(leading == exact);
    curve.total = positive(exact, usual);
    const double low = ends ? ends->low : curve.present / kReach;
    const double length = static_cast<double>(log2_of((ends ? ends->high : curve.present * kReach) / low));
    Rational value;
    const SymbolValues values = [&](std::string_view name) {
        return name == variable ? std::optional(value) : usual(name);
    };
    double last = 0;
    for (int i = 0; i < count; ++i) {
        const double share = count > 1 ? static_cast<double>(i) / (count - 1) : 0.5;
        const double at = low * static_cast<double>(exp2_of(length * share));
        // Samples integers for an integer variable, steps of 1/1024 otherwise.
        const double scale = present->is_integer() ? 1 : 1024;
        const double near = std::max(std::round(at * scale), 1.0);
        if (near > 1e15 || near <= last) continue;
        last = near;
        value = Rational::make(static_cast<Integer>(near), static_cast<Integer>(scale)).value_or(*present);
        const double total = positive(exact, values);
        if (total > 0) curve.samples.push_back({value.to_double(), total, positive(leading, values)});
    }
    return curve;
}

}  // namespace paramscope::app
