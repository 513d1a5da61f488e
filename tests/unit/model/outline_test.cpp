#include "model/texts/outline.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope {
namespace THIS_FILE {

/// The kind of tree and the line it starts with, from there on.
std::string found(std::string_view text) {
    const TreeStart start = find_tree(text);
    const std::string line(text.substr(start.offset, text.find('\n', start.offset) - start.offset));
    switch (start.kind) {
        case TreeStart::Kind::None:
            return "none";
        case TreeStart::Kind::Module:
            return "module " + line;
        case TreeStart::Kind::List:
            return "list " + line;
        case TreeStart::Kind::Fragment:
            return "fragment " + line;
    }
    return "";
}

struct Case {
    const char* text;
    const char* start;
};

TEST(Outline, FindsTheTree) {
    for (const Case& c : {
             Case{"Net(\n  (a): B()\n)", "module Net("},
             Case{"\n\n  Net (\n  (a): B()\n)", "module Net ("},
             Case{"d = 3\nNet(  # comment\n)", "module Net(  # comment"},
             Case{"Net(3, heads=2,\n  4)", "module Net(3, heads=2,"},
             Case{"Net((a): B() (b): C())", "module Net((a): B() (b): C())"},
             Case{"Linear(3, 4)", "module Linear(3, 4)"},
             Case{"Linear(3, 4) @ (2, 3)", "module Linear(3, 4) @ (2, 3)"},
             Case{"Linear(a=')')", "module Linear(a=')')"},
             Case{"block(3)", "module block(3)"},
             Case{"plot(y, result.colors)\nblock()", "module block()"},
             Case{"block(3, x)", "module block(3, x)"},
             Case{"block(True)", "module block(True)"},
             Case{"model = Net(\n  (a): B()\n)", "module Net("},
             Case{"model = Linear(3, 4)", "module Linear(3, 4)"},
             Case{"Model: torch.nn.Linear(3, 4)", "module torch.nn.Linear(3, 4)"},
             Case{"2024-01-02 INFO: Net(\n  (a): B()\n)", "module Net("},
             Case{"[Net(\n  (a): B()\n), Net()]", "list [Net("},
             Case{"  (a): B()\n  (b): C()", "fragment (a): B()"},
             Case{"(0-5): 6 x B(\n)", "fragment (0-5): 6 x B("},
         }) {
        EXPECT_EQ(found(c.text), c.start) << c.text;
    }
}

TEST(Outline, SkipsProse) {
    for (const Case& c : {
             Case{"print(model)\nNet(\n  (a): B()\n)", "module Net("},
             Case{"summary(model)\nmodel.eval()\nNet(\n)", "module Net("},
             Case{"import torch\nmodel = make(\n  3)\nNet(\n  (a): B()\n)", "module Net("},
             Case{"class Net(nn.Module):\n  def f(self):\n    pass\nNet(\n)", "module Net("},
             Case{"The model (see\nbelow) is\nNet(\n)", "module Net("},
             Case{"(note): it is small\nNet(\n)", "module Net("},
             Case{"# Net(\n#  (a): B()\nOther()", "module Other()"},
             Case{"f(x) is a function\nLinear(1, 2)", "module Linear(1, 2)"},
             Case{"print(model)", "none"},
             Case{"print(\n  model\n)", "none"},
             Case{"None()", "none"},
             Case{"model: None()", "none"},
             Case{"class Net:\n    def f(self):\n        self.fc = nn.Linear(3, 4)", "none"},
             Case{"a.weight: torch.Size([3, 4])", "none"},
             Case{"nothing here", "none"},
             Case{"d = max(3, 4)", "none"},
             Case{"((((", "none"},
             Case{"", "none"},
         }) {
        EXPECT_EQ(found(c.text), c.start) << c.text;
    }
}

TEST(Outline, OpenersAtLineEnds) {
    EXPECT_EQ(find_opener("  a: Net(", 0), 5u);
    EXPECT_EQ(find_opener("Net (  # comment", 0), 0u);
    EXPECT_EQ(find_opener("...Net(", 0), 3u);
    EXPECT_EQ(find_opener("Net()", 0), 5u);
    EXPECT_EQ(find_opener("((", 0), 2u);
}

}  // namespace THIS_FILE
}  // namespace paramscope
