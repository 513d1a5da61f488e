// Whole counts: composite types, wrong arguments, diagnostics.
#include "unit/count/support.h"

#include "base/concat.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(Count, CompositeTypesAreBuiltFromTheirTemplate) {
    const Report report =
        count_text("d = 512\ninput = (batch, tokens, d)\nTransformerEncoderLayer(d_model=d, nhead=8, dim_feedforward=4*d)");
    EXPECT_EQ(described_first(report, Severity::Error), "");
    EXPECT_EQ(formula(report.nodes[0].facts->parameters), "12*d^2 + 13*d");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "3152384");
    EXPECT_TRUE(report.nodes[0].facts->macs.is_complete());
    // 12·d² for every token, and T·T·d twice for the scores
    EXPECT_EQ(formula(report.nodes[0].facts->macs), "12*batch*d^2*tokens + 2*batch*d*tokens^2");
}

TEST(Count, TheWholeTransformerOfPyTorch) {
    const Report report = count_text("Transformer(d_model=512, nhead=8)");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "44140544");
    EXPECT_EQ(shown(count_text("Transformer(d_model=16, nhead=2, num_encoder_layers=1000000)").nodes[0].facts->repeat().value), "1");
}

TEST(Count, WrongArgumentsAreErrors) {
    constexpr std::string_view texts[] = {
        "Linear(d, 10)",
        "Conv2d(3, 64)",
        "Conv2d(3, 64, kernel_size=3, groups=2)",
        "MultiheadAttention(embed_dim=512, num_heads=7)",
        "Linear(-4, 10)",
        "Linear(2.5, 10)",
    };
    for (const std::string_view text : texts) {
        const Report report = count_text(text);
        EXPECT_TRUE(has_errors(report.diagnostics)) << text;
        EXPECT_FALSE(report.nodes[0].facts->parameters.is_complete()) << text;
    }
}

TEST(Count, AnUnknownConventionIsAnErrorAndCountsFlops) {
    CountOptions options;
    options.convention = "guess";
    const Report report = count_text("input = (1, 2)\nLinear(2, 3, bias=False)", options);
    EXPECT_TRUE(described_first(report, Severity::Error).starts_with("convention.unknown(name: guess, known: flops, "));
    EXPECT_EQ(report.convention, "flops");
    EXPECT_EQ(shown(report.nodes[0].facts->flops.value), "12");
}

TEST(Count, DiagnosticsAreCapped) {
    std::string text = "Net(\n";
    for (int i = 0; i < 300; ++i) text += concat("  (m", std::to_string(i), "): Mystery()\n");
    const Diagnostics diagnostics = count_text(text + ")").diagnostics;
    ASSERT_EQ(diagnostics.size(), 201u);
    EXPECT_EQ(diagnostics.front().path, "m0");
    EXPECT_EQ(diagnostics.back().message.id(), "diagnostics.left_out");
}

TEST(Count, WrongArgumentsGiveNoNumbers) {
    const Report report = count_text("Sequential(\n  (0): Conv2d(3, 64)\n  (1): Linear(2, 3)\n)");
    EXPECT_EQ(row(report, "0").facts->status, Status::Unknown);
    EXPECT_TRUE(row(report, "0").facts->tensors.empty());
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "9");
    EXPECT_FALSE(report.nodes[0].facts->parameters.is_complete());
}

TEST(Count, AnEmptyTextIsAnErrorAndNoNumber) {
    const Report report = count_text("");
    EXPECT_EQ(report.root(), nullptr);
    EXPECT_NE(described_first(report, Severity::Error), "");
}

}  // namespace
}  // namespace paramscope
