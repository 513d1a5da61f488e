#include "app/document/tree_rows.h"

#include <gtest/gtest.h>

#include <vector>

namespace paramscope::app {
namespace THIS_FILE {

constexpr std::string_view kText =
    "Sequential(\n"
    "  (stem): Linear(8, 8)\n"
    "  (a): Sequential(\n    (x): Linear(8, 8)\n    (y): ReLU()\n  )\n"
    "  (b): Sequential(\n    (x): Linear(8, 8)\n    (y): ReLU()\n  )\n"
    "  (c): Sequential(\n    (x): Linear(8, 9)\n    (y): ReLU()\n  )\n"
    "  (layers): ModuleList(\n    (0-4): 5 x Linear(9, 9)\n  )\n"
    ")\n";

class TreeRowsTest : public testing::Test {
  protected:
    TreeRowsTest() {
        workspace_.open("Test", std::string(kText));
        workspace_.update();
    }

    std::string rows() {
        tree_.update(workspace_);
        std::string words;
        for (const std::uint32_t row : tree_.rows()) {
            if (!words.empty()) words += ' ';
            words += row == 0 ? "." : workspace_.report().path(row);
            if (tree_.gathered(row) > 1) words += "*" + std::to_string(tree_.gathered(row));
        }
        return words;
    }

    Workspace workspace_;
    TreeRows tree_;
};

TEST_F(TreeRowsTest, OpensLevelsAndSingleModules) {
    EXPECT_EQ(rows(), ". stem a a.x a.y b b.x b.y c c.x c.y layers layers.0");
    workspace_.set_depth(0);
    EXPECT_EQ(rows(), ".");
    workspace_.set_depth(1);
    EXPECT_EQ(rows(), ". stem a b c layers");
    workspace_.set_opened(2, true);
    EXPECT_EQ(rows(), ". stem a a.x a.y b c layers");
    EXPECT_EQ(tree_.row_of(workspace_.report(), 3), 3u);
    EXPECT_EQ(tree_.row_of(workspace_.report(), 6), 5u) << "inside b, which is closed";
}

TEST_F(TreeRowsTest, AListHasLayersAlone) {
    TreeView view;
    view.is_list = true;
    tree_.set_view(view);
    EXPECT_EQ(rows(), ". stem a.x a.y b.x b.y c.x c.y layers.0");
    EXPECT_FALSE(tree_.can_open(workspace_.report(), 0));
    EXPECT_EQ(tree_.level(workspace_.report(), 3), 1u);
    view.key = SortKey::Parameters;
    tree_.set_view(view);
    const std::string sorted = rows();
    EXPECT_TRUE(sorted.starts_with(". ")) << sorted;
    const Report& report = workspace_.report();
    const auto parameters = [&](std::size_t row) {
        return *report.nodes[tree_.rows()[row]].facts->parameters.value;
    };
    for (std::size_t i = 2; i < tree_.rows().size(); ++i)
        EXPECT_TRUE(parameters(i - 1) >= parameters(i)) << sorted;
    view.filter = "y";
    tree_.set_view(view);
    EXPECT_EQ(rows().size(), std::string(". a.y b.y c.y").size());
}

TEST_F(TreeRowsTest, RowsBetweenTwoNodesIncludeBothInEitherDirection) {
    workspace_.set_depth(1);
    EXPECT_EQ(rows(), ". stem a b c layers");
    const Report& report = workspace_.report();
    const std::uint32_t a = tree_.rows()[2];
    const std::uint32_t c = tree_.rows()[4];
    const std::vector<std::uint32_t> expected(tree_.rows().begin() + 2, tree_.rows().begin() + 5);
    const auto between = [&](std::size_t node, std::size_t other) {
        const auto found = tree_.rows_between(report, node, other);
        return std::vector<std::uint32_t>(found.begin(), found.end());
    };
    EXPECT_EQ(between(a, c), expected);
    EXPECT_EQ(between(c, a), expected);
    EXPECT_EQ(between(c + 1, a), expected) << "a module inside c, which is closed";
    EXPECT_EQ(between(a, a), std::vector<std::uint32_t>{a});
}

TEST_F(TreeRowsTest, SortsAmongSiblings) {
    workspace_.set_depth(1);
    tree_.set_view({.key = SortKey::Parameters});
    EXPECT_EQ(rows(), ". layers c stem a b");
    tree_.set_view({.key = SortKey::Parameters, .ascending = true});
    EXPECT_EQ(rows(), ". stem a b c layers");
    tree_.set_view({.key = SortKey::Name});
    EXPECT_EQ(rows(), ". stem layers c b a");
}

TEST_F(TreeRowsTest, ShowsWhatTheFilterFindsAndWhatThatStandsIn) {
    workspace_.set_depth(0);
    tree_.set_view({.filter = "linear >80"});
    EXPECT_EQ(rows(), ". c c.x layers layers.0");
    EXPECT_EQ(tree_.matches(), 2u);
    EXPECT_FALSE(tree_.is_match(0));
    tree_.set_view({.filter = "nothing of the kind"});
    EXPECT_EQ(rows(), ".");
}

TEST_F(TreeRowsTest, GathersEqualNeighbours) {
    tree_.set_view({.gathers_repeats = true});
    EXPECT_EQ(rows(), ". stem a*2 a.x a.y c c.x c.y layers layers.0");
    EXPECT_EQ(tree_.copies(workspace_.report(), 2), 2);
    EXPECT_EQ(tree_.copies(workspace_.report(), 3), 2);
    EXPECT_EQ(tree_.row_of(workspace_.report(), 5), 0u) << "b has no row of its own";
}

TEST_F(TreeRowsTest, ShowsOnlyWhatIsInFocus) {
    tree_.set_view({.focus = "c"});
    EXPECT_EQ(rows(), "c c.x c.y");
    workspace_.edit_text(std::string("Linear(8, 8)"));
    workspace_.update();
    EXPECT_EQ(rows(), ".") << "what was in focus is no more";
    EXPECT_EQ(tree_.view().focus, "");
}

TEST(TreeRows, OfATreeWithoutModules) {
    Workspace workspace;
    workspace.update();
    TreeRows tree;
    tree.update(workspace);
    EXPECT_TRUE(tree.rows().empty());
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
