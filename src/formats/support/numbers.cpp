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

constexpr std::string_view kCountUnits[] = {"", "k", "M", "B", "T"};
constexpr std::string_view kSiPrefixes[] = {"", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"};

constexpr int kDigits = 3;  // that a shortened number has

/// The nearest number with so many digits before zeros; halves are rounded away from zero.
Integer rounded_to(Integer value, std::size_t digits) {
    const std::string decimal = magnitude_digits(value);
    Integer step = 1;
    for (std::size_t i = digits; i < decimal.size(); ++i) step *= 10;
    const Integer rest = value % step;
    const Integer down = value - rest;
    const Integer beyond = value < 0 ? -rest : rest;
    if (beyond < step - beyond) return down;
    return value < 0 ? checked_subtract(down, step).value_or(down) : checked_add(down, step).value_or(down);
}

// So many digits and one of `units`, by thousands; a power of ten where the units end.
std::string shortened(Integer value, std::span<const std::string_view> units, std::string_view unit,
                      std::size_t digits = kDigits) {
    const Integer kept = rounded_to(value, digits);
    std::string decimal = magnitude_digits(kept);
    const std::size_t exponent = decimal.size() - 1;
    decimal.resize(digits, '0');
    const bool has_unit = exponent / 3 < units.size();
    const std::size_t before_point = has_unit ? exponent % 3 + 1 : 1;
    if (before_point < digits) decimal.insert(before_point, ".");
    std::string text = concat(kept < 0 ? "-" : "", decimal);
    if (!has_unit) {
        text.append("·10").append(superscript(static_cast<int>(exponent)));
        return unit.empty() ? text : text.append(" ").append(unit);
    }
    if (units[exponent / 3].empty() && unit.empty()) return text;
    return text.append(" ").append(units[exponent / 3]).append(unit);
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
        report.possible_buffers.empty() &&
        all_of(report.possible_ties, [](const PossibleTie& tie) { return tie.is_by_default; });
    return filled(is_by_default ? words.range_by_default : words.range,
                  {with_thousands(*report.parameters_min), with_thousands(*report.parameters_max)});
}

std::string work_in_words(const Quantity& work, const std::optional<Bounds>& bounds,
                          const BoundWords& words) {
    if (!bounds) return exact_in_words(work, words);
    return filled(words.range, {with_thousands(bounds->least), with_thousands(bounds->most)});
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

std::string short_range(const Quantity& work, const std::optional<Bounds>& bounds, std::string_view unit) {
    if (work.is_unknown()) return "?";
    if (bounds) {
        const std::string least = short_work(bounds->least, unit), most = short_work(bounds->most, unit);
        if (least != most) return concat(least, " – ", most);
    }
    return concat(sign_of(work.basis), short_work(*work.value, unit));
}

std::vector<std::string> short_sum(std::span<const Summand> summands) {
    Integer sum = 0;
    for (const Summand& each : summands) sum += each.value * each.times;
    const std::size_t length = magnitude_digits(sum).size();
    std::size_t digits = kDigits;
    for (; digits < length; ++digits) {
        Integer shown = 0;
        for (const Summand& each : summands) shown += rounded_to(each.value, digits) * each.times;
        if (rounded_to(shown, digits) == rounded_to(sum, digits)) break;
    }
    std::vector<std::string> texts;
    const auto add = [&](Integer value) {
        texts.push_back(is_small(value, 1000) ? to_string(value) : shortened(value, kSiPrefixes, "", digits));
    };
    for (const Summand& each : summands) add(each.value);
    add(sum);
    return texts;
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
