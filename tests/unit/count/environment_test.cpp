// Hyper-parameters: values, definitions by others, overrides, assumed input names, cycles.
#include "unit/count/support.h"

#include "algebra/parse.h"

namespace paramscope {
namespace {

using namespace testing_support;

TEST(Environment, FormulasAreWrittenInFreeHyperParameters) {
    const Report report = count_text("d = 512\nd_ff = 4*d\nLinear(d, d_ff)");
    EXPECT_EQ(formula(report.nodes[0].parameters), "4*d^2 + 4*d");
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "1050624");
}

TEST(Environment, AnOverrideReplacesADefinition) {
    CountOptions options;
    options.overrides = {{"d_ff", 1000}};
    const Report report = count_text("d = 512\nd_ff = 4*d\nLinear(d, d_ff, bias=False)", options);
    EXPECT_EQ(formula(report.nodes[0].parameters), "d*d_ff");
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "512000");
    EXPECT_EQ(report.variables[1].origin, VariableReport::Origin::Overridden);
}

TEST(Environment, DefinitionsMayStandInAnyOrder) {
    const Report report = count_text("a = 2*b\nb = c + 1\nc = 4\nLinear(a, b, bias=False)");
    EXPECT_EQ(shown(report.nodes[0].parameters.value), "50");
    EXPECT_EQ(first_message(report, Severity::Error), "");
}

TEST(Environment, FreeNamesOfAnInputGetUsualSizes) {
    const Report report = count_text("input = (batch, tokens)\nEmbedding(10, 4)");
    ASSERT_EQ(report.variables.size(), 2u);
    EXPECT_EQ(report.variables[0].name, "batch");
    EXPECT_EQ(report.variables[0].origin, VariableReport::Origin::Assumed);
    EXPECT_EQ(shown(report.variables[0].value->numerator()), "1");
    EXPECT_EQ(shown(report.variables[1].value->numerator()), "128");
}

TEST(Environment, CyclesAndUnknownNamesAreErrors) {
    EXPECT_EQ(first_message(count_text("a = b\nb = a\nReLU()"), Severity::Error),
              "'b' depends on itself through 'a'");
    EXPECT_NE(first_message(count_text("a = 2*nothing\nReLU()"), Severity::Error).find("nothing"),
              std::string::npos);
}

TEST(Environment, LongChainsOfDefinitionsAreFine) {
    std::string text;
    for (int i = 0; i < 20000; ++i) {
        text += "v" + std::to_string(i) + " = v" + std::to_string(i + 1) + " + 1\n";
    }
    text += "v20000 = 1\nLinear(v0, 1, bias=False)";
    EXPECT_EQ(shown(count_text(text).nodes[0].parameters.value), "20001");
}

}  // namespace
}  // namespace paramscope
