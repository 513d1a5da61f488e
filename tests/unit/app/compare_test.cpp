// Two trees as one: modules find their partners by name, in lists by order and type.
#include "count/report/compare_modules.h"

#include <gtest/gtest.h>

#include "count/count.h"

namespace paramscope::app {
namespace {

/// "left|right" of every row, indented; a lone module has `-` for the other, what differs has a `*`.
std::string aligned(std::string_view left_text, std::string_view right_text) {
    const Report left = count_text(left_text);
    const Report right = count_text(right_text);
    std::string text;
    for (const ComparedRow& row : align(left, right)) {
        const auto name = [](const Report& report, std::uint32_t node) {
            if (node == kNoNode) return std::string("-");
            return report.nodes[node].name.empty() ? std::string("root") : report.nodes[node].name;
        };
        text += std::string(row.depth, ' ') + name(left, row.left) + "|" + name(right, row.right) +
                (row.differs ? "*\n" : "\n");
    }
    return text;
}

TEST(Align, MatchesByName) {
    EXPECT_EQ(aligned("Net(\n  (a): Linear(1, 2)\n  (b): Linear(2, 3)\n)",
                      "Net(\n  (b): Linear(2, 4)\n  (a): Linear(1, 2)\n)"),
              "root|root*\n a|a\n b|b*\n");
}

TEST(Align, PutsWhatOnlyOneHasInItsPlace) {
    EXPECT_EQ(aligned("Net(\n  (a): Linear(1, 2)\n  (c): ReLU()\n)",
                      "Net(\n  (a): Linear(1, 2)\n  (b): Dropout(p=0.1)\n  (c): ReLU()\n  (d): Tanh()\n)"),
              "root|root\n a|a\n -|b*\n c|c\n -|d*\n");
}

TEST(Align, MatchesRenamedModulesByType) {
    EXPECT_EQ(aligned("Net(\n  (fc): Linear(1, 2)\n)", "Net(\n  (head): Linear(1, 2)\n)"),
              "root|root\n fc|head\n");
}

TEST(Align, MatchesListsInOrder) {
    EXPECT_EQ(
        aligned(
            "Sequential(\n  (0): Linear(1, 2)\n  (1): ReLU()\n  (2): Linear(2, 3)\n)",
            "Sequential(\n  (0): Linear(1, 2)\n  (1): BatchNorm1d(2)\n  (2): ReLU()\n  (3): Linear(2, 3)\n)"),
        "root|root*\n 0|0\n -|1*\n 1|2\n 2|3\n");
}

TEST(Align, MatchesARepeatWithAnother) {
    EXPECT_EQ(aligned("Sequential(\n  (0-5): 6 x Block(\n    (fc): Linear(2, 2)\n  )\n)",
                      "Sequential(\n  (0-7): 8 x Block(\n    (fc): Linear(2, 2)\n  )\n)"),
              "root|root*\n 0-5|0-7*\n  fc|fc\n");
}

TEST(Align, ShowsAWholeSubtreeThatIsAlone) {
    EXPECT_EQ(aligned("Net(\n  (a): Block(\n    (fc): Linear(2, 2)\n  )\n)", "Net(\n  (z): ReLU()\n)"),
              "root|root*\n a|-*\n  fc|-*\n -|z*\n");
}

TEST(Align, EndsOfRowsEncloseTheirChildren) {
    const Report report = count_text("Net(\n  (a): B(\n    (x): ReLU()\n  )\n  (b): ReLU()\n)");
    const std::vector<ComparedRow> rows = align(report, report);
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0].end, 4u);
    EXPECT_EQ(rows[1].end, 3u);
    EXPECT_EQ(rows[2].end, 3u);
    EXPECT_EQ(rows[3].end, 4u);
}

TEST(Align, TakesReportsOfNothing) {
    EXPECT_TRUE(align(Report{}, Report{}).empty());
    EXPECT_EQ(align(Report{}, count_text("Linear(1, 1)")).size(), 1u);
}

TEST(Ratio, IsOfKnownNumbersOnly) {
    EXPECT_EQ(ratio({0, Integer{4}, true}, {0, Integer{6}, true}), 1.5);
    EXPECT_EQ(ratio({0, Integer{0}, true}, {0, Integer{6}, true}), 0);
    EXPECT_EQ(ratio({0, std::nullopt, false}, {0, Integer{6}, true}), 0);
}

}  // namespace
}  // namespace paramscope::app
