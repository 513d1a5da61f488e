#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Activations, KeepTheShape) {
    const char* texts[] = {
        "ReLU()",
        "ReLU(inplace=True)",
        "ReLU(inplace)",
        "LeakyReLU(negative_slope=0.2)",
        "LeakyReLU(0.2, inplace)",
        "ELU(alpha=1.0)",
        "GELU(approximate='none')",
        "GELU()",
        "Hardtanh(min_val=-1.0, max_val=1.0)",
        "Softplus(beta=1, threshold=20)",
        "Softshrink(0.5)",
        "Threshold(threshold=0.1, value=20)",
        "RReLU(lower=0.125, upper=0.3333333333333333)",
        "Softmax(dim=None)",
        "LogSoftmax(dim=-1)",
        "Softmax2d()",
        "GELUActivation()",
        "NewGELUActivation()",
        "SiLUActivation()",
        "QuickGELUActivation()",
        "FastGELUActivation()",
        "Dropout(p=0.5, inplace=False)",
        "Dropout(p=0.5)",
        "Dropout1d(p=0.5, inplace=False)",
        "FeatureAlphaDropout()",
        "StochasticDepth(p=0.0, mode=row)",
        "DropPath(drop_prob=0.1)",
        "SegformerDropPath(p=0.1)",
        "StableDropout()",
        "Identity()",
        "Identity(54, unused=True)",
    };
    for (const char* text : texts) expect_case({text, "(2, 8, 4, 4)", "(2, 8, 4, 4)"});
}

TEST(Activations, PReLUHasSlopes) {
    expect_case({"PReLU(num_parameters=1)", "(2, 3)", "(2, 3)", "1"});
    expect_case({"PReLU(num_parameters=6)", "(2, 6, 5)", "(2, 6, 5)", "6"});
    expect_mistake({"PReLU(num_parameters=6)", "(2, 5)",
                    "input.channels(type: PReLU, expected: 6, actual: 5)", "PReLU"});
    expect_mistake({"PReLU(0)", "", "arguments.at_least(name: num_parameters, least: 1, actual: 0)", "0"});
}

TEST(Activations, GLUHalves) {
    expect_case({"GLU(dim=-1)", "(2, 8)", "(2, 4)"});
    expect_case({"GLU(dim=1)", "(2, d, 5)", "(2, 1/2*d, 5)"}, {{"d", 6}});
    expect_mistake({"GLU(dim=-1)", "(2, 7)", "glu.size(type: GLU, divisor: 2, actual: 7)", "GLU"});
    expect_mistake(
        {"GLU(dim=2)", "(2, 7)", "input.no_such_dimension(name: dim, index: 2, shape: (2, 7))", "2"});
}

TEST(Activations, XieluLearnsItsSlopes) {
    expect_case({"XIELUActivation()", "(2, 8)", "(2, 8)", "2", "2"});
}

}  // namespace
}  // namespace paramscope::layers_test
