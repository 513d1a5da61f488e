// Trees: what modules are joined to, paths, and errors of sizes and repeats.
#include "unit/count/support.h"

#include "count/tree/tree.h"
#include "model/read/read.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

/// A tree with everything that it refers to.
struct Built {
    explicit Built(std::string_view text)
        : model(read_model_text(text, &ignored)),
          environment(model, CountOptions{}, &ignored),
          tree(build_tree(model, environment, &diagnostics)) {}

    Diagnostics ignored, diagnostics;
    Model model;
    Environment environment;
    Tree tree;
};

/// What a module was joined to.
std::string kind_of(const Node& node) {
    if (node.layer.rule) return std::string(node.layer.family());
    if (node.is_list) return "list";
    return node.block ? "block" : "custom";
}

TEST(Tree, ModulesAreJoinedToTheCatalogue) {
    struct Case {
        std::string_view text, kind;
        bool parameters_known;
    };
    constexpr Case cases[] = {
        {"Linear(2, 3)", "linear", true},
        {"ModuleList(\n  (0): ReLU()\n)", "list", true},
        {"TransformerEncoderLayer(8, 2)", "block", true},
        {"Net(\n  (a): ReLU()\n)", "custom", true},
        {"Net(\n  (w): Parameter(3)\n)", "custom", true},
        {"Conv2d(3, 8)", "convolution", false},
        {"Mystery()", "custom", false},
        // a composite that shares a layer's name
        {"Linear(\n  (inner): Conv2d(3, 8, 1)\n)", "custom", true},
    };
    for (const Case& c : cases) {
        const Built built(c.text);
        EXPECT_EQ(kind_of(built.tree.nodes[0]), c.kind) << c.text;
        EXPECT_EQ(built.tree.nodes[0].basis < Basis::Partial, c.parameters_known) << c.text;
    }
}

TEST(Tree, AConstructorBuildsTheChildrenThatPrintDoesNotShow) {
    const Built built("TransformerEncoderLayer(8, 2)");
    EXPECT_GT(built.tree.nodes.size(), 5u);
    EXPECT_EQ(built.tree.nodes[0].subtree_end, built.tree.nodes.size());
    EXPECT_TRUE(built.tree.find(0, "self_attn"));
}

TEST(Tree, NamesWithDotsAreFound) {
    const Built built("Net(\n  (a): Net(\n    (b.c): ReLU()\n  )\n  (d.e): Net(\n    (f): ReLU()\n  )\n)");
    for (const std::string_view path : {"a", "a.b.c", "d.e", "d.e.f"})
        EXPECT_TRUE(built.tree.find(0, path)) << path;
    for (const std::string_view path : {"b", "a.b", "d", "d.f", ""})
        EXPECT_FALSE(built.tree.find(0, path)) << path;
}

TEST(Tree, ABasisNeverGetsBetter) {
    Node node;
    node.lower_basis(Basis::Printed);
    EXPECT_EQ(node.basis, Basis::Printed);
    node.lower_basis(Basis::Approximate);
    node.lower_basis(Basis::Partial);
    EXPECT_EQ(node.basis, Basis::Approximate);
}

TEST(Tree, PathsNameTheFirstInstance) {
    const Built built(
        "Net(\n  (layers): ModuleList(\n    (0-5): 6 x Block(\n      (fc): Linear(2, 2)\n    )\n  )\n)");
    const Tree& tree = built.tree;
    ASSERT_EQ(tree.nodes.size(), 4u);
    EXPECT_EQ(tree.path(0), "");
    EXPECT_EQ(tree.path(3), "layers.0.fc");
    struct Case {
        std::uint32_t parent;
        std::string_view path;
        std::optional<std::uint32_t> node;
    };
    const Case cases[] = {{0, "layers", 1},      {0, "layers.0", 2},      {0, "layers.0-5", 2},
                          {0, "layers.0.fc", 3}, {1, "0.fc", 3},          {0, "fc", {}},
                          {0, "layers.1", {}},   {0, "layers.0.fc.x", {}}};
    for (const Case& c : cases) EXPECT_EQ(tree.find(c.parent, c.path), c.node) << c.path;
}

TEST(Tree, WrongSizesAndUnknownTypesAreReportedAtTheirModule) {
    struct Case {
        std::string_view text, path, message;
    };
    constexpr Case cases[] = {
        {"Net(\n  (0-*): n x ReLU()\n)\n", "0", "repeat"},
        {"n = -3\nNet(\n  (0-*): n x ReLU()\n)", "0", "repeat.not_whole(count: -3)"},
        {"n = 1/2\nNet(\n  (0-*): n x ReLU()\n)", "0", "repeat.not_whole(count: 1/2)"},
        {"Net(\n  (w): Parameter(-1)\n)", "", "tensor.size_not_whole(tensor: w, size: -1)"},
        {"Net(\n  (w): Parameter(5/2)\n)", "", "tensor.size_not_whole(tensor: w, size: 5/2)"},
        {"Net(\n  (w): Parameter(n)\n)", "", "tensor.size_error(tensor: w, error: "},
        {"Net(\n  (w): Parameter(10^30, 10^30)\n)", "", "tensor.too_large(tensor: w)"},
        {"Net(\n  (a): Mystery()\n)", "a", "module.unknown(type: Mystery)"},
        {"Net(\n  (a): Linaer()\n)", "a", "module.misspelt(type: Linaer, similar: Linear)"},
        {"Net(\n  (a): Covn1d()\n)", "a", "module.misspelt(type: Covn1d, similar: Conv1d)"},
        {"Net(\n  (a): Linear<source>()\n)", "a", "module.marked(type: Linear)"},
        {"Net(\n  (a): Conv2d<source>()\n)", "a", "module.marked(type: Conv2d)"},
    };
    for (const Case& c : cases) {
        const Built built(c.text);
        ASSERT_EQ(built.diagnostics.size(), 1u) << c.text;
        EXPECT_EQ(built.diagnostics[0].path, c.path) << c.text;
        if (c.message == "repeat") continue;  // a sentence of the algebra
        EXPECT_TRUE(describe(built.diagnostics[0].message).starts_with(c.message))
            << describe(built.diagnostics[0].message);
    }
}

}  // namespace
}  // namespace paramscope
