// Memory by its rules: bytes of weights, training, cached keys and values, activations.
#include "count/cost/memory.h"

#include <gtest/gtest.h>

#include "base/ranges.h"
#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

Quantity bytes(const Report& report, std::string_view name) {
    for (const MemoryItem& item : memory_of(report)) {
        if (item.name == name) return item.bytes;
    }
    ADD_FAILURE() << name;
    return {};
}

std::string shown(const Report& report, std::string_view name) {
    const Quantity quantity = bytes(report, name);
    return quantity.value ? to_string(*quantity.value) : "?";
}

TEST(Memory, KeysAndValuesOfEachLayer) {
    const Report report = count_text(
        "dtype = float16\ninput = (1, 10, 64)\nSequential(\n  (0-2): 3 x Mine(\n    (q): Linear(64, 64)\n"
        "    (k): Linear(64, 64)\n    (v): Linear(64, 64)\n    forward(x) = attention(q(x), k(x), v(x))\n  "
        ")\n)\n");
    EXPECT_EQ(shown(report, "kv_cache"), to_string(Integer{3 * 10 * (64 + 64) * 2}));
    EXPECT_EQ(shown(report, "weights"), to_string(Integer{3 * 3 * (64 * 64 + 64) * 2}));
}

TEST(Memory, FewerHeadsOfKeysKeepLess) {
    const Report report = count_text(
        "dtype = float16\ninput = (2, 10, 64)\nMine(\n  (q): Linear(64, 64)\n  (k): Linear(64, 16)\n"
        "  (v): Linear(64, 16)\n  forward(x) = attention(q(x), k(x), v(x))\n)\n");
    EXPECT_EQ(shown(report, "kv_cache"), to_string(Integer{2 * 10 * (16 + 16) * 2}));
}

TEST(Memory, KeysAndValuesOfLayersWithAWindowAreAtMostThoseOfAllTokens) {
    const auto cache = [](const std::string& settings) {
        return bytes(count_text(settings + "\ninput = (1, tokens, 64)\nMine(\n  (q): Linear(64, 64)\n"
                                           "  (k): Linear(64, 64)\n  (v): Linear(64, 64)\n"
                                           "  forward(x) = attention(q(x), k(x), v(x))\n)\n"),
                     "kv_cache");
    };
    EXPECT_EQ(cache("tokens = 10").basis, Basis::Exact);
    EXPECT_EQ(cache("tokens = 10\nsliding_window = 10").basis, Basis::Exact);
    EXPECT_EQ(cache("tokens = 11\nsliding_window = 10").basis, Basis::Range);
}

TEST(Memory, QuantizedWeightsTakeAtLeastTheirBits) {
    const struct {
        const char* settings;
        const char* bytes;
        Basis basis;
    } cases[] = {
        {"dtype = bfloat16\n", "144", Basis::Exact},
        {"dtype = bfloat16\nstored_bits = 4\n", "36", Basis::Partial},
        {"dtype = bfloat16\nstored_bits = 0\n", "0", Basis::Partial},  // a method of unknown bits
        {"dtype = bfloat16\nstored_bits = 65\n", "144", Basis::Exact},
    };
    for (const auto& c : cases) {
        const Report report = count_text(std::string(c.settings) + "Linear(8, 8)\n");
        EXPECT_EQ(shown(report, "weights"), c.bytes) << c.settings;
        EXPECT_EQ(bytes(report, "weights").basis, c.basis) << c.settings;
    }
}

TEST(Memory, MultiheadAttentionKeepsKeysAndValuesWhereItDecodes) {
    const std::string text =
        "dtype = float16\ninput = (2, 10, 64)\nMultiheadAttention(64, 8, batch_first=True)\n";
    EXPECT_EQ(shown(count_text(text), "kv_cache"), "0");
    CountOptions decoding;
    decoding.mode = Mode::Decode;
    EXPECT_EQ(shown(count_text(text, decoding), "kv_cache"), to_string(Integer{2 * 11 * (64 + 64) * 2}));
}

TEST(Memory, ForwardLinesSayWhatIsKeptForTokensToCome) {
    const struct {
        const char* line;
        const char* keys_and_values;
        const char* state;
    } rows[] = {
        {"attention(x, x, x)", "5120", "0"},
        {"attention(x, x, x, cached=0)", "0", "0"},
        {"attention(x, cache(x), x, cached=0)", "2560", "0"},
        {"attention(x, cache(slice(x, dim=-1, end=16)), x, cached=0)", "640", "0"},
        {"state(x)", "0", "2560"},
        {"state(x, size=5)", "0", "20"},
    };
    for (const auto& [line, keys_and_values, state] : rows) {
        SCOPED_TRACE(line);
        const Report report = count_text(
            "dtype = float16\ninput = (2, 10, 64)\nNet(\n  forward(x) = " + std::string(line) + "\n)\n");
        EXPECT_EQ(shown(report, "kv_cache"), keys_and_values);
        const std::vector<MemoryItem> items = memory_of(report);
        const MemoryItem* const found = find_by(items, &MemoryItem::name, "state");
        EXPECT_EQ(found == nullptr ? "0" : to_string(found->bytes.value.value_or(-1)), state);
    }
}

