// Hostile texts: each is read in time proportional to its size and gives few diagnostics.
#include <algorithm>
#include <ctime>

#include "model/read/read_module.h"
#include "model/write.h"
#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

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

/// Processor time to read a text, in seconds.
double time_to_read(const std::string& text) {
    const std::clock_t begin = std::clock();
    Diagnostics diagnostics;
    read_model_text(text, &diagnostics);
    read_modules(text, &diagnostics);
    EXPECT_LE(diagnostics.size(), 100u);
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// How many times as long a text takes to read as one of an eighth of the length; what is too short to measure counts as 1 ms.
double growth(const std::string& start, std::string_view piece) {
    constexpr std::size_t longer = 100'000;
    const auto text = [&](std::size_t length) { return start + repeated(piece, length / piece.size()); };
    constexpr double shortest = 0.001;
    return (time_to_read(text(longer)) + shortest) / (time_to_read(text(longer / 8)) + shortest);
}

TEST(Limits, TimeGrowsWithTheText) {
    // A linear reader takes 8 times as long for 8 times the text, a quadratic one 64 times: the limit is between, and the least of a few
    // tries counts, since caches and other programs disturb each.
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
            constexpr double most = 24;
            double least = growth(start, piece);
            for (int tries = 1; tries < 5 && least >= most; ++tries) least = std::min(least, growth(start, piece));
            EXPECT_LT(least, most) << start << piece;
        }
    }
}

}  // namespace
}  // namespace paramscope
