// Diagnostics of texts with mistakes: which, with what values, and where.
#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* diagnostics;
};

void check(std::initializer_list<Case> cases) {
    for (const Case& c : cases) EXPECT_EQ(diagnostics_of(c.text), c.diagnostics) << c.text;
}

TEST(ReadErrors, NothingToRead) {
    const char* empty = "1:1 error: model_text.empty\n";
    check({{"", empty}, {"  \n\t\n", empty}, {">>> print(model)\n", empty}});
    const char* none = "error: model_text.no_module\n";
    check({{"hello there you", (std::string("1:1 ") + none).c_str()},
           {"hello", "1:1 error: model_text.name_alone(name: hello)\n"},
           {"\n  resnet-50\n", "2:3 error: model_text.name_alone(name: resnet-50)\n"},
           {"openai/whisper-tiny", "1:1 error: model_text.name_alone(name: openai/whisper-tiny)\n"},
           {"https://huggingface.co/gpt2", "1:1 error: model_text.address\n"},
           {"hello\nyou", (std::string("1:1 ") + none).c_str()}});
    EXPECT_EQ(diagnostics_of("\x01\xFF\xFE)(*&\x80"), std::string("1:1 ") + none);
    EXPECT_EQ(diagnostics_of("d = 3\n"), std::string("1:1 ") + none);
}

TEST(ReadErrors, BinaryData) {
    using namespace std::string_view_literals;
    EXPECT_EQ(diagnostics_of("A(\n  b\0)"sv), "2:4 error: model_text.binary(offset: 6)\n");
    EXPECT_EQ(diagnostics_of("\xFF\xFE\x41\0(\0)\0"sv).substr(4), "error: model_text.binary(offset: 3)\n");
    Diagnostics diagnostics;
    EXPECT_TRUE(read_modules("A()\0"sv, &diagnostics).empty());
    EXPECT_TRUE(has_errors(diagnostics));
}

TEST(ReadErrors, ParenthesesTooFew) {
    check({
        {"A(\n  (b): B(\n    (c): C(", "3:11 error: parenthesis.unclosed_module(type: C)\n"},
        {"A(\n  (b): B(\n    (c): C()\n  (d): D()\n)", "2:9 error: parenthesis.unclosed_module(type: B)\n"},
        {"A(\n  (c): Conv2d(3, 64, kernel_size=(3,", "2:34 error: parenthesis.unclosed\n"},
        {"A(\n  (c): Conv2d(3, kernel_size=[3, 3)\n  (d): D()\n)",
         "2:14 error: parenthesis.unclosed_module(type: Conv2d)\n"},
        {"A(\n  x=((1, 2)\n  (b): B()\n)", "2:5 error: parenthesis.unclosed\n"},
        {"[A(\n  (b): B()\n)", "1:1 error: parenthesis.unclosed_list\n"},
    });
}

TEST(ReadErrors, ParenthesesTooMany) {
    check({
        {"A()\n)", "2:1 error: parenthesis.unexpected\n"},
        {"A(\n  (b): B()\n)\n)", "4:1 error: parenthesis.unexpected\n"},
        {"A(\n  (b): B())\n  (c): C()\n)", "3:3 error: parenthesis.outside\n"},
        {"A(\n  (b): B(\n    (c): C()\n    )\n  )\n  (d): D()\n)",
         "4:5 error: parenthesis.closes_early(type: B)\n"},
    });
}

TEST(ReadErrors, Children) {
    check({
        {"A(\n  (b):\n)", "2:3 error: child.missing(name: b)\n"},
        {"A(\n  (b): 3 x\n)", "2:3 warning: child.not_a_module(name: b)\n"},
        {"A(\n  (w): Parameter\n)", "2:3 warning: child.not_a_module(name: w)\n"},
        {"A(\n  (): B()\n)", "2:3 error: child.unnamed\n"},
        {"A(\n  (b): B()\n  (c): C()\n  (b): B()\n)", "4:3 warning: child.duplicate_name(name: b)\n"},
        {"A(\n  (b): B()\n  ...\n)", "3:3 warning: model_text.left_out\n"},
    });
}

