// The depth strip: which layers it has, in which order, and what each costs.
#include "count/cost/strip.h"

#include <string>

#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

/// "path: parameters, FLOPs, bytes of activations; ...".
std::string shown_layers(const Report& report, const Strip& strip) {
    std::string text;
    for (const StripLayer& layer : strip.layers) {
        text += report.path_or_type(report.nodes[layer.node]) + ":";
        for (const double cost : layer.costs) text += " " + std::to_string(static_cast<long long>(cost));
        text += "; ";
    }
    return text;
}

std::string shown_ranges(const Report& report, const std::vector<LayerRange>& ranges) {
    std::string text;
    for (const LayerRange& range : ranges) {
        text += report.path_or_type(report.nodes[range.node]) + " " + std::to_string(range.first) + "-" +
                std::to_string(range.end) + "; ";
    }
    return text;
}

TEST(Strip, HasWhatEachLayerCosts) {
    const Report report =
        count_text("input = (2, 8)\nSequential(\n  (0): Linear(8, 4)\n  (1): ReLU()\n  (2): Dropout(0.1)\n)");
    const Strip strip = strip_of(report, 100);
    EXPECT_EQ(shown_layers(report, strip), "0: 36 128 32 0; 1: 0 0 32 0; ");
    EXPECT_EQ(strip.highest, (LayerCosts{36, 128, 32, 0}));
    EXPECT_EQ(strip.tracks(), 3u);
}

TEST(Strip, HasTheLeastTimeOfOneInstanceOnADevice) {
    const Report report = count_text(
        "input = (4, 1024)\nSequential(\n  (0): Linear(1024, 1024, bias=False)\n  (1-8): 8 x Linear(1024, "
        "1024, "
        "bias=False)\n  (9): ReLU(inplace=True)\n  (10): Flatten()\n)");
    const Device& device = *find_device("A100 80GB");
    const Roofline line = roofline_of(report, Mode::Forward, device, {});
    const Strip strip = strip_of(report, 100, &line);
    ASSERT_EQ(strip.layers.size(), 3u) << "what takes time has a bar, what only rearranges has none";
    EXPECT_EQ(strip.tracks(), 4u);
    EXPECT_EQ(strip.device, device);
    // Memory bounds: the weights, the input and the output of 4 bytes each.
    const double seconds = (1024 * 1024 + 2 * 4 * 1024) * 4 / device.bandwidth;
    EXPECT_DOUBLE_EQ(strip.layers[0].costs[3], seconds);
    EXPECT_DOUBLE_EQ(strip.layers[1].costs[3], seconds) << "of one of the eight";
    EXPECT_DOUBLE_EQ(strip.layers[2].costs[3], 2 * 4 * 1024 * 4 / device.bandwidth);
    EXPECT_DOUBLE_EQ(strip.highest[3], seconds);
}

TEST(Strip, IsInTheOrderOfCalls) {
    const Report report = count_text(
        "input = (1, 8)\nNet(\n  forward(x) = first(second(x))\n  (first): Linear(8, 4)\n"
        "  (second): Linear(8, 8)\n  (unused): Linear(1, 1)\n)");
    EXPECT_EQ(shown_layers(report, strip_of(report, 100)),
              "second: 72 128 32 0; unused: 2 0 0 0; first: 36 64 16 0; ");
}

TEST(Strip, ARepeatedModuleIsShownOnce) {
    const Report report = count_text(
        "input = (1, 8)\nSequential(\n  (0): Linear(8, 8)\n  (1-3): 3 x Sequential(\n    (0): Linear(8, 8)\n"
        "    (1): ReLU()\n  )\n)");
    const Strip strip = strip_of(report, 100);
    EXPECT_EQ(strip.layers.size(), 3u);
    EXPECT_EQ(shown_ranges(report, strip.repeats), "1 1-3; ");
}

TEST(Strip, StagesAreThePartsOfTheMainModule) {
    const Report report = count_text(
        "Net(\n  (body): Body(\n    (stem): Linear(8, 8)\n    (layer1): Linear(8, 8)\n    (layer2): "
        "Linear(8, 8)\n"
        "  )\n  (head): Linear(8, 1)\n)");
    EXPECT_EQ(shown_ranges(report, strip_of(report, 100).stages),
              "body.stem 0-1; body.layer1 1-2; body.layer2 2-3; head 3-4; ");
}

TEST(Strip, NeighboursShareABarWhereThereIsNoRoom) {
    std::string text = "Sequential(\n";
    for (int i = 0; i < 10; ++i)
        text += "  (" + std::to_string(i) + "): Linear(" + std::to_string(i + 1) + ", 1)\n";
    const Report report = count_text(text + ")");
    const Strip strip = strip_of(report, 4);
    ASSERT_EQ(strip.layers.size(), 4u);
    EXPECT_EQ(strip.layers.front().costs[0], 4);  // of the layers with 2, 3 and 4 parameters
    EXPECT_EQ(strip.stages.back().end, 4u);
    EXPECT_EQ(strip.highest[0], 11);
}

TEST(Strip, IsTheSameWhenItIsMadeARowAtATime) {
    const Report report = count_text(
        "input = (1, 8)\nNet(\n  forward(x) = first(blocks(x))\n  (first): Linear(8, 4)\n"
        "  (blocks): Sequential(\n    (0-3): 4 x Sequential(\n      (0): Linear(8, 8)\n      (1): ReLU()\n   "
        " )\n"
        "    (4): Linear(8, 8)\n  )\n)");
    for (const std::size_t most : {2U, 100U}) {
        StripMaker maker(report, most);
        int parts = 1;
        while (!maker.advance(1)) ++parts;
        const Strip strip = maker.take();
        const Strip whole = strip_of(report, most);
        EXPECT_GT(parts, static_cast<int>(report.nodes.size()));
        EXPECT_EQ(shown_layers(report, strip), shown_layers(report, whole));
        EXPECT_EQ(shown_ranges(report, strip.stages), shown_ranges(report, whole.stages));
        EXPECT_EQ(shown_ranges(report, strip.repeats), shown_ranges(report, whole.repeats));
    }
}

TEST(Strip, FindsTheBarOfAModule) {
    const Report report =
        count_text("Net(\n  (a): Linear(8, 8)\n  (b): Block(\n    (c): Linear(8, 8)\n  )\n)");
    const Strip strip = strip_of(report, 100);
    const auto bar_of = [&](const char* path) { return layer_of(strip, report, *report.find(path)); };
    EXPECT_EQ(bar_of("a"), 0u);
    EXPECT_EQ(bar_of("b"), 1u);
    EXPECT_EQ(bar_of("b.c"), 1u);
    EXPECT_FALSE(layer_of(strip, report, 99));
}

TEST(Strip, AnEmptyReportHasNone) {
    EXPECT_TRUE(strip_of(Report(), 100).layers.empty());
}

}  // namespace
}  // namespace paramscope
