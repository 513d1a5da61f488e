#include "layers/catalogue/catalogue.h"

#include <fstream>
#include <map>
#include <set>

#include "base/shipped_texts.h"
#include "layers/families/families.h"
#include "model/read/read.h"
#include "support/folders.h"
#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Catalogue, FindsExactNamesBeforePatternsAndLongPatternsFirst) {
    EXPECT_EQ(find_layer("LayerNorm").rule->type, "LayerNorm");
    EXPECT_EQ(find_layer("FusedLayerNorm").rule->type, "*LayerNorm");
    EXPECT_EQ(find_layer("LongT5LayerNorm").rule->type, "*T5LayerNorm");
    EXPECT_EQ(find_layer("DeepseekV4UnweightedRMSNorm").rule->type, "*UnweightedRMSNorm");
    EXPECT_EQ(find_layer("LlamaRotaryEmbedding").rule->type, "*RotaryEmbedding");
    EXPECT_EQ(find_layer("Conv2dNormActivation").rule, nullptr);
    EXPECT_EQ(find_layer("").rule, nullptr);
    EXPECT_EQ(find_layer("Conv2d").family(), "convolution");
}

TEST(Catalogue, DoesNotMatchCompositesOfTheSameName) {
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

/// The parameter names in a recorded signature such as "Linear(in_features, out_features, bias=True)".
std::vector<std::string> torch_parameters(const std::string& line) {
    Diagnostics ignored;
    std::string text = line;
    // A lone star marks keyword-only parameters.
    const std::size_t star = text.find("*, ");
    if (star != std::string::npos) text.erase(star, 3);
    std::vector<std::string> names;
    for (const Module& module : read_modules(text, &ignored)) {
        for (const Argument& parameter : module.arguments.list())
            names.emplace_back(parameter_name(parameter));
    }
    return names;
}

TEST(Catalogue, TakesArgumentsInTorchsOrder) {
    std::ifstream signatures(golden_folder() + "/signatures.txt");
    ASSERT_TRUE(signatures);
    int compared = 0;
    for (std::string line; std::getline(signatures, line);) {
        const std::string type = line.substr(0, line.find('('));
        const FoundLayer layer = find_layer(std::string_view(type));
        // Losses print nothing, lazy layers print arguments that their constructors do not have, Identity
        // takes anything.
        const bool is_lazy = type.starts_with("Lazy");
        if (!layer.rule || layer.family() == "loss" || is_lazy || type == "Identity") continue;
        const std::vector<std::string> expected = torch_parameters(line);
        ASSERT_GE(layer.signature->size(), expected.size()) << line;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(parameter_name((*layer.signature)[i]), expected[i]) << line;
        }
        ++compared;
    }
    EXPECT_GT(compared, 100);
}

TEST(Catalogue, FindsTheRulesOfAllBlocksInTheirOrder) {
    std::map<std::string, std::vector<std::size_t>> expected;
    const auto read = [&](const ShippedText& text) {
        Diagnostics diagnostics;
        for (const Module& module : read_modules(text.text, &diagnostics))
            expected[module.type.str()].push_back(module.children.size());
        EXPECT_TRUE(diagnostics.empty()) << text.name;
    };
    for (const ShippedText& text : kTorchTexts) read(text);
    for (const ShippedText& text : shipped_texts()) {
        if (text.group == "blocks") read(text);
    }
    EXPECT_GT(expected.size(), 300u);
    for (const auto& [type, children] : expected) {
        std::vector<std::size_t> found;
        for (const Module& module : find_blocks(type)) {
            EXPECT_EQ(module.type, type);
            found.push_back(module.children.size());
        }
        EXPECT_EQ(found, children) << type;
    }
    EXPECT_TRUE(find_blocks("NoSuchBlock").empty());
}

}  // namespace THIS_FILE
}  // namespace paramscope::layers_test
