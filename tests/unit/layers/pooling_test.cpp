#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Pooling, GivesPyTorchsShapes) {
    const Case cases[] = {
        {"MaxPool1d(kernel_size=3, stride=2, padding=0, dilation=1, ceil_mode=False)", "(1, 3, 20)",
         "(1, 3, 9)"},
        {"MaxPool2d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False)", "(3, 20, 21)",
         "(3, 10, 10)"},
        {"MaxPool2d(kernel_size=3, stride=2, padding=1, dilation=1, ceil_mode=True)", "(1, 3, 20, 21)",
         "(1, 3, 11, 11)"},
        {"MaxPool2d(kernel_size=(3, 2), stride=(2, 1), padding=0, dilation=2, ceil_mode=False)",
         "(1, 3, 20, 21)", "(1, 3, 8, 19)"},
        {"MaxPool2d(2)", "(1, 3, 9, 7)", "(1, 3, 4, 3)"},
        {"MaxPool2d(kernel_size=2, stride=3, padding=1, ceil_mode=True)", "(1, 1, 5, 5)", "(1, 1, 2, 2)"},
        {"MaxPool2d(2, ceil_mode=True)", "(1, 1, 1, 1)", "(1, 1, 1, 1)"},
        {"MaxPool2d(2, return_indices=True)", "(1, 1, 4, 4)", "((1, 1, 2, 2), (1, 1, 2, 2))"},
        {"MaxPool3d(kernel_size=[1, 3, 3], stride=[1, 2, 2], padding=[0, 1, 1], dilation=1, ceil_mode=False)",
         "(1, 3, 4, 8, 8)", "(1, 3, 4, 4, 4)"},
        {"AvgPool1d(kernel_size=(3,), stride=(3,), padding=(0,))", "(1, 3, 20)", "(1, 3, 6)"},
        {"AvgPool2d(kernel_size=3, stride=1, padding=1)", "(1, 3, 9, 9)", "(1, 3, 9, 9)"},
        {"AvgPool2d(2, ceil_mode=True)", "(2, 3, 9, 7)", "(2, 3, 5, 4)"},
        {"LPPool1d(norm_type=2, kernel_size=3, stride=None, ceil_mode=False)", "(1, 3, 9)", "(1, 3, 3)"},
        {"LPPool2d(norm_type=2, kernel_size=3, stride=2, ceil_mode=True)", "(1, 3, 9, 7)", "(1, 3, 4, 3)"},
        {"MaxUnpool2d(kernel_size=(2, 2), stride=(3, 3), padding=(0, 0))", "(2, 3, 3, 5)", "(2, 3, 8, 14)"},
        {"AdaptiveAvgPool1d(output_size=5)", "(1, 3, 17)", "(1, 3, 5)"},
        {"AdaptiveAvgPool2d(output_size=(1, 1))", "(1, 3, 7, 9)", "(1, 3, 1, 1)"},
        {"AdaptiveAvgPool2d((None, 7))", "(1, 3, 8, 9)", "(1, 3, 8, 7)"},
        {"AdaptiveAvgPool2d(output_size=[7, 7])", "(3, 8, 9)", "(3, 7, 7)"},
        {"AdaptiveMaxPool3d(output_size=2)", "(1, 3, 7, 9, 8)", "(1, 3, 2, 2, 2)"},
        {"FractionalMaxPool2d()", "(1, 3, 12, 12)", "?"},
        {"FractionalMaxPool2d(kernel_size=(2, 2), output_ratio=(0.5, 0.6))", "(2, 3, 9, 7)", "(2, 3, 4, 4)"},
        {"FractionalMaxPool3d(2, output_size=3)", "(2, 3, 9, 7, 5)", "(2, 3, 3, 3, 3)"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

TEST(Pooling, KeepsFormulasShort) {
    const Symbols symbols = {{"h", 224}, {"w", 100}, {"k", 2}};
    const Case cases[] = {
        {"MaxPool2d(2)", "(3, h, w)", "(3, floor(h/2), floor(w/2))"},
        {"MaxPool2d(2, ceil_mode=True)", "(3, h, w)", "(3, ceil(h/2), ceil(w/2))"},
        {"MaxPool2d(k)", "(3, h, w)", "(3, floor(h/k), floor(w/k))"},
        {"AdaptiveAvgPool2d((k, None))", "(3, h, w)", "(3, k, w)"},
    };
    for (const Case& expected : cases) expect_case(expected, symbols);
}

TEST(Pooling, ReportsMistakes) {
    const Mistake mistakes[] = {
        {"MaxPool2d()", "", "arguments.missing(type: MaxPool2d, name: kernel_size)", "MaxPool2d"},
        {"MaxPool2d(3)", "(1, 3, 2, 9)",
         "window.too_small(dimension: dimension.height, length: 2, type: MaxPool2d, kernel: 3)", "MaxPool2d"},
        {"MaxPool2d(3, padding=2)", "(1, 3, 9, 9)", "pooling.padding(padding: 2, kernel: 3)", "2"},
        {"AdaptiveAvgPool2d((1, 2, 3))", "(1, 3, 9, 9)",
         "arguments.numbers(name: output_size, expected: 2, actual: 3)", "(1, 2, 3)"},
        {"AdaptiveAvgPool1d(-1)", "(1, 3, 9)", "arguments.whole_number(name: output_size, actual: -1)", "-1"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

}  // namespace
}  // namespace paramscope::layers_test
