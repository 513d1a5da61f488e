#include "app/search/name_match.h"

#include <gtest/gtest.h>

namespace paramscope::app {
namespace THIS_FILE {

TEST(NameMatch, TellsWhereWhatWasTypedOccurs) {
    const struct {
        std::string_view typed, text;
        Match expected;
    } cases[] = {
        {"res", "ResNet-50", Match::Start},
        {"RESNET", "ResNet-50", Match::Start},
        {"resnet50", "ResNet-50", Match::Start},
        {"50", "ResNet-50", Match::WordStart},
        {"net", "ResNet-50", Match::Inside},
        {"resnext", "ResNet-50", Match::None},
        {"qwen3-32b", "Qwen/Qwen3-32B", Match::WordStart},
        {"qwen/qwen3", "Qwen/Qwen3-32B", Match::Start},
        {"qwen 32", "Qwen/Qwen3-32B", Match::WordStart},
        {"32 qwen", "Qwen/Qwen3-32B", Match::WordStart},
        {"qwen 44", "Qwen/Qwen3-32B", Match::None},
        {"llama 2 7b", "LLaMA-2 7B", Match::Start},
        {"  ", "LLaMA-2 7B", Match::Start},
        {"-", "LLaMA-2 7B", Match::Inside},
        {"主题", "深色主题", Match::Inside},
        {"a", "", Match::None},
    };
    for (const auto& each : cases) EXPECT_EQ(match(each.typed, each.text), each.expected) << each.typed;
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
