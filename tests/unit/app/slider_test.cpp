// Sliders: their ranges, and how one runs by itself.
#include <gtest/gtest.h>

#include <cmath>

#include "app/document/sliders/slider_range.h"
#include "app/document/sliders/slider_run.h"

namespace paramscope::app {
namespace THIS_FILE {

TEST(SliderRanges, KeepWhatWasChosenForTheModel) {
    SliderRanges ranges;
    ranges.follow(1);
    EXPECT_EQ(ranges.of("L", 32, 32).low, 2);
    EXPECT_EQ(ranges.of("L", 32, 32).high, 512);
    ranges.set("L", {30, 40});
    EXPECT_EQ(ranges.of("L", 32, 32).low, 30);
    EXPECT_EQ(ranges.of("L", 32, 32).high, 40);
    EXPECT_EQ(ranges.of("L", 32, 64).high, 64);  // a value is never outside
    EXPECT_EQ(ranges.of("H", 32, 32).high, 512);
    const std::uint64_t before = ranges.version();
    ranges.follow(2);
    EXPECT_EQ(ranges.of("L", 32, 32).low, 2);
    EXPECT_NE(ranges.version(), before);
}

TEST(SliderRun, GoesUpThenDownThenBackToWhereItBegan) {
    SliderRun run;
    EXPECT_FALSE(run.is_on());
    run.begin("L", 32, 0.5f);
    EXPECT_TRUE(run.is_of("L"));
    EXPECT_FALSE(run.is_of("H"));
    float least = 1, most = 0, last = 0.5f;
    int steps = 0;
    while (const auto position = run.advance(0.02)) {
        EXPECT_LT(std::abs(*position - last), 0.02f) << "no jump";
        last = *position;
        least = std::min(least, last);
        most = std::max(most, last);
        ASSERT_LT(++steps, 1000);
    }
    EXPECT_LT(least, 0.01f);
    EXPECT_GT(most, 0.99f);
    EXPECT_NEAR(last, 0.5f, 0.01f);
    EXPECT_FALSE(run.is_on());
    EXPECT_EQ(run.first(), 32);
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
