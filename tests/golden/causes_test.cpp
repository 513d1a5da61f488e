// The stories of well-known pairs of models: amounts that follow from their published sizes.
#include "count/compare/causes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "count/compare/cause_words.h"
#include "count/count.h"
#include "presets/presets.h"

namespace paramscope {
namespace THIS_FILE {

using Story = std::vector<std::pair<std::string, std::string>>;

/// Amount and title of each cause of the parameters, largest first.
Story story(std::string_view left_text, std::string_view right_text) {
    const Report left = count_text(left_text), right = count_text(right_text);
    const std::vector<Cause> causes = find_causes(left, right, compare_modules(left, right));
    Story story;
    Integer sum = *left.root()->facts->parameters.value;
    for (const Cause* cause : largest_causes(causes, CauseMeasure::Parameters).causes) {
        story.emplace_back(to_string(cause->amount(CauseMeasure::Parameters)), title_of(*cause).english());
    }
    for (const Cause& cause : causes) sum += cause.amount(CauseMeasure::Parameters);
    EXPECT_EQ(sum, *right.root()->facts->parameters.value);
    return story;
}

std::string preset(std::string_view name) {
    return std::string(find_preset(name)->text);
}

TEST(Causes, OfLlama3OverLlama2) {
    // 3·4096·(14336 − 11008)·32; −2·4096·(4096 − 1024)·32; 2·4096·(128256 − 32000)
    EXPECT_EQ(story(preset("llama-2-7b"), preset("llama-3-8b")),
              (Story{{"1308622848", "larger gate_proj, up_proj, down_proj: 11,008 → 14,336"},
                     {"-805306368", "smaller k_proj, v_proj: 4,096 → 1,024"},
                     {"788529152", "larger embed_tokens, lm_head: 32,000 → 128,256"}}));
}

std::string gpt2(int width, int layers) {
    std::string text = preset("gpt2");
    const auto set = [&](std::string_view name, int value) {
        std::size_t at = text.find("\n" + std::string(name) + " ");
        ASSERT_NE(at, std::string::npos) << name;
        at = text.find('=', at) + 1;
        text.replace(at, text.find_first_of("#\n", at) - at, " " + std::to_string(value) + " ");
    };
    set("d", width);
    set("layers", layers);
    return text;
}

TEST(Causes, OfGpt2MediumOverSmall) {
    const Story causes = story(gpt2(768, 12), gpt2(1024, 24));
    ASSERT_FALSE(causes.empty());
    // Twelve more layers of 12·768² + 13·768 parameters, then wider ones: 24·(8·(1024² − 768²) + 5·256) of
    // the feed-forward.
    const auto has = [&](const char* amount, const char* title) {
        return std::find(causes.begin(), causes.end(), Story::value_type(amount, title)) != causes.end();
    };
    EXPECT_TRUE(has("85054464", "number of GPT2Block: 12 → 24")) << testing::PrintToString(causes);
    EXPECT_TRUE(has("88111104", "larger c_fc, c_proj: 768 → 1,024")) << testing::PrintToString(causes);
    EXPECT_TRUE(has("44064768", "larger c_attn, c_proj: 768 → 1,024")) << testing::PrintToString(causes);
}

/// A bottleneck block of a printed ResNet.
std::string bottleneck(int index, int in, int width, bool is_first) {
    const auto conv = [](const char* name, int from, int to, int kernel) {
        const std::string k = std::to_string(kernel);
        return std::string("      (") + name + "): Conv2d(" + std::to_string(from) + ", " +
               std::to_string(to) + ", kernel_size=(" + k + ", " + k + "), stride=(1, 1), bias=False)\n";
    };
    std::string text = "    (" + std::to_string(index) + "): Bottleneck(\n" + conv("conv1", in, width, 1) +
                       conv("conv2", width, width, 3) + conv("conv3", width, 4 * width, 1);
    if (is_first) text += conv("downsample", in, 4 * width, 1);
    return text + "    )\n";
}

std::string resnet_stage(int blocks) {
    std::string text = "ResNet(\n  (layer3): Sequential(\n";
    for (int i = 0; i < blocks; ++i) text += bottleneck(i, i == 0 ? 512 : 1024, 256, i == 0);
    return text + "  )\n)\n";
}

TEST(Causes, OfResNet101Over50) {
    // 17 more blocks of 1024·256 + 9·256² + 256·1024 weights.
    EXPECT_EQ(story(resnet_stage(6), resnet_stage(23)),
              (Story{{"18939904", "number of Bottleneck: 6 → 23"}}));
}

}  // namespace
}  // namespace paramscope
