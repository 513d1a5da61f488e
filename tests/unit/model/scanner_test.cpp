#include "model/scanner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace paramscope {
namespace THIS_FILE {

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

TEST(Scanner, UnpairedQuotes) {
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
