#include "open/support/opened_model.h"

#include <gtest/gtest.h>

#include "model/read/read.h"
#include "model/write.h"

namespace paramscope::open {
namespace THIS_FILE {

Model model_of(std::string_view text) {
    Diagnostics diagnostics;
    return read_model_text(text, &diagnostics);
}

/// A child of that name and type.
Model with_child(std::string name, std::string type) {
    Model model = model_of("Net()");
    Module& child = model.root.children.emplace_back();
    child.name = std::move(name);
    child.type = std::move(type);
    return model;
}

TEST(OpenedModel, WritesItsTextWhenAsked) {
    const std::string text = "# net\ninput = (batch, 3)\n\nNet(\n  (0-3): 4 x Linear(3, 3)\n)\n";
    const OpenedModel opened(model_of(text));
    EXPECT_NE(opened.model(), nullptr);
    EXPECT_EQ(opened.text(), text);
}

TEST(OpenedModel, StaysAModelUpToTheLimitsOfTexts) {
    Model model = model_of("Net(\n  (0): Linear(in_features=1024, out_features=1024, bias=True)\n)\n");
    const Module layer = model.root.children.front();
    for (int i = 1; i < 60'000; ++i) {
        Module& next = model.root.children.emplace_back(layer);
        next.name = std::to_string(i);
    }
    EXPECT_NE(OpenedModel(std::move(model)).model(), nullptr);
}

TEST(OpenedModel, IsTextWhereItsTextWouldReadAsAnotherModel) {
    Model twins = with_child("a", "Linear");
    twins.root.children.push_back(twins.root.children.front());
    Model deep = with_child("a", "Linear");
    for (int depth = 0; depth < kDeepestModule; ++depth) {
        Model around = with_child("a", "Net");
        around.root.children.front().children = std::move(deep.root.children);
        deep = std::move(around);
    }
    Model long_lines = with_child("a", "Linear");
    long_lines.notes.push_back(std::string(kLargestText, 'x'));
    Model spaced = with_child("a", "Linear");
    spaced.notes.push_back(" two\nlines");
    for (const Model& model :
         {with_child("a b", "Linear"), with_child("", "Linear"), with_child("0-*", "Linear"),
          with_child("a", "Parameter"), with_child("a", "x y"), twins, deep, long_lines, spaced}) {
        const OpenedModel opened(model);
        EXPECT_EQ(opened.model(), nullptr) << opened.text().substr(0, 100);
        EXPECT_EQ(opened.text(), write_model_text(model));
    }
}

TEST(OpenedModel, StatesTheWorstBasis) {
    struct Case {
        std::string_view text;
        Basis stated;
        std::string_view written;
    };
    for (const Case& each : {Case{"Net()\n", Basis::Exact, "basis: exact\n\nNet()\n"},
                             Case{"basis: partial\n\nNet()\n", Basis::Exact, "basis: partial\n\nNet()\n"},
                             Case{"basis: exact\n\nNet()\n", Basis::Partial, "basis: partial\n\nNet()\n"},
                             Case{"# net\nNet()\n", Basis::Exact, "# net\nbasis: exact\n\nNet()\n"}}) {
        OpenedModel text{std::string(each.text)}, model(model_of(each.text));
        text.state_basis(each.stated);
        model.state_basis(each.stated);
        EXPECT_EQ(text.text(), each.written);
        EXPECT_EQ(model.text(), each.written);
    }
}

}  // namespace
}  // namespace paramscope::open
