#include "model/value_limits.h"

#include <algorithm>

#include "base/characters.h"

namespace paramscope {
namespace {

/// Limit for the divisors that are looked for one by one; of larger numbers only those that halving gives.
constexpr Integer kMostDivisors = 1 << 16;

/// The number behind the last `words`, at the end of the comment.
std::optional<Integer> number_after(std::string_view comment, std::string_view words) {
    const std::size_t at = comment.rfind(words);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view number = trim(comment.substr(at + words.size()));
    const std::optional<Integer> value = is_digits(number) ? parse_integer(number) : std::nullopt;
    return value && *value > 0 ? value : std::nullopt;
}

Integer next_half(Integer number, Integer value, bool is_up) {
    while (number % 2 == 0 && (is_up ? number / 2 > value : number >= value)) number /= 2;
    return (is_up ? number > value : number < value) ? number : value;
}

/// The divisor of `number` next to `value`.
Integer next_divisor(Integer number, Integer value, bool is_up) {
    if (number > kMostDivisors) return next_half(number, value, is_up);
    for (Integer divisor = is_up ? value + 1 : value - 1; divisor >= 1 && divisor <= number;
         divisor += is_up ? 1 : -1)
        if (number % divisor == 0) return divisor;
    return value;
}

}  // namespace

Integer ValueLimits::next(Integer value, bool is_up) const {
    if (divides) return next_divisor(*divides, value, is_up);
    const Integer step = multiple_of.value_or(1);
    return std::max(step, is_up ? (value / step + 1) * step : ((value + step - 1) / step - 1) * step);
}

Integer ValueLimits::nearest(Integer wanted) const {
    wanted = std::max<Integer>(1, wanted);
    if (divides) {
        wanted = std::min(wanted, *divides);
        if (*divides % wanted == 0) return wanted;
        const Integer below = next(wanted, false), above = next(wanted, true);
        return above > wanted && above - wanted < wanted - below ? above : below;
    }
    const Integer step = multiple_of.value_or(1);
    return std::max(step, (wanted + step / 2) / step * step);
}

ValueLimits read_value_limits(std::string_view comment) {
    return {number_after(comment, "multiples of "), number_after(comment, "divides ")};
}

}  // namespace paramscope
