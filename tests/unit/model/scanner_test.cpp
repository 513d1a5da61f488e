#include "model/scanner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace paramscope {
namespace {

TEST(Characters, LinesOfEveryKind) {
    const std::string_view text = "one\ntwo\r\nthree\rfour";
    std::vector<std::string> lines;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        lines.emplace_back(text.substr(at, line_end(text, at) - at));
    }
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two", "three", "four"}));
    EXPECT_EQ(line_start(text, 6), 4u);
    EXPECT_EQ(line_start(text, 2), 0u);
}

TEST(Characters, Names) {
    for (const char* name : {"d", "d_model", "_x1", "größe", "层"}) EXPECT_TRUE(is_name(name)) << name;
    for (const char* other : {"", "1d", "a.b", "a b", "-"}) EXPECT_FALSE(is_name(other)) << other;
    EXPECT_TRUE(is_dotted_name("torch.float16"));
    EXPECT_FALSE(is_dotted_name("torch."));
    EXPECT_FALSE(is_dotted_name(".a"));
}

TEST(Characters, Comments) {
    EXPECT_TRUE(starts_comment("# a", 0));
    EXPECT_TRUE(starts_comment("a # b", 2));
    EXPECT_TRUE(starts_comment("a(# b", 2));
    EXPECT_TRUE(starts_comment("a()# b", 3));
    EXPECT_FALSE(starts_comment("c#", 1));
    EXPECT_FALSE(starts_comment("a", 5));
}

TEST(Scanner, Words) {
    Scanner scanner("forward(x) where2 where");
    EXPECT_TRUE(scanner.accept_word("forward"));
    EXPECT_FALSE(scanner.accept('x'));
    EXPECT_TRUE(scanner.accept('('));
    EXPECT_EQ(scanner.take_name(), "x");
    scanner.advance();
    scanner.skip_blanks();
    EXPECT_FALSE(scanner.accept_word("where"));
    EXPECT_EQ(scanner.take_name(), "where2");
    EXPECT_EQ(scanner.take_name(), "");
    scanner.skip_blanks();
    EXPECT_TRUE(scanner.accept_word("where"));
    EXPECT_TRUE(scanner.at_end());
    EXPECT_EQ(scanner.peek(), '\0');
}

TEST(Scanner, Comment) {
    Scanner scanner("#  a comment \nnext");
    EXPECT_TRUE(scanner.at_comment());
    EXPECT_EQ(scanner.take_comment(), "a comment");
    EXPECT_TRUE(scanner.at_line_end());
}

TEST(Scanner, QuotedStrings) {
    EXPECT_EQ(quoted_end("'ab' c", 0), 4u);
    EXPECT_EQ(quoted_end("'a\\'b' c", 0), 6u);
    EXPECT_EQ(quoted_end("\"it's\"", 0), 6u);
    EXPECT_EQ(quoted_end("'ab\n'", 0), std::nullopt);
    EXPECT_EQ(quoted_end("'ab\\", 0), std::nullopt);
}

TEST(Scanner, LooseQuotes) {
    for (const char* text : {"it's", "'a' \"b\"", "", "'it\\'s'"})
        EXPECT_FALSE(has_unpaired_quote(text)) << text;
    for (const char* text : {"'a", "a \"", "'a\n'", "'a' 'b"}) EXPECT_TRUE(has_unpaired_quote(text)) << text;
}

TEST(Scanner, Closing) {
    struct Case {
        const char* text;
        std::uint32_t closing;
    };
    for (const Case& c : {
             Case{"()", 1},
             Case{"(a(b)c)", 6},
             Case{"(')')", 4},
             Case{"([0, 1))", 7},
             Case{"(a] b)", 5},
             Case{"(don't)", 6},
             Case{"(C:\\)", 4},
             Case{"('\\')')", 6},
             Case{"((a)", 4},
         }) {
        const std::string_view text = c.text;
        EXPECT_EQ(find_closing(text, 0, static_cast<std::uint32_t>(text.size())), c.closing) << c.text;
    }
}

}  // namespace
}  // namespace paramscope
