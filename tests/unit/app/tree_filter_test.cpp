#include "app/document/tree_filter.h"

#include <gtest/gtest.h>

#include "count/count.h"

namespace paramscope::app {
namespace THIS_FILE {

NodeReport node_of(std::string_view name, std::string_view type, Integer parameters,
                   std::optional<Integer> flops) {
    NodeReport node;
    node.name = name;
    node.type = type;
    node.facts.edit().parameters.value = parameters;
    node.facts.edit().flops.value = flops;
    return node;
}

TEST(TreeFilter, LetsThroughWhatAllWordsHoldFor) {
    const NodeReport node = node_of("q_proj", "Linear", 16'777'216, 4'294'967'296);
    const struct {
        std::string_view words;
        bool passes;
    } cases[] = {
        {"", true},           {"   ", true},      {"proj", true},       {"PROJ", true},
        {"lin", true},        {"conv", false},    {"proj lin", true},   {"proj conv", false},
        {">1M", true},        {">1G", false},     {"<10k", false},      {"<20M >10M", true},
        {">=16777216", true}, {"flops>4G", true}, {"FLOPs>5G", false},  {"macs>1", false},
        {">", true},          {">what", true},    {"linear >1M", true}, {"<1.7*10^7", true},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(TreeFilter(each.words).lets_through(Report(), node), each.passes) << each.words;
    }
}

TEST(TreeFilter, AWordWithADotIsAPath) {
    const Report report = count_text(
        "Net(\n  (layer4): Sequential(\n    (0): Block(\n      (conv2): Linear(1, 1)\n    )\n    (1): "
        "Block(\n"
        "      (conv2): Linear(2, 2)\n    )\n  )\n)");
    const auto passes = [&](const char* words, const char* path) {
        return TreeFilter(words).lets_through(report, report.nodes[*report.find(path)]);
    };
    EXPECT_TRUE(passes("layer4.1.conv2", "layer4.1.conv2"));
    EXPECT_FALSE(passes("layer4.1.conv2", "layer4.0.conv2"));
    EXPECT_TRUE(passes("1.CONV", "layer4.1.conv2"));
    EXPECT_TRUE(passes("layer4.1 linear", "layer4.1.conv2"));
}

TEST(TreeFilter, APathMayEndWithATensorAndGoThroughRepeatedModules) {
    const Report report = count_text(
        "Net(\n  (layers): ModuleList(\n    (0-31): 32 x Block(\n      (fc): Linear(2, 2)\n    )\n  )\n  "
        "(head): "
        "Linear(2, 3)\n)");
    const std::size_t fc = 3, head = 4;
    ASSERT_EQ(report.nodes[fc].name, "fc");
    const struct {
        const char* words;
        std::size_t node;
        bool passes;
    } cases[] = {
        {"layers.7.fc", fc, true},           {"layers.31.fc.weight", fc, true}, {"layers.32.fc", fc, false},
        {"layers.0-31.fc", fc, true},        {"layers.7.fc.scale", fc, false},  {"7.fc.bias", fc, true},
        {"layers.7.fc.weight", head, false}, {"head.weight", head, true},       {"layers.", fc, true},
    };
    for (const auto& each : cases)
        EXPECT_EQ(TreeFilter(each.words).lets_through(report, report.nodes[each.node]), each.passes)
            << each.words;
}

TEST(TreeFilter, ANumberThatIsNotKnownIsWithinNoLimit) {
    const NodeReport node = node_of("x", "Custom", 0, std::nullopt);
    EXPECT_FALSE(TreeFilter("flops>0").lets_through(Report(), node));
    EXPECT_FALSE(TreeFilter("flops<1").lets_through(Report(), node));
}

}  // namespace
}  // namespace paramscope::app
