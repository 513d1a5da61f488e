// Limits of values in comments: which numbers a slider takes.
#include "model/value_limits.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

TEST(ValueLimits, AreTheLastWordsOfAComment) {
    EXPECT_EQ(read_value_limits("width; multiples of 96").multiple_of, 96);
    EXPECT_EQ(read_value_limits("keys; divides 4096").divides, 4096);
    EXPECT_EQ(read_value_limits("multiples of 64 that divide 4096").multiple_of, 64);
    EXPECT_EQ(read_value_limits("multiples of 64 that divide 4096").divides, 4096);
    EXPECT_EQ(read_value_limits("multiples of 96 are quick").multiple_of, std::nullopt);
    EXPECT_EQ(read_value_limits("multiples of 0").multiple_of, std::nullopt);
    EXPECT_EQ(read_value_limits("").multiple_of, std::nullopt);
}

TEST(ValueLimits, GiveTheNearestNumber) {
    const struct {
        std::string_view comment;
        Integer wanted, nearest, below, above;
    } cases[] = {
        {"", 7, 7, 6, 8},
        {"multiples of 96", 768, 768, 672, 864},
        {"multiples of 96", 800, 768, 672, 864},
        {"multiples of 96", 10, 96, 96, 192},
        {"divides 24", 7, 6, 4, 8},
        {"divides 24", 100, 24, 12, 24},
        {"divides 24", 1, 1, 1, 2},
        {"multiples of 8 that divide 48", 20, 16, 8, 24},
        {"multiples of 8 that divide 48", 1, 8, 8, 16},
        {"divides 1048576", 1000, 1024, 512, 2048},
    };
    for (const auto& c : cases) {
        const ValueLimits limits = read_value_limits(c.comment);
        const Integer nearest = limits.nearest(c.wanted);
        EXPECT_EQ(nearest, c.nearest) << c.comment;
        EXPECT_EQ(limits.next(nearest, false), c.below) << c.comment;
        EXPECT_EQ(limits.next(nearest, true), c.above) << c.comment;
    }
    EXPECT_EQ(ValueLimits{}.next(1, false), 1);
}

}  // namespace
}  // namespace paramscope
