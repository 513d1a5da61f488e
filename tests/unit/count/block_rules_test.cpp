// Block rules: where they apply, and what they add to the printed module.
#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

/// The notes of a module, each with a space behind it.
std::string notes_of(const NodeReport& node) {
    std::string text;
    for (const Message& note : node.facts->notes) text += describe(note) + " ";
    return text;
}

/// A block of ConvNeXt, whose print hides the sizes of `layer_scale` and the dimensions of Permute.
std::string convnext_block(std::string_view width) {
    const std::string w(width);
    return "CNBlock(\n  (block): Sequential(\n    (0): Conv2d(" + w + ", " + w +
           ", kernel_size=(7, 7), padding=(3, 3), groups=" + w +
           ")\n    (1): Permute()\n    (2): LayerNorm((" + w + ",))\n    (3): Linear(" + w + ", 4*" + w +
           ")\n    (4): GELU()\n    (5): Linear(4*" + w + ", " + w + ")\n    (6): Permute()\n  )\n" +
           "  (stochastic_depth): StochasticDepth(p=0.0, mode=row)\n)";
}

TEST(BlockRules, AHiddenParameterHasTheSizeThatAChildShows) {
    const Report report = count_text(convnext_block("96"));
    EXPECT_EQ(report.nodes[0].facts->tensors.list()[0].name, "layer_scale");
    EXPECT_TRUE(report.nodes[0].facts->tensors.list()[0].hidden);
    EXPECT_EQ(shown(report.nodes[0].facts->tensors.list()[0].count), "96");
    EXPECT_TRUE(report.nodes[0].facts->parameters.is_complete());
}

// The rule's signature has a name `dim`, too.
TEST(BlockRules, NamesOfTheTextAreNotTakenForTheRules) {
    for (const std::string name : {"d", "dim"}) {
        const Report report =
            count_text(name + " = 32\ninput = (1, " + name + ", 8, 8)\n" + convnext_block(name));
        EXPECT_EQ(described_first(report, Severity::Error), "");
        EXPECT_EQ(formula(report.nodes[0].facts->parameters), "8*" + name + "^2 + 58*" + name);
        EXPECT_EQ(formula(report.nodes[0].facts->macs), "512*" + name + "^2 + 3136*" + name);
    }
}

TEST(BlockRules, ARuleGivesChildrenTheArgumentsThatPrintHides) {
    const Report report = count_text("input = (1, 8, 5, 6)\n" + convnext_block("8"));
    EXPECT_EQ(to_string(row(report, "block.1").facts->output->dims), "(1, 5, 6, 8)");
    EXPECT_EQ(to_string(row(report, "block.6").facts->output->dims), "(1, 8, 5, 6)");
}

constexpr std::string_view kVit =
    "VisionTransformer(\n  (conv_proj): Conv2d(3, 8, kernel_size=(4, 4), stride=(4, 4))\n"
    "  (encoder): Encoder(\n    (dropout): Dropout(p=0.0)\n    (layers): Sequential()\n"
    "    (ln): LayerNorm((8,))\n  )\n  (heads): Sequential(\n    (head): Linear(8, 2)\n  )\n)";

TEST(BlockRules, AHiddenParameterMayHaveTheSizeOfTheInput) {
    const Report report = count_text("input = (2, 3, 16, 24)\n" + std::string(kVit));
    EXPECT_EQ(described_first(report, Severity::Error), "");
    EXPECT_EQ(to_string(row(report, "encoder").facts->tensors.list()[0].shape),
              "(1, 25, 8)");  // 4·6 patches and the class
    EXPECT_TRUE(report.nodes[0].facts->parameters.is_complete());
    EXPECT_EQ(to_string(report.nodes[0].facts->output->dims), "(2, 2)");
}

TEST(BlockRules, WithoutTheInputItIsUnknownWithAWarning) {
    const Report report = count_text(kVit);
    EXPECT_FALSE(report.nodes[0].facts->parameters.is_complete());
    EXPECT_NE(described_first(report, Severity::Warning).find("pos_embedding"), std::string::npos);
}

constexpr std::string_view kWindows =
    "\n  (qkv): Linear(in_features=64, out_features=192)\n  (proj): Linear(in_features=64, "
    "out_features=64)\n)";

