#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Attention, CountsAsPyTorchDoes) {
    const Case cases[] = {
        {"MultiheadAttention(32, 4)", "(2, 7, 32)", "((2, 7, 32), (2, 7, 7))", "4224", "0",
         "4*2*7*32*32 + 2*2*7*7*32"},
        {"MultiheadAttention(32, 4, bias=False)", "(7, 32)", "((7, 32), (7, 7))", "4096", "0",
         "4*7*32*32 + 2*7*7*32"},
        {"MultiheadAttention(32, 4, batch_first=False)", "(7, 2, 32) (9, 2, 32) (9, 2, 32)",
         "((7, 2, 32), (2, 7, 9))", "4224", "0", "147200/2"},
        {"MultiheadAttention(32, 4, kdim=24, vdim=16, batch_first=False)", "(7, 2, 32) (9, 2, 24) (9, 2, 16)",
         "((7, 2, 32), (2, 7, 9))", "3456", "0", "119552/2"},
        {"MultiheadAttention(32, 4, add_bias_kv=True, add_zero_attn=True)", "(2, 7, 32) (2, 9, 32)",
         "((2, 7, 32), (2, 7, 11))", "4288", "0", "150784/2"},
        {"MultiheadAttention(16, 4, kdim=8)", "(2, 5, 16) (2, 7, 8) (2, 7, 16)", "((2, 5, 16), (2, 5, 7))",
         "960", "0", "12736"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

TEST(Attention, SplitsItsWorkByKind) {
    Layer layer("MultiheadAttention(32, 4)");
    layer.call(signals("(2, 7, 32) (2, 9, 32)"));
    EXPECT_TRUE(layer.work.times(Operation::Linear) == Polynomial(2 * (2 * 7 + 2 * 9) * 32 * 32));
    EXPECT_TRUE(layer.work.times(Operation::AttentionScore) == Polynomial(2 * 7 * 9 * 32));
    EXPECT_TRUE(layer.work.times(Operation::AttentionValue) == Polynomial(2 * 7 * 9 * 32));
}

TEST(Attention, TakesArgumentsFromItsPrintedChild) {
    const Layer layer(
        "MultiheadAttention(\n"
        "  (out_proj): NonDynamicallyQuantizableLinear(in_features=32, out_features=32, bias=False)\n"
        ")");
    EXPECT_EQ(layer.problems(), "");
    ASSERT_EQ(layer.tensors.size(), 1u);
    EXPECT_EQ(layer.tensors.front().name, "in_proj_weight");
    EXPECT_EQ(to_string(layer.tensors.front().shape), "(96, 32)");
}

TEST(Attention, DoesNotMatchCustomTypesOfTheSameName) {
    Diagnostics diagnostics;
    const std::vector<Module> modules = read_modules(
        "MultiheadAttention(\n"
        "  (q_proj): Linear(in_features=32, out_features=32, bias=True)\n"
        "  (out_proj): Linear(in_features=32, out_features=32, bias=True)\n"
        ")",
        &diagnostics);
    ASSERT_EQ(modules.size(), 1u);
    EXPECT_EQ(find_layer(modules.front()).rule, nullptr);
}

TEST(Attention, GivesTheArticlesFormula) {
    expect_case({"MultiheadAttention(embed_dim=d, num_heads=h)", "(1, t, d)", "((1, t, d), (1, t, t))",
                 "4*d^2 + 4*d", "0", "4*t*d^2 + 2*t^2*d"},
                {{"d", 512}, {"h", 8}, {"t", 100}});
}

TEST(Attention, ReportsMistakes) {
    const Mistake mistakes[] = {
        {"MultiheadAttention(512, 7)", "", "attention.heads(value: 512, divisor: 7)", "7"},
        {"MultiheadAttention()", "", "arguments.not_shown(type: MultiheadAttention, name: embed_dim)",
         "MultiheadAttention"},
        {"MultiheadAttention(32, 4)", "(2, 7, 31)",
         "attention.query_features(type: MultiheadAttention, expected: 32, actual: 31)",
         "MultiheadAttention"},
        {"MultiheadAttention(32, 4)", "(2, 7, 32) (3, 9, 32)",
         "attention.key_sequences(type: MultiheadAttention, expected: 2, actual: 3)", "MultiheadAttention"},
        {"MultiheadAttention(32, 4)", "(32,)", "attention.shape(type: MultiheadAttention, shape: (32,))",
         "MultiheadAttention"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

}  // namespace
}  // namespace paramscope::layers_test
