// The roofline: FLOPs and bytes of layers, and the times that they take at least.
#include "count/cost/roofline.h"

#include <gtest/gtest.h>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

// 10 FLOP/s of float32, 1 byte a second.
const Device kSlow = {"slow", 1, MemoryKind::Given, 1, 10, 0, 0, 0, 0, 0, "a test"};

Report counted(std::string_view text, Mode mode = Mode::Forward) {
    CountOptions options;
    options.mode = mode;
    return count_text(text, options);
}

constexpr std::string_view kTwoLayers =
    "batch = 1\ninput = (batch, 8)\nSequential(\n  (a): Linear(8, 16, bias=False)\n"
    "  (b): Linear(16, 8, bias=False)\n)\n";

TEST(Roofline, ALayerMovesItsWeightsInputAndOutput) {
    const Roofline line = roofline_of(counted(kTwoLayers), Mode::Forward, kSlow, {});
    ASSERT_EQ(line.layers.size(), 2u);
    EXPECT_EQ(line.layers[0].flops, 2 * 8 * 16);
    EXPECT_EQ(line.layers[0].bytes, 4 * (8 * 16 + 8 + 16));
    EXPECT_EQ(line.layers[0].seconds, 4 * (8 * 16 + 8 + 16));
    EXPECT_EQ(line.layers[0].bound, Bound::Memory);
    EXPECT_EQ(line.layer_seconds, 2 * 4 * (8 * 16 + 8 + 16));
    EXPECT_EQ(line.seconds, 2 * 4 * 8 * 16);  // weights only: activations may stay on the chip
    EXPECT_NEAR(line.intensity(), 512.0 / 1216, 1e-9);
}

TEST(Roofline, ManySamplesAreBoundByTheRate) {
    CountOptions options;
    options.overrides.emplace_back("batch", Polynomial(1000));
    const Roofline line =
        roofline_of(count_text(kTwoLayers, options), Mode::Forward,
                    {"fast memory", 1, MemoryKind::Given, 1000, 10, 0, 0, 0, 0, 0, "a test"}, {});
    EXPECT_EQ(line.bound, Bound::Compute);
    EXPECT_EQ(line.seconds, 1000 * 2 * 2 * 8 * 16 / 10.0);
    EXPECT_EQ(line.layers_bound_by_compute, 1);
}

TEST(Roofline, ConvolutionsOfFloat32AreDoneInTf32WhereTheDeviceHasIt) {
    const Device kRounding = {"rounding", 1, MemoryKind::Given, 100000, 10, 40, 80, 0, 0, 0, "a test"};
    const Device kFloat = {"float", 1, MemoryKind::Given, 100000, 10, 0, 80, 0, 0, 0, "a test"};
    constexpr std::string_view kConvolution =
        "input = (1, 2, 8, 8)\nConv2d(2, 4, kernel_size=(3, 3), bias=False)\n";
    const auto flops_a_second = [&](std::string_view text, const Device& device, const char* dtype) {
        MemoryOptions options;
        options.weights_dtype = dtype;
        const Roofline line = roofline_of(counted(text), Mode::Forward, device, options);
        return line.layers.front().flops / line.layers.front().seconds;
    };
    EXPECT_EQ(flops_a_second(kConvolution, kRounding, ""), 40);
    EXPECT_EQ(flops_a_second(kConvolution, kRounding, "float16"), 80);
    EXPECT_EQ(flops_a_second(kConvolution, kFloat, ""), 10);
    EXPECT_EQ(flops_a_second(kTwoLayers, kRounding, ""), 10);
}

TEST(Roofline, AnUnknownRateBoundsNothing) {
    MemoryOptions options;
    options.weights_dtype = "float16";
    const Roofline line = roofline_of(counted(kTwoLayers), Mode::Forward, kSlow, options);
    EXPECT_FALSE(line.peak);
    EXPECT_EQ(line.seconds, 2 * 2 * 8 * 16);
}

