// Two trees as one: modules are paired by name, in lists by order and type.
#include "count/compare/compare_modules.h"

#include <gtest/gtest.h>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

/// "left|right" of every row, indented; a lone module has `-` for the other, what differs has a `*`.
std::string aligned(std::string_view left_text, std::string_view right_text) {
    const Report left = count_text(left_text);
    const Report right = count_text(right_text);
    std::string text;
    for (const ModulePair& pair : compare_modules(left, right)) {
        const auto name = [](const Report& report, std::uint32_t node) {
            if (node == kNoNode) return std::string("-");
            return std::string(report.nodes[node].name.empty() ? "root" : report.nodes[node].name);
        };
        text += std::string(pair.depth, ' ') + name(left, pair.left) + "|" + name(right, pair.right) +
                (pair.differs ? "*\n" : "\n");
    }
    return text;
}

TEST(CompareModules, MatchesByName) {
    EXPECT_EQ(aligned("Net(\n  (a): Linear(1, 2)\n  (b): Linear(2, 3)\n)",
                      "Net(\n  (b): Linear(2, 4)\n  (a): Linear(1, 2)\n)"),
              "root|root*\n a|a\n b|b*\n");
}

TEST(CompareModules, PutsWhatOnlyOneHasInItsPlace) {
    EXPECT_EQ(aligned("Net(\n  (a): Linear(1, 2)\n  (c): ReLU()\n)",
                      "Net(\n  (a): Linear(1, 2)\n  (b): Dropout(p=0.1)\n  (c): ReLU()\n  (d): Tanh()\n)"),
              "root|root\n a|a\n -|b*\n c|c\n -|d*\n");
}

TEST(CompareModules, MatchesRenamedModulesByType) {
    EXPECT_EQ(aligned("Net(\n  (fc): Linear(1, 2)\n)", "Net(\n  (head): Linear(1, 2)\n)"),
              "root|root\n fc|head\n");
}

TEST(CompareModules, TakesWeightsThatOneTextLeavesOpenForTheSame) {
    const std::string print =
        "Net(\n  (m): Part(\n    (e): Embedding(5, 2)\n  )\n"
        "  (head): Linear(2, 5, bias=False)\n)";
    const std::string tied = "tie: head.weight = m.e.weight\n";
    EXPECT_EQ(aligned(tied + print, print), "root|root\n m|m\n  e|e\n head|head\n");
    EXPECT_EQ(aligned(print, tied + print), "root|root\n m|m\n  e|e\n head|head\n");
    EXPECT_EQ(aligned(tied + print, "tie: none\n" + print), "root|root*\n m|m\n  e|e\n head|head*\n");
    // What else differs is a difference.
    const std::string other =
        "Net(\n  (m): Part(\n    (e): Embedding(5, 2)\n    (f): Linear(1, 1)\n  )\n"
        "  (head): Linear(2, 5, bias=False)\n)";
    EXPECT_EQ(aligned(tied + print, other), "root|root*\n m|m*\n  e|e\n  -|f*\n head|head\n");
}

TEST(CompareModules, MatchesListsInOrder) {
    EXPECT_EQ(
        aligned(
            "Sequential(\n  (0): Linear(1, 2)\n  (1): ReLU()\n  (2): Linear(2, 3)\n)",
            "Sequential(\n  (0): Linear(1, 2)\n  (1): BatchNorm1d(2)\n  (2): ReLU()\n  (3): Linear(2, 3)\n)"),
        "root|root*\n 0|0\n -|1*\n 1|2\n 2|3\n");
}

TEST(CompareModules, MatchesARepeatWithAnother) {
    EXPECT_EQ(aligned("Sequential(\n  (0-5): 6 x Block(\n    (fc): Linear(2, 2)\n  )\n)",
                      "Sequential(\n  (0-7): 8 x Block(\n    (fc): Linear(2, 2)\n  )\n)"),
              "root|root*\n 0-5|0-7*\n  fc|fc\n");
}

TEST(CompareModules, MatchesLayersOfOneRole) {
    const std::string dense =
        "Sequential(\n  (0-5): 6 x Layer(\n    (attn): Linear(2, 2)\n    (mlp): ReLU()\n  )\n)";
    const std::string moe =
        "Sequential(\n  (0-3): 4 x MoeLayer(\n    (attn): Linear(2, 2)\n    (mlp): Linear(2, 5)\n  )\n)";
    EXPECT_EQ(aligned(dense, moe), "root|root*\n 0-5|0-3*\n  attn|attn\n  mlp|mlp*\n");
    // Too little is the same, or the other model has that type, too.
    const std::string other = "Sequential(\n  (0): Other(\n    (attn): Linear(2, 2)\n    (x): ReLU()\n  )\n)";
    EXPECT_EQ(aligned(dense, other), "root|root*\n 0-5|-*\n  attn|-*\n  mlp|-*\n -|0*\n  -|attn*\n  -|x*\n");
    const std::string both =
        "Sequential(\n  (0): MoeLayer(\n    (attn): Linear(2, 2)\n    (mlp): ReLU()\n  )\n"
        "  (1): Layer(\n    (attn): Linear(2, 2)\n    (mlp): ReLU()\n  )\n)";
    EXPECT_EQ(aligned(dense, both),
              "root|root*\n -|0*\n  -|attn*\n  -|mlp*\n 0-5|1*\n  attn|attn\n  mlp|mlp\n");
}

