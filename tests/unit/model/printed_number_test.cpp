// Numbers of parameters with commas, fractions and units.
#include "model/printed_number.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    long value;
    long precision;
    std::size_t length;
};

TEST(PrintedNumber, HasAPrecision) {
    const Case cases[] = {
        {"456", 456, 0, 3},
        {"1,234,567 (4.71 MB)", 1'234'567, 0, 9},
        {"456, 7", 456, 0, 3},
        {"14,714,688.0 (56.13 MB)", 14'714'688, 0, 12},
        {"48.1 K", 48'100, 100, 6},
        {"101 K     Trainable params", 101'000, 1'000, 5},
        {"25.6M", 25'600'000, 100'000, 5},
        {"6.74 B", 6'740'000'000, 10'000'000, 6},
        {"9.408K", 9'408, 0, 6},
        {"4.28 MB", 0, 0, 0},
        {"40 (160 B)", 40, 0, 2},
        {"12 Kernels", 12, 0, 2},
        {"0.5", 0, 0, 0},
        {"1234567890123456789", 0, 0, 0},
        {"-", 0, 0, 0},
        {"", 0, 0, 0},
    };
    for (const Case& c : cases) {
        const auto number = read_printed_number(c.text);
        ASSERT_EQ(number.has_value(), c.length > 0) << c.text;
        if (!number) continue;
        EXPECT_TRUE(number->value == Integer(c.value)) << c.text;
        EXPECT_TRUE(number->precision == Integer(c.precision)) << c.text;
        EXPECT_EQ(number->length, c.length) << c.text;
    }
}

TEST(PrintedNumber, MayBeEqualWithinThePrecision) {
    EXPECT_TRUE(may_be_equal({48'120, 0, 0}, {48'100, 100, 0}));
    EXPECT_FALSE(may_be_equal({48'320, 0, 0}, {48'100, 100, 0}));
    EXPECT_TRUE(may_be_equal({101'000, 1'000, 0}, {101'600, 200, 0}));
    EXPECT_FALSE(may_be_equal({5, 0, 0}, {6, 0, 0}));
}

}  // namespace
}  // namespace paramscope
