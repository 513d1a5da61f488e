#include "algebra/optional_integer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "algebra/polynomial.h"

namespace paramscope {
namespace THIS_FILE {

const Integer kNumbers[] = {0,
                            1,
                            -1,
                            7'000'000'000,
                            Integer{INT64_MAX} / 2,
                            Integer{INT64_MAX} / 2 + 1,
                            Integer{INT64_MIN} / 2,
                            Integer{INT64_MIN} / 2 - 1,
                            INT64_MAX,
                            INT64_MIN,
                            Integer{INT64_MAX} + 1,
                            kLargestInteger,
                            kSmallestInteger};

TEST(OptionalInteger, HoldsEveryInteger) {
    for (const Integer number : kNumbers) {
        SCOPED_TRACE(to_string(number));
        OptionalInteger known = number;
        ASSERT_TRUE(known.has_value());
        EXPECT_TRUE(*known == number);
        EXPECT_TRUE(known == number);
        EXPECT_TRUE(std::optional<Integer>(known) == std::optional(number));
        const OptionalInteger copy = known;
        known.reset();
        EXPECT_FALSE(known);
        EXPECT_TRUE(copy == OptionalInteger(number));
        const OptionalInteger moved = std::move(known);
        EXPECT_TRUE(moved == std::nullopt);
        EXPECT_TRUE(moved.value_or(number) == number);
    }
}

TEST(OptionalInteger, IsEqualAsAnOptionalIs) {
    const std::optional<Integer> nothing, one = 1;
    EXPECT_TRUE(OptionalInteger() == nothing);
    EXPECT_TRUE(OptionalInteger(1) == one);
    EXPECT_FALSE(OptionalInteger(1) == nothing);
    EXPECT_FALSE(OptionalInteger() == one);
    EXPECT_FALSE(OptionalInteger() == OptionalInteger(0));
    EXPECT_FALSE(OptionalInteger(kLargestInteger) == OptionalInteger(1));
}

// Numbers on both sides of what a polynomial holds without terms.
TEST(Polynomial, CountsTheSameWithAndWithoutTerms) {
    for (const Integer number : kNumbers) {
        SCOPED_TRACE(to_string(number));
        const Polynomial value = number;
        EXPECT_TRUE(value.is_canonical());
        EXPECT_TRUE(value.constant() == std::optional<Rational>(number));
        if (number == kLargestInteger || number == kSmallestInteger) continue;
        const Polynomial above = value + Polynomial(1), below = value - Polynomial(1);
        EXPECT_TRUE(above.constant() == std::optional<Rational>(number + 1));
        EXPECT_TRUE(below.constant() == std::optional<Rational>(number - 1));
        EXPECT_EQ(above - Polynomial(1), value);
        EXPECT_FALSE(above == value);
        EXPECT_EQ(value.terms().size(), number == 0 ? 0u : 1u);
        EXPECT_EQ(value + value, value * Polynomial(2));
    }
}

}  // namespace
}  // namespace paramscope
