#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

TEST(Recurrent, CountsAsPyTorchDoes) {
    const Case cases[] = {
        {"RNN(10, 20)", "(5, 3, 10)", "((5, 3, 20), (1, 3, 20))", "640", "0", "9000"},
        {"RNN(10, 20, num_layers=2, batch_first=True, dropout=0.1)", "(3, 5, 10)", "((3, 5, 20), (2, 3, 20))",
         "1480", "0", "21000"},
        {"GRU(10, 20, num_layers=3, bias=False, batch_first=True, bidirectional=True)", "(3, 5, 10)",
         "((3, 5, 40), (6, 3, 20))", "18000", "0", "15*18000"},
        {"LSTM(10, 20)", "(5, 10)", "((5, 20), ((1, 20), (1, 20)))", "2560", "0", "5*2400"},
        {"LSTM(10, 20, proj_size=8)", "(5, 3, 10)", "((5, 3, 8), ((1, 3, 8), (1, 3, 20)))", "1760", "0",
         "24000"},
        {"LSTM(5, 7, proj_size=3, num_layers=2, bias=False, bidirectional=True)", "(4, 2, 5)",
         "((4, 2, 6), ((4, 2, 3), (4, 2, 7)))", "1036", "0", "8288"},
        {"RNNCell(10, 20)", "(3, 10)", "(3, 20)", "640", "0", "1800"},
        {"RNNCell(5, 7, nonlinearity=relu)", "(5,)", "(7,)", "98", "0", "84"},
        {"GRUCell(10, 20, bias=False)", "(3, 10)", "(3, 20)", "1800", "0", "5400"},
        {"LSTMCell(10, 20)", "(3, 10)", "((3, 20), (3, 20))", "2560", "0", "7200"},
    };
    for (const Case& expected : cases) expect_case(expected);
}

TEST(Recurrent, NamesItsTensorsAsStateDictDoes) {
    const Layer layer("LSTM(10, 20, proj_size=8, num_layers=2, bidirectional=True)");
    ASSERT_EQ(layer.tensors.size(), 20u);
    EXPECT_EQ(layer.tensors[0].name, "weight_ih_l0");
    EXPECT_EQ(layer.tensors[4].name, "weight_hr_l0");
    EXPECT_EQ(layer.tensors[6].name, "weight_hh_l0_reverse");
    EXPECT_EQ(layer.tensors[10].name, "weight_ih_l1");
    EXPECT_EQ(to_string(layer.tensors[10].shape), "(80, 16)");
}

TEST(Recurrent, CostsTheSameForAnyNumberOfLayers) {
    const Layer layer("GRU(8, 8, num_layers=1000000000)");
    EXPECT_EQ(layer.tensors.size(), 8u);
    EXPECT_TRUE(layer.elements(Role::Parameter) ==
                Polynomial(Integer{1000000000} * (3 * 8 * (8 + 8) + 2 * 3 * 8)));
}

TEST(Recurrent, TakesASymbolicNumberOfLayers) {
    expect_case({"LSTM(d, d, num_layers=n, bidirectional=True)", "(t, 1, d)",
                 "((t, 1, 2*d), ((2*n, 1, d), (2*n, 1, d)))", "16*d^2 + 16*d + (n - 1)*(24*d^2 + 16*d)", "0",
                 "t*(16*d^2 + (n - 1)*24*d^2)"},
                {{"d", 4}, {"n", 3}, {"t", 5}});
}

TEST(Recurrent, ReportsMistakes) {
    const Mistake mistakes[] = {
        {"LSTM(10)", "", "arguments.missing(type: LSTM, name: hidden_size)", "LSTM"},
        {"LSTM(10, 20, num_layers=0)", "", "arguments.at_least(name: num_layers, least: 1, actual: 0)", "0"},
        {"LSTM(10, 20, proj_size=20)", "", "recurrent.projection(actual: 20, hidden_size: 20)", "20"},
        {"LSTM(10, 20)", "(5, 3, 11)", "recurrent.features(type: LSTM, expected: 10, actual: 11)", "LSTM"},
        {"LSTM(10, 20)", "(10,)", "recurrent.dimensions(type: LSTM, shape: (10,))", "LSTM"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

}  // namespace
}  // namespace paramscope::layers_test
