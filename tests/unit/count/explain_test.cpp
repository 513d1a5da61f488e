// Explanations: parts in the layer's own terms, numbers put in, the approximation and its error.
#include "unit/count/support.h"

#include "count/report/explain.h"

namespace paramscope {
namespace {

using namespace testing_support;

TEST(Explain, ALayerInItsOwnTerms) {
    const Report report = count_text("Linear(64, 10)");
    const Explanation explanation = explain(report, 0, Subject::Parameters);
    ASSERT_EQ(explanation.parts.size(), 2u);
    EXPECT_EQ(explanation.parts[0].subject, "weight");
    EXPECT_EQ(explanation.parts[0].formula_text(Notation::Unicode), "in_features·out_features");
    EXPECT_EQ(explanation.parts[0].numbers_text(Notation::Unicode), "64·10");
    EXPECT_EQ(shown(explanation.parts[0].result), "640");
    EXPECT_EQ(explanation.parts[1].formula_text(Notation::Plain), "out_features");
}

TEST(Explain, AKernelByItsSides) {
    const Report report = count_text("Conv2d(3, 64, kernel_size=(3, 5))");
    const Explanation explanation = explain(report, 0, Subject::Parameters);
    EXPECT_EQ(shown(explanation.parts.front().result), "2880");
    EXPECT_NE(explanation.parts.front().formula_text(Notation::Plain).find("kernel_size_h*kernel_size_w"),
              std::string::npos);
}

TEST(Explain, TheApproximationKeepsTheLeadingTermAndTellsItsError) {
    const Report report = count_text("d = 512\nTransformerEncoderLayer(d, 8, dim_feedforward=4*d)");
    const Explanation explanation = explain(report, 0, Subject::Parameters);
    EXPECT_EQ(explanation.total.formula_text(Notation::Unicode), "12·d² + 13·d");
    EXPECT_EQ(explanation.total.numbers_text(Notation::Unicode), "12·512² + 13·512");
    ASSERT_TRUE(explanation.approximation);
    EXPECT_EQ(print(*explanation.approximation, Notation::Plain), "12*d^2");
    EXPECT_EQ(shown(explanation.approximate_value), "3145728");
    EXPECT_NEAR(explanation.relative_error, 0.0021, 0.0001);
    EXPECT_TRUE(explanation.is_close());
}

TEST(Explain, AnApproximationThatIsOffByHalfIsNotClose) {
    const Explanation explanation =
        explain(count_text("d = 2\nNet(\n  (a): Linear(d, d)\n  (b): Linear(1, 9)\n)"), 0, Subject::Parameters);
    ASSERT_TRUE(explanation.approximation);
    EXPECT_FALSE(explanation.is_close());
}

TEST(Explain, NumbersDifferFromTheFormulaAndTheResult) {
    const auto differ = [](const char* text) {
        return explain(count_text(text), 0, Subject::Parameters).total.numbers_differ();
    };
    EXPECT_TRUE(differ("d = 8\nLinear(d, 4)"));
    EXPECT_FALSE(differ("d = 8\nLinear(d, 1, bias=False)"));
    EXPECT_FALSE(differ("Linear(8, 4)"));
}

TEST(Explain, ATotalIsTheSumOfItsChildren) {
    const Report report = count_text("d = 8\nNet(\n  (a): Linear(d, d)\n  (b): ReLU()\n  (c): Linear(d, 1)\n)");
    const Explanation explanation = explain(report, 0, Subject::Parameters);
    ASSERT_EQ(explanation.parts.size(), 2u);
    EXPECT_EQ(explanation.parts[1].subject, "c: Linear");
    EXPECT_EQ(explanation.parts[1].formula_text(Notation::Plain), "d + 1");
}

}  // namespace
}  // namespace paramscope
