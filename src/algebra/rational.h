// Exact fractions of 128-bit integers, in lowest terms.
#pragma once

#include <compare>
#include <optional>
#include <string>

#include "algebra/integer.h"

namespace paramscope {

/// An exact fraction. Invariant: the denominator is positive and shares no factor with the numerator.
class Rational {
  public:
    constexpr Rational() = default;
    constexpr Rational(Integer whole) : numerator_(whole) {}  // implicit: a whole number is a fraction

    /// numerator / denominator in lowest terms; nullopt when denominator is 0 or a part does not fit.
    static std::optional<Rational> make(Integer numerator, Integer denominator);

    Integer numerator() const { return numerator_; }
    Integer denominator() const { return denominator_; }
    bool is_integer() const { return denominator_ == 1; }
    bool is_zero() const { return numerator_ == 0; }
    bool is_one() const { return numerator_ == 1 && denominator_ == 1; }

    /// The nearest double, or a neighbour of it when a part exceeds 2^53; for display and plots only.
    double to_double() const;

    friend bool operator==(const Rational&, const Rational&) = default;

    friend std::optional<Rational> checked_add(const Rational& a, const Rational& b);
    friend std::optional<Rational> checked_subtract(const Rational& a, const Rational& b);
    friend std::optional<Rational> checked_multiply(const Rational& a, const Rational& b);
    friend std::optional<Rational> checked_divide(const Rational& a, const Rational& b);
    friend std::optional<Rational> checked_power(const Rational& base, Integer exponent);

  private:
    constexpr Rational(Integer numerator, Integer denominator)  // in lowest terms already
        : numerator_(numerator), denominator_(denominator) {}

    Integer numerator_ = 0;
    Integer denominator_ = 1;
};

/// Exact arithmetic; nullopt for division by zero, and when a part of the result (of a sum: also of an
/// intermediate result) does not fit 128 bits.
std::optional<Rational> checked_add(const Rational& a, const Rational& b);
std::optional<Rational> checked_subtract(const Rational& a, const Rational& b);
std::optional<Rational> checked_multiply(const Rational& a, const Rational& b);
std::optional<Rational> checked_divide(const Rational& a, const Rational& b);

/// base ** exponent, with 0 ** 0 = 1; nullopt on overflow and for 0 to a negative power.
std::optional<Rational> checked_power(const Rational& base, Integer exponent);

/// Exact comparison (no overflow: falls back to continued-fraction steps).
std::strong_ordering operator<=>(const Rational& a, const Rational& b);

/// Largest integer not above, smallest integer not below.
Integer floor(const Rational& value);
Integer ceil(const Rational& value);

/// "3", "-1/2".
std::string to_string(const Rational& value);

}  // namespace paramscope
