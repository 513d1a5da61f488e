// A whole number that may be unknown, in eight bytes: what std::optional<Integer> is in thirty-two.
#pragma once

#include <optional>

#include "algebra/integer.h"
#include "base/number_or.h"

namespace paramscope {

/// An Integer or nothing, for what is kept in large numbers. Converts from and to std::optional<Integer>,
/// whose members it has.
class OptionalInteger {
  public:
    OptionalInteger() = default;
    OptionalInteger(std::nullopt_t) {}  // implicit, as std::optional's
    OptionalInteger(Integer value);     // implicit, as above
    OptionalInteger(const std::optional<Integer>& value) {
        if (value) *this = OptionalInteger(*value);
    }

    bool has_value() const { return !value_.is_nothing(); }
    explicit operator bool() const { return has_value(); }
    /// The number, which it has.
    Integer operator*() const {
        return value_.is_number() ? Integer{value_.number()} : value_.object()->value;
    }
    Integer value_or(Integer otherwise) const { return has_value() ? **this : otherwise; }
    operator std::optional<Integer>() const { return has_value() ? std::optional(**this) : std::nullopt; }
    void reset() { value_ = {}; }

    friend bool operator==(const OptionalInteger& a, const OptionalInteger& b) {
        return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
    }
    friend bool operator==(const OptionalInteger& a, const std::optional<Integer>& b) {
        return a == OptionalInteger(b);
    }
    friend bool operator==(const OptionalInteger& a, Integer b) { return a.has_value() && *a == b; }
    friend bool operator==(const OptionalInteger& a, std::nullopt_t) { return !a.has_value(); }

  private:
    struct Large : Counted {
        explicit Large(Integer integer) : value(integer) {}
        Integer value;
    };

    NumberOr<Large> value_;
};

inline OptionalInteger::OptionalInteger(Integer value) {
    const bool is_small = value >= NumberOr<Large>::kSmallest && value <= NumberOr<Large>::kLargest;
    value_ = is_small ? NumberOr<Large>(static_cast<std::int64_t>(value)) : NumberOr<Large>(new Large(value));
}

}  // namespace paramscope
