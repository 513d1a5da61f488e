#include "formats/cells.h"

#include <algorithm>
#include <array>
#include <limits>

#include "algebra/print.h"
#include "base/concat.h"
#include "formats/unicode.h"

namespace paramscope {
namespace {

constexpr std::size_t kWidestFormula = 200;  // a formula over several lines is read by nobody

/// Tenths of a per cent, rounded to nearest; nullopt where the product leaves 128 bits.
std::optional<Integer> per_mille(Integer part, Integer whole) {
    const std::optional<Integer> scaled = checked_multiply(part, 1000);
    if (!scaled) return std::nullopt;
    return (*scaled + whole / 2) / whole;
}

}  // namespace

std::vector<const NodeReport*> shown_nodes(const Report& report, const WriteOptions& options) {
    std::vector<const NodeReport*> shown;
    for (const NodeReport& node : report.nodes) {
        if (node.depth <= options.depth) shown.push_back(&node);
    }
    return shown;
}

std::string amount(const std::optional<Integer>& value) {
    return value ? with_thousands(*value) : "?";
}

std::string amount(const Quantity& quantity) {
    if (quantity.is_unknown()) return "?";
    return (quantity.complete ? "" : "≥ ") + with_thousands(*quantity.value);
}

std::optional<Polynomial> known_formula(const Quantity& quantity) {
    const bool says_nothing = quantity.is_unknown() && quantity.formula.is_zero();
    if (says_nothing || quantity.formula.is_faulted()) return std::nullopt;
    return quantity.formula;
}

std::string amount_in_words(const Quantity& quantity) {
    if (quantity.is_unknown()) return "unknown";
    return (quantity.complete ? "" : "at least ") + with_thousands(*quantity.value);
}

std::string share(const Quantity& part, const Quantity& whole) {
    if (part.is_unknown() || whole.is_unknown() || *whole.value <= 0 || *part.value < 0) return "";
    const std::optional<Integer> tenths = per_mille(*part.value, *whole.value);
    if (!tenths) return "";
    return concat(to_string(*tenths / 10), ".", to_string(*tenths % 10), "%");
}

std::string repeated_type(const NodeReport& node) {
    const bool once = node.repeat.value == Integer{1};
    const std::string count = node.repeat.value ? with_thousands(*node.repeat.value) : "?";
    return once ? node.type : concat(count, " x ", node.type);
}

std::string output_shape(const NodeReport& node) {
    if (!node.output_sizes) return "";
    std::string text;
    for (const Integer size : *node.output_sizes) text += (text.empty() ? "" : ", ") + to_string(size);
    return concat("(", text, ")");
}

bool has_work(const Report& report) {
    return std::any_of(report.nodes.begin(), report.nodes.end(),
                       [](const NodeReport& node) { return node.macs.value.has_value(); });
}

std::string binary_size(Integer bytes) {
    constexpr std::array<const char*, 7> units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    Integer one = 1;
    std::size_t unit = 0;
    for (; bytes / one >= 1024 && unit + 1 < units.size(); ++unit) one *= 1024;
    if (unit == 0) return concat(to_string(bytes), " ", units[unit]);
    const Integer rest = bytes % one * 100;
    const bool is_up = rest % one * 2 >= one;
    const Integer hundredths = bytes / one * 100 + rest / one + (is_up ? 1 : 0);
    const std::string digits = to_string(hundredths);
    const std::size_t point = digits.size() - 2;
    return concat(digits.substr(0, point), ".", digits.substr(point), " ", units[unit]);
}

std::string_view title_of(const Report& report) {
    if (report.model == nullptr || report.model->notes.empty()) return "";
    return report.model->notes.front();
}

std::vector<std::optional<Rational>> sizes_of(const Dims& shape, const SymbolValues& values) {
    std::vector<std::optional<Rational>> sizes;
    for (const Polynomial& size : shape) {
        const Result<Rational> value = evaluate(size, values);
        sizes.push_back(value ? std::optional(*value) : std::nullopt);
    }
    return sizes;
}

std::string equals_formula(const Quantity& quantity) {
    if (quantity.formula.is_constant() || quantity.formula.is_faulted()) return "";
    const std::string formula = print(quantity.formula, Notation::Unicode);
    const bool fits = display_width(formula) <= kWidestFormula;
    return fits ? " = " + formula : " (--format json has the long formula)";
}

}  // namespace paramscope
