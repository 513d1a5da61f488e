// Whole counts: totals, ties, frozen parts, sizes in bytes, templates, inferred widths, hostile numbers.
#include "unit/count/support.h"

#include "base/concat.h"

namespace paramscope {
namespace {

using namespace testing_support;

TEST(Count, ATiedTensorCountsOnceAndKeepsItsWork) {
    const Report report = count_text(
        "V = 100\nd = 8\ninput = (1, 5)\ntie: head.weight = embed.weight\n"
        "Net(\n  forward(x) = head(embed(x))\n  (embed): Embedding(V, d)\n  (head): Linear(d, V, bias=False)\n)");
    EXPECT_EQ(first_message(report, Severity::Error), "");
    EXPECT_EQ(formula(report.nodes[0].parameters), "V*d");
    EXPECT_EQ(shown(row(report, "head").parameters.value), "0");
    EXPECT_EQ(shown(row(report, "head").macs.value), "4000");
}

TEST(Count, TiesThatCannotBeAreErrors) {
    const std::string_view tree = "\nNet(\n  (a): Linear(2, 3)\n  (b): Linear(4, 5)\n)";
    const auto error = [&](std::string_view tie) {
        return first_message(count_text("tie: " + std::string(tie) + std::string(tree)), Severity::Error);
    };
    EXPECT_NE(error("a.weight = b.weight").find("shapes differ"), std::string::npos);
    EXPECT_NE(error("a.nothing = b.weight").find("no tensor 'a.nothing'"), std::string::npos);
    EXPECT_NE(error("a.weight = a.weight").find("itself"), std::string::npos);
}

TEST(Count, FrozenPartsAreParametersThatDoNotTrain) {
    const Report report = count_text(
        "freeze: a, b.bias\nNet(\n  (a): Linear(2, 3)\n  (b): Linear(4, 5)\n  (w): Parameter(7, requires_grad=False)\n)");
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "41");
    EXPECT_EQ(shown(report.nodes[0].trainable), "20");
    EXPECT_EQ(shown(report.nodes[0].frozen), "21");
}

TEST(Count, BytesFollowTheDtype) {
    EXPECT_EQ(shown(count_text("Linear(10, 10, bias=False)").bytes), "400");
    EXPECT_EQ(shown(count_text("dtype = float16\nLinear(10, 10, bias=False)").bytes), "200");
    EXPECT_EQ(shown(count_text("Net(\n  (w): Parameter(3, dtype=int4)\n)").bytes), "2");
}

TEST(Count, BuffersAreNotParameters) {
    const Report report = count_text("Net(\n  (bn): BatchNorm2d(8)\n  (pe): Buffer(5, 6)\n)");
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "16");
    EXPECT_EQ(shown(report.nodes[0].buffers.value), "47");
}

TEST(Count, ARepeatedModuleCarriesItsRepeatsAndItsChildrenDoNot) {
    const Report report = count_text(
        "d = 16\nn = 6\nNet(\n  (layers): ModuleList(\n    (0-*): n x Block(\n      (fc): Linear(d, d)\n    )\n  )\n)");
    EXPECT_EQ(formula(row(report, "layers.0").parameters), "d^2*n + d*n");
    EXPECT_EQ(formula(row(report, "layers.0.fc").parameters), "d^2 + d");
    EXPECT_EQ(shown(row(report, "layers.0").repeat.value), "6");
}

TEST(Count, CompositeTypesAreBuiltFromTheirTemplate) {
    const Report report =
        count_text("d = 512\ninput = (batch, tokens, d)\nTransformerEncoderLayer(d_model=d, nhead=8, dim_feedforward=4*d)");
    EXPECT_EQ(first_message(report, Severity::Error), "");
    EXPECT_EQ(formula(report.nodes[0].parameters), "12*d^2 + 13*d");
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "3152384");
    EXPECT_TRUE(report.nodes[0].macs.complete);
    // 12·d² for every token, and T·T·d twice for the scores
    EXPECT_EQ(formula(report.nodes[0].macs), "12*batch*d^2*tokens + 2*batch*d*tokens^2");
}

