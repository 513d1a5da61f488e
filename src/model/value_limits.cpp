#include "model/value_limits.h"

#include <algorithm>

#include "base/characters.h"

namespace paramscope {
namespace {

/// Limit for the divisors that are looked for one by one; of larger numbers only those that halving gives.
constexpr Integer kMostDivisors = 1 << 16;

/// Takes the number behind the last `words` off the end of the comment; nothing where something else follows.
std::optional<Integer> take_number(std::string_view words, std::string_view* comment) {
    const std::size_t at = comment->rfind(words);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view number = trim(comment->substr(at + words.size()));
    const std::optional<Integer> value = is_digits(number) ? parse_integer(number) : std::nullopt;
    if (!value || *value < 1) return std::nullopt;
    *comment = trim(comment->substr(0, at));
    return value;
}

/// The divisor of `number` that halving gives, next to `value`.
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
    const Integer step = multiple_of.value_or(1);
    if (divides) {
        // Multiples of the step that divide a number are the step times divisors of a smaller one.
        const Integer parts = std::max<Integer>(1, *divides / step);
        const Integer found = next_divisor(parts, is_up ? value / step : (value + step - 1) / step, is_up);
        return std::max<Integer>(1, found) * step;
    }
    return std::max(step, is_up ? (value / step + 1) * step : ((value + step - 1) / step - 1) * step);
}

Integer ValueLimits::nearest(Integer wanted) const {
    wanted = std::max<Integer>(1, wanted);
    const Integer step = multiple_of.value_or(1);
    if (!divides) return std::max(step, (wanted + step / 2) / step * step);
    wanted = std::clamp<Integer>(wanted, step, std::max(step, *divides));
    if (wanted % step == 0 && *divides % wanted == 0) return wanted;
    const Integer below = next(wanted, false), above = next(wanted, true);
    return above > wanted && above - wanted < wanted - below ? above : below;
}

ValueLimits read_value_limits(std::string_view comment) {
    ValueLimits limits;
    limits.divides = take_number("divides ", &comment);
    if (!limits.divides) limits.divides = take_number("that divide ", &comment);
    limits.multiple_of = take_number("multiples of ", &comment);
    return limits;
}

}  // namespace paramscope
