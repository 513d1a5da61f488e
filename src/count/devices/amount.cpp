#include "count/devices/amount.h"

#include <string>

#include "base/characters.h"

namespace paramscope {
namespace {

/// `digits`, of which the last `decimals` stand behind the point, times `base` to the power of `exponent`,
/// rounded down.
std::optional<Integer> scaled(std::string_view digits, std::size_t decimals, Integer base, int exponent) {
    std::optional<Integer> value = parse_integer(digits);
    for (int i = 0; value && i < exponent; ++i) value = checked_multiply(*value, base);
    for (std::size_t i = 0; value && i < decimals; ++i) *value /= 10;
    return value;
}

/// A number before a unit.
struct Amount {
    std::string digits;  ///< without point and separators
    std::size_t decimals = 0;
    std::string unit;  ///< in lower case
};

std::optional<Amount> split(std::string_view text) {
    Amount amount;
    bool has_point = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (is_digit(c)) {
            amount.digits += c;
            amount.decimals += has_point ? 1 : 0;
        } else if (c == '.' && !has_point) {
            has_point = true;
        } else if ((c != ',' && c != '_') || has_point || amount.digits.empty()) {
            break;
        }
    }
    for (const char c : trim(text.substr(at))) amount.unit += to_lower(c);
    if (amount.digits.empty()) return std::nullopt;
    return amount;
}

/// The power of 1000 that a letter stands for; nullopt for another letter.
std::optional<int> power_of(char prefix) {
    constexpr std::string_view prefixes = "kmgtpe";
    const std::size_t at = prefixes.find(prefix);
    return at == std::string_view::npos ? std::nullopt : std::optional(static_cast<int>(at) + 1);
}

}  // namespace

std::optional<Integer> read_count(std::string_view text, std::string_view unit) {
    const std::optional<Amount> amount = split(trim(text));
    if (!amount) return std::nullopt;
    std::string_view rest = amount->unit;
    int power = 0;
    if (!rest.empty() && rest != unit && (rest[0] == 'b' || power_of(rest[0]))) {
        power = rest[0] == 'b' ? 3 : *power_of(rest[0]);
        rest.remove_prefix(1);
    }
    rest = trim(rest);
    const bool is_plural = !rest.empty() && rest.ends_with('s') && rest.substr(0, rest.size() - 1) == unit;
    if (!rest.empty() && rest != unit && !is_plural) return std::nullopt;
    return scaled(amount->digits, amount->decimals, 1000, power);
}

std::optional<Integer> read_bytes(std::string_view text) {
    const std::optional<Amount> amount = split(trim(text));
    if (!amount) return std::nullopt;
    const std::string_view unit = amount->unit;
    if (unit.empty() || unit == "b") return scaled(amount->digits, amount->decimals, 1000, 0);
    const std::optional<int> power = power_of(unit[0]);
    const std::string_view rest = unit.substr(1);
    if (!power || (rest != "b" && rest != "ib")) return std::nullopt;
    return scaled(amount->digits, amount->decimals, rest == "b" ? 1000 : 1024, *power);
}

}  // namespace paramscope
