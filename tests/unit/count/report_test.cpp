// Questions to a report: paths, children, instances, values.
#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

constexpr std::string_view kNested =
    "n = 3\nNet(\n  (a): ReLU()\n  (layers): ModuleList(\n    (0-2): n x Block(\n      (fc): Linear(2, 2)\n    )\n"
    "    (3): Block(\n      (fc): Linear(2, 2)\n    )\n  )\n)";

TEST(Report, EveryPathFindsItsModule) {
    const Report report = count_text(kNested);
    constexpr std::string_view paths[] = {"", "a", "layers", "layers.0", "layers.0.fc", "layers.3", "layers.3.fc"};
    ASSERT_EQ(report.nodes.size(), std::size(paths));
    for (std::uint32_t i = 0; i < std::size(paths); ++i) {
        EXPECT_EQ(report.path(i), paths[i]);
        EXPECT_EQ(report.find(paths[i]), i);
    }
    for (const std::string_view path :
         {"b", "layers.", "layers.1", "layers.0-2", "layersfc", ".a", "a.fc", "layers.0.fc.x"}) {
        EXPECT_FALSE(report.find(path)) << path;
    }
    EXPECT_EQ(report.path_or_type(report.nodes[0]), "Net");
    EXPECT_EQ(report.path_or_type(report.nodes[1]), "a");
}

TEST(Report, WithoutModulesFindsNothing) {
    EXPECT_EQ(Report{}.root(), nullptr);
    EXPECT_FALSE(Report{}.find(""));
    EXPECT_FALSE(Report{}.find("a"));
}

/// A report of modules with these depths and names, which it does not copy.
Report report_of_names(const std::vector<std::pair<std::uint32_t, std::string_view>>& modules) {
    Report report;
    for (const auto& [depth, name] : modules) {
        NodeReport node;
        node.name = name;
        node.depth = depth;
        report.nodes.push_back(node);
    }
    for (std::uint32_t i = 0; i < report.nodes.size(); ++i) {
        std::uint32_t end = i + 1;
        while (end < report.nodes.size() && report.nodes[end].depth > report.nodes[i].depth) ++end;
        report.nodes[i].subtree_end = end;
        for (std::uint32_t at = i + 1; at < end; ++at) {
            if (report.nodes[at].depth == report.nodes[i].depth + 1) report.nodes[at].parent = i;
        }
    }
    return report;
}

TEST(Report, FindsTheFirstOfEqualPaths) {
    const Report report = report_of_names({{0, ""}, {1, "a"}, {1, "a"}, {2, "b"}, {1, "a.b"}, {1, "x.y"}, {2, "z"}});
    EXPECT_EQ(report.find("a"), 1u);
    EXPECT_EQ(report.find("a.b"), 3u);
    EXPECT_EQ(report.path(4), "a.b");
    EXPECT_EQ(report.find("x.y.z"), 6u);
}

TEST(Report, ChildrenAreDirectDescendants) {
    const Report report = count_text(kNested);
    const auto children = [&](std::size_t node) {
        std::string text;
        for (const std::uint32_t child : report.children(node)) text += std::string(report.nodes[child].name) + " ";
        return text;
    };
    EXPECT_EQ(children(0), "a layers ");
    EXPECT_EQ(children(2), "0-2 3 ");
    EXPECT_EQ(children(1), "");
    EXPECT_TRUE(report.children(1).empty());
    EXPECT_FALSE(report.children(0).empty());
}

TEST(Report, AQuantityIsUnknownWithoutAValueOrWithAZeroThatIsAtLeast) {
    struct Case {
        Quantity quantity;
        bool is_unknown;
    };
    const Case cases[] = {
        {{0, Integer{0}}, false},
        {{0, Integer{0}, Basis::Partial}, true},
        {{5, Integer{5}, Basis::Partial}, false},
        {{5, Integer{5}}, false},
        {{0, std::nullopt}, true},
        {{0, std::nullopt, Basis::Partial}, true},
    };
    for (const Case& c : cases) EXPECT_EQ(c.quantity.is_unknown(), c.is_unknown) << shown(c.quantity.value);
}

TEST(Report, EvaluatesFormulasAtItsHyperParameters) {
    const Report report = count_text("n = 3\nReLU()");
    const Polynomial n = Polynomial::symbol("n");
    EXPECT_EQ(shown(report.quantity(n * n).value), "9");
    EXPECT_EQ(shown(report.quantity(n / 2).value), "?");
    EXPECT_EQ(shown(report.quantity(Polynomial::symbol("m")).value), "?");
    EXPECT_FALSE(report.quantity(n, Basis::Partial).is_complete());
}

TEST(Report, AClassOfSourceCodeHasItsNameAndNoRuleOfThatName) {
    const Report report = count_text("LayerNorm<source>(\n  (fc): Linear(2, 2)\n)");
    EXPECT_EQ(report.root()->type, "LayerNorm");
    EXPECT_EQ(report.root()->facts->family, "custom");
    EXPECT_EQ(report.root()->facts->parameters.value, Integer(6));
}

}  // namespace
}  // namespace paramscope
