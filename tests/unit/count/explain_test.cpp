// Explanations: parts in the layer's own terms, numbers put in, the approximation and its error.
#include "unit/count/support.h"

#include "count/explain/explain.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(Explain, ALayerInItsOwnTerms) {
    const Report report = count_text("Linear(64, 10)");
    const Explanation explanation = explain(report, 0, Subject::Parameters);
    ASSERT_EQ(explanation.parts.size(), 2u);
    EXPECT_EQ(explanation.parts[0].subject, "weight");
    EXPECT_EQ(explanation.parts[0].formula_text(Notation::Unicode), "d_in·d_out");
    EXPECT_EQ(explanation.parts[0].numbers_text(Notation::Unicode), "64·10");
    EXPECT_EQ(shown(explanation.parts[0].result), "640");
    EXPECT_EQ(explanation.parts[1].formula_text(Notation::Plain), "d_out");
}

TEST(Explain, AKernelByItsSides) {
    const Report report = count_text("Conv2d(3, 64, kernel_size=(3, 5))");
    const Explanation explanation = explain(report, 0, Subject::Parameters);
    EXPECT_EQ(shown(explanation.parts.front().result), "2880");
    EXPECT_EQ(explanation.parts.front().formula_text(Notation::Plain), "C_in*C_out*K_h*K_w");
}

TEST(Explain, TheApproximationKeepsTheLeadingTermAndTellsItsError) {
    const Report report = count_text("d = 512\nTransformerEncoderLayer(d, 8, dim_feedforward=4*d)");
    const Explanation explanation = explain(report, 0, Subject::Parameters);
    EXPECT_EQ(explanation.total.formula_text(Notation::Unicode), "d·(12·d + 13)");
    EXPECT_EQ(explanation.total.numbers_text(Notation::Unicode), "512·(12·512 + 13)");
    ASSERT_TRUE(explanation.approximation);
    EXPECT_EQ(print(explanation.approximation->formula, Notation::Plain), "12*d^2");
    EXPECT_EQ(shown(explanation.approximation->value), "3145728");
    EXPECT_NEAR(explanation.approximation->relative_error, 0.0021, 0.0001);
}

TEST(Explain, AnApproximationIsWithinFivePercent) {
    struct Case {
        const char* text;
        const char* approximation;  ///< "" for none
    };
    const Case cases[] = {
        {"d = 512\nNet(\n  (a): Linear(d, d)\n)", "d^2"},
        // The leading term alone is off by 91 %.
        {"d = 100\nNet(\n  (a): Linear(d, d)\n  (b): Linear(d, 1000)\n)", "d^2 + 1001*d"},
        {"d = 2\nNet(\n  (a): Linear(d, d)\n  (b): Linear(1, 9)\n)", ""},
        {"Linear(8, 8)", ""},
        {"d = 8\nLinear(d, d, bias=False)", ""},
    };
    for (const Case& each : cases) {
        SCOPED_TRACE(each.text);
        const Explanation explanation = explain(count_text(each.text), 0, Subject::Parameters);
        const std::optional<Approximation>& near = explanation.approximation;
        EXPECT_EQ(near ? print(near->formula, Notation::Plain) : "", each.approximation);
        EXPECT_LT(near ? near->relative_error : 0, 0.05);
    }
}

TEST(Explain, NumbersDifferFromTheFormulaAndTheResult) {
    const auto differ = [](const char* text) {
        return explain(count_text(text), 0, Subject::Parameters).total.numbers_differ();
    };
    EXPECT_TRUE(differ("d = 8\nLinear(d, 4)"));
    EXPECT_FALSE(differ("d = 8\nLinear(d, 1, bias=False)"));
    EXPECT_FALSE(differ("Linear(8, 4)"));
}

/// The sides of a row's equation, joined by " = ", and below them the legend.
std::string equation(const char* text, std::string_view path, Subject subject = Subject::Parameters) {
    const Report report = count_text(text);
    const Explanation explanation = explain(report, *report.find(path), subject);
    std::string words;
    for (const EquationSide& side : explanation.sides()) {
        words += words.empty() ? "" : " = ";
        words += side.in_numbers ? numbers_text(*side.formula, Notation::Unicode)
                                 : print_factored(side.formula->formula, Notation::Unicode);
    }
    for (const NamedSize& size : explanation.legend())
        words += "\n" + size.symbol + ": " + size.meaning + " " + to_string(size.value);
    return words;
}

TEST(Explain, AnEquationHasNoSideTwice) {
    // In the layer's own sizes, in the model's, in numbers.
    EXPECT_EQ(equation("F = 11008\nH = 4096\nNet(\n  (fc): Linear(F, H, bias=False)\n)", "fc"),
              "d_in·d_out = F·H = 11008·4096\nd_in: in_features 11008\nd_out: out_features 4096");
    // The same formula in both is one side.
    EXPECT_EQ(equation("d = 8\nNet(\n  (a): MultiheadAttention(d, 2)\n)", "a"), "4·d·(d + 1) = 4·8·(8 + 1)");
    EXPECT_EQ(equation("Net(\n  (fc): Linear(3, 2, bias=False)\n)", "fc"),
              "d_in·d_out = 3·2\nd_in: in_features 3\nd_out: out_features 2");
    EXPECT_EQ(equation("Net(\n  (fc): Linear(3, 2, bias=False)\n)", ""), "");
}

TEST(Explain, ALegendHasEachSymbolOnce) {
    EXPECT_EQ(
        equation("vocab_size = 10\nhidden_size = 4\nNet(\n  (e): Embedding(vocab_size, hidden_size)\n)", "e"),
        "V·d = 10·4\nd: hidden_size 4\nV: vocab_size 10");
    // A symbol that means two numbers is in one formula only.
    EXPECT_EQ(equation("d_in = 3\nNet(\n  (fc): Linear(5, d_in, bias=False)\n)", "fc"), "5·d_in = 5·3");
}

TEST(Explain, ATotalIsTheSumOfItsChildren) {
    const Report report =
        count_text("d = 8\nNet(\n  (a): Linear(d, d)\n  (b): ReLU()\n  (c): Linear(d, 1)\n)");
    const Explanation explanation = explain(report, 0, Subject::Parameters);
    ASSERT_EQ(explanation.parts.size(), 2u);
    EXPECT_EQ(explanation.parts[1].subject, "c: Linear");
    EXPECT_EQ(explanation.parts[1].formula_text(Notation::Plain), "d + 1");
}

}  // namespace THIS_FILE
}  // namespace paramscope
