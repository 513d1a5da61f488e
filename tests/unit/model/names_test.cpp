#include "model/names.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* found;
};

std::string child_name(std::string_view text) {
    const auto child = match_child_name(text, 0);
    return child ? std::string(child->name) : "no";
}

TEST(Names, ChildNames) {
    for (const Case& c : {
             Case{"(conv1): Conv2d(", "conv1"},
             Case{"(0-31): 32 x Block(", "0-31"},
             Case{"(a key): x", "a key"},
             Case{"(卷积): x", "卷积"},
             Case{"(f(x)): y", "f(x)"},
             Case{"( a ): y", "a"},
             Case{"(a):", "a"},
             Case{"(a):x", "a"},
             Case{"(): x", ""},
             Case{"(it's): x", "it's"},
             Case{"('a)'): x", "'a)'"},
             Case{"('): x'): y", "'): x'"},
             Case{"([0): x", "no"},
             Case{"([0, 1)): x", "[0, 1)"},
             Case{"('a): x", "no"},
             Case{"(a) : x", "a"},  // the end of a colour is blanks
             Case{"(3, 3)", "no"},
             Case{"(a\n): x", "no"},
             Case{"(a", "no"},
         }) {
        EXPECT_EQ(child_name(c.text), c.found) << c.text;
    }
    EXPECT_EQ(child_name("(" + std::string(5000, 'a') + "): x"), "no");
}

std::string type_name(std::string_view text) {
    const auto type = match_type(text, 0);
    return type ? std::string(text.substr(type->span.begin, type->span.end - type->span.begin)) : "no";
}

TEST(Names, Types) {
    for (const Case& c : {
             Case{"Linear(", "Linear"},
             Case{"Conv2d (3", "Conv2d"},
             Case{"lora.Linear(", "lora.Linear"},
             Case{"torch::nn::Linear(", "torch::nn::Linear"},
             Case{"Stack<int, 3>(", "Stack<int, 3>"},
             Case{"Block[x](", "Block[x]"},
             Case{"<class 'a.B'>(", "<class 'a.B'>"},
             Case{"Conv-BN(", "Conv-BN"},
             Case{"3DConv(", "3DConv"},
             Case{"Сеть(", "Сеть"},
             Case{"two words(", "no"},
             Case{"Linear\n(", "no"},
             Case{"(a", "no"},
             Case{".a(", "no"},
             Case{"a:b(", "no"},
             Case{"Stack<int(", "no"},
         }) {
        EXPECT_EQ(type_name(c.text), c.found) << c.text;
    }
}

std::string repeated(std::string_view text) {
    const auto type = match_repeated_type(text, 0);
    if (!type) return "no";
    return std::string(text.substr(type->count.begin, type->count.end - type->count.begin)) + "|" +
           std::string(text.substr(type->type.span.begin, type->type.span.end - type->type.span.begin));
}

TEST(Names, Repeats) {
    for (const Case& c : {
             Case{"ReLU()", "|ReLU"},
             Case{"32 x Block(", "32|Block"},
             Case{"layers x Block (", "layers|Block"},
             Case{"2*n + 1 x Block(", "2*n + 1|Block"},
             Case{"x x Block(", "x|Block"},
             Case{"2*x x Block(", "2*x|Block"},
             Case{"max(a, b) x Block(", "max(a, b)|Block"},
             Case{"max(a, b)", "|max"},
             Case{"32x Block(", "no"},
             Case{"32 x 3", "no"},
             Case{"x Block(", "no"},
         }) {
        EXPECT_EQ(repeated(c.text), c.found) << c.text;
    }
}

TEST(Names, ChildLines) {
    for (const char* line :
         {"  (a): ReLU()", "(0-1): 2 x A(", "(w): Parameter containing: [torch.float32 of size 3]"}) {
        EXPECT_TRUE(starts_child_line(line, 0)) << line;
    }
    for (const char* line : {"(note): see below", "a (b): C()", "(3, 4)", ")", ""}) {
        EXPECT_FALSE(starts_child_line(line, 0)) << line;
    }
}

}  // namespace
}  // namespace paramscope
