#include "layers/type_aliases.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace {

TEST(Kin, NamesWhatATypeIsWrittenAfter) {
    struct Case {
        const char* type;
        const char* pattern;
    };
    for (const auto& [type, pattern] : {Case{"MistralAttention", "LlamaAttention"}, Case{"Gemma2MLP", "LlamaMLP"},
                                        Case{"GemmaMLP", "LlamaMLP"}, Case{"XLMRobertaModel", "RobertaModel"},
                                        Case{"RobertaModel", "BertModel"}, Case{"BertModel", ""},
                                        Case{"LlamaMLP", ""},
                                        Case{"LlamaSdpaAttention", "LlamaAttention"},
                                        Case{"MixtralFlashAttention2", "MixtralAttention"},
                                        Case{"Starcoder2MLP", "GPT2MLP"}, Case{"Qwen3MoeExperts", "MixtralExperts"},
                                        Case{"NeverSeenExperts", "Experts"}, Case{"Experts", ""}, Case{"Linear", "lora.Linear"}, Case{"", ""}}) {
        EXPECT_EQ(pattern_of(type), pattern) << type;
    }
}

TEST(Kin, AKindIsThePatternOfAPattern) {
    EXPECT_TRUE(is_kind_of("Qwen3MoeAttention", "LlamaAttention"));
    EXPECT_TRUE(is_kind_of("LlamaAttention", "LlamaAttention"));
    EXPECT_FALSE(is_kind_of("LlamaAttention", "Qwen3MoeAttention"));
    EXPECT_FALSE(is_kind_of("", "LlamaAttention"));
}

TEST(Kin, EveryChainEnds) {
    for (std::string type : {"MistralX", "XLMRobertaX", "CamembertX", "MBartX", "GlmMoeDsaNaiveMoe"}) {
        int steps = 0;
        while (!(type = pattern_of(type)).empty()) ASSERT_LT(++steps, 8);
        EXPECT_GT(steps, 0);
    }
}

}  // namespace
}  // namespace paramscope
