#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(ShapeLayers, GivePyTorchsShapes) {
    const Case cases[] = {
        {"Flatten(start_dim=1, end_dim=-1)", "(2, 3, 4, 5)", "(2, 60)"},
        {"Flatten()", "(batch, c, h, w)", "(batch, c*h*w)"},
        {"Flatten(-3, -2)", "(2, 3, 4, 5)", "(2, 12, 5)"},
        {"Flatten(2, 3)", "(2, 3, 4, 5, 6)", "(2, 3, 20, 6)"},
        {"Unflatten(dim=1, unflattened_size=(3, 4))", "(2, 12)", "(2, 3, 4)"},
        {"Unflatten(dim=-1, unflattened_size=(2, -1, 1))", "(4, 6, 8)", "(4, 6, 2, 4, 1)"},
        {"Unflatten(dim=-1, unflattened_size=(c, -1))", "(4, 3*h)", "(4, c, 3*h/c)"},
        {"Unflatten(dim='features', unflattened_size=(('C', 2), ('H', 4)))", "(2, 8)", "(2, 2, 4)"},
        {"Unflatten(dim=features, unflattened_size=(('C', 2), ('H', 4)))", "(8, 8)", "?"},
        {"Permute()", "(1, 2, 3, 4)", "?"},
        {"Permute(dims=[0, 3, 1, 2])", "(1, 2, 3, 4)", "(1, 4, 2, 3)"},
        {"SwapAxes()", "(1, 2, 3, 4)", "?"},
        {"Unfold(kernel_size=(2, 3), dilation=1, padding=1, stride=2)", "(1, 3, 8, 9)", "(1, 18, 25)"},
        {"Unfold(3)", "(3, 9, 7)", "(27, 35)"},
        {"Fold(output_size=(4, 5), kernel_size=(2, 2), dilation=1, padding=0, stride=1)", "(1, 12, 12)",
         "(1, 3, 4, 5)"},
        {"Fold(output_size=8, kernel_size=(2, 2), dilation=1, padding=(1, 0), stride=2)", "(12, 20)",
         "(3, 8, 8)"},
        {"PixelShuffle(upscale_factor=3)", "(1, 18, 4, 5)", "(1, 2, 12, 15)"},
        {"PixelShuffle(upscale_factor=r)", "(c, h, w)", "(c/r^2, h*r, r*w)"},
        {"PixelUnshuffle(downscale_factor=2)", "(3, 8, 6)", "(12, 4, 3)"},
        {"ChannelShuffle(groups=2)", "(1, 4, 3, 3)", "(1, 4, 3, 3)"},
    };
    for (const Case& expected : cases) {
        expect_case(expected, {{"batch", 1}, {"c", 4}, {"h", 8}, {"w", 8}, {"r", 2}});
    }
}

TEST(Upsampling, RoundsAsPyTorchDoes) {
    const Case cases[] = {
        {"Upsample(scale_factor=2.0, mode='nearest')", "(1, 3, 5, 6)", "(1, 3, 10, 12)"},
        {"Upsample(size=(12, 13), mode='bilinear')", "(1, 3, 5, 6)", "(1, 3, 12, 13)"},
        {"Upsample(size=5, mode=nearest)", "(2, 3, 9, 7)", "(2, 3, 5, 5)"},
        {"Upsample(scale_factor=(2.5, 1.5), mode='nearest-exact')", "(1, 3, 5, 6)", "(1, 3, 12, 9)"},
        {"Upsample(scale_factor=0.29, mode=nearest)", "(1, 1, 100)", "(1, 1, 28)"},
        {"Upsample(scale_factor=2.3, mode=nearest)", "(1, 1, 10)", "(1, 1, 23)"},
        {"Upsample(scale_factor=0.3333333333333333, mode=nearest)", "(1, 1, 9)", "(1, 1, 3)"},
        {"UpsamplingNearest2d(scale_factor=3.0, mode='nearest')", "(1, 3, 5, 6)", "(1, 3, 15, 18)"},
        {"UpsamplingBilinear2d(size=(12, 5), mode=bilinear)", "(2, 3, 9, 7)", "(2, 3, 12, 5)"},
        {"Upsample(scale_factor=2.0)", "(1, 3, h, w)", "(1, 3, 2*h, 2*w)"},
        {"Upsample(scale_factor=0.5)", "(1, 3, h, w)", "(1, 3, floor(h/2), floor(w/2))"},
    };
    for (const Case& expected : cases) expect_case(expected, {{"h", 8}, {"w", 8}});
}

