#include "model/read_value.h"

#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* value;
};

std::string read(std::string_view text) {
    Scanner scanner(text);
    std::optional<std::uint32_t> unclosed;
    return dump(read_argument(scanner, &unclosed));
}

TEST(ReadValue, Numbers) {
    for (const Case& c : {
             Case{"64", "#64"},
             Case{"-1", "#-1"},
             Case{"-1.0", "#-1"},
             Case{"1e-05", "#1/100000"},
             Case{"0.3333", "#3333/10000"},
             Case{"1_000", "#1000"},
             Case{"32k", "#32000"},
             Case{"123456789012345678901", "#123456789012345678901"},
             Case{"4*d", "#4*d"},
             Case{"d // h", "#floor(d/h)"},
             Case{"(d + 1)*2", "#2*d + 2"},
             Case{"(3)", "#3"},
             Case{"min(a, b) + 1", "#min(a, b) + 1"},
             Case{"-d", "#-d"},
         }) {
        EXPECT_EQ(read(c.text), c.value) << c.text;
    }
}

TEST(ReadValue, Words) {
    for (const Case& c : {
             Case{"d", "d"},
             Case{"same", "same"},
             Case{"torch.float16", "torch.float16"},
             Case{"大小", "大小"},
             Case{"True", "!True"},
             Case{"False", "!False"},
             Case{"None", "!None"},
             Case{"inf", "inf"},
             Case{"-inf", "-inf"},
             Case{"nan", "nan"},
         }) {
        EXPECT_EQ(read(c.text), c.value) << c.text;
    }
}

TEST(ReadValue, StringsTuplesCalls) {
    for (const Case& c : {
             Case{"'none'", "'none"},
             Case{"\"a, b)\"", "'a, b)"},
             Case{"()", "()"},
             Case{"(3,)", "(#3)"},
             Case{"(3, d)", "(#3 d)"},
             Case{"(1, (2, 3), [4])", "(#1 (#2 #3) [#4])"},
             Case{"[]", "[]"},
             Case{"[0.485, 0.456]", "[#97/200 #57/125]"},
             Case{"(1,\n 2)", "(#1 #2)"},
             Case{"torch.Size([2, 3])", "torch.Size{[#2 #3]}"},
             Case{"partial(relu, eps=1e-3)", "partial{relu eps=#1/1000}"},
             Case{"f()", "f{}"},
             Case{"f(a -> b, 2)", "f{<<a -> b>> #2}"},
             Case{"ReLU(inplace=True)", "ReLU{inplace=!True}"},
         }) {
        EXPECT_EQ(read(c.text), c.value) << c.text;
    }
}

TEST(ReadValue, OtherTextIsKept) {
    for (const Case& c : {
             Case{"<function relu at 0x7f3a>", "<<<function relu at 0x7f3a>>>"},
             Case{"<class 'a.B'>, 3", "<<<class 'a.B'>>>"},
             Case{"tensor([1., 2.])", "<<tensor([1., 2.])>>"},
             Case{"tensor([[1.,\n        2.]])", "<<tensor([[1.,\n        2.]])>>"},
             Case{"{'a': 1, 'b': (2)}", "<<{'a': 1, 'b': (2)}>>"},
             Case{"cuda:0", "<<cuda:0>>"},
             Case{"1x1", "<<1x1>>"},
             Case{"10 -> 20", "<<10 -> 20>>"},
             Case{"two words", "<<two words>>"},
             Case{"[0, 1)", "<<[0, 1)>>"},
             Case{"3.4028234663852886e+38", "<<3.4028234663852886e+38>>"},
             Case{"f(a", "<<f(a>>"},
             Case{"'a", "<<'a>>"},
         }) {
        EXPECT_EQ(read(c.text), c.value) << c.text;
    }
}

TEST(ReadValue, Keywords) {
    for (const Case& c : {
             Case{"bias=True", "bias=!True"},
             Case{"p = 0.5", "p=#1/2"},
             Case{"size=", "size=<<>>"},
             Case{"act=<function relu at 0x7f>", "act=<<<function relu at 0x7f>>>"},
             Case{"a == b", "<<a == b>>"},
             Case{"a=b=c", "a=<<b=c>>"},
             Case{"größe=3", "größe=#3"},
         }) {
        EXPECT_EQ(read(c.text), c.value) << c.text;
    }
}

TEST(ReadValue, EndsWhereSomethingElseStarts) {
    for (const Case& c : {
             Case{"3, 4", "#3"},
             Case{"3) 4", "#3"},
             Case{"3 # three", "#3"},
             Case{"3\n4", "#3"},
             Case{"3 (a): ReLU()", "#3"},
             Case{"d (a): ReLU()", "d"},
             Case{"2*d (a): ReLU()", "#2*d"},
             Case{"two words (a): ReLU()", "<<two words>>"},
         }) {
        EXPECT_EQ(read(c.text), c.value) << c.text;
    }
}

TEST(ReadValue, FindsTheOutermostUnclosedBracket) {
    Scanner scanner("x=(1, [2");
    std::optional<std::uint32_t> unclosed;
    read_argument(scanner, &unclosed);
    EXPECT_EQ(unclosed, 2u);
}

TEST(ReadValue, KeepsSpans) {
    const std::string_view text = "  size=(3, 4*d) , b";
    Scanner scanner(text, 2);
    std::optional<std::uint32_t> unclosed;
    const Argument argument = read_argument(scanner, &unclosed);
    EXPECT_EQ(covered(text, argument.span), "size=(3, 4*d)");
    EXPECT_EQ(covered(text, argument.value.span), "(3, 4*d)");
    EXPECT_EQ(covered(text, argument.value.items[1].span), "4*d");
    EXPECT_EQ(argument.value.items[1].text, "4*d");
}

TEST(ReadValue, DeepNestingIsKeptAsText) {
    const std::string deep = std::string(5000, '(') + "1" + std::string(5000, ',') + std::string(5000, ')');
    EXPECT_EQ(read(deep), "<<" + deep + ">>");
    const std::string calls = [] {
        std::string text;
        for (int i = 0; i < 1000; ++i) text += "f(";
        return text + std::string(1000, ')');
    }();
    Scanner scanner(calls);
    std::optional<std::uint32_t> unclosed;
    EXPECT_EQ(to_string(read_argument(scanner, &unclosed).value), calls);
}

}  // namespace
}  // namespace paramscope
