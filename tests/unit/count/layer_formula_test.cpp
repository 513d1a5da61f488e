// Formulas of layers in their own sizes: a rule run with symbols, checked against the number of the row.
#include "count/explain/layer_formula.h"

#include <string>

#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

struct Case {
    const char* text;
    Subject subject;
    const char* formula;
    const char* numbers;
};

const Case kCases[] = {
    {"Linear(64, 10)", Subject::Parameters, "d_in·d_out + d_out", "64·10 + 10"},
    {"Conv2d(3, 64, kernel_size=(7, 5), bias=False)", Subject::Parameters, "C_in·C_out·K_h·K_w", "3·64·7·5"},
    {"Conv2d(32, 64, 3, groups=4)", Subject::Parameters, "C_in·C_out·K²/G + C_out", "32·64·3²/4 + 64"},
    {"Embedding(50257, 768)", Subject::Parameters, "V·d", "50257·768"},
    {"LSTM(10, 20)", Subject::Parameters, "4·d_h² + 4·d_h·d_in + 8·d_h", "4·20·(20 + 10 + 2)"},
    {"input = (2, 64)\nLinear(64, 10)", Subject::Macs, "N·d_in·d_out", "2·64·10"},
    {"input = (2, 7, 64)\nLinear(64, 10)", Subject::Flops, "2·N·T·d_in·d_out", "2·2·7·64·10"},
    {"input = (1, 3, 224, 224)\nConv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), padding=(3, 3), bias=False)",
     Subject::Macs, "C_in·C_out·H_out·K_h·K_w·N·W_out", "3·64·112·7·7·1·112"},
    {"input = (1, 3, 8, 8)\nConv2d(3, 8, 3, padding='same')", Subject::Macs, "C_in·C_out·H_in·K²·N·W_in",
     "3·8·8·3²·1·8"},
    {"input = (1, 16, 8, 8)\nConvTranspose2d(16, 8, 2, stride=2)", Subject::Macs, "C_in·C_out·H_in·K²·N·W_in",
     "16·8·8·2²·1·8"},
    {"input = (5, 2, 10)\nLSTM(10, 20)", Subject::Macs, "4·N·T·d_h² + 4·N·T·d_h·d_in", "4·2·5·20·(20 + 10)"},
    {"input = (1, 3, 224, 224)\nConv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), padding=(3, 3), bias=False)",
     Subject::Activations, "C_out·H_out·N·W_out·bytes", "64·112·1·112·4"},
    {"input = (2, 7, 64)\nLinear(64, 10)", Subject::Activations, "N·T·bytes·d_out", "2·7·4·10"},
    {"input = (2, 8, 6, 6)\nMaxPool2d(2)", Subject::Activations, "C·H_out·N·W_out·bytes", "8·3·2·3·4"},
    {"input = (2, 8, 6, 5)\nBatchNorm2d(8)", Subject::Activations, "C·H_in·N·W_in·bytes", "8·6·2·5·4"},
    {"input = (2, 8, 6, 5)\nReLU()", Subject::Activations, "bytes·d_1·d_2·d_3·d_4", "4·2·8·6·5"},
    {"input = (2, 8, 6, 5)\nAdaptiveAvgPool2d((1, 1))", Subject::Activations, "C·N·bytes·out_h·out_w",
     "8·2·4·1·1"},
    {"input = (2, 7, 64)\nLayerNorm((64,))", Subject::Activations, "N·T·bytes·d", "2·7·4·64"},
    {"d = 8\ninput = (1, d)\nSequential(\n  (0-*): 3 x Linear(d, d)\n)", Subject::Macs, "", ""},
};

std::optional<NamedFormula> formula_of(const Report& report, std::size_t node, Subject subject) {
    return layer_formula(report, node, subject, SubjectNumbers(report, subject, node).of(node).value);
}

std::string formula_text(const NamedFormula& formula) {
    return print(formula.formula, Notation::Unicode);
}

TEST(LayerFormula, IsInTheSizesOfTheLayer) {
    for (const Case& each : kCases) {
        SCOPED_TRACE(each.text);
        const std::optional<NamedFormula> formula = formula_of(count_text(each.text), 0, each.subject);
        ASSERT_EQ(formula.has_value(), std::string_view(each.formula) != "");
        if (!formula) continue;
        EXPECT_EQ(formula_text(*formula), each.formula);
        EXPECT_EQ(numbers_text(*formula, Notation::Unicode), each.numbers);
    }
}

TEST(LayerFormula, SaysHowALengthIsMade) {
    const Report report = count_text("input = (1, 3, 224, 224)\nConv2d(3, 64, 7, stride=2, padding=3)");
    const std::optional<NamedFormula> formula = formula_of(report, 0, Subject::Macs);
    ASSERT_TRUE(formula);
    const NamedSize* const height = formula->find("H_out");
    ASSERT_NE(height, nullptr);
    EXPECT_EQ(to_string(height->value), "112");
    EXPECT_EQ(print(height->made_of, Notation::Unicode), "⌊(H_in − K + 2·P)/S⌋ + 1");
    const NamedSize* const stride = formula->find("S");
    ASSERT_NE(stride, nullptr);
    EXPECT_EQ(stride->meaning, "stride");
    EXPECT_EQ(to_string(stride->value), "2");
}

TEST(LayerFormula, CountsTheRepeatsOfItsRow) {
    const Report report =
        count_text("d = 8\ninput = (1, d)\nSequential(\n  (0-2): 3 x Linear(d, d, bias=False)\n)");
    const std::optional<NamedFormula> formula = formula_of(report, 1, Subject::Macs);
    ASSERT_TRUE(formula);
    EXPECT_EQ(formula_text(*formula), "N·d_in·d_out·n");
    EXPECT_EQ(numbers_text(*formula, Notation::Unicode), "1·8·8·3");
}

TEST(LayerFormula, ThereIsNoneWhereItsNumberWouldBeAnother) {
    const char* const called_with_two_shapes =
        "input = (4, 8)\nNet(\n  forward(x) = cat(fc(x), fc(cat(x, x, x, dim=0)), dim=0)\n"
        "  (fc): Linear(8, 8)\n)";
    const Report report = count_text(called_with_two_shapes);
    const auto row = report.find("fc");
    ASSERT_TRUE(row);
    EXPECT_FALSE(formula_of(report, *row, Subject::Macs));
    EXPECT_TRUE(formula_of(report, *row, Subject::Parameters));
}

}  // namespace
}  // namespace paramscope