TEST(BlockRules, AUsualValueIsNotedAndAWrittenOneTakesPrecedence) {
    const Report usual = count_text("ShiftedWindowAttention(" + std::string(kWindows));
    EXPECT_EQ(notes_of(usual.nodes[0]).find("argument.assumed(argument: window_size=7)"), 0u)
        << notes_of(usual.nodes[0]);
    EXPECT_EQ(shown(usual.nodes[0].facts->tensors.list()[0].count), "338");  // (2·7 - 1)² positions, 2 heads
    const Report written = count_text("ShiftedWindowAttention(window_size=4" + std::string(kWindows));
    EXPECT_EQ(notes_of(written.nodes[0]).find("window_size"), std::string::npos);
    EXPECT_EQ(shown(written.nodes[0].facts->tensors.list()[0].count), "98");
}

TEST(BlockRules, WindowsOfAVideoAreNoLongerThanIt) {
    const Report report =
        count_text("input = (1, 4, 14, 14, 64)\nShiftedWindowAttention3d(" + std::string(kWindows));
    EXPECT_EQ(shown(report.nodes[0].facts->tensors.list()[0].count), "5070");  // 15·13·13 positions, 2 heads
    EXPECT_EQ(to_string(report.nodes[0].facts->output->dims), "(1, 4, 14, 14, 64)");
    EXPECT_EQ(to_string(row(report, "qkv").facts->output->dims), "(1, 4, 196, 192)");
}

TEST(BlockRules, AUsualValueThatCannotBeMakesTheParameterUnknown) {
    const Report report =
        count_text("ShiftedWindowAttention(\n  (qkv): Linear(40, 120)\n  (proj): Linear(40, 40)\n)");
    EXPECT_EQ(described_first(report, Severity::Error), "");
    EXPECT_FALSE(report.nodes[0].facts->parameters.is_complete());  // 40 / 32 heads
}

std::string basic_block(std::string_view further) {
    return "input = (1, 4, 8, 8)\nBasicBlock(\n  (conv1): Conv2d(4, 4, 1)\n  (bn1): BatchNorm2d(4)\n"
           "  (conv2): Conv2d(4, 4, 1)\n  (bn2): BatchNorm2d(4)\n  (relu): ReLU()\n" +
           std::string(further) + ")";
}

TEST(BlockRules, ARuleDoesNotApplyWhereAnotherChildDoesWork) {
    struct Case {
        std::string_view further;
        bool applies;
    };
    constexpr Case cases[] = {
        {"", true},
        {"  (drop_path): Identity()\n", true},
        {"  (downsample): Sequential(\n    (0): Conv2d(4, 4, 1)\n  )\n", true},
        {"  (shortcut): Sequential()\n", true},
        {"  (shortcut): Sequential(\n    (0): Conv2d(4, 4, 1)\n  )\n", false},
        {"  (se): Gate()\n", false},
    };
    for (const Case& test : cases) {
        SCOPED_TRACE(test.further);
        EXPECT_EQ(count_text(basic_block(test.further)).nodes[0].facts->macs.is_complete(), test.applies);
    }
}

// Annotated Transformers have a PositionalEncoding, too, without the parameter that another library's hides.
// sentence-transformers prints its Transformer with a config: it is not torch.nn.Transformer, whose sizes
// have defaults.
TEST(BlockRules, ATypeWithTheArgumentsOfAnotherIsNotBuilt) {
    for (const char* text :
         {"Transformer({'max_seq_length': 256, 'architecture': 'BertModel'})",
          "Transformer(max_seq_length=256)", "Transformer({'a': 1}, d_model=8, nhead=2)"}) {
        const Report report = count_text(text);
        EXPECT_EQ(report.nodes.size(), 1u) << text;
        EXPECT_FALSE(report.nodes[0].facts->parameters.is_complete()) << text;
    }
    EXPECT_TRUE(
        count_text("Transformer(d_model=8, nhead=2, device=None)").nodes[0].facts->parameters.is_complete());
}

TEST(BlockRules, ATypeThatAnotherLibrarySharesIsLeftAlone) {
    const Report report =
        count_text("input = (1, 4, 8)\nPositionalEncoding(\n  (dropout): Dropout(p=0.1)\n)");
    EXPECT_TRUE(report.nodes[0].facts->tensors.empty());
    EXPECT_TRUE(report.nodes[0].facts->parameters.is_complete());
}

}  // namespace THIS_FILE
}  // namespace paramscope