TEST(Count, TheWholeTransformerOfPyTorch) {
    const Report report = count_text("Transformer(d_model=512, nhead=8)");
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "44140544");
    EXPECT_EQ(shown(count_text("Transformer(d_model=16, nhead=2, num_encoder_layers=1000000)").nodes[0].repeat.value), "1");
}

TEST(Count, ANormWithoutASizeTakesTheWidthThatAllItsNeighboursShare) {
    struct Case {
        std::string_view around;  ///< a norm: the children beside it
        std::string_view width;   ///< "?" where sizes leave more than one reading
    };
    constexpr Case cases[] = {
        {"  (attn): Attention(\n    (q): Linear(32, 64)\n    (o): Linear(64, 32)\n  )\n", "32"},
        // what the first reads and gives, the second reads another: only one width is in both
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
        const NodeReport& norm = row(report, "norm");
        EXPECT_EQ(norm.parameters.complete ? shown(norm.parameters.value) : "?", c.width);
        EXPECT_EQ(!norm.notes.empty() && norm.notes[0].english().find("inferred") != std::string::npos, c.width != "?");
    }
}

TEST(Count, WrongNumbersAreErrorsWithTheirPlace) {
    struct Case {
        std::string_view text, message;
    };
    constexpr Case cases[] = {
        {"Linear(d, 10)", "'d'"},
        {"Conv2d(3, 64)", "kernel_size"},
        {"Conv2d(3, 64, kernel_size=3, groups=2)", "groups"},
        {"MultiheadAttention(embed_dim=512, num_heads=7)", "num_heads"},
        {"Linear(-4, 10)", "-4"},
        {"Linear(2.5, 10)", "whole number"},
        {"Embedding(10^30, 10^30)", "2^127"},
        {"Net(\n  (0-2): -3 x ReLU()\n)", "3"},
        {"Net(\n  (w): Parameter(-1)\n)", "-1"},
    };
    for (const Case& test : cases) {
        SCOPED_TRACE(test.text);
        const Report report = count_text(test.text);
        const std::string message = first_message(report, Severity::Error);
        EXPECT_NE(message.find(test.message), std::string::npos) << message;
    }
}

TEST(Count, WrongArgumentsGiveNoNumbers) {
    const Report report = count_text("Sequential(\n  (0): Conv2d(3, 64)\n  (1): Linear(2, 3)\n)");
    EXPECT_EQ(row(report, "0").status, Status::Unknown);
    EXPECT_TRUE(row(report, "0").tensors.empty());
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "9");
    EXPECT_FALSE(report.nodes[0].parameters.complete);
}

TEST(Count, TotalsBeyond128BitsAreNoNumber) {
    const Report report = count_text("Net(\n  (a): Linear(10^18, 10^18)\n  (0-*): 10^18 x Linear(10^18, 10^18)\n)");
    EXPECT_EQ(shown(row(report, "a").parameters.value), "1000000000000000001000000000000000000");
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "?");
}

TEST(Count, AnEmptyTextIsAnErrorAndNoNumber) {
    const Report report = count_text("");
    EXPECT_EQ(report.root(), nullptr);
    EXPECT_NE(first_message(report, Severity::Error), "");
}

TEST(Count, InputShapesAreReadInAnyUsualForm) {
    for (const std::string_view text : {"1,3,224,224", "(1, 3, 224, 224)", "1x3x224x224", "[1,3,224,224]"}) {
        const auto shapes = parse_input_shapes(text);
        ASSERT_TRUE(shapes) << text;
        ASSERT_EQ(shapes->size(), 1u) << text;
        EXPECT_EQ(to_string(shapes->front()), "(1, 3, 224, 224)") << text;
    }
    const auto two = parse_input_shapes("(batch, 3); 1,2");
    ASSERT_TRUE(two);
    EXPECT_EQ(two->size(), 2u);
    for (const std::string_view text : {"", "1,,2", "(1,2", "1 2", "1,2)"}) EXPECT_FALSE(parse_input_shapes(text)) << text;
}

}  // namespace
}  // namespace paramscope