TEST(Memory, LatentAttentionKeepsTheLatent) {
    const Report report = count_text(
        "dtype = float16\ninput = (2, 10, 64)\nDeepseekV2Attention(\n  (q_proj): Linear(64, 96)\n"
        "  (kv_a_proj_with_mqa): Linear(64, 24)\n  (kv_a_layernorm): DeepseekV2RMSNorm((16,))\n"
        "  (kv_b_proj): Linear(16, 128)\n  (o_proj): Linear(64, 64)\n)\n");
    EXPECT_EQ(shown(report, "kv_cache"), to_string(Integer{2 * 10 * 24 * 2}));
}

TEST(Memory, ExpertsHoldTheTokensThatComeToThem) {
    const Report report = count_text(
        "input = (1, 32, 8)\nMixture(\n  forward(x) = route(experts, x, k=2)\n  (experts): ModuleList(\n"
        "    (0-7): 8 x Linear(8, 8)\n  )\n)\n");
    EXPECT_EQ(shown(report, "activations_peak"), to_string(Integer{(8 + 8) * 32 * 2 / 8 * 4}));
    EXPECT_EQ(shown(report, "activations"), to_string(Integer{8 * 32 * 2 * 4}));
}

TEST(Memory, TrainingStatesFollowTheTrainableParameters) {
    const Report report = count_text("input = (1, 8)\nLinear(8, 8)\n");
    const struct {
        const char* name;
        const char* bytes;
    } cases[] = {{"weights", "288"},  {"gradients", "288"},  {"sgd", "0"},
                 {"momentum", "288"}, {"adam", "576"},       {"adam_mixed", "864"},
                 {"kv_cache", "0"},   {"activations", "32"}, {"activations_peak", "64"}};
    for (const auto& c : cases) EXPECT_EQ(shown(report, c.name), c.bytes) << c.name;
}

TEST(Memory, ActivationsAreWhatLayersAndOperatorsGive) {
    const Report report = count_text(
        "input = (1, 8)\nMine(\n  (fc): Linear(8, 4)\n  (rest): Sequential(\n    (0): ReLU()\n    (1): "
        "Dropout(p=0.5)\n  )\n  forward(x) = rest(fc(x)) + 1*fc(x)\n)\n");
    // Two calls of fc, one of the activation, and the sum; dropout passes on.
    EXPECT_EQ(shown(report, "activations"), to_string(Integer{4 * (4 + 4 + 4 + 4)}));
    EXPECT_EQ(shown(report, "activations_peak"), to_string(Integer{4 * 12}));
}

TEST(Memory, TheTotalIsTheFirstRowOfTheList) {
    const char* const texts[] = {
        "",
        "input = (1, 8)\nLinear(8, 4)",
        "Mine(\n  (fc): Linear(8, 4)\n)",
        "input = (1, 8)\nMine(\n  (a): Mystery()\n  (b): Linear(8, 8)\n)",
        "n = 3\nb = 2\ninput = (b, 8)\nSequential(\n  (0): Sequential(\n    (0-n): n x Linear(8, 8)\n    "
        "(9): "
        "ReLU(inplace=True)\n    (10): ReLU()\n  )\n  (1-2): 2 x Sequential(\n    (0): Linear(8, 8)\n  )\n"
        "  (3): Linear(8, 8)\n)",
        "dtype = bfloat16\ninput = (1, 3, 8, 8)\nSequential(\n  (0): Conv2d(3, 4, kernel_size=3)\n  (1): "
        "ReLU(inplace)\n)",
    };
    for (const char* const text : texts) {
        const Report report = count_text(text);
        const Quantity total = activation_total(report);
        if (report.nodes.empty()) {
            EXPECT_TRUE(total.is_unknown());
            continue;
        }
        const Quantity first = activation_bytes(report, 0).front();
        EXPECT_EQ(total.formula, first.formula) << text;
        EXPECT_EQ(total.value, first.value) << text;
        EXPECT_EQ(total.basis, first.basis) << text;
    }
}

TEST(Memory, IsAtLeastWhereShapesAreNotKnown) {
    const Report report = count_text("Mine(\n  (fc): Linear(8, 4)\n)\n");
    EXPECT_FALSE(bytes(report, "activations").is_complete());
    EXPECT_TRUE(bytes(report, "weights").is_complete());
    const Report mystery = count_text("input = (1, 8)\nMine(\n  (a): Mystery()\n)\n");
    EXPECT_FALSE(bytes(mystery, "activations").is_complete());
}

}  // namespace THIS_FILE
}  // namespace paramscope
