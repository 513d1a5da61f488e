#include "app/document/tree_filter.h"

#include <gtest/gtest.h>

namespace paramscope::app {
namespace {

NodeReport node_of(std::string_view name, std::string_view type, Integer parameters, std::optional<Integer> flops) {
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
        {"", true},           {"   ", true},          {"proj", true},       {"PROJ", true},
        {"lin", true},        {"conv", false},        {"proj lin", true},   {"proj conv", false},
        {">1M", true},        {">1G", false},         {"<10k", false},      {"<20M >10M", true},
        {">=16777216", true}, {"flops>4G", true},     {"FLOPs>5G", false},  {"macs>1", false},
        {">", true},          {">what", true},        {"linear >1M", true}, {"<1.7*10^7", true},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(TreeFilter(each.words).lets_through(node), each.passes) << each.words;
    }
}

TEST(TreeFilter, ANumberThatIsNotKnownIsWithinNoLimit) {
    const NodeReport node = node_of("x", "Custom", 0, std::nullopt);
    EXPECT_FALSE(TreeFilter("flops>0").lets_through(node));
    EXPECT_FALSE(TreeFilter("flops<1").lets_through(node));
}

}  // namespace
}  // namespace paramscope::app