TEST(CompareModules, ShowsAWholeSubtreeThatIsAlone) {
    EXPECT_EQ(aligned("Net(\n  (a): Block(\n    (fc): Linear(2, 2)\n  )\n)", "Net(\n  (z): ReLU()\n)"),
              "root|root*\n a|-*\n  fc|-*\n -|z*\n");
}

TEST(CompareModules, EndsOfPairsEncloseTheirChildren) {
    const Report report = count_text("Net(\n  (a): B(\n    (x): ReLU()\n  )\n  (b): ReLU()\n)");
    const std::vector<ModulePair> pairs = compare_modules(report, report);
    ASSERT_EQ(pairs.size(), 4u);
    EXPECT_EQ(pairs[0].end, 4u);
    EXPECT_EQ(pairs[1].end, 3u);
    EXPECT_EQ(pairs[2].end, 3u);
    EXPECT_EQ(pairs[3].end, 4u);
}

TEST(CompareModules, TakesReportsOfNothing) {
    EXPECT_TRUE(compare_modules(Report{}, Report{}).empty());
    EXPECT_EQ(compare_modules(Report{}, count_text("Linear(1, 1)")).size(), 1u);
}

/// "kind path" of every difference.
std::string differences(std::string_view left_text, std::string_view right_text) {
    const Report left = count_text(left_text);
    const Report right = count_text(right_text);
    std::string text;
    for (const ModuleDifference& difference : module_differences(left, right, compare_modules(left, right))) {
        text += std::string(to_string(difference.kind)) + " " +
                (difference.left != kNoNode ? left.path(difference.left) : right.path(difference.right)) +
                "; ";
    }
    return text;
}

struct Case {
    const char* what;
    const char* left;
    const char* right;
    const char* differences;
};

TEST(CompareModules, DifferencesAreThoseOfTheInnermostModules) {
    constexpr Case cases[] = {
        {"the same", "Net(\n  (a): Linear(2, 3)\n)", "Net(\n  (a): Linear(2, 3)\n)", ""},
        {"a type", "Net(\n  (a): ReLU()\n)", "Net(\n  (a): GELU()\n)", "type a; "},
        {"a size", "Net(\n  (a): Linear(2, 3)\n)", "Net(\n  (a): Linear(2, 4)\n)", "parameters a; "},
        {"work", "input = (1, 2)\nNet(\n  forward(x) = a(x)\n  (a): Linear(2, 3)\n)",
         "input = (5, 2)\nNet(\n  forward(x) = a(x)\n  (a): Linear(2, 3)\n)", "flops a; "},
        {"a repeat", "Sequential(\n  (0-5): 6 x Linear(2, 2)\n)", "Sequential(\n  (0-7): 8 x Linear(2, 2)\n)",
         "repeat 0; "},
        {"subtrees of one side", "Net(\n  (a): Block(\n    (fc): Linear(2, 2)\n  )\n)",
         "Net(\n  (z): ReLU()\n)", "only-left a; only-right z; "},
    };
    for (const Case& c : cases) EXPECT_EQ(differences(c.left, c.right), c.differences) << c.what;
}

TEST(CompareModules, APartIsComparedWithAPart) {
    const Report whole =
        count_text("Net(\n  (model): Base(\n    (fc): Linear(2, 3)\n  )\n  (head): Linear(3, 4)\n)");
    const Report part = count_text("Base(\n  (fc): Linear(2, 3)\n)");
    const std::vector<ModulePair> pairs = compare_modules(whole, part, *whole.find("model"));
    ASSERT_EQ(pairs.size(), 2u);
    EXPECT_TRUE(module_differences(whole, part, pairs).empty());
}

TEST(Ratio, IsOfKnownNumbersOnly) {
    EXPECT_EQ(ratio({0, Integer{4}}, {0, Integer{6}}), 1.5);
    EXPECT_EQ(ratio({0, Integer{0}}, {0, Integer{6}}), 0);
    EXPECT_EQ(ratio({0, std::nullopt, Basis::Partial}, {0, Integer{6}}), 0);
}

}  // namespace THIS_FILE
}  // namespace paramscope
