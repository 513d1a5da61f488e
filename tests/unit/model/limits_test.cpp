// Hostile texts: each is read in time proportional to its size and gives few diagnostics.
#include <chrono>

#include "model/read_module.h"
#include "model/write.h"
#include "unit/model/model_testing.h"

namespace paramscope {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
    std::string result;
    result.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
}

TEST(Limits, TenMegabytesOfParentheses) {
    EXPECT_EQ(diagnostics_of(std::string(10'000'000, '(')), "1:1 error: model_text.no_module\n");
    EXPECT_EQ(diagnostics_of("A(\n" + std::string(10'000'000, '(')), "2:1 error: parenthesis.unclosed\n");
    EXPECT_EQ(diagnostics_of(repeated("A(", 1'000'000)), "1:4 error: parenthesis.unclosed\n");
}

TEST(Limits, NestingModules) {
    const auto nested = [](std::size_t depth) {
        return "A(" + repeated("(a): A(", depth - 1) + std::string(depth, ')');
    };
    EXPECT_EQ(diagnostics_of(nested(kDeepestModule)), "");
    const std::string expected = "error: model_text.too_deep(limit: 200)\n";
    const std::string found = diagnostics_of(nested(kDeepestModule + 1));
    EXPECT_NE(found.find(expected), std::string::npos) << found;
    const std::string many = diagnostics_of("A(\n" + repeated("(a): A(\n", 100'000));
    EXPECT_EQ(many.substr(many.find("error")), expected);
}

TEST(Limits, Size) {
    EXPECT_EQ(diagnostics_of(std::string(kLargestText + 1, ' ')),
              "1:1 error: model_text.too_large(limit: 96)\n");
}

TEST(Limits, Arguments) {
    const std::string found = diagnostics_of("A(" + repeated("a, ", kMostArguments + 1) + ")");
    EXPECT_EQ(found, "1:3 error: model_text.too_many_arguments(limit: 100000)\n");
}

TEST(Limits, AFlatTree) {
    std::string text = "Sequential(\n";
    for (int i = 0; i < 100'000; ++i)
        text += "  (" + std::to_string(i) + "): Linear(in_features=8, out_features=8, bias=True)\n";
    text += ")\n";
    const Model model = read_clean(text);
    EXPECT_EQ(model.root.children.size(), 100'000u);
    EXPECT_EQ(write_model_text(model), text);
}

/// Seconds to read a text.
double seconds(const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    Diagnostics diagnostics;
    read_model_text(text, &diagnostics);
    read_modules(text, &diagnostics);
    EXPECT_LE(diagnostics.size(), 100u);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(Limits, TimeGrowsWithTheText) {
    // A linear reader takes milliseconds for each; the limit leaves room for checked builds on busy machines,
    // and none for a quadratic reader.
    for (const char* piece : {
             "(",
             "A(",
             "A(\n",
             "(a): A(",
             "(a): A(\n",
             "[",
             "x=[(\n",
             "'",
             "\\'",
             "a=",
             "a = (\n",
             "input = (\n",
             "tie: \n",
             "<",
             " x",
             "  (0): x x x x\n",
             "(x ",
             "\x1B[",
             ">>> a(\n",
             "a(\r",
             "(a): B()\n",
             ", ",
             "a, ",
             "A(\n(a): B()), ",
             ")",
             "a + ",
             "f(",
             "x A(\n",
             "| A(\n|  (b): C(\n",
             "\t",
             "\n",
             "(a): Parameter containing: [x of size 3\n",
             "@ ",
             "(a): B() @ (\n",
             "forward(x) = a(\n",
             "((((1),),),),",
             "[1, \"",
             "# a\n",
             "f('x",
             "...\n",
             "x = A( ",
             "x: A( ",
             "(a): b c\n",
         }) {
        for (const char* start : {"", "A(", "A(\n  "}) {
            EXPECT_LT(seconds(start + repeated(piece, 100'000 / std::string_view(piece).size())), 20.0)
                << start << piece;
        }
    }
}

}  // namespace
}  // namespace paramscope
