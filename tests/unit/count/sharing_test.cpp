// Ties and freezing: what they change in the totals, and which lines are errors.
#include "unit/count/support.h"

#include "base/concat.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(Sharing, ATiedTensorCountsOnceAndKeepsItsWork) {
    const Report report = count_text(
        "V = 100\nd = 8\ninput = (1, 5)\ntie: head.weight = embed.weight\n"
        "Net(\n  forward(x) = head(embed(x))\n  (embed): Embedding(V, d)\n  (head): Linear(d, V, bias=False)\n)");
    EXPECT_EQ(described_first(report, Severity::Error), "");
    EXPECT_EQ(formula(report.nodes[0].facts->parameters), "V*d");
    EXPECT_EQ(shown(row(report, "head").facts->parameters.value), "0");
    EXPECT_EQ(shown(row(report, "head").facts->macs.value), "4000");
}

TEST(Sharing, LinesThatCannotBeAppliedAreErrors) {
    struct Case {
        std::string_view lines, error;
    };
    constexpr Case cases[] = {
        {"tie: a.weight = c.weight", ""},
        {"freeze: a", ""},
        {"freeze: b.weight", ""},
        {"tie: a.weight = b.weight",
         "tie.shapes(tied: a.weight, tied_shape: (3, 2), source: b.weight, source_shape: (5, 4))"},
        {"tie: a.nothing = b.weight", "tie.no_tensor(path: a.nothing)"},
        {"tie: a.weight = d.weight", "tie.no_tensor(path: d.weight)"},
        {"tie: a.weight = a.weight", "tie.itself(path: a.weight)"},
        {"tie: a.weight = c.weight\ntie: c.weight = a.weight", "tie.source_is_tied(path: a.weight, other: c.weight)"},
        {"freeze: d", "freeze.no_target(path: d)"},
    };
    for (const Case& c : cases) {
        const Report report = count_text(
            concat(c.lines, "\nNet(\n  (a): Linear(2, 3)\n  (b): Linear(4, 5)\n  (c): Linear(2, 3)\n)"));
        EXPECT_EQ(described_first(report, Severity::Error), c.error) << c.lines;
    }
}

TEST(Sharing, FrozenPartsAreParametersThatDoNotTrain) {
    const Report report = count_text(
        "freeze: a, b.bias\nNet(\n  (a): Linear(2, 3)\n  (b): Linear(4, 5)\n  (w): Parameter(7, requires_grad=False)\n)");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "41");
    EXPECT_EQ(shown(report.nodes[0].facts->trainable()), "20");
    EXPECT_EQ(shown(report.nodes[0].facts->frozen()), "21");
}

TEST(Sharing, AllButTheAdaptersOfAPeftModelAreFrozen) {
    const Report report = count_text(
        "PeftModel(\n  (base_model): Net(\n    (fc): Linear(2, 3)\n    (lora_A): Linear(2, 1, bias=False)\n  )\n)");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "11");
    EXPECT_EQ(shown(report.nodes[0].facts->trainable()), "2");
    ASSERT_EQ(report.nodes[0].facts->notes.size(), 1u);
    EXPECT_EQ(report.nodes[0].facts->notes[0].id(), "freeze.adapters");
}

TEST(Sharing, PathsGoThroughNamesWithDotsAndToAnyOfManyTensors) {
    std::string many;
    for (int i = 0; i < 20; ++i) many += concat("    (t", std::to_string(i), "): Parameter(10)\n");
    const std::string tree =
        concat("Net(\n  (a): Box(\n    (b.c): Linear(1, 2)\n    (w.v): Parameter(3)\n  )\n",
               "  (a.b): Linear(4, 5)\n  (many): Box(\n", many, "  )\n)");
    const std::pair<const char*, const char*> cases[] = {
        {"a.b.c.weight", "2"}, {"a.b.c", "4"},    {"a.w.v", "3"},     {"a.b.weight", "20"}, {"a", "7"},
        {"a.b", "25"},         {"many.t0", "10"}, {"many.t19", "10"},
    };
    for (const auto& [path, frozen] : cases) {
        const Report report = count_text(concat("freeze: ", path, "\n", tree));
        EXPECT_EQ(shown(report.nodes[0].facts->frozen()), frozen) << path;
    }
}

TEST(Sharing, ATextMayHaveALineForEachOfManyModules) {
    std::string lines, modules;
    for (int i = 0; i < 5000; ++i) {
        lines += "tie: l" + std::to_string(i) + ".weight = e.weight\nfreeze: l" + std::to_string(i) + "\n";
        modules += "  (l" + std::to_string(i) + "): Linear(4, 4, bias=False)\n";
    }
    const Report report = count_text(lines + "Net(\n  (e): Embedding(4, 4)\n" + modules + ")");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "16");
}

}  // namespace
}  // namespace paramscope
