#include "algebra/integer.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

#include "base/characters.h"

namespace paramscope {
namespace {

std::uint64_t low_half(UnsignedInteger value) {
    return static_cast<std::uint64_t>(value);
}
std::uint64_t high_half(UnsignedInteger value) {
    return static_cast<std::uint64_t>(value >> 64);
}

}  // namespace

std::optional<Integer> checked_add(Integer a, Integer b) {
    Integer sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
    return sum;
}

std::optional<Integer> checked_subtract(Integer a, Integer b) {
    Integer difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) return std::nullopt;
    return difference;
}

// By magnitudes: __builtin_mul_overflow on 128 bits calls a function that not every compiler's library has.
std::optional<Integer> checked_multiply(Integer a, Integer b) {
    if (a == static_cast<std::int64_t>(a) && b == static_cast<std::int64_t>(b)) return a * b;
    const std::optional<UnsignedInteger> product = multiply_magnitudes(magnitude(a), magnitude(b));
    if (!product) return std::nullopt;
    return integer_of(*product, (a < 0) != (b < 0));
}

Integer greatest_common_divisor(Integer a, Integer b) {
    assert(a != kSmallestInteger && b != kSmallestInteger);
    return static_cast<Integer>(magnitude_gcd(magnitude(a), magnitude(b)));
}

UnsignedInteger magnitude(Integer value) {
    const auto bits = static_cast<UnsignedInteger>(value);
    return value < 0 ? -bits : bits;
}

std::optional<Integer> integer_of(UnsignedInteger magnitude, bool negative) {
    constexpr UnsignedInteger kLargest = static_cast<UnsignedInteger>(kLargestInteger);
    if (magnitude <= kLargest) {
        return negative ? -static_cast<Integer>(magnitude) : static_cast<Integer>(magnitude);
    }
    if (negative && magnitude == kLargest + 1) return kSmallestInteger;
    return std::nullopt;
}

std::optional<UnsignedInteger> multiply_magnitudes(UnsignedInteger a, UnsignedInteger b) {
    if (high_half(a) != 0 && high_half(b) != 0) return std::nullopt;
    const UnsignedInteger low = UnsignedInteger{low_half(a)} * low_half(b);
    const UnsignedInteger cross =  // one of the two products is zero
        UnsignedInteger{high_half(a)} * low_half(b) + UnsignedInteger{high_half(b)} * low_half(a);
    if (high_half(cross) != 0) return std::nullopt;
    const UnsignedInteger product = (cross << 64) + low;
    if (product < low) return std::nullopt;
    return product;
}

UnsignedInteger magnitude_gcd(UnsignedInteger a, UnsignedInteger b) {
    while (b != 0 && (high_half(a) != 0 || high_half(b) != 0)) a = std::exchange(b, a % b);
    std::uint64_t x = low_half(a);  // 64-bit divisions are faster from here on
    std::uint64_t y = low_half(b);
    if (y == 0) return a;
    while (y != 0) x = std::exchange(y, x % y);
    return x;
}

std::string to_string(Integer value) {
    return (value < 0 ? "-" : "") + magnitude_digits(value);
}

std::string magnitude_digits(Integer value) {
    UnsignedInteger rest = magnitude(value);
    if (high_half(rest) == 0) return std::to_string(low_half(rest));  // 64-bit divisions are faster
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(rest % 10));
        rest /= 10;
    } while (rest != 0);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::optional<Integer> parse_integer(std::string_view digits) {
    const bool negative = !digits.empty() && digits.front() == '-';
    if (negative) digits.remove_prefix(1);
    if (!is_digits(digits)) return std::nullopt;
    UnsignedInteger value = 0;
    for (const char digit : digits) {
        const std::optional<UnsignedInteger> shifted = multiply_magnitudes(value, 10);
        if (!shifted) return std::nullopt;
        value = *shifted + static_cast<unsigned>(digit - '0');
        if (value < *shifted) return std::nullopt;
    }
    return integer_of(value, negative);
}

}  // namespace paramscope
