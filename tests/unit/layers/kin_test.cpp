#include "layers/kin.h"

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
                                        Case{"LlamaMLP", ""}, Case{"Linear", ""}, Case{"", ""}}) {
        EXPECT_EQ(pattern_of(type), pattern) << type;
    }
}

TEST(Kin, EveryChainEnds) {
    for (std::string type : {"MistralX", "XLMRobertaX", "CamembertX", "MBartX"}) {
        int steps = 0;
        while (!(type = pattern_of(type)).empty()) ASSERT_LT(++steps, 4);
        EXPECT_GT(steps, 0);
    }
}

}  // namespace
}  // namespace paramscope
