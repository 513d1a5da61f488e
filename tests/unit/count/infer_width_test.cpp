// Widths that print() hides: inferred from neighbours where only one is possible.
#include "unit/count/support.h"

#include "base/concat.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(InferWidth, ANormTakesTheWidthThatAllItsNeighboursShare) {
    struct Case {
        std::string_view around;  ///< a norm: the children beside it
        std::string_view width;   ///< "?" where more than one is possible
    };
    constexpr Case cases[] = {
        {"  (attn): Attention(\n    (q): Linear(32, 64)\n    (o): Linear(64, 32)\n  )\n", "32"},
        // 32 and 64 in the first, 32 and 128 in the second
        {"  (attn): Attention(\n    (q): Linear(32, 64)\n  )\n  (mlp): Mlp(\n    (up): Linear(32, 128)\n  )\n", "32"},
        {"  (table): Embedding(100, 32)\n  (attn): Attention(\n    (q): Linear(32, 64)\n  )\n", "32"},
        {"  (attn): Attention(\n    (q): Linear(32, 64)\n  )\n", "?"},
        {"  (up): Linear(32, 64)\n  (down): Linear(64, 32)\n", "?"},
        // a norm among the projections of attention may work on heads
        {"  (q): Linear(32, 32)\n  (k): Linear(32, 32)\n", "?"},
    };
    for (const Case& c : cases) {
        const Report report = count_text(concat("Block(\n", c.around, "  (norm): LlamaRMSNorm()\n)"));
        SCOPED_TRACE(c.around);
        const ModuleFacts& norm = *row(report, "norm").facts;
        EXPECT_EQ(norm.parameters.is_complete() ? shown(norm.parameters.value) : "?", c.width);
        EXPECT_EQ(!norm.notes.empty() && norm.notes[0].id() == "argument.inferred", c.width != "?");
    }
}

TEST(InferWidth, NamesTheNeighbourInANote) {
    const Report report = count_text(
        "Block(\n  (attn): Attention(\n    (q): Linear(32, 64)\n    (o): Linear(64, 32)\n  )\n  (norm): LlamaRMSNorm()\n)");
    ASSERT_EQ(row(report, "norm").facts->notes.size(), 1u);
    const std::string note = describe(row(report, "norm").facts->notes[0]);
    EXPECT_NE(note.find("value: 32, neighbour: Linear"), std::string::npos) << note;
}

TEST(InferWidth, AWrittenWidthIsKept) {
    const Report report = count_text(
        "Block(\n  (attn): Attention(\n    (q): Linear(32, 64)\n    (o): Linear(64, 32)\n  )\n"
        "  (norm): LlamaRMSNorm((16,))\n)");
    EXPECT_EQ(shown(row(report, "norm").facts->parameters.value), "16");
    EXPECT_TRUE(row(report, "norm").facts->notes.empty());
}

}  // namespace
}  // namespace paramscope
