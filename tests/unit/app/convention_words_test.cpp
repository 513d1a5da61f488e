// What conventions count, in words.
#include "app/words/convention_words.h"

#include <gtest/gtest.h>

#include "base/ranges.h"
#include "unit/count/support.h"

namespace paramscope::app {
namespace THIS_FILE {

using namespace testing_support;

constexpr const char* kModel =
    "input = (1, 3, 224, 224)\nSequential(\n  (0): Conv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), "
    "padding=(3, 3), bias=False)\n  (1): BatchNorm2d(64)\n  (2): AdaptiveAvgPool2d(output_size=(1, 1))\n  "
    "(3): Flatten()\n  (4): Linear(64, 10)\n)";

ConventionFigure figure_of(const char* name) {
    for (ConventionFigure& figure : explain_conventions(count_text(kModel)))
        if (figure.convention->name == name) return std::move(figure);
    return {};
}

TEST(ConventionWords, ATotalIsASum) {
    EXPECT_EQ(
        sum_in_words(figure_of("fvcore")),
        "118 M multiply-accumulates of convolutions and linear layers + 1.61 M in normalization layers + "
        "803 k in pooling layers = 120 M");
    EXPECT_EQ(sum_in_words(figure_of("torch")),
              "2 × 118 M multiply-accumulates of convolutions and linear layers = 236 M");
}

TEST(ConventionWords, TwoFiguresDifferByASum) {
    const char* const expected =
        "torch 236 M = fvcore 120 M + 118 M multiply-accumulates of convolutions and linear layers, counted "
        "2 × "
        "instead of 1 × − 1.61 M in normalization layers − 803 k in pooling layers";
    EXPECT_EQ(difference_in_words(figure_of("torch"), figure_of("fvcore")), expected);
    EXPECT_EQ(difference_in_words(figure_of("fvcore"), figure_of("torch")), expected);
    EXPECT_EQ(difference_in_words(figure_of("torch"), figure_of("flops")), "torch and flops count the same.");
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
