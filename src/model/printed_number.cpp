#include "model/printed_number.h"

#include <string>

#include "base/characters.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostDigits = 18;  // sums of such numbers cannot overflow

/// The factor of a unit; 0 for other letters.
Integer unit_factor(char unit) {
    constexpr std::string_view units = "kKMGBT";
    constexpr std::int64_t factors[] = {1'000,         1'000,         1'000'000,
                                        1'000'000'000, 1'000'000'000, 1'000'000'000'000};
    const std::size_t at = units.find(unit);
    return at == std::string_view::npos ? 0 : factors[at];
}

/// The offset of a unit at `at` or behind one blank; `text.size()` when there is none.
std::size_t find_unit(std::string_view text, std::size_t at) {
    if (at < text.size() && text[at] == ' ') ++at;
    if (at >= text.size() || unit_factor(text[at]) == 0) return text.size();
    return at + 1 < text.size() && is_name_part(text[at + 1]) ? text.size() : at;
}

}  // namespace

std::optional<PrintedNumber> read_printed_number(std::string_view text) {
    std::string digits;
    std::size_t at = 0, decimals = 0;
    const auto is_digit_at = [&](std::size_t place) { return place < text.size() && is_digit(text[place]); };
    while (is_digit_at(at) ||
           (!digits.empty() && at < text.size() && text[at] == ',' && is_digit_at(at + 1))) {
        if (text[at] != ',') digits.push_back(text[at]);
        ++at;
    }
    if (digits.empty()) return std::nullopt;
    if (at < text.size() && text[at] == '.' && is_digit_at(at + 1)) {
        for (++at; is_digit_at(at); ++at, ++decimals) digits.push_back(text[at]);
    }
    if (digits.size() > kMostDigits) return std::nullopt;
    PrintedNumber number{parse_integer(digits).value_or(0), 0, at};
    Integer divisor = 1;
    for (std::size_t i = 0; i < decimals; ++i) divisor = divisor * Integer(10);
    const std::size_t unit = find_unit(text, at);
    if (unit == text.size()) {
        if (number.value % divisor != 0) return std::nullopt;
        number.value = number.value / divisor;
        return number;
    }
    const Integer factor = unit_factor(text[unit]);
    number.value = number.value * factor / divisor;
    number.precision = divisor < factor ? factor / divisor : Integer(0);
    number.length = unit + 1;
    return number;
}

bool may_be_equal(const PrintedNumber& a, const PrintedNumber& b) {
    const Integer difference = a.value < b.value ? b.value - a.value : a.value - b.value;
    return difference <= a.precision + b.precision;
}

}  // namespace paramscope
