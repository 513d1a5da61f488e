// Making a model text adjustable: what is found, what stays a number, and that the text stays as it was.
#include "adjust/adjust.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

/// "d_model=64/8 classes=10": names, values, and steps above 1.
std::string found_in(const Adjustable& adjustable) {
    std::string text;
    for (const FoundVariable& variable : adjustable.variables) {
        text += (text.empty() ? "" : " ") + variable.name + "=" + to_string(variable.value);
        if (variable.divides) {
            text += "|" + to_string(*variable.divides);
        } else if (variable.step > 1) {
            text += "/" + to_string(variable.step);
        }
    }
    return text;
}

struct Case {
    std::string_view what, text, found;
};

class Adjust : public testing::TestWithParam<Case> {};

TEST_P(Adjust, Finds) {
    const Adjustable adjustable = make_adjustable(GetParam().text);
    EXPECT_EQ(found_in(adjustable), GetParam().found) << GetParam().what << "\n" << adjustable.text;
    EXPECT_EQ(adjustable.remark.empty(), !GetParam().found.empty());
    const Report before = count_text(GetParam().text), after = count_text(adjustable.text);
    EXPECT_EQ(before.root()->facts->parameters.value, after.root()->facts->parameters.value);
    EXPECT_EQ(before.root()->facts->parameters.basis, after.root()->facts->parameters.basis);
    EXPECT_EQ(make_adjustable(adjustable.text).text, adjustable.text);
}

const Case kKnownFlow[] = {
    {"features that one layer gives and the next reads",
     "Sequential(\n  (0): Linear(8, 32)\n  (1): ReLU()\n  (2): Linear(32, 3)\n)",
     "in_features=8 hidden=32 classes=3"},
    {"an input in the text fixes what reads it",
     "input = (1, 8)\nSequential(\n  (0): Linear(8, 32)\n  (1): Linear(32, 3)\n)",
     "batch=1 hidden=32 classes=3"},
    {"a flattened map is a multiple of its channels",
     "input = (1, 3, 8, 8)\nSequential(\n  (0): Conv2d(3, 6, kernel_size=(3, 3))\n  (1): "
     "Flatten(start_dim=1, "
     "end_dim=-1)\n  (2): Linear(216, 10)\n)",
     "batch=1 channels=6 classes=10"},
    {"a depthwise convolution keeps its channels",
     "Sequential(\n  (0): Conv2d(3, 6, kernel_size=(1, 1))\n  (1): Conv2d(6, 6, kernel_size=(3, 3), "
     "groups=6)\n  (2): "
     "BatchNorm2d(6)\n  (3): Conv2d(6, 5, kernel_size=(1, 1))\n)",
     "in_channels=3 channels=6 classes=5"},
    {"groups that are not all channels stay, and channels are multiples of them",
     "Sequential(\n  (0): Conv2d(3, 12, kernel_size=(1, 1))\n  (1): GroupNorm(4, 12)\n  (2): Conv2d(12, 5, "
     "kernel_size=(1, 1))\n)",
     "in_channels=3 channels=12/4 classes=5"},
    {"stages have multiples of the channels of the first",
     "Sequential(\n  (0): Conv2d(3, 16, kernel_size=(3, 3))\n  (1): Conv2d(16, 32, kernel_size=(3, 3))\n  "
     "(2): Conv2d(32, "
     "64, kernel_size=(3, 3))\n  (3): Conv2d(64, 7, kernel_size=(1, 1))\n)",
     "in_channels=3 width=16 classes=7"},
    {"other channels are each their own",
     "Sequential(\n  (0): Conv2d(3, 16, kernel_size=(3, 3))\n  (1): Conv2d(16, 24, kernel_size=(3, 3))\n  "
     "(2): Conv2d(24, "
     "7, kernel_size=(1, 1))\n)",
     "in_channels=3 channels_1=16 channels_2=24 classes=7"},
    {"keys and values of fewer heads divide queries",
     "LlamaAttention(\n  (q_proj): Linear(64, 64)\n  (k_proj): Linear(64, 16)\n  (v_proj): Linear(64, 16)\n  "
     "(o_proj): "
     "Linear(64, 64)\n)",
     "d_model=64/16 kv_width=16|64"},
    {"a recurrent state", "Sequential(\n  (0): LSTM(8, 20, batch_first=True)\n)",
     "in_features=8 hidden_size=20"},
};
INSTANTIATE_TEST_SUITE_P(KnownFlow, Adjust, testing::ValuesIn(kKnownFlow));

