#include "algebra/rational.h"

#include <random>

#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace THIS_FILE {

std::string text_of(const std::optional<Rational>& value) {
    return value ? to_string(*value) : "none";
}

TEST(Rational, LowestTerms) {
    EXPECT_EQ(text_of(Rational::make(6, 4)), "3/2");
    EXPECT_EQ(text_of(Rational::make(6, -4)), "-3/2");
    EXPECT_EQ(text_of(Rational::make(-6, -4)), "3/2");
    EXPECT_EQ(text_of(Rational::make(0, -4)), "0");
    EXPECT_EQ(text_of(Rational::make(1, 0)), "none");
    EXPECT_EQ(text_of(Rational::make(kSmallestInteger, kSmallestInteger)), "1");
    EXPECT_EQ(text_of(Rational::make(kSmallestInteger, -1)), "none");
    EXPECT_EQ(text_of(Rational::make(1, kSmallestInteger)), "none");
    EXPECT_EQ(text_of(Rational::make(2, kSmallestInteger)), "-1/85070591730234615865843651857942052864");
}

TEST(Rational, Arithmetic) {
    const Rational half = fraction(1, 2);
    const Rational third = fraction(-1, 3);
    EXPECT_EQ(text_of(checked_add(half, third)), "1/6");
    EXPECT_EQ(text_of(checked_add(half, half)), "1");
    EXPECT_EQ(text_of(checked_subtract(half, third)), "5/6");
    EXPECT_EQ(text_of(checked_multiply(half, third)), "-1/6");
    EXPECT_EQ(text_of(checked_multiply(fraction(4, 9), fraction(3, 2))), "2/3");
    EXPECT_EQ(text_of(checked_divide(half, third)), "-3/2");
    EXPECT_EQ(text_of(checked_divide(half, Rational())), "none");
    EXPECT_EQ(text_of(checked_divide(Rational(), third)), "0");
}

TEST(Rational, Limits) {
    const Rational largest = kLargestInteger;
    const Rational smallest = kSmallestInteger;
    EXPECT_EQ(text_of(checked_add(largest, Integer{1})), "none");
    EXPECT_EQ(text_of(checked_subtract(Rational(), smallest)), "none");
    EXPECT_EQ(text_of(checked_add(fraction(1, kLargestInteger), fraction(1, 2))), "none");
    EXPECT_EQ(text_of(checked_multiply(largest, fraction(1, kLargestInteger))), "1");
    EXPECT_EQ(text_of(checked_divide(smallest, smallest)), "1");
    EXPECT_EQ(text_of(checked_divide(smallest, Integer{-1})), "none");
    EXPECT_EQ(text_of(checked_divide(Integer{1}, smallest)), "none");
}

TEST(Rational, Power) {
    EXPECT_EQ(text_of(checked_power(fraction(2, 3), 3)), "8/27");
    EXPECT_EQ(text_of(checked_power(fraction(-2, 3), -3)), "-27/8");
    EXPECT_EQ(text_of(checked_power(fraction(7, 5), 0)), "1");
    EXPECT_EQ(text_of(checked_power(Rational(), 0)), "1");
    EXPECT_EQ(text_of(checked_power(Rational(), -1)), "none");
    EXPECT_EQ(text_of(checked_power(Rational(), kLargestInteger)), "0");
    EXPECT_EQ(text_of(checked_power(Integer{-1}, kLargestInteger)), "-1");
    EXPECT_EQ(text_of(checked_power(Integer{-1}, kSmallestInteger)), "1");
    EXPECT_EQ(text_of(checked_power(Integer{2}, 126)), "85070591730234615865843651857942052864");
    EXPECT_EQ(text_of(checked_power(Integer{2}, 127)), "none");
    EXPECT_EQ(text_of(checked_power(Integer{-2}, 127)), to_string(kSmallestInteger));
    EXPECT_EQ(text_of(checked_power(Integer{-2}, -127)), "none");
}

TEST(Rational, FloorAndCeil) {
    struct Case {
        Rational value;
        int floor;
        int ceil;
    };
    for (const Case& c :
         {Case{fraction(7, 2), 3, 4}, Case{fraction(-7, 2), -4, -3}, Case{fraction(6, 2), 3, 3},
          Case{fraction(-6, 2), -3, -3}, Case{fraction(1, 9), 0, 1}, Case{fraction(-1, 9), -1, 0}}) {
        EXPECT_TRUE(floor(c.value) == c.floor) << to_string(c.value);
        EXPECT_TRUE(ceil(c.value) == c.ceil) << to_string(c.value);
    }
    EXPECT_TRUE(floor(Rational(kSmallestInteger)) == kSmallestInteger);
    EXPECT_TRUE(ceil(Rational(kSmallestInteger)) == kSmallestInteger);
}

TEST(Rational, OrderOfSmallFractions) {
    for (int a = -12; a <= 12; ++a) {
        for (int b = 1; b <= 7; ++b) {
            for (int c = -12; c <= 12; ++c) {
                for (int d = 1; d <= 7; ++d) {
                    EXPECT_EQ(fraction(a, b) < fraction(c, d), a * d < c * b)
                        << a << "/" << b << " " << c << "/" << d;
                    EXPECT_EQ(fraction(a, b) == fraction(c, d), a * d == c * b);
                }
            }
        }
    }
}

TEST(Rational, OrderWithoutOverflow) {
    const Rational a = fraction(kLargestInteger, kLargestInteger - 1);
    const Rational b = fraction(kLargestInteger - 1, kLargestInteger - 2);
    EXPECT_LT(a, b);
    EXPECT_GT(b, a);
    EXPECT_LT(Rational(kSmallestInteger), fraction(kSmallestInteger, kLargestInteger));
    EXPECT_LT(fraction(-1, kLargestInteger), Rational());
}

TEST(Rational, ToDouble) {
    EXPECT_DOUBLE_EQ(fraction(1, 3).to_double(), 1.0 / 3.0);
    EXPECT_DOUBLE_EQ(Rational(kLargestInteger).to_double(), 0x1p127);
    EXPECT_DOUBLE_EQ(fraction(-5).to_double(), -5.0);
}

TEST(Rational, FieldLaws) {
    std::mt19937 random(20240501);
    const auto any = [&random] {
        const int numerator = static_cast<int>(random() % 401) - 200;
        return fraction(numerator, static_cast<int>(random() % 40) + 1);
    };
    for (int i = 0; i < 2000; ++i) {
        const Rational a = any();
        const Rational b = any();
        const Rational c = any();
        EXPECT_EQ(checked_add(a, b), checked_add(b, a));
        EXPECT_EQ(checked_multiply(a, *checked_add(b, c)),
                  checked_add(*checked_multiply(a, b), *checked_multiply(a, c)));
        EXPECT_EQ(checked_subtract(*checked_add(a, b), b), a);
        if (!b.is_zero()) {
            EXPECT_EQ(checked_divide(*checked_multiply(a, b), b), a);
        }
        EXPECT_TRUE(Rational(floor(a)) <= a && a < *checked_add(Rational(floor(a)), Integer{1}));
    }
}

}  // namespace
}  // namespace paramscope
