// Common factors taken out of written sums: where it is shorter, and always the same polynomial.
#include "algebra/factored.h"

#include <gtest/gtest.h>

#include <string>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* formula;
    const char* written;
};

const Case kCases[] = {
    {"4*d^2 + 4*d", "4·d·(d + 1)"},
    {"4*d_h^2 + 4*d_h*d_in + 8*d_h", "4·d_h·(d_h + d_in + 2)"},
    {"4*d^2*L + 3*d*f*L + 2*d*L + 2*d*V + d", "L·d·(4·d + 3·f + 2) + 2·V·d + d"},
    {"12*L*d^2 + 13*L*d + V*d + n*d + 2*d", "L·d·(12·d + 13) + d·(V + n + 2)"},
    {"2*a - 2*b", "2·(a − b)"},
    {"-2*a*c - 2*b*c", "−2·c·(a + b)"},
    {"6*b*floor(h/2)^2 + 6*b*floor(h/2)", "6·b·⌊h/2⌋·(⌊h/2⌋ + 1)"},
    // Not shorter.
    {"d_in*d_out + d_out", "d_in·d_out + d_out"},
    {"C*D*K^2 + D", "C·D·K² + D"},
    {"a + b", "a + b"},
    {"d", "d"},
    {"7", "7"},
    {"0", "0"},
    // Divisors stay in the terms.
    {"d^2/h + d^2", "d²·(1 + 1/h)"},
};

Polynomial parsed(const std::string& text) {
    const Result<Polynomial> formula = parse_expression(text);
    EXPECT_TRUE(formula) << text;
    return formula ? *formula : Polynomial();
}

TEST(Factored, WhereItIsShorter) {
    for (const Case& each : kCases) {
        SCOPED_TRACE(each.formula);
        const Polynomial formula = parsed(each.formula);
        EXPECT_EQ(print_factored(formula, Notation::Unicode), each.written);
        EXPECT_EQ(parsed(print_factored(formula, Notation::Plain)), formula);
    }
}

TEST(Factored, InEveryNotation) {
    const Polynomial formula = parsed("4*d^2 + 4*d");
    EXPECT_EQ(print_factored(formula, Notation::Plain), "4*d*(d + 1)");
    EXPECT_EQ(print_factored(formula, Notation::Latex), "4 d \\left(d + 1\\right)");
    EXPECT_EQ(print_factored(formula, Notation::MathML),
              "<mrow><mn>4</mn><mo lspace=\"0.12em\" rspace=\"0.12em\">·</mo><mi>d</mi>"
              "<mo lspace=\"0.12em\" rspace=\"0.12em\">·</mo><mrow><mo form=\"prefix\">(</mo>"
              "<mrow><mi>d</mi><mo form=\"infix\">+</mo><mn>1</mn></mrow>"
              "<mo form=\"postfix\">)</mo></mrow></mrow>");
    EXPECT_EQ(print_factored(formula, Notation::Unicode, [](std::string_view) { return std::string("512"); }),
              "4·512·(512 + 1)");
}

TEST(Factored, SaysWhichTermsItIsWrittenFor) {
    const Polynomial formula = parsed("12*L*d^2 + 13*L*d + V");
    const std::vector<WrittenTerm> written = factored(formula);
    ASSERT_EQ(written.size(), 2u);
    ASSERT_TRUE(written[0].is_group());
    EXPECT_EQ(written[0].terms[0], &formula.terms()[0]);
    EXPECT_EQ(written[0].terms[1], &formula.terms()[1]);
    EXPECT_EQ(written[0].inside(), parsed("12*d + 13"));
    EXPECT_FALSE(written[1].is_group());
    EXPECT_EQ(written[1].terms[0], &formula.terms()[2]);
}

TEST(Factored, LeavesLongSumsAlone) {
    Polynomial sum;
    for (std::size_t i = 0; i <= kMostFactoredTerms; ++i)
        sum += Polynomial::symbol("d") * Polynomial::symbol("x" + std::to_string(i));
    EXPECT_EQ(print_factored(sum, Notation::Plain), print(sum, Notation::Plain));
}

}  // namespace
}  // namespace paramscope
