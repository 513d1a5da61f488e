// Mixtures of experts: active parameters and work. And parameters that are stored packed.
#include "base/concat.h"
#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

/// A router and eight experts of 8·8 parameters.
std::string mixture(std::string_view forward,
                    std::string_view experts = "(0-7): 8 x Linear(8, 8, bias=False)") {
    return concat("input = (2, 4, 8)\nMixture(\n  forward(x) = ", forward,
                  "\n  (gate): Linear(8, 8, bias=False)\n  (experts): ModuleList(\n    ", experts,
                  "\n  )\n)");
}

TEST(Routing, EachTokenUsesSomeOfTheExperts) {
    struct Case {
        std::string text;
        std::string parameters, active, macs;
    };
    const Case cases[] = {
        {mixture("route(experts, x, gate(x), k=2)"), "576", "192", "1536"},
        {mixture("route(experts, x, gate(x), k=8)"), "576", "576", "4608"},
        {mixture("route(experts, x, k=1) + x"), "576", "128",
         "512"},  // a module that is not called is kept active
        {mixture("route(experts, x, gate(x), k=2) + gate(x)"), "576", "192", "2048"},
        {"k = 2\n" + mixture("route(experts, x, gate(x), k=k)"), "576", "192", "1536"},
        {mixture("route(experts, x, k=2)", "(0-3): 4 x Linear(8, 8)\n    (4-7): 4 x Linear(8, 8)"), "640",
         "208", "1024"},
        // Mixtures in a mixture: one of two, and of that one of four.
        {"input = (2, 4, 8)\nMixture(\n  forward(x) = route(experts, x, k=1)\n  (experts): ModuleList(\n"
         "    (0-1): 2 x Mixture(\n      forward(x) = route(experts, x, k=1)\n      (experts): ModuleList(\n"
         "        (0-3): 4 x Linear(8, 8, bias=False)\n      )\n    )\n  )\n)",
         "512", "64", "512"},
        {"input = (1, 4, 8)\nMixture(\n  forward(x) = route(experts, x, k=2)\n  (experts): Weights(\n"
         "    forward(x) = sum(unsqueeze(x, 1) @ w, dim=1)\n    (w): Parameter(16, 8, 8)\n  )\n)",
         "1024", "128", "512"},
        {"input = (1, 4, 8)\nMixture(\n  forward(x) = route(experts, x, k=2, of=16)\n  (experts): Weights(\n"
         "    forward(x) = x @ w @ v\n    (w): Parameter(8, 128)\n    (v): Parameter(128, 8)\n  )\n)",
         "2048", "256", "1024"},
    };
    for (const Case& expected : cases) {
        const Report report = count_text(expected.text);
        EXPECT_EQ(first_message(report, Severity::Error), "") << expected.text;
        const NodeReport& root = *report.root();
        EXPECT_EQ(shown(root.facts->parameters.value), expected.parameters) << expected.text;
        EXPECT_EQ(shown(root.facts->active().value), expected.active) << expected.text;
        EXPECT_EQ(shown(root.facts->macs.value), expected.macs) << expected.text;
        EXPECT_TRUE(root.facts->active().is_complete()) << expected.text;
    }
}

TEST(Routing, FormulasContainTheNumberOfChosenExperts) {
    const Report report = count_text(
        "d = 16\nn = 8\nk = 2\nMixture(\n  forward(x) = route(experts, x, k=k)\n  (experts): ModuleList(\n"
        "    (0-*): n x Linear(d, d, bias=False)\n  )\n)");
    EXPECT_EQ(formula(report.root()->facts->parameters), "d^2*n");
    EXPECT_EQ(formula(report.root()->facts->active()), "d^2*k");
}

TEST(Routing, IsUnknownWithoutANumberOfChosenExperts) {
    struct Case {
        std::string text;
        std::string message;
    };
    const Case cases[] = {
        {mixture("route(experts, x, gate(x))"), "route.needs_k(experts: 8)"},
        {mixture("route(experts, x, gate(x), k=9)"), "route.needs_k(experts: 8)"},
        {"Mine(\n  (experts): ModuleList(\n    (0-7): 8 x Linear(8, 8)\n  )\n)", ""},
    };
    for (const auto& [text, message] : cases) {
        const Report report = count_text(text);
        EXPECT_EQ(described_first(report, Severity::Error), message);
        EXPECT_FALSE(report.root()->facts->active().is_complete()) << text;
        EXPECT_TRUE(report.root()->facts->parameters.is_complete()) << text;
    }
    const Report report =
        count_text(mixture("route(experts, x, k=2)", "(0): Linear(8, 8)\n    (1): Linear(8, 9)"));
    EXPECT_EQ(described_first(report, Severity::Error), "route.different_outputs");
}

constexpr std::string_view kBlock =
    "(\n  (gate): MixtralTopKRouter()\n  (experts): MixtralExperts(\n    (act_fn): SiLU()\n  )\n)";

