// Exact 128-bit integers; every operation is checked for overflow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paramscope {

__extension__ typedef __int128 Integer;
__extension__ typedef unsigned __int128 UnsignedInteger;

inline constexpr Integer kLargestInteger = static_cast<Integer>(~UnsignedInteger{0} >> 1);
inline constexpr Integer kSmallestInteger = -kLargestInteger - 1;

/// Sum, difference and product; nullopt when the result does not fit 128 bits.
std::optional<Integer> checked_add(Integer a, Integer b);
std::optional<Integer> checked_subtract(Integer a, Integer b);
std::optional<Integer> checked_multiply(Integer a, Integer b);

/// Greatest common divisor, never negative; gcd(0, 0) is 0. Neither argument may be kSmallestInteger.
Integer greatest_common_divisor(Integer a, Integer b);

/// The absolute value, also of kSmallestInteger, whose negative would overflow.
UnsignedInteger magnitude(Integer value);

/// The integer with this magnitude and sign; nullopt when it does not fit.
std::optional<Integer> integer_of(UnsignedInteger magnitude, bool negative);

/// The operations above on magnitudes.
std::optional<UnsignedInteger> multiply_magnitudes(UnsignedInteger a, UnsignedInteger b);
UnsignedInteger magnitude_gcd(UnsignedInteger a, UnsignedInteger b);

/// The nearest double; quick for what fits 64 bits.
inline double to_double(Integer value) {
    const auto small = static_cast<std::int64_t>(value);
    return small == value ? static_cast<double>(small) : static_cast<double>(value);
}

/// Decimal digits with a leading `-` for negative numbers.
std::string to_string(Integer value);

/// Decimal digits without the sign.
std::string magnitude_digits(Integer value);

/// Reads an optional `-` and decimal digits, nothing else; nullopt when malformed or too large.
std::optional<Integer> parse_integer(std::string_view digits);

}  // namespace paramscope