const Case kUnknownFlow[] = {
    {"pieces in the order of the text",
     "Net(\n  (conv1): Conv2d(1, 6, kernel_size=(5, 5))\n  (conv2): Conv2d(6, 16, kernel_size=(5, 5))\n  "
     "(fc1): Linear(400, "
     "120)\n  (fc2): Linear(120, 10)\n)",
     "channels_1=6 channels_2=16 hidden=120 classes=10"},
    {"128 may be 64 and 64 side by side: both stay",
     "Net(\n  (down): Conv2d(3, 64, kernel_size=(3, 3))\n  (mid): Conv2d(64, 128, kernel_size=(3, 3))\n  "
     "(up): "
     "ConvTranspose2d(128, 64, kernel_size=(2, 2))\n  (out): Conv2d(128, 2, kernel_size=(1, 1))\n)",
     "classes=2"},
    {"a class that is unknown may read what equals its number",
     "Net(\n  (a): Linear(4, 24)\n  (b): Gate(24)\n  (c): Linear(24, 3)\n)", "classes=3"},
    {"as many words as features: which is which is uncertain",
     "Net(\n  (embed): Embedding(24, 24)\n  (head): Linear(24, 24)\n)", ""},
};
INSTANTIATE_TEST_SUITE_P(UnknownFlow, Adjust, testing::ValuesIn(kUnknownFlow));

const Case kUnchanged[] = {
    {"hyper-parameters already", "d = 4\nLinear(d, 3)", ""},
    {"no layer with sizes", "Sequential(\n  (0): ReLU()\n)", ""},
};
INSTANTIATE_TEST_SUITE_P(Unchanged, Adjust, testing::ValuesIn(kUnchanged));

TEST(AdjustText, KeepsCommentsAndLayout) {
    const std::string text =
        "# my net\nmodel = Sequential(\n    (0): Linear(in_features=8, out_features=32)   # wide\n\n    (1): "
        "Linear(in_features=32, out_features=3)\n)\nTotal params: 387\n";
    EXPECT_EQ(make_adjustable(text).text,
              "in_features = 8  # features of the input\nhidden = 32  # hidden features\nclasses = 3  # "
              "features of the "
              "output\n# my net\nmodel = Sequential(\n    (0): Linear(in_features=in_features, "
              "out_features=hidden)   # "
              "wide\n\n    (1): Linear(in_features=hidden, out_features=classes)\n)\nTotal params: 387\n");
}

TEST(AdjustText, ASuggestedInputBecomesALineWithNames) {
    const struct {
        std::string_view text, found, line;
    } cases[] = {
        {"Sequential(\n  (0): Conv2d(3, 8, kernel_size=(3, 3))\n  (1): Conv2d(8, 4, kernel_size=(1, 1))\n)",
         "batch=1 image_height=224 image_width=224 in_channels=3 channels=8 classes=4",
         "\ninput = (batch, in_channels, image_height, image_width)\nSequential("},
        {"# mine\nSequential(\n  (0): Embedding(50, 8)\n  (1): Linear(8, 50)\n)",
         "batch=1 tokens=128 vocab=50 embedding_dim=8", "\ninput = (batch, tokens)\nSequential("},
        {"Linear(8, 8)", "batch=1 in_features=8 classes=8", "\ninput = (batch, in_features)\nLinear("},
        // The text has an input.
        {"input = (2, 8)\nLinear(8, 3)", "batch=2 classes=3", "\ninput = (batch, 8)\nLinear("},
        {"ReLU()", "", ""},
    };
    for (const auto& c : cases) {
        const Adjustable adjustable = make_adjustable(c.text, {}, in_english, MissingInput::Stated);
        EXPECT_EQ(found_in(adjustable), c.found) << adjustable.text;
        EXPECT_NE(adjustable.text.find(c.line), std::string::npos) << adjustable.text;
        EXPECT_FALSE(has_errors(count_text(adjustable.text).diagnostics)) << adjustable.text;
    }
}

TEST(AdjustText, ATypedInputBecomesALineWithNames) {
    const struct {
        std::string_view text, typed, line;
        bool states_input;
    } cases[] = {
        {"Conv2d(3, 8, kernel_size=(3, 3))", "(2, 3, 32, 48)",
         "\ninput = (batch, 3, image_height, image_width)\nConv2d(", true},
        {"Linear(8, 3)", "(5, 8)", "\ninput = (batch, 8)\nLinear(", true},
        // The text has an input of its own, or the model does not take what is typed.
        {"input = (2, 8)\nLinear(8, 3)", "(5, 8)", "input = (batch, 8)\nLinear(", false},
        {"Linear(8, 3)", "(5, 9)", "", false},
        {"ReLU()", "(5, 9)", "", true},
    };
    for (const auto& c : cases) {
        CountOptions options;
        options.inputs = *parse_input_shapes(c.typed);
        const Adjustable adjustable = make_adjustable(c.text, options, in_english, MissingInput::Stated);
        EXPECT_NE(adjustable.text.find(c.line), std::string::npos) << adjustable.text;
        EXPECT_EQ(adjustable.states_input, c.states_input) << adjustable.text;
    }
}