TEST(Distances, GiveOneValueForEachPair) {
    const Case cases[] = {
        {"CosineSimilarity()", "(2, 8) (2, 8)", "(2,)"},
        {"CosineSimilarity(dim=2)", "(2, 3, 6) (2, 3, 6)", "(2, 3)"},
        {"PairwiseDistance()", "(2, 8) (2, 8)", "(2,)"},
        {"PairwiseDistance(p=1, keepdim=True)", "(4, 6) (1, 6)", "(4, 1)"},
    };
    for (const Case& expected : cases) expect_case(expected);
    expect_mistake(
        {"PairwiseDistance()", "(2, 8)", "input.two_inputs(type: PairwiseDistance)", "PairwiseDistance"});
}

TEST(Losses, AreScalars) {
    expect_case({"CrossEntropyLoss()", "(4, 6) (4,)", "()"});
    expect_case({"MSELoss(reduction='none')", "(4, 6) (4, 6)", "(4, 6)"});
    expect_case({"CrossEntropyLoss(reduction='none')", "(4, 6, 5) (4, 5)", "(4, 5)"});
    expect_case({"MultiMarginLoss(reduction='none')", "(4, 6) (4,)", "?"});
}

TEST(ShapeLayers, ReportMistakes) {
    const Mistake mistakes[] = {
        {"Flatten(2, 1)", "(1, 2, 3)", "flatten.order", "2"},
        {"Flatten(1, 5)", "(1, 2, 3)", "input.no_such_dimension(name: end_dim, index: 5, shape: (1, 2, 3))",
         "5"},
        {"Unflatten(1, (3, 4))", "(2, 13)", "unflatten.elements(type: Unflatten, expected: 12, actual: 13)",
         "Unflatten"},
        {"Unflatten(1, (3, -1))", "(2, 13)", "unflatten.divisible(type: Unflatten, divisor: 3, actual: 13)",
         "Unflatten"},
        {"Unflatten(1, (-1, -1))", "(2, 12)", "unflatten.sizes", "(-1, -1)"},
        {"Unflatten(1, (-3, -4))", "(2, 12)", "unflatten.sizes", "(-3, -4)"},
        {"PixelShuffle(3)", "(1, 10, 4, 4)",
         "input.divisible_channels(type: PixelShuffle, divisor: 9, actual: 10)", "PixelShuffle"},
        {"ChannelShuffle(3)", "(1, 10, 4, 4)",
         "input.divisible_channels(type: ChannelShuffle, divisor: 3, actual: 10)", "ChannelShuffle"},
        {"Fold(4, 2)", "(1, 12, 8)", "fold.windows(type: Fold, expected: 9, actual: 8)", "Fold"},
        {"Permute(dims=[0, 1])", "(1, 2, 3)", "permute.dims(shape: (1, 2, 3))", "[0, 1]"},
        {"Upsample(2)", "(1, 2, 3, 4, 5, 6)",
         "resizing.at_most_dimensions(type: Upsample, most: 5, shape: (1, 2, 3, 4, 5, 6))", "Upsample"},
        {"Upsample()", "(1, 2, 3)", "resizing.no_size(type: Upsample)", "Upsample"},
        {"Upsample(scale_factor=0.1)", "(1, 2, 3)",
         "input.nothing_left(type: Upsample, dimension: dimension.length, length: 3)", "Upsample"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

}  // namespace
}  // namespace paramscope::layers_test
