// Names that a person may have meant.
#include "base/similar.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope {
namespace THIS_FILE {

TEST(Similar, NamesWithAMistake) {
    const struct {
        const char *a, *b;
        bool are_similar;
    } cases[] = {
        {"Liner", "Linear", true},
        {"Linaer", "Linear", true},
        {"linear", "Linear", true},
        {"Conv2D", "Conv2d", true},
        {"resnet50", "resnet-50", true},
        {"llama-2-7B", "llama-2-7b", true},
        {"BatchNrom2d", "BatchNorm2d", true},
        {"GPT2", "gpt-2", true},
        {"Linear", "Bilinear", true},
        {"Conv2d", "Linear", false},
        {"GRU", "RNN", false},
        {"a", "b", false},
        {"", "Linear", false},
        {"ReLU", "SELU", true},
        {"Attention", "Linear", false},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(is_similar(each.a, each.b), each.are_similar) << each.a << " " << each.b;
        EXPECT_EQ(is_similar(each.b, each.a), each.are_similar) << each.b << " " << each.a;
    }
}

TEST(Similar, LongNamesAreNotCompared) {
    EXPECT_EQ(mistakes_between("Covn2d", "Conv2d"), 1u);
    EXPECT_EQ(mistakes_between("Covn2d", "Conv1D"), 2u);
    EXPECT_EQ(mistakes_between("conv-2d", "Conv2d"), 0u);
    EXPECT_EQ(mistakes_between("Linear", "Conv2d"), std::nullopt);
    EXPECT_FALSE(is_similar(std::string(100'000, 'a'), std::string(100'000, 'a')));
}

}  // namespace THIS_FILE
}  // namespace paramscope
