#include "cli/wrap.h"

#include <gtest/gtest.h>

#include "formats/support/unicode.h"

namespace paramscope::cli {
namespace THIS_FILE {

using Lines = std::vector<std::string>;

TEST(Wrapped, BreaksAtSpaces) {
    EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("one two three", 8), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("one", 7), (Lines{"one"}));
    EXPECT_EQ(wrapped("", 7), (Lines{""}));
    EXPECT_EQ(wrapped("one   two", 4), (Lines{"one", "two"}));
}

TEST(Wrapped, BreaksLongWordsBehindSignsOrAnywhere) {
    EXPECT_EQ(wrapped("model.layers.mlp", 10), (Lines{"model.", "layers.mlp"}));
    EXPECT_EQ(wrapped("2·H·V·batch", 6), (Lines{"2·H·V·", "batch"}));
    EXPECT_EQ(wrapped("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
    EXPECT_EQ(wrapped("字字字", 3), (Lines{"字", "字", "字"}));
}

TEST(Wrapped, KeepsAllLettersInAnyWidth) {
    const std::string text = "  some words, a.path.of.names and 2·H²·L → 2·H·K·L  字";
    const auto letters = [](std::string all) {
        std::erase(all, ' ');
        return all;
    };
    for (std::size_t width = 1; width < 60; ++width) {
        std::string together;
        for (const std::string& line : wrapped(text, width)) {
            EXPECT_LE(display_width(line), std::max<std::size_t>(width, 2));
            together += line;
        }
        EXPECT_EQ(letters(together), letters(text)) << width;
    }
}

TEST(Shortened, LosesItsMiddleOnly) {
    EXPECT_EQ(shortened("layers", 6), "layers");
    EXPECT_EQ(shortened("model.layers.0.mlp.up_proj", 12), "mode…up_proj");
    EXPECT_EQ(shortened("    attn_dropout", 12), "    att…pout");
    EXPECT_EQ(shortened("字字字字", 5), "字…字");
}

TEST(Shortened, FitsAnyWidth) {
    for (const std::string text : {"", "a", "        deep.down.in.the.tree", "字字字字字字字字", "é́é́é́é́é́"}) {
        for (std::size_t width = 0; width < 30; ++width)
            EXPECT_LE(display_width(shortened(text, width)), width) << text << width;
    }
}

}  // namespace
}  // namespace paramscope::cli
