#include "formats/comparison/comparison.h"

#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/cause_words.h"
#include "formats/comparison/comparison_parts.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace {

std::string with_sign(Integer amount) {
    return concat(amount > 0 ? "+" : "", with_thousands(amount));
}

/// The index of the module that a prefix of tensor names ("model.") belongs to.
std::uint32_t find_part(const Report& report, std::string_view prefix) {
    if (prefix.ends_with('.')) prefix.remove_suffix(1);
    return report.find(prefix).value_or(0);
}

constexpr ComparisonFormat kFormats[] = {
    {"text", comparison_text},
    {"json", comparison_json},
    {"markdown", comparison_markdown},
    {"waterfall", comparison_waterfall},
};

}  // namespace

std::span<const ComparisonFormat> comparison_formats() {
    return kFormats;
}

const ComparisonFormat* find_comparison_format(std::string_view name) {
    return find_by(kFormats, &ComparisonFormat::name, name);
}

Comparison compare_reports(ComparedModel left, ComparedModel right) {
    Comparison comparison{std::move(left), std::move(right), {}, {}, {}};
    const Report &a = *comparison.left.report, &b = *comparison.right.report;
    comparison.tensors = compare_tensors(a, b);
    const std::vector<ModulePair> pairs = compare_modules(a, b, find_part(a, comparison.tensors.left_prefix),
                                                          find_part(b, comparison.tensors.right_prefix));
    comparison.modules = module_differences(a, b, pairs);
    comparison.causes = find_causes(a, b, pairs);
    return comparison;
}

std::string tensor_summary(const TensorComparison& comparison) {
    const std::size_t count = comparison.differences.size();
    if (count == 0) return concat("all ", comparison.same, " tensors are the same");
    return concat(comparison.same, comparison.same == 1 ? " tensor is" : " tensors are", " the same, ", count,
                  count == 1 ? " difference" : " differences");
}

std::vector<std::vector<std::string>> cause_rows(const Comparison& comparison, CauseMeasure measure) {
    const Report &left = *comparison.left.report, &right = *comparison.right.report;
    const LargestCauses largest = largest_causes(comparison.causes, measure);
    if (largest.causes.empty()) return {};
    std::vector<std::vector<std::string>> rows = {{exact(total_of(left, measure)), "A", "", ""}};
    for (const Cause* cause : largest.causes) {
        rows.push_back({with_sign(cause->amount(measure)), title_of(*cause).english(),
                        place_of(*cause).english(), formula_of(left, right, *cause, measure)});
    }
    if (largest.smaller > 0)
        rows.push_back({with_sign(largest.smaller_amount), title_of_smaller(largest).english(), "", ""});
    rows.push_back({exact(total_of(right, measure)), "B", "", ""});
    return rows;
}

}  // namespace paramscope
