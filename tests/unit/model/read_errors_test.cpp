// What a person is told about a text that is wrong, and where.
#include "unit/model/model_testing.h"

namespace paramscope {
namespace {

struct Case {
    const char* text;
    const char* said;
};

void check(std::initializer_list<Case> cases) {
    for (const Case& c : cases) EXPECT_EQ(said(c.text), c.said) << c.text;
}

TEST(ReadErrors, NothingToRead) {
    const char* empty = "1:1 error: the text is empty: paste what print(model) printed, or write a model\n";
    check({{"", empty}, {"  \n\t\n", empty}, {">>> print(model)\n", empty}});
    const char* none =
        "error: no module is found in this text: expected what print(model) printed, such as "
        "Linear(in_features=4, out_features=2)\n";
    check({{"hello", (std::string("1:1 ") + none).c_str()}});
    EXPECT_EQ(said("\n  hello"), std::string("2:3 ") + none);
    EXPECT_EQ(said("\x01\xFF\xFE)(*&\x80"), std::string("1:1 ") + none);
    EXPECT_EQ(said("d = 3\n"), std::string("1:1 ") + none);
}

TEST(ReadErrors, BytesThatAreNoText) {
    using namespace std::string_view_literals;
    const std::string zero = " is zero, as in binary data or UTF-16; expected UTF-8\n";
    EXPECT_EQ(said("A(\n  b\0)"sv), "2:4 error: this is no text: the byte at offset 6" + zero);
    EXPECT_EQ(said("\xFF\xFE\x41\0(\0)\0"sv).substr(4),
              "error: this is no text: the byte at offset 3" + zero);
    Diagnostics diagnostics;
    EXPECT_TRUE(read_modules("A()\0"sv, &diagnostics).empty());
    EXPECT_TRUE(has_errors(diagnostics));
}

TEST(ReadErrors, ParenthesesTooFew) {
    check({
        {"A(\n  (b): B()\n",
         "1:2 error: the parenthesis opened here is never closed: `A` has no closing one\n"},
        {"A(\n  (b): B(\n    (c): C(",
         "3:11 error: the parenthesis opened here is never closed: `C` has no closing one\n"},
        {"A(\n  (b): B(\n    (c): C()\n  (d): D()\n)",
         "2:9 error: the parenthesis opened here is never closed: `B` has no closing one\n"},
        {"A(\n  (c): Conv2d(3, 64, kernel_size=(3,",
         "2:34 error: the parenthesis opened here is never closed\n"},
        {"A(\n  (c): Conv2d(3, kernel_size=[3, 3)\n  (d): D()\n)",
         "2:14 error: the parenthesis opened here is never closed: `Conv2d` has no closing one\n"},
        {"A(\n  x=((1, 2)\n  (b): B()\n)", "2:5 error: the parenthesis opened here is never closed\n"},
        {"[A(\n  (b): B()\n)",
         "1:1 error: the list opened here is never closed: expected `]` behind its last module\n"},
    });
}

TEST(ReadErrors, ParenthesesTooMany) {
    check({
        {"A()\n)", "2:1 error: unexpected `)`: no parenthesis is open here\n"},
        {"A(\n  (b): B()\n)\n)", "4:1 error: unexpected `)`: no parenthesis is open here\n"},
        {"A(\n  (b): B())\n  (c): C()\n)",
         "3:3 error: this stands outside the model: one `)` too many before it\n"},
        {"A(\n  (b): B(\n    (c): C()\n    )\n  )\n  (d): D()\n)",
         "4:5 error: one closing parenthesis too many: this one closes `B`, as the indentation shows too "
         "early\n"},
    });
}

TEST(ReadErrors, Children) {
    check({
        {"A(\n  (b):\n)",
         "2:3 error: `(b):` is followed by nothing: expected a module such as "
         "Linear(in_features=4, out_features=2)\n"},
        {"A(\n  (b): 3 x\n)",
         "2:3 warning: `(b):` is followed by no module, and is not counted: expected `Type(...)` or "
         "`count x Type(...)`\n"},
        {"A(\n  (w): Parameter\n)",
         "2:3 warning: `(w):` is followed by no module, and is not counted: expected "
         "`Type(...)` or `count x Type(...)`\n"},
        {"A(\n  (): B()\n)", "2:3 error: a module needs a name between the parentheses\n"},
        {"A(\n  (b): B()\n  (c): C()\n  (b): B()\n)",
         "4:3 warning: `b` is the name of another child already\n"},
        {"A(\n  (b): B()\n  ...\n)",
         "3:3 warning: text was left out here: what it stood for is not counted\n"},
    });
}

TEST(ReadErrors, Counts) {
    check({
        {"A(\n  (0-5): 7 x B()\n)", "2:10 error: the range 0-5 holds 6 modules, but the count says 7\n"},
        {"A(\n  (0-170141183460469231731687303715884105727): 3 x B()\n)", ""},
        {"A(\n  (0-*): B()\n)", "2:3 error: `(0-*)` needs a count: expected `count x Type(`\n"},
        {"A(\n  (b): 1/2 x B()\n)", "2:8 error: a count must be a whole number, not 1/2\n"},
        {"A(\n  (b): -1 x B()\n)", "2:8 error: a count must be a whole number, not -1\n"},
        {"A(\n  (b): 3 4 x B()\n)", "2:10 error: expected `x` and a type behind the count\n"},
    });
}

TEST(ReadErrors, ForwardLines) {
    check({
        {"A(\n  forward(x) = f(\n  (f): F()\n)", "3:6 error: expected a comma, an operator or `)`\n"},
        {"A(\n  forward(x): b(x)\n)", "2:13 error: expected `=` behind the inputs\n"},
        {"A(\n  forward(x) = \n)", "3:1 error: expected a name, a call, a number or `(`\n"},
        {"A(\n  forward(x) = x y\n)", "2:18 error: expected an operator or the end of the forward line\n"},
        {"A(\n  forward(x) = x\n  forward(y) = y\n)", "3:3 error: this module has a forward line already\n"},
    });
}

TEST(ReadErrors, StatedInputs) {
    check({
        {"A() @ 3",
         "1:7 error: expected a shape such as (batch, tokens, d)\n1:7 note: text behind the model is "
         "ignored\n"},
    });
}

TEST(ReadErrors, WhatWasReadBeforeIsKept) {
    Diagnostics diagnostics;
    const Model model =
        read_model_text("d = 3\nA(\n  (b): B(1)\n  (c): Conv2d(3, 64, kernel_size=(3,", &diagnostics);
    EXPECT_EQ(dump(model), "d = 3\nA\n  b: B #1\n  c: Conv2d #3 #64");
}

TEST(ReadErrors, OneMissingBracketCostsOneLine) {
    Diagnostics diagnostics;
    const Model model =
        read_model_text("A(\n  (b): B(size=[(1, 2], x=3)\n  (c): C(\n    (d): D()\n  )\n)", &diagnostics);
    EXPECT_EQ(dump(model.root).substr(0, 6), "A\n  b:");
    EXPECT_NE(dump(model.root).find("c: C"), std::string::npos);
}

TEST(ReadErrors, NotMoreThanAPersonReads) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "tie: a\n";
    Diagnostics diagnostics;
    read_model_text(text + "A()", &diagnostics);
    EXPECT_EQ(diagnostics.size(), 50u);
    EXPECT_EQ(diagnostics.back().message.english(), "more problems follow; they are not listed");
}

}  // namespace
}  // namespace paramscope
