#include "layers/catalogue.h"

#include <set>

#include "layers/families.h"
#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace {

TEST(Catalogue, FindsExactNamesBeforePatternsAndLongPatternsFirst) {
    EXPECT_EQ(find_layer("LayerNorm").rule->type, "LayerNorm");
    EXPECT_EQ(find_layer("FusedLayerNorm").rule->type, "*LayerNorm");
    EXPECT_EQ(find_layer("LongT5LayerNorm").rule->type, "*T5LayerNorm");
    EXPECT_EQ(find_layer("DeepseekV4UnweightedRMSNorm").rule->type, "*UnweightedRMSNorm");
    EXPECT_EQ(find_layer("LlamaRotaryEmbedding").rule->type, "*RotaryEmbedding");
    EXPECT_EQ(find_layer("Conv2dNormActivation").rule, nullptr);
    EXPECT_EQ(find_layer("").rule, nullptr);
    EXPECT_EQ(find_layer("Conv2d").family, "convolution");
}

TEST(Catalogue, LeavesCompositesOfTheSameNameAlone) {
    Diagnostics diagnostics;
    const std::vector<Module> modules =
        read_modules("Dropout(\n  (lin): Linear(in_features=1, out_features=2, bias=True)\n)", &diagnostics);
    ASSERT_EQ(modules.size(), 1u);
    EXPECT_EQ(find_layer(modules.front()).rule, nullptr);
    EXPECT_NE(find_layer(modules.front().children.front()).rule, nullptr);
}

TEST(Catalogue, HasEachTypeOnceWithAReadableSignature) {
    std::set<std::string_view> types;
    for (const LayerFamily& family : layer_families()) {
        for (const LayerRule& rule : family.rules) {
            EXPECT_TRUE(types.insert(rule.type).second) << rule.type;
            const Signature signature = parse_signature(rule.signature);
            std::set<std::string_view> names;
            for (const Argument& parameter : signature) {
                EXPECT_TRUE(names.insert(parameter_name(parameter)).second) << rule.type;
            }
            EXPECT_TRUE(rule.width_argument.empty() || names.count(rule.width_argument) == 1) << rule.type;
        }
    }
    EXPECT_GT(types.size(), 150u);
}

TEST(Catalogue, BlockLibraryIsReadable) {
    // The texts are ours: reading them asserts that they are well formed.
    EXPECT_TRUE(find_blocks("NoSuchBlock").empty());
}

}  // namespace
}  // namespace paramscope::layers_test