TEST(Routing, AMixtureWithoutALineTellsItsShareByAnArgument) {
    const auto stacked = [](std::string_view arguments, std::string_view experts) {
        return concat("Mine(\n  ", arguments, "\n  (router): Linear(8, 4)\n  ", experts, "\n)");
    };
    constexpr std::string_view kStacked =
        "(experts): Mine2(\n    (w): Parameter(4, 8, 8)\n    (b): Parameter(4, 8)\n  )";
    struct Case {
        std::string text;
        std::string active;  ///< "" where it is not known
    };
    const Case cases[] = {
        {stacked("top_k=1", kStacked), "108"},  // 8·4 + 4 of the router, 64 + 8 of one expert
        {stacked("top_k=2", "(experts): ModuleList(\n    (0-3): 4 x Linear(8, 8)\n  )"), "180"},
        {stacked("top_k=1", "(up): JetMoeParallelExperts(\n    (w): Parameter(4, 8, 8)\n  )"), "100"},
        // JetMoe's attention calls a whole mixture its experts.
        {"Outer(\n  (experts): Mine(\n    top_k=1\n    (router): Linear(8, 4)\n    (up): "
         "JetMoeParallelExperts(\n"
         "      (w): Parameter(4, 8, 8)\n    )\n  )\n)",
         "100"},
        {stacked("top_k=9", kStacked), ""},
        {stacked("depth=1", kStacked), ""},
        // The rows of all experts in one matrix: how many experts these are is not told.
        {stacked("top_k=1", "(experts): Mine2(\n    (w): Parameter(32, 8)\n  )"), ""},
        {stacked("top_k=1",
                 "(experts): Mine2(\n    (w): Parameter(4, 8, 8)\n    (v): Parameter(2, 8, 8)\n  )"),
         ""},
    };
    for (const auto& [text, active] : cases) {
        const Report report = count_text("basis: exact\n" + text);
        const Quantity& found = report.root()->facts->active();
        EXPECT_EQ(found.is_complete() ? shown(found.value) : "", active) << text;
    }
}

TEST(Routing, WeightsThatPrintHidesAreSizedByArguments) {
    for (const std::string type : {"MixtralSparseMoeBlock", "Qwen3MoeSparseMoeBlock"}) {
        const Report report = count_text(
            concat("input = (1, 4, 8)\n", type,
                   "(num_experts=4, top_k=2, hidden_size=8, intermediate_size=16\n", kBlock.substr(2)));
        EXPECT_EQ(first_message(report, Severity::Error), "");
        EXPECT_EQ(shown(report.root()->facts->parameters.value), "1568");  // 4·8 + 4·3·8·16
        EXPECT_EQ(shown(report.root()->facts->active().value), "800");
        EXPECT_EQ(shown(report.root()->facts->macs.value), "3200");
        EXPECT_TRUE(report.root()->facts->macs.is_complete());
    }
}

TEST(Routing, WeightsThatPrintHidesAreNotZero) {
    for (const std::string type : {"MixtralSparseMoeBlock", "Qwen3MoeSparseMoeBlock", "NeverSeenMoeBlock"}) {
        const Report report = count_text(concat("input = (1, 4, 8)\n", type, kBlock));
        EXPECT_FALSE(report.root()->facts->parameters.is_complete()) << type;
        EXPECT_FALSE(report.root()->facts->macs.is_complete()) << type;
        EXPECT_FALSE(report.root()->facts->active().is_complete()) << type;
        EXPECT_EQ(row(report, "experts").facts->status, Status::Unknown) << type;
        EXPECT_EQ(first_message(report, Severity::Error), "") << type;
    }
    const Report report = count_text("MyExperts(\n  (experts): ModuleList(\n    (0): Linear(2, 2)\n  )\n)");
    EXPECT_TRUE(report.root()->facts->parameters.is_complete());
}

TEST(Storage, CountsNumbersThatHoldSeveralElements) {
    struct Case {
        std::string_view module;
        std::string_view parameters, stored, bits, trainable;
    };
    for (const auto& [module, parameters, stored, bits, trainable] : {
             Case{"Linear(8, 4)", "36", "36", "1152", "36"},
             Case{"Linear4bit(in_features=8, out_features=4, bias=True)", "36", "20", "256", "4"},
             Case{"Linear8bitLt(in_features=8, out_features=4, bias=False)", "32", "32", "256", "0"},
             Case{"WQLinear_GEMM(in_features=128, out_features=64, bias=False, w_bit=4, group_size=32)",
                  "8192", "1024", "32768", "0"},
             Case{"QuantLinear(in_features=128, out_features=64, bias=False, bits=8, group_size=-1)", "8192",
                  "2048", "65536", "0"},
         }) {
        const Report report = count_text(module);
        EXPECT_EQ(shown(report.root()->facts->parameters.value), parameters) << module;
        EXPECT_EQ(shown(report.root()->facts->stored().value), stored) << module;
        EXPECT_EQ(print(report.bits, Notation::Plain), bits) << module;
        EXPECT_EQ(shown(report.root()->facts->trainable()), trainable) << module;
    }
    EXPECT_FALSE(count_text("QuantLinear()").root()->facts->stored().is_complete());
}

}  // namespace THIS_FILE
}  // namespace paramscope
