// Hyper-parameters: values, definitions by others, overrides, assumed input names, cycles.
#include "unit/count/support.h"

#include "algebra/parse.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(Environment, FormulasAreWrittenInFreeHyperParameters) {
    const Report report = count_text("d = 512\nd_ff = 4*d\nLinear(d, d_ff)");
    EXPECT_EQ(formula(report.nodes[0].facts->parameters), "4*d^2 + 4*d");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "1050624");
}

TEST(Environment, AnOverrideReplacesADefinition) {
    CountOptions options;
    options.overrides = {{"d_ff", 1000}};
    const Report report = count_text("d = 512\nd_ff = 4*d\nLinear(d, d_ff, bias=False)", options);
    EXPECT_EQ(formula(report.nodes[0].facts->parameters), "d*d_ff");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "512000");
    EXPECT_EQ(report.variables[1].origin, VariableReport::Origin::Overridden);
}

TEST(Environment, DefinitionsMayStandInAnyOrder) {
    const Report report = count_text("a = 2*b\nb = c + 1\nc = 4\nLinear(a, b, bias=False)");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "50");
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
    struct Case {
        std::string_view text, error;
    };
    constexpr Case cases[] = {
        {"a = a\nReLU()", "variable.cycle(name: a)"},
        {"a = b\nb = a\nReLU()", "variable.cycle_through(name: b, other: a)"},
        {"a = b\nb = c\nc = a\nReLU()", "variable.cycle_through(name: c, other: a)"},
    };
    for (const Case& c : cases) EXPECT_EQ(described_first(count_text(c.text), Severity::Error), c.error) << c.text;
    const Report unknown = count_text("a = 2*nothing\nReLU()");
    EXPECT_TRUE(described_first(unknown, Severity::Error).starts_with("variable.error(name: a, error: "));
    EXPECT_FALSE(unknown.variables[0].value);
}

TEST(Environment, DecodingTakesOneTokenOfAnInput) {
    struct Case {
        std::string_view text, output;
    };
    constexpr Case cases[] = {
        {"input = (2, 7)\nEmbedding(10, 4)", "(2, 1, 4)"},
        {"input = (2, 7, 4)\nReLU()", "(2, 1, 4)"},
    };
    CountOptions options;
    options.mode = Mode::Decode;
    for (const Case& c : cases) {
        const Report report = count_text(c.text, options);
        EXPECT_EQ(to_string(report.nodes[0].facts->output->dims), c.output) << c.text;
        EXPECT_EQ(described_first(report, Severity::Error), "") << c.text;
    }
    EXPECT_EQ(described_first(count_text("input = (1, 3, 8, 8)\nReLU()", options), Severity::Error),
              "decode.input_shape(actual: (1, 3, 8, 8))");
}

TEST(Environment, LongChainsOfDefinitionsAreFine) {
    std::string text;
    for (int i = 0; i < 20000; ++i) {
        text += "v" + std::to_string(i) + " = v" + std::to_string(i + 1) + " + 1\n";
    }
    text += "v20000 = 1\nLinear(v0, 1, bias=False)";
    EXPECT_EQ(shown(count_text(text).nodes[0].facts->parameters.value), "20001");
}

TEST(Environment, AnOverrideIsAName) {
    for (const std::string name : {"x\nfreeze: fc\nq", "", "a b", "2x", "a-b"}) {
        CountOptions options;
        options.overrides.emplace_back(name, 3);
        const Report report = count_text("Linear(2, 3)", options);
        EXPECT_EQ(described_first(report, Severity::Error), "variable.not_a_name(name: " + in_one_line(name) + ")");
        EXPECT_TRUE(report.variables.empty());
    }
}

}  // namespace
}  // namespace paramscope
