// Source code with brackets that are not closed: where their statements end.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "open/python/syntax/unclosed_brackets.h"

namespace paramscope::open {
namespace THIS_FILE {

/// The text with the missing brackets at their places.
std::string closed(const std::string& text) {
    std::string result;
    std::size_t begin = 0;
    for (const python::UnclosedBracket& each : python::find_unclosed_brackets(text)) {
        result += text.substr(begin, each.end - begin) + each.closer;
        begin = each.end;
    }
    return result + text.substr(begin);
}

TEST(UnclosedBrackets, EndWithTheirStatement) {
    const std::pair<const char*, const char*> cases[] = {
        // Closed ones are left as they are, however they are indented.
        {"f(a,\nb)\n", "f(a,\nb)\n"},
        {"x = [')', \"(\", '''(\n''']  # (\n", "x = [')', \"(\", '''(\n''']  # (\n"},
        // The end of the text, of a line before another statement, of a line before a comment.
        {"f(a", "f(a)"},
        {"f(a, [b", "f(a, [b])"},
        {"x = f(a\nreturn x\n", "x = f(a)\nreturn x\n"},
        {"x = f(a,  # why (\n      b\nreturn x\n", "x = f(a,  # why (\n      b)\nreturn x\n"},
        {"    x = f(a\n    y = 2\n", "    x = f(a)\n    y = 2\n"},
        {"    x = f(a\n        y=2)\n    z = g(1\n", "    x = f(a\n        y=2)\n    z = g(1)\n"},
        {"if a:\n    x = f(\n        b\nself.y = 2\n", "if a:\n    x = f(\n        b)\nself.y = 2\n"},
        {"x = f(\n    a\n    self.y = 2\n", "x = f(\n    a)\n    self.y = 2\n"},
        {"x = f(\n    y == 2\n@g\ndef h(): pass\n", "x = f(\n    y == 2)\n@g\ndef h(): pass\n"},
        {"x = f(a\n    for a in b)\ny = g(\n", "x = f(a\n    for a in b)\ny = g()\n"},
        {"x = f(a\n    for a in b:\n        pass\n", "x = f(a)\n    for a in b:\n        pass\n"},
        // In front of the colon of what has a block.
        {"def f(a, b:\n    pass\n", "def f(a, b):\n    pass\n"},
        {"class A(nn.Module:  # why\n    pass\n", "class A(nn.Module):  # why\n    pass\n"},
        {"for i in range(len(x):\n    pass\n", "for i in range(len(x)):\n    pass\n"},
        // In front of the bracket that closes another.
        {"f(x[1)\ny = 1\n", "f(x[1])\ny = 1\n"},
        {"f([(1, 2])\n", "f([(1, 2)])\n"},
        // What closes nothing is no matter of these rules.
        {"f(a))\n", "f(a))\n"},
        {"", ""},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(closed(text), expected) << text;
}

TEST(MissingColons, BelongToLinesThatABlockFollows) {
    const std::pair<const char*, const char*> cases[] = {
        {"def f(x)\n    return x\n", "def f(x):\n    return x\n"},
        {"class A(B)  # why\n\n    pass\n", "class A(B):  # why\n\n    pass\n"},
        {"class A\n    def f(self, x: int) -> int\n        return x\n",
         "class A:\n    def f(self, x: int) -> int:\n        return x\n"},
        {"if a:\n    b\nelse\n    c\n", "if a:\n    b\nelse:\n    c\n"},
        {"for i in f(\n        2)\n    g(i)\n", "for i in f(\n        2):\n    g(i)\n"},
        {"while d['a: b']\n    c\n", "while d['a: b']:\n    c\n"},
        // No line of a block follows, or the line goes on, or the colon is there.
        {"if a\nb\n", "if a\nb\n"},
        {"if a and \\\n    b:\n    c\n", "if a and \\\n    b:\n    c\n"},
        {"else: a\n    b\n", "else: a\n    b\n"},
        {"x = (a\n     if b else c)\n", "x = (a\n     if b else c)\n"},
        {"print(x)\n    y = 2\n", "print(x)\n    y = 2\n"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(closed(text), expected) << text;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
