#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(LinearLayers, CountAsPyTorchDoes) {
    const Case cases[] = {
        {"Linear(in_features=10, out_features=20, bias=True)", "(4, 10)", "(4, 20)", "220", "0", "800"},
        {"Linear(10, 20, False)", "(2, 3, 5, 10)", "(2, 3, 5, 20)", "200", "0", "6000"},
        {"Linear(6, 4)", "(6,)", "(4,)", "28", "0", "24"},
        {"Linear(0, 4)", "(2, 0)", "(2, 4)", "4", "0", "0"},
        {"NonDynamicallyQuantizableLinear(in_features=4, out_features=4, bias=True)", "(1, 4)", "(1, 4)",
         "20", "0", "16"},
        {"Linear4bit(in_features=8, out_features=2, bias=False)", "(3, 8)", "(3, 2)", "16", "0", "48"},
        {"FalconLinear(in_features=4544, out_features=4672, bias=False)", "(1, 4544)", "(1, 4672)",
         "4544*4672", "0", "4544*4672"},
        {"DeepseekV4GroupedLinear(in_features=4, out_features=8, bias=False)", "(1, 2, 4)", "?", "32"},
        {"LazyLinear(in_features=3, out_features=5, bias=True)", "(2, 3)", "(2, 5)", "20", "0", "30"},
        {"Conv1D(nf=2304, nx=768)", "(1, 9, 768)", "(1, 9, 2304)", "768*2304 + 2304", "0", "9*768*2304"},
        {"Conv1D(3, 8, kernel_size=[5], data_format=NCL)", "(1, 3, 9)", "?", "128"},  // Paddle's
        {"Linear(input_dims=10, output_dims=20, bias=True)", "(4, 10)", "(4, 20)", "220", "0", "800"},
        {"Dense(input_channels=10, output_channels=20, has_bias=False)", "(4, 10)", "(4, 20)", "200", "0",
         "800"},
        {"Bilinear(10, 15, 3)", "(4, 10) (4, 15)", "(4, 3)", "453", "0", "4*3*10*15"},
        {"Bilinear(5, 7, 6, bias=False)", "(2, 3, 5) (2, 3, 7)", "(2, 3, 6)", "210", "0", "6*6*35"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

TEST(LinearLayers, TakeHyperParameters) {
    const Symbols symbols = {{"d", 512}, {"t", 16}, {"batch", 2}};
    const Case cases[] = {
        {"Linear(d, 4*d)", "(batch, t, d)", "(batch, t, 4*d)", "4*d^2 + 4*d", "0", "4*batch*t*d^2"},
        {"Linear(512, d)", "(batch, d)", "(batch, d)", "513*d", "0", "512*batch*d"},
    };
    for (const Case& expected : cases) expect_case(expected, symbols);
}

TEST(LinearLayers, ReportMistakes) {
    const Mistake mistakes[] = {
        {"Linear(10)", "", "arguments.missing(type: Linear, name: out_features)", "Linear"},
        {"Linear(-3, 4)", "", "arguments.at_least(name: in_features, least: 0, actual: -3)", "-3"},
        {"Linear(5/2, 4)", "", "arguments.whole_number(name: in_features, actual: 5/2)", "5/2"},
        {"Linear(10, 20)", "(4, 11)", "input.features(type: Linear, expected: 10, actual: 11)", "Linear"},
        {"Bilinear(4, 5, 6)", "(1, 4)", "input.two_inputs(type: Bilinear)", "Bilinear"},
        {"Bilinear(4, 5, 6)", "(1, 4) (1, 6)",
         "bilinear.second_features(type: Bilinear, expected: 5, actual: 6)", "Bilinear"},
        {"Conv1D()", "", "arguments.not_shown(type: Conv1D, name: nf)", "Conv1D"},
        {"ContLinear(n_cont_cols=2, embed_dim=32)", "",
         "arguments.not_shown(type: ContLinear, name: in_features)", "ContLinear"},
        {"LazyLinear(in_features=0, out_features=5, bias=True)", "",
         "arguments.not_initialized(type: LazyLinear, name: in_features)", "LazyLinear"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

TEST(LinearLayers, ReportTheValueOfAFormula) {
    const Symbols symbols = {{"d", 512}};
    expect_mistake({"Linear(d - 600, 4)", "",
                    "arguments.at_least(name: in_features, least: 0, actual: d - 600 = -88)", "d - 600"},
                   symbols);
    expect_mistake({"Linear(2*d, 4)", "(1, d)",
                    "input.features(type: Linear, expected: 2*d = 1024, actual: d = 512)", "Linear"},
                   symbols);
}

}  // namespace
}  // namespace paramscope::layers_test
