#include "algebra/print.h"
#include "base/concat.h"
#include "formats/comparison/comparison_parts.h"
#include "formats/support/escape.h"
#include "formats/support/numbers.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace {

/// How a total is called in a table.
std::string_view heading_of(CauseMeasure measure) {
    constexpr std::string_view kNames[] = {"parameters", "MACs", "FLOPs", "bytes of parameters"};
    return kNames[static_cast<std::size_t>(measure)];
}

/// A change as a share of what it begins with, which it may exceed: "125%".
std::string growth(double share) {
    return share > 1 ? rounded(share * 100, 0) + "%" : percent(share);
}

/// What B has more: "+1,234 (+0.5%)", "0", or "?" where a number is unknown or a bound.
std::string change_text(const Quantity& left, const Quantity& right) {
    if (!left.value || !right.value || !left.is_complete() || !right.is_complete()) return "?";
    const std::optional<Integer> change = checked_subtract(*right.value, *left.value);
    if (!change) return "?";
    if (*change == 0) return "0";
    const std::string_view sign = *change > 0 ? "+" : "-";
    const Integer amount = *change > 0 ? *change : -*change;
    const std::string text = concat(sign, with_thousands(amount));
    if (*left.value == 0) return text;
    return concat(text, " (", sign, growth(static_cast<double>(amount) / static_cast<double>(*left.value)),
                  ")");
}

std::string totals_table(const Report& left, const Report& right) {
    std::string text = "\n| | A | B | change |\n|---|---:|---:|---:|\n";
    for (std::size_t i = 0; i < kCauseMeasures; ++i) {
        const auto measure = static_cast<CauseMeasure>(i);
        const Quantity a = total_of(left, measure), b = total_of(right, measure);
        text += concat("| ", heading_of(measure), " | ", exact(a), " | ", exact(b), " | ", change_text(a, b),
                       " |\n");
    }
    return text;
}

std::string causes_table(const Comparison& comparison, CauseMeasure measure) {
    const auto rows = cause_rows(comparison, measure);
    if (rows.empty()) return "";
    std::string text =
        concat("\n| ", heading_of(measure), " | cause | where | formula |\n|---:|---|---|---|\n");
    for (const std::vector<std::string>& row : rows) {
        for (const std::string& cell : row) text += concat("| ", markdown_escaped(cell), " ");
        text += "|\n";
    }
    return text;
}

}  // namespace

std::string comparison_markdown(const Comparison& comparison, const TextLayout*) {
    std::string text = concat("# A: ", markdown_escaped(comparison.left.name),
                              " — B: ", markdown_escaped(comparison.right.name), "\n");
    text += totals_table(*comparison.left.report, *comparison.right.report);
    text += concat("\n", tensor_summary(comparison.tensors), ".\n");
    for (std::size_t i = 0; i < kCauseMeasures; ++i)
        text += causes_table(comparison, static_cast<CauseMeasure>(i));
    return printable(text);
}

}  // namespace paramscope
