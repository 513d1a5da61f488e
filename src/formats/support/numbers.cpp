#include "formats/support/numbers.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "algebra/print.h"
#include "algebra/symbol_names.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/filled.h"

namespace paramscope {
namespace {

constexpr std::string_view kCountUnits[] = {"", "K", "M", "B", "T"};
constexpr std::string_view kSiPrefixes[] = {"", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"};

// Three significant digits of a positive number: `digits` with the point behind the first 1 to 3 of them,
// times 1000 to the power `group`.
struct Mantissa {
    int digits = 0;  // 100 .. 999
    int before_point = 1;
    std::size_t group = 0;
};

Mantissa mantissa_of(const std::string& decimal) {
    std::size_t exponent = decimal.size() - 1;
    int digits = 0;
    for (std::size_t i = 0; i < 3; ++i) digits = digits * 10 + (i < decimal.size() ? decimal[i] - '0' : 0);
    if (decimal.size() > 3 && decimal[3] >= '5') ++digits;
    if (digits == 1000) {
        digits = 100;
        ++exponent;
    }
    return {digits, static_cast<int>(exponent % 3) + 1, exponent / 3};
}

std::string with_point(int digits, int before_point) {
    std::string text = std::to_string(digits);
    if (before_point < 3) text.insert(static_cast<std::size_t>(before_point), ".");
    return text;
}

// Three digits and one of `units`; a power of ten where the units end.
std::string shortened(Integer value, std::span<const std::string_view> units, std::string_view unit) {
    std::string decimal = to_string(value);
    std::string sign;
    if (decimal.front() == '-') {
        sign = "-";
        decimal.erase(0, 1);
    }
    const Mantissa mantissa = mantissa_of(decimal);
    if (mantissa.group < units.size()) {
        std::string text = sign + with_point(mantissa.digits, mantissa.before_point);
        if (units[mantissa.group].empty() && unit.empty()) return text;
        return text.append(" ").append(units[mantissa.group]).append(unit);
    }
    const int exponent = static_cast<int>(mantissa.group) * 3 + mantissa.before_point - 1;
    std::string text = sign + with_point(mantissa.digits, 1) + "·10" + superscript(exponent);
    return unit.empty() ? text : text.append(" ").append(unit);
}

bool is_small(Integer value, Integer limit) {
    return value > -limit && value < limit;
}

}  // namespace

std::string_view sign_of(Basis basis) {
    static constexpr ByBound<std::string_view> kSigns{"", "≤ ", "≥ ", "≈ "};
    return kSigns.of(basis);
}

std::string exact(const std::optional<Integer>& value) {
    return value ? with_thousands(*value) : "?";
}

std::string exact(const Quantity& quantity) {
    if (quantity.is_unknown()) return "?";
    return concat(sign_of(quantity.basis), with_thousands(*quantity.value));
}

std::string exact_in_words(const Quantity& quantity, const BoundWords& words) {
    if (quantity.is_unknown()) return std::string(words.unknown);
    const ByBound<std::string_view> bounds{"@", words.at_most, words.at_least, words.about};
    return filled(bounds.of(quantity.basis), {with_thousands(*quantity.value)});
}

std::string total_in_words(const Report& report, const BoundWords& words) {
    const Quantity& total = report.root()->facts->parameters;
    if (!total.is_unknown() && total.basis == Basis::Printed)
        return filled(words.as_printed, {with_thousands(*total.value)});
    if (total.is_unknown() || !report.parameters_min) return exact_in_words(total, words);
    const bool is_by_default =
        all_of(report.possible_ties, [](const PossibleTie& tie) { return tie.is_by_default; });
    return filled(is_by_default ? words.range_by_default : words.range,
                  {with_thousands(*report.parameters_min), with_thousands(*report.parameters_max)});
}

std::string short_count(Integer value) {
    if (is_small(value, 10000)) return with_thousands(value);
    return shortened(value, kCountUnits, "");
}

std::string short_work(Integer value, std::string_view unit) {
    if (is_small(value, 1000)) {
        const std::string text = to_string(value);
        return unit.empty() ? text : text + " " + std::string(unit);
    }
    return shortened(value, kSiPrefixes, unit);
}

std::string short_bytes(Integer value) {
    if (is_small(value, 1000)) return to_string(value) + " B";
    return shortened(value, kSiPrefixes, "B");
}

std::string short_seconds(double seconds) {
    constexpr std::string_view units[] = {"s", "ms", "µs", "ns", "ps"};
    if (!(seconds >= 1e-12)) return "0";
    std::size_t unit = 0;
    for (; seconds < 0.9995 && unit + 1 < std::size(units); ++unit) seconds *= 1000;
    const int decimals = seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0;
    return concat(rounded(seconds, decimals), " ", units[unit]);
}

std::string rounded(double value, int decimals) {
    for (int i = 0; i < decimals; ++i) value *= 10;
    std::string digits = std::to_string(std::llround(std::min(value, 1e15)));
    const auto behind = static_cast<std::size_t>(decimals);
    if (decimals == 0) return digits;
    if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
    return digits.insert(digits.size() - behind, 1, '.');
}

std::string percent(double share) {
    if (!(share > 0)) return "";
    if (share < 0.001) return "<0.1%";
    if (share >= 0.9995) return "100%";
    return rounded(share * 100, 1) + "%";
}

std::string share_of(const Quantity& part, const Quantity& whole, std::optional<Integer> instances) {
    if (part.is_unknown() || whole.is_unknown() || !instances || *whole.value <= 0 || *part.value < 0)
        return "";
    return percent(Rational(*part.value).to_double() * Rational(*instances).to_double() /
                   Rational(*whole.value).to_double());
}

std::string relative_error(double error, Notation notation) {
    const bool is_latex = notation == Notation::Latex;
    const std::string_view percent_sign = is_latex ? "\\%" : "%";
    if (!(error > 0)) return concat("0", percent_sign);
    int exponent = 0;
    double figure = error;  // from 1 to 10, times ten to the exponent; what is next to 1 is 1
    for (; figure < 0.9999999 && exponent > -300; --exponent) figure *= 10;
    for (; figure >= 9.999999 && exponent < 300; ++exponent) figure /= 10;
    // Two digits, or all before the point.
    if (error >= 1e-4) return concat(rounded(error * 100, std::max(0, -1 - exponent)), percent_sign);
    const std::string digit = rounded(figure, 0);
    if (is_latex) return concat("$", digit, " \\cdot 10^{", std::to_string(exponent), "}$");
    return concat(digit, "·10", superscript(exponent));
}

}  // namespace paramscope
