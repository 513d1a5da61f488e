#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Convolutions, CountAsPyTorchDoes) {
    const Case cases[] = {
        {"Conv1d(3, 8, kernel_size=(3,), stride=(1,))", "(2, 3, 50)", "(2, 8, 48)", "80", "0", "6912"},
        {"Conv1d(8, 8, kernel_size=(3,), stride=(1,), padding=(2,), dilation=(2,), groups=8)", "(1, 8, 50)",
         "(1, 8, 50)", "32", "0", "1200"},
        {"Conv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), padding=(3, 3), bias=False)", "(1, 3, 224, 224)",
         "(1, 64, 112, 112)", "9408", "0", "118013952"},
        {"Conv2d(3, 64, kernel_size=(7, 5), stride=(2, 1), padding=(3, 2), dilation=(1, 2))",
         "(1, 3, 32, 40)", "(1, 64, 16, 36)", "6784", "0", "3870720"},
        {"Conv2d(4, 6, 3, 2, 1, 1, 2, False, 'reflect')", "(4, 9, 7)", "(6, 5, 4)", "108", "0", "20*6*2*9"},
        {"Conv2d(4, 6, kernel_size=(2, 2), stride=(1, 1), padding=same)", "(2, 4, 9, 7)", "(2, 6, 9, 7)",
         "102", "0", "12096"},
        {"Conv2d(4, 6, kernel_size=(2, 2), stride=(3, 3), padding=valid)", "(2, 4, 9, 7)", "(2, 6, 3, 2)",
         "102", "0", "1152"},
        {"Conv2d(4, 6, 3, padding='same', dilation=2, padding_mode=circular)", "(2, 4, 9, 7)", "(2, 6, 9, 7)",
         "222", "0", "27216"},
        {"Conv3d(4, 4, kernel_size=(1, 2, 3), stride=(3, 2, 1), padding=(0, 1, 2), dilation=(1, 2, 3))",
         "(2, 4, 9, 7, 5)", "(2, 4, 3, 4, 3)", "100", "0", "6912"},
        {"Conv3DNoTemporal(64, 128, kernel_size=(1, 3, 3), stride=(1, 2, 2), padding=(0, 1, 1), bias=False)",
         "(1, 64, 4, 8, 8)", "(1, 128, 4, 4, 4)", "73728", "0", "73728*64"},
        {"Conv2dSame(3, 32, kernel_size=(3, 3), stride=(2, 2), bias=False)", "(1, 3, 225, 224)",
         "(1, 32, 113, 112)", "864", "0", "864*113*112"},
        {"ScaledStdConv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))", "(1, 3, 9, 9)",
         "(1, 8, 9, 9)", "216 + 8 + 8", "0", "216*81"},
        {"LazyConv2d(4, 6, kernel_size=(3, 3), stride=(1, 1))", "(2, 4, 9, 7)", "(2, 6, 7, 5)", "222", "0",
         "15120"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

TEST(TransposedConvolutions, CountOnTheirInput) {
    const Case cases[] = {
        {"ConvTranspose1d(8, 8, kernel_size=(3,), stride=(2,), padding=(1,), output_padding=(1,), groups=4)",
         "(1, 8, 11)", "(1, 8, 22)", "56", "0", "528"},
        {"ConvTranspose2d(4, 6, kernel_size=(4, 4), stride=(2, 2), padding=(1, 1), bias=False)",
         "(2, 4, 7, 8)", "(2, 6, 14, 16)", "384", "0", "43008"},
        {"ConvTranspose2d(4, 6, kernel_size=(3, 3), stride=(1, 1), dilation=(2, 2))", "(4, 7, 8)",
         "(6, 11, 12)", "222", "0", "12096"},
        {"ConvTranspose3d(4, 3, kernel_size=(2, 3, 4), stride=(1, 2, 3), padding=(0, 1, 2))",
         "(2, 4, 9, 7, 5)", "(2, 3, 10, 13, 12)", "291", "0", "181440"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

TEST(Convolutions, GiveFormulas) {
    const Symbols symbols = {{"c", 64}, {"h", 224}, {"w", 224}, {"k", 3}, {"s", 2}, {"g", 4}};
    const Case cases[] = {
        {"Conv2d(c, 2*c, k, padding=(k-1)/2, bias=False)", "(1, c, h, w)", "(1, 2*c, h, w)", "2*c^2*k^2", "0",
         "2*h*w*c^2*k^2"},
        {"Conv2d(c, c, 1, stride=s, groups=g, bias=False)", "(c, h, w)",
         "(c, floor((h - 1)/s) + 1, floor((w - 1)/s) + 1)", "c^2/g", "0",
         "c^2/g*(floor((h - 1)/s) + 1)*(floor((w - 1)/s) + 1)"},
    };
    for (const Case& expected : cases) expect_case(expected, symbols);
}

TEST(Convolutions, ReportMistakes) {
    const Mistake mistakes[] = {
        {"Conv2d(3, 64)", "", "arguments.missing(type: Conv2d, name: kernel_size)", "Conv2d"},
        {"Conv2d(3, 64, 3, groups=2)", "",
         "arguments.not_divisible(name: in_channels, value: 3, divisor_name: groups, divisor: 2)", "2"},
        {"Conv2d(4, 7, 3, groups=2)", "",
         "arguments.not_divisible(name: out_channels, value: 7, divisor_name: groups, divisor: 2)", "2"},
        {"Conv2d(4, 7, 3, groups=0)", "", "arguments.at_least(name: groups, least: 1, actual: 0)", "0"},
        {"Conv2d(4, 7, kernel_size=(3, -1))", "",
         "arguments.at_least(name: kernel_size, least: 1, actual: -1)", "(3, -1)"},
        {"Conv2d(4, 7, kernel_size=(3, 3, 3))", "",
         "arguments.numbers(name: kernel_size, expected: 2, actual: 3)", "(3, 3, 3)"},
        {"Conv2d(4, 7, kernel_size=None)", "", "arguments.number(name: kernel_size, actual: None)", "None"},
        {"Conv2d(4, 7, 3, padding_mode=mirror)", "", "convolution.padding_mode", "mirror"},
        {"Conv2d(3, 64, 3, padding=wide)", "(1, 3, 9, 9)", "arguments.unknown_symbol(symbol: wide)", "wide"},
        {"Conv2d(3, 64, 3, stride=2, padding=same)", "(1, 3, 9, 9)", "convolution.same_stride(actual: 2)",
         "same"},
        {"Conv2d(64, 64, 3)", "(1, 3, 9, 9)", "input.channels(type: Conv2d, expected: 64, actual: 3)",
         "Conv2d"},
        {"Conv2d(3, 64, 7)", "(1, 3, 5, 9)",
         "window.too_small(dimension: dimension.height, length: 5, type: Conv2d, kernel: 7)", "Conv2d"},
        {"Conv2d(3, 64, 7, padding=1, dilation=2)", "(1, 3, 99, 9)",
         "window.too_small_padded(dimension: dimension.width, length: 9, type: Conv2d, kernel: 13, padding: "
         "1)",
         "Conv2d"},
        {"Conv2d(3, 64, 7)", "(3, 9)", "input.map_2d(type: Conv2d, shape: (3, 9))", "Conv2d"},
        {"ConvTranspose1d(3, 4, 3, output_padding=1)", "(1, 3, 5)", "convolution.output_padding(actual: 1)",
         "1"},
        {"ConvTranspose1d(3, 4, 2, padding=4)", "(1, 3, 5)",
         "convolution.too_much_padding(type: ConvTranspose1d, dimension: dimension.length)",
         "ConvTranspose1d"},
        {"LazyConv2d(0, 6, kernel_size=(3, 3), stride=(1, 1))", "",
         "arguments.not_initialized(type: LazyConv2d, name: in_channels)", "LazyConv2d"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

TEST(Convolutions, NameTheDimensionInTheSentence) {
    Layer layer("Conv2d(3, 64, 7, padding=1, dilation=2)");
    layer.call(signals("(1, 3, 99, 9)"));
    ASSERT_EQ(layer.diagnostics.size(), 1u);
    EXPECT_EQ(layer.diagnostics.front().message.english(),
              "the input (width 9, padded by 1 on each side) is smaller than the kernel of this Conv2d, "
              "which spans 13");
}

}  // namespace
}  // namespace paramscope::layers_test
