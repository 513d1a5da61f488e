#include "algebra/rational.h"

#include <utility>

namespace paramscope {
namespace {

/// a / b rounded down, for a positive b.
Integer floor_quotient(Integer a, Integer b) {
    const Integer quotient = a / b;
    return a % b < 0 ? quotient - 1 : quotient;
}

/// base ** exponent for whole numbers.
std::optional<Integer> whole_power(Integer base, UnsignedInteger exponent) {
    if (base == 0 || base == 1) return exponent == 0 ? Integer{1} : base;
    if (base == -1) return exponent % 2 == 0 ? Integer{1} : Integer{-1};
    if (exponent >= 128) return std::nullopt;
    std::optional<Integer> power = Integer{1};
    for (UnsignedInteger i = 0; i < exponent && power; ++i) power = checked_multiply(*power, base);
    return power;
}

/// The fraction of two products of magnitudes that share no factor.
std::optional<std::pair<Integer, Integer>> fraction_of_products(bool negative, UnsignedInteger a,
                                                                UnsignedInteger b, UnsignedInteger c,
                                                                UnsignedInteger d) {
    const std::optional<UnsignedInteger> above = multiply_magnitudes(a, b);
    const std::optional<UnsignedInteger> below = multiply_magnitudes(c, d);
    if (!above || !below) return std::nullopt;
    const std::optional<Integer> numerator = integer_of(*above, negative);
    const std::optional<Integer> denominator = integer_of(*below, false);
    if (!numerator || !denominator) return std::nullopt;
    return std::pair{*numerator, *denominator};
}

/// (a / b) * (c / d) in lowest terms, where a / b and c / d are in lowest terms and b, d are not 0.
std::optional<std::pair<Integer, Integer>> product_of_fractions(Integer a, Integer b, Integer c, Integer d) {
    const bool negative = ((a < 0) != (b < 0)) != ((c < 0) != (d < 0));
    const UnsignedInteger left = magnitude_gcd(magnitude(a), magnitude(d));
    const UnsignedInteger right = magnitude_gcd(magnitude(c), magnitude(b));
    return fraction_of_products(negative, magnitude(a) / left, magnitude(c) / right, magnitude(b) / right,
                                magnitude(d) / left);
}

using Combine = std::optional<Integer> (*)(Integer, Integer);

/// a plus or minus b: `combine` is checked_add or checked_subtract.
std::optional<Rational> combined(const Rational& a, const Rational& b, Combine combine) {
    const Integer shared = greatest_common_divisor(a.denominator(), b.denominator());
    const std::optional<Integer> left = checked_multiply(a.numerator(), b.denominator() / shared);
    const std::optional<Integer> right = checked_multiply(b.numerator(), a.denominator() / shared);
    if (!left || !right) return std::nullopt;
    const std::optional<Integer> numerator = combine(*left, *right);
    const std::optional<Integer> denominator = checked_multiply(a.denominator(), b.denominator() / shared);
    if (!numerator || !denominator) return std::nullopt;
    return Rational::make(*numerator, *denominator);
}

}  // namespace

std::optional<Rational> Rational::make(Integer numerator, Integer denominator) {
    if (denominator == 0) return std::nullopt;
    const UnsignedInteger shared = magnitude_gcd(magnitude(numerator), magnitude(denominator));
    const bool negative = (numerator < 0) != (denominator < 0);
    const auto parts =
        fraction_of_products(negative, magnitude(numerator) / shared, 1, magnitude(denominator) / shared, 1);
    if (!parts) return std::nullopt;
    return Rational(parts->first, parts->second);
}

double Rational::to_double() const {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
}

std::optional<Rational> checked_add(const Rational& a, const Rational& b) {
    if (!a.is_integer() || !b.is_integer()) return combined(a, b, &checked_add);
    return checked_add(a.numerator_, b.numerator_);
}

std::optional<Rational> checked_subtract(const Rational& a, const Rational& b) {
    if (!a.is_integer() || !b.is_integer()) return combined(a, b, &checked_subtract);
    return checked_subtract(a.numerator_, b.numerator_);
}

std::optional<Rational> checked_multiply(const Rational& a, const Rational& b) {
    if (a.is_integer() && b.is_integer()) return checked_multiply(a.numerator_, b.numerator_);
    const auto parts = product_of_fractions(a.numerator_, a.denominator_, b.numerator_, b.denominator_);
    if (!parts) return std::nullopt;
    return Rational(parts->first, parts->second);
}

std::optional<Rational> checked_divide(const Rational& a, const Rational& b) {
    if (b.is_zero()) return std::nullopt;
    const auto parts = product_of_fractions(a.numerator_, a.denominator_, b.denominator_, b.numerator_);
    if (!parts) return std::nullopt;
    return Rational(parts->first, parts->second);
}

std::optional<Rational> checked_power(const Rational& base, Integer exponent) {
    const std::optional<Integer> above = whole_power(base.numerator_, magnitude(exponent));
    const std::optional<Integer> below = whole_power(base.denominator_, magnitude(exponent));
    if (!above || !below) return std::nullopt;
    if (exponent < 0) return Rational::make(*below, *above);
    return Rational(*above, *below);
}

// Compares whole parts; where they agree, the order of the fractional parts is that of their inverses
// reversed.
std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    std::pair<Integer, Integer> left{a.numerator(), a.denominator()};
    std::pair<Integer, Integer> right{b.numerator(), b.denominator()};
    for (bool reversed = false;; reversed = !reversed) {
        const Integer whole_left = floor_quotient(left.first, left.second);
        const Integer whole_right = floor_quotient(right.first, right.second);
        if (whole_left != whole_right) {
            return (whole_left < whole_right) != reversed ? std::strong_ordering::less
                                                          : std::strong_ordering::greater;
        }
        const Integer rest_left = left.first % left.second;
        const Integer rest_right = right.first % right.second;
        left = {left.second, rest_left < 0 ? rest_left + left.second : rest_left};
        right = {right.second, rest_right < 0 ? rest_right + right.second : rest_right};
        if (left.second == 0 && right.second == 0) return std::strong_ordering::equal;
        // A fractional part of zero is below every other; inverted it would be infinite.
        if (left.second == 0) return reversed ? std::strong_ordering::greater : std::strong_ordering::less;
        if (right.second == 0) return reversed ? std::strong_ordering::less : std::strong_ordering::greater;
    }
}

Integer floor(const Rational& value) {
    return floor_quotient(value.numerator(), value.denominator());
}

// -floor(-x) would overflow for the smallest integer.
Integer ceil(const Rational& value) {
    const Integer below = floor(value);
    return value.is_integer() ? below : below + 1;
}

std::string to_string(const Rational& value) {
    std::string text = to_string(value.numerator());
    if (!value.is_integer()) text += "/" + to_string(value.denominator());
    return text;
}

}  // namespace paramscope