TEST(AdjustText, NamesAreNoneOfATypedInput) {
    CountOptions options;
    options.inputs = *parse_input_shapes("(batch, 3, height, width)");
    const Adjustable adjustable = make_adjustable(
        "Sequential(\n  (0): Conv2d(3, 8, kernel_size=(3, 3))\n  (1): Conv2d(8, 16, kernel_size=(3, 3))\n  "
        "(2): "
        "Conv2d(16, 5, kernel_size=(1, 1))\n)",
        options);
    EXPECT_EQ(adjustable.text.find("\nwidth ="), std::string::npos) << adjustable.text;
    EXPECT_NE(adjustable.text.find("width_2 = 8"), std::string::npos) << adjustable.text;
}

TEST(AdjustText, NamesAreNoWordsOfTheText) {
    const Adjustable adjustable = make_adjustable(
        "Sequential(\n  (0): Linear(8, 32)\n  (1): Upsample(mode=hidden)\n  (2): Linear(32, 3)\n)");
    EXPECT_EQ(adjustable.text.find("hidden ="), std::string::npos) << adjustable.text;
}

TEST(AdjustText, RepeatsBesideOthersAreCountedTogether) {
    const Adjustable adjustable =
        make_adjustable("Sequential(\n  (0): Linear(4, 8)\n  (1-3): 3 x Linear(8, 8)\n)");
    EXPECT_NE(adjustable.text.find("depth = 4"), std::string::npos) << adjustable.text;
    EXPECT_NE(adjustable.text.find("(1-3): depth - 1 x Linear"), std::string::npos) << adjustable.text;
    CountOptions options;
    options.overrides = {{"depth", 6}};
    EXPECT_EQ(count_text(adjustable.text, options).root()->facts->parameters.value, 4 * 8 + 8 + 5 * 72);
}

TEST(AdjustText, PrintsStayPrints) {
    // A config may tie GPT-2's output layer to its embedding; print() does not show it.
    const std::string text =
        "GPT2LMHeadModel(\n  (transformer): GPT2Model(\n    (wte): Embedding(50, 8)\n    (wpe): "
        "Embedding(16, 8)\n    (h): "
        "ModuleList()\n    (ln_f): LayerNorm((8,))\n  )\n  (lm_head): Linear(8, 50, bias=False)\n)";
    const Adjustable adjustable = make_adjustable(text);
    const Report report = count_text(adjustable.text);
    EXPECT_EQ(report.parameters_min, count_text(text).parameters_min) << adjustable.text;
    EXPECT_EQ(report.parameters_max, count_text(text).parameters_max) << adjustable.text;
    EXPECT_EQ(report.possible_ties.size(), 1u) << adjustable.text;
    // Of a class of one's own more may be hidden.
    EXPECT_NE(
        make_adjustable("Net(\n  (a): Linear(8, 32)\n  (b): Linear(32, 3)\n)").text.find("basis: printed\n"),
        std::string::npos);
}

TEST(Dissolve, PutsNumbersBack) {
    const struct {
        std::string_view text, name, dissolved;
    } cases[] = {
        {"d = 8  # width\nSequential(\n  (0): Linear(d, 4*d)\n  (1): LayerNorm((d,))\n)", "d",
         "Sequential(\n  (0): Linear(8, 32)\n  (1): LayerNorm((8,))\n)"},
        {"d = 8\ne = 2*d\nLinear(e, d*k)\nk = 3", "d", "e = 16\nLinear(e, 8*k)\nk = 3"},
        {"b = 2\ninput = (b, 3)\nSequential(\n  (0-*): b x Linear(3, 3)\n)", "b",
         "input = (2, 3)\nSequential(\n  (0-*): 2 x Linear(3, 3)\n)"},
        {"d = 8\nNet(\n  (w): Parameter(d, 4*d)\n  forward(x) = reshape(x, 0, d)\n)", "d",
         "Net(\n  (w): Parameter(8, 4*8)\n  forward(x) = reshape(x, 0, 8)\n)"},
        {"d = 8\ne = 2*d\nLinear(e, 3)", "e", "d = 8\ne = 2*d\nLinear(e, 3)"},  // defined by another
        {"d = 8\nLinear(d, 3)", "k", "d = 8\nLinear(d, 3)"},
    };
    for (const auto& c : cases) EXPECT_EQ(dissolve(c.text, c.name), c.dissolved);
}

}  // namespace THIS_FILE
}  // namespace paramscope
