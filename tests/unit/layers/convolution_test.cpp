#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace {

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

TEST(Convolutions, SayWhatIsWrong) {
    const Mistake mistakes[] = {
        {"Conv2d(3, 64)", "", "Conv2d needs kernel_size", "Conv2d"},
        {"Conv2d(3, 64, 3, groups=2)", "", "in_channels 3 is not divisible by groups 2", "2"},
        {"Conv2d(4, 7, 3, groups=2)", "", "out_channels 7 is not divisible by groups 2", "2"},
        {"Conv2d(4, 7, 3, groups=0)", "", "groups must be at least 1, not 0", "0"},
        {"Conv2d(4, 7, kernel_size=(3, -1))", "", "kernel_size must be at least 1, not -1", "(3, -1)"},
        {"Conv2d(4, 7, kernel_size=(3, 3, 3))", "", "kernel_size must be one number or 2, not 3",
         "(3, 3, 3)"},
        {"Conv2d(4, 7, kernel_size=None)", "", "kernel_size must be a number, not None", "None"},
        {"Conv2d(4, 7, 3, padding_mode=mirror)", "",
         "padding_mode must be zeros, reflect, replicate or circular", "mirror"},
        {"Conv2d(3, 64, 3, padding=wide)", "(1, 3, 9, 9)",
         "unknown symbol 'wide': give it a value, as in `wide = 512`, above the model", "wide"},
        {"Conv2d(3, 64, 3, stride=2, padding=same)", "(1, 3, 9, 9)", "padding 'same' needs stride 1, not 2",
         "same"},
        {"Conv2d(64, 64, 3)", "(1, 3, 9, 9)", "Conv2d expects 64 channels but gets 3", "Conv2d"},
        {"Conv2d(3, 64, 7)", "(1, 3, 5, 9)",
         "the input (height 5) is smaller than the kernel of this Conv2d, which spans 7", "Conv2d"},
        {"Conv2d(3, 64, 7, padding=1, dilation=2)", "(1, 3, 99, 9)",
         "the input (width 9, padded by 1 on each side) is smaller than the kernel of this Conv2d, which "
         "spans 13",
         "Conv2d"},
        {"Conv2d(3, 64, 7)", "(3, 9)",
         "Conv2d expects (channels, height, width), with or without a batch dimension before them, but gets "
         "(3, 9)",
         "Conv2d"},
        {"ConvTranspose1d(3, 4, 3, output_padding=1)", "(1, 3, 5)",
         "output_padding 1 must be smaller than the stride or the dilation", "1"},
        {"ConvTranspose1d(3, 4, 2, padding=4)", "(1, 3, 5)",
         "the padding of this ConvTranspose1d leaves nothing of the output's length", "ConvTranspose1d"},
        {"LazyConv2d(0, 6, kernel_size=(3, 3), stride=(1, 1))", "",
         "this LazyConv2d learns its in_channels in its first run: print the model after that, or write it "
         "in place of the 0",
         "LazyConv2d"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

}  // namespace
}  // namespace paramscope::layers_test
