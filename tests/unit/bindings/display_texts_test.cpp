#include "bindings/display_texts.h"

#include <gtest/gtest.h>

namespace paramscope::bindings {
namespace THIS_FILE {

TEST(DisplayTexts, NumbersAreThoseOfTheCommandLine) {
    EXPECT_EQ(exact_text("6738415616", "exact"), "6,738,415,616");
    EXPECT_EQ(exact_text("170141183460469231731687303715884105727", "exact"),
              "170,141,183,460,469,231,731,687,303,715,884,105,727");
    EXPECT_EQ(count_text("6738415616", "exact"), "6.74 B");
    EXPECT_EQ(count_text("9999", "exact"), "9,999");
    EXPECT_EQ(work_text("8178368512", "exact"), "8.18 G");
    EXPECT_EQ(bytes_text("497759232", "exact"), "498 MB");
}

TEST(DisplayTexts, LowerBoundsAndUnknownNumbers) {
    EXPECT_EQ(exact_text("1234", "partial"), "≥ 1,234");
    EXPECT_EQ(work_text("8178368512", "partial"), "≥ 8.18 G");
    for (const auto write : {exact_text, count_text, work_text, bytes_text}) {
        EXPECT_EQ(write("", "exact"), "?");
        EXPECT_EQ(write("", "partial"), "?");
        EXPECT_EQ(write("0", "partial"), "?");
        EXPECT_EQ(write("5", "exact").substr(0, 1), "5");
    }
}

TEST(DisplayTexts, Formulas) {
    EXPECT_EQ(name_mathml("d_model"), "<msub><mi>d</mi><mi>model</mi></msub>");
    EXPECT_EQ(formula_mathml("d^2 - 1"),
              "<msup><mi>d</mi><mn>2</mn></msup><mo form=\"infix\">−</mo><mn>1</mn>");
    EXPECT_EQ(formula_mathml("<b>"), "<mtext>&lt;b&gt;</mtext>");
}

}  // namespace
}  // namespace paramscope::bindings