TEST(Roofline, TrainingDoesProductsForBothGradientsAndUpdatesTheWeights) {
    MemoryOptions options;
    options.is_training = true;
    const Roofline line = roofline_of(counted(kTwoLayers, Mode::Training), Mode::Training, kSlow, options);
    // The first layer needs no gradient of its input.
    EXPECT_EQ(line.layers[0].flops, 2 * 2 * 8 * 16);
    EXPECT_EQ(line.layers[1].flops, 3 * 2 * 8 * 16);
    EXPECT_EQ(line.layers[0].bytes, 2 * 4 * (8 * 16 + 8 + 16));
    // Adam reads a gradient, and reads and writes a weight and two moments: 7 numbers.
    EXPECT_EQ(line.update_seconds, 7 * 4 * 2 * 8 * 16);
    options.adapters.rank = 1;
    EXPECT_EQ(
        roofline_of(counted(kTwoLayers, Mode::Training), Mode::Training, kSlow, options).layers[1].flops,
        2 * 2 * 8 * 16);
}

TEST(Roofline, ATableIsReadWhereItIsLookedUp) {
    const Roofline line =
        roofline_of(counted("input = (1, 3)\nEmbedding(1000, 4)\n"), Mode::Forward, kSlow, {});
    ASSERT_EQ(line.layers.size(), 1u);
    EXPECT_EQ(line.layers[0].bytes, 4 * (3 * 4 + 3 * 4));
}

TEST(Roofline, ExpertsThatNoTokenNeedsAreNotRead) {
    const Roofline line = roofline_of(
        counted(
            "input = (1, 1, 8)\nMixture(\n  forward(x) = route(experts, x, k=2)\n  (experts): ModuleList(\n"
            "    (0-7): 8 x Linear(8, 8, bias=False)\n  )\n)\n"),
        Mode::Forward, kSlow, {});
    EXPECT_EQ(line.least_bytes.value, Integer{2 * 8 * 8 * 4});
}

TEST(Roofline, DecodingReadsTheCache) {
    constexpr std::string_view attention =
        "input = (1, 10, 64)\nMine(\n  (q): Linear(64, 64, bias=False)\n  (k): Linear(64, 64, bias=False)\n"
        "  (v): Linear(64, 64, bias=False)\n  forward(x) = attention(q(x), k(x), v(x))\n)\n";
    const Roofline decode = roofline_of(counted(attention, Mode::Decode), Mode::Decode, kSlow, {});
    const Roofline forward = roofline_of(counted(attention), Mode::Forward, kSlow, {});
    // Projections, and 55 of 100 pairs of tokens: those that a causal mask leaves.
    EXPECT_EQ(forward.flops.value, Integer{2 * (3 * 10 * 64 * 64 + 2 * 55 * 64)});
    EXPECT_EQ(forward.least_bytes.value, Integer{3 * 64 * 64 * 4});
    EXPECT_GE(*decode.least_bytes.value, Integer{(3 * 64 * 64 + 2 * 10 * 64) * 4});
}

TEST(Roofline, TensorParallelDevicesShareEachLayer) {
    MemoryOptions options;
    options.devices = options.tensor_parallel = 2;
    EXPECT_EQ(roofline_of(counted(kTwoLayers), Mode::Forward, kSlow, options).seconds, 4 * 8 * 16);
}

TEST(Roofline, IsALowerBoundWhereWorkIsUnknown) {
    const Roofline line =
        roofline_of(counted("input = (1, 8)\nMine(\n  (a): Mystery()\n  (b): Linear(8, 8)\n)\n"),
                    Mode::Forward, kSlow, {});
    EXPECT_FALSE(line.flops.is_complete());
    EXPECT_TRUE(roofline_of(Report(), Mode::Forward, kSlow, {}).layers.empty());
}

}  // namespace THIS_FILE
}  // namespace paramscope
