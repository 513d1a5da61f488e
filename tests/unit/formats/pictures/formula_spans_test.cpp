// Formulas as text of SVG: letters in italics, indices lowered, lines that fit.
#include "formats/pictures/formula_spans.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

TEST(FormulaSpans, SetLettersInItalicsAndLowerIndices) {
    const struct {
        const char *formula, *spans;
    } cases[] = {
        {"", ""},
        {"12·d²",
         "<tspan font-style=\"normal\">12·</tspan><tspan font-style=\"italic\">d</tspan>"
         "<tspan font-style=\"normal\">²</tspan>"},
        {"C_in·2",
         "<tspan font-style=\"italic\">C</tspan><tspan dy=\"0.3em\" font-size=\"70%\">in</tspan>"
         "<tspan dy=\"-0.21em\" font-style=\"normal\">·2</tspan>"},
        {"layers", "<tspan font-style=\"normal\">layers</tspan>"},
        {"层 < a",
         "<tspan font-style=\"italic\">层</tspan><tspan font-style=\"normal\"> &lt; </tspan>"
         "<tspan font-style=\"italic\">a</tspan>"},
        {"_", "<tspan font-style=\"italic\">_</tspan>"},
    };
    for (const auto& c : cases) EXPECT_EQ(formula_spans(c.formula), c.spans) << c.formula;
}

TEST(FormulaSpans, BreakLinesBetweenTermsAndLeaveOutWhatHasNoRoom) {
    const std::string sum = "4·H²·L + 3·F·(H − 2)·L − 2·V·H + H";
    EXPECT_EQ(formula_lines(sum, 1000, 20, 3), std::vector<std::string>{sum});
    EXPECT_EQ(formula_lines(sum, 190, 20, 9),
              (std::vector<std::string>{"4·H²·L", "+ 3·F·(H − 2)·L", "− 2·V·H + H"}));
    EXPECT_EQ(formula_lines(sum, 10, 20, 2), (std::vector<std::string>{"4·H²·L", "+ 3·F·(H − 2)·L + …"}));
}

}  // namespace THIS_FILE
}  // namespace paramscope
