#include "layers/catalogue/type_aliases.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

TEST(TypeAliases, GiveTheBaseType) {
    struct Case {
        const char* type;
        const char* base;
    };
    for (const auto& [type, base] :
         {Case{"MistralAttention", "LlamaAttention"}, Case{"Gemma2MLP", "LlamaMLP"},
          Case{"GemmaMLP", "LlamaMLP"}, Case{"XLMRobertaModel", "RobertaModel"},
          Case{"RobertaModel", "BertModel"}, Case{"BertModel", ""}, Case{"LlamaMLP", ""},
          Case{"LlamaSdpaAttention", "LlamaAttention"}, Case{"MixtralFlashAttention2", "MixtralAttention"},
          Case{"Starcoder2MLP", "GPT2MLP"}, Case{"Qwen3MoeExperts", "MixtralExperts"},
          Case{"NeverSeenExperts", "Experts"}, Case{"Experts", ""}, Case{"Linear", "lora.Linear"},
          Case{"", ""}}) {
        EXPECT_EQ(base_type_of(type), base) << type;
    }
}

TEST(TypeAliases, DeriveThroughOtherTypes) {
    EXPECT_TRUE(derives_from("Qwen3MoeAttention", "LlamaAttention"));
    EXPECT_TRUE(derives_from("LlamaAttention", "LlamaAttention"));
    EXPECT_FALSE(derives_from("LlamaAttention", "Qwen3MoeAttention"));
    EXPECT_FALSE(derives_from("", "LlamaAttention"));
}

TEST(TypeAliases, EveryChainEnds) {
    for (std::string type : {"MistralX", "XLMRobertaX", "CamembertX", "MBartX", "GlmMoeDsaNaiveMoe"}) {
        int steps = 0;
        while (!(type = base_type_of(type)).empty()) ASSERT_LT(++steps, 8);
        EXPECT_GT(steps, 0);
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