TEST(ReadErrors, Counts) {
    check({
        {"A(\n  (0-5): 7 x B()\n)",
         "2:10 error: child_count.range_mismatch(range: 0-5, size: 6, actual: 7)\n"},
        {"A(\n  (0-170141183460469231731687303715884105727): 3 x B()\n)", ""},
        {"A(\n  (0-*): B()\n)", "2:3 error: child_count.missing(name: 0-*)\n"},
        {"A(\n  (b): 1/2 x B()\n)", "2:8 error: child_count.not_whole(actual: 1/2)\n"},
        {"A(\n  (b): -1 x B()\n)", "2:8 error: child_count.not_whole(actual: -1)\n"},
        {"A(\n  (b): 3 4 x B()\n)", "2:10 error: child_count.expected_type\n"},
    });
}

TEST(ReadErrors, ForwardLines) {
    check({
        {"A(\n  forward(x) = f(\n  (f): F()\n)",
         "3:6 error: forward_line.expected(expected: forward_token.separator)\n"},
        {"A(\n  forward(x): b(x)\n)",
         "2:13 error: forward_line.expected(expected: forward_token.equals_after_inputs)\n"},
        {"A(\n  forward(x) = \n)", "3:1 error: forward_line.expected(expected: forward_token.operand)\n"},
        {"A(\n  forward(x) = x y\n)", "2:18 error: forward_line.expected_end\n"},
        {"A(\n  forward(x) = x\n  forward(y) = y\n)", "3:3 error: forward_line.second\n"},
    });
}

TEST(ReadErrors, StatedInputs) {
    check({
        {"A() @ 3", "1:7 error: input_shape.expected\n1:7 note: model_text.ignored_after\n"},
    });
}

TEST(ReadErrors, KeepsThePartReadBeforeTheError) {
    Diagnostics diagnostics;
    const Model model =
        read_model_text("d = 3\nA(\n  (b): B(1)\n  (c): Conv2d(3, 64, kernel_size=(3,", &diagnostics);
    EXPECT_EQ(dump(model), "d = 3\nA\n  b: B #1\n  omitted: Omitted");
}

TEST(ReadErrors, ATextThatIsCutOffKeepsItsWholeChildren) {
    check({
        {"A(\n  (b): B()\n", "1:2 warning: model_text.cut_off\n"},
        {"A(\n  (b): B()\n  (c): Lin", "1:2 warning: model_text.cut_off\n"},
        {"A(\n  (b): B()\n  (c): C(in_features=3, out_fea", "1:2 warning: model_text.cut_off\n"},
        {"A(\n  (b): B(\n    (c): C()\n    (d): D(3", "2:9 warning: model_text.cut_off\n"},
        {"A( (b): B() (c): C(3", "1:2 warning: model_text.cut_off\n"},
        {"(b): B()\n(c): C(3",
         "1:1 warning: model_text.first_line_missing\n1:1 warning: model_text.cut_off\n"},
    });
    Diagnostics diagnostics;
    EXPECT_EQ(dump(read_model_text("A(\n  (b): B(\n    (c): C(1)\n    (d): D(3", &diagnostics)),
              "A\n  b: B\n    c: C #1\n    omitted: Omitted");
}

TEST(ReadErrors, OneMissingBracketLosesOneLine) {
    Diagnostics diagnostics;
    const Model model =
        read_model_text("A(\n  (b): B(size=[(1, 2], x=3)\n  (c): C(\n    (d): D()\n  )\n)", &diagnostics);
    EXPECT_EQ(dump(model.root).substr(0, 6), "A\n  b:");
    EXPECT_NE(dump(model.root).find("c: C"), std::string::npos);
}

TEST(ReadErrors, AtMost50Diagnostics) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "tie: a\n";
    Diagnostics diagnostics;
    read_model_text(text + "A()", &diagnostics);
    EXPECT_EQ(diagnostics.size(), 50u);
    EXPECT_EQ(diagnostics.back().message.id(), "model_text.more_problems");
}

}  // namespace
}  // namespace paramscope
