#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Padding, GivesPyTorchsShapes) {
    const Case cases[] = {
        {"ConstantPad2d(padding=(1, 1, 1, 1), value=3.5)", "(1, 3, 5, 5)", "(1, 3, 7, 7)"},
        {"ConstantPad3d(padding=(5, 4, 3, 2, 1, 0), value=3.5)", "(2, 3, 9, 7, 6)", "(2, 3, 10, 12, 15)"},
        {"ConstantPad1d(padding=(-2, 1), value=0)", "(2, 3, 9)", "(2, 3, 8)"},
        {"ZeroPad2d((1, 2, 3, 4))", "(1, 3, 5, 5)", "(1, 3, 12, 8)"},
        {"ZeroPad2d(padding=(3, 3, 3, 3), value=0.0)", "(5, 5)", "(11, 11)"},
        {"ReflectionPad2d((2, 2, 2, 2))", "(3, 6, 6)", "(3, 10, 10)"},
        {"ReplicationPad1d((1, 3))", "(1, 3, 6)", "(1, 3, 10)"},
        {"CircularPad2d((1, 1, 2, 2))", "(1, 2, 5, 5)", "(1, 2, 9, 7)"},
        {"ReflectionPad2d(p)", "(c, h, w)", "(c, h + 2*p, 2*p + w)"},
    };
    for (const Case& expected : cases) expect_case(expected, {{"p", 1}, {"c", 3}, {"h", 8}, {"w", 8}});
}

TEST(Padding, ReportsMistakes) {
    const Mistake mistakes[] = {
        {"ZeroPad2d()", "", "arguments.missing(type: ZeroPad2d, name: padding)", "ZeroPad2d"},
        {"ZeroPad2d((1, 2, 3))", "(1, 3, 5, 5)", "arguments.numbers(name: padding, expected: 4, actual: 3)",
         "(1, 2, 3)"},
        {"ZeroPad2d(-3)", "(1, 3, 5, 7)",
         "input.nothing_left(type: ZeroPad2d, dimension: dimension.height, length: 5)", "-3"},
        {"ReflectionPad1d((5, 0))", "(1, 3, 5)",
         "padding.too_wide(type: ReflectionPad1d, dimension: dimension.length, length: 5, padding: 5)",
         "(5, 0)"},
        {"CircularPad1d(6)", "(1, 3, 5)",
         "padding.too_wide(type: CircularPad1d, dimension: dimension.length, length: 5, padding: 6)", "6"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

}  // namespace
}  // namespace paramscope::layers_test
