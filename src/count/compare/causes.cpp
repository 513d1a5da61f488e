#include "count/compare/causes.h"

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "count/compare/cause_amounts.h"

namespace paramscope {

std::string_view to_string(CauseMeasure measure) {
    constexpr std::string_view kNames[] = {"parameters", "macs", "flops", "bytes"};
    return kNames[static_cast<std::size_t>(measure)];
}

std::string_view to_string(Cause::Kind kind) {
    constexpr std::string_view kNames[] = {"layers",     "sizes",        "arguments", "type",
                                           "sharing",    "open-sharing", "dtype",     "only-left",
                                           "only-right", "work",         "rest"};
    return kNames[static_cast<std::size_t>(kind)];
}

Quantity total_of(const Report& report, CauseMeasure measure) {
    const NodeReport* root = report.root();
    if (root == nullptr) return {0, std::nullopt, Basis::Partial};
    if (measure == CauseMeasure::Bytes) return {0, report.bytes, root->facts->parameters.basis};
    return quantity_of(*root, kCauseSubjects[static_cast<std::size_t>(measure)]);
}

LargestCauses largest_causes(const std::vector<Cause>& causes, CauseMeasure measure) {
    LargestCauses largest;
    for (const Cause& cause : causes)
        if (cause.amount(measure) != 0) largest.causes.push_back(&cause);
    const auto size = [measure](const Cause* cause) { return magnitude(cause->amount(measure)); };
    stable_sort(largest.causes, [&](const Cause* a, const Cause* b) { return size(a) > size(b); });
    if (largest.causes.size() <= kMostShownCauses) return largest;
    for (std::size_t i = kMostShownCauses; i < largest.causes.size(); ++i)
        largest.smaller_amount += largest.causes[i]->amount(measure);
    largest.smaller = largest.causes.size() - kMostShownCauses;
    largest.causes.resize(kMostShownCauses);
    return largest;
}

std::vector<VariableChange> changed_variables(const Report& left, const Report& right, const Cause& cause,
                                              CauseMeasure measure) {
    std::vector<VariableChange> changes;
    if (measure == CauseMeasure::Bytes) return changes;
    if (cause.kind == Cause::Kind::OnlyLeft || cause.kind == Cause::Kind::OnlyRight) return changes;
    // Layers are added at the cost of one in the left model, whatever else changes.
    const Polynomial& formula = cause.kind == Cause::Kind::Layers
                                    ? cause.layers_formula
                                    : cause.left_formulas[static_cast<std::size_t>(measure)];
    for (const std::string& name : symbols(formula)) {
        const std::optional<Rational> before = values_of(left)(name), after = values_of(right)(name);
        if (before && after && !(*before == *after)) changes.push_back({name, *before, *after});
    }
    return changes;
}

std::string without_numbers(std::string_view path) {
    std::string text;
    while (!path.empty()) {
        const std::string_view part = take_until(path, '.');
        text += concat(text.empty() ? "" : ".", is_digits(part) ? "*" : part);
    }
    return text;
}

}  // namespace paramscope
