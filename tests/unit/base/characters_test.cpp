#include "base/characters.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/utf8.h"

namespace paramscope {
namespace THIS_FILE {

TEST(Characters, Lowercase) {
    EXPECT_EQ(lowercase("BFloat16_Ü"), "bfloat16_Ü");
    EXPECT_EQ(lowercase(""), "");
}

TEST(Characters, Digits) {
    EXPECT_TRUE(is_digits("007"));
    EXPECT_FALSE(is_digits(""));
    EXPECT_FALSE(is_digits("-1"));
}

TEST(Characters, ControlCharactersAreAscii) {
    EXPECT_TRUE(is_control('\n'));
    EXPECT_TRUE(is_control('\x7f'));
    EXPECT_FALSE(is_control(' '));
    EXPECT_FALSE(is_control('\xC3'));
}

TEST(Characters, LinesOfEveryKind) {
    const std::string_view text = "one\ntwo\r\nthree\rfour";
    std::vector<std::string> lines;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        lines.emplace_back(text.substr(at, line_end(text, at) - at));
    }
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two", "three", "four"}));
    EXPECT_EQ(line_start(text, 6), 4u);
    EXPECT_EQ(line_start(text, 2), 0u);
    EXPECT_EQ(next_line(text, line_start(text, 18)), 19u);
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
    EXPECT_FALSE(starts_comment("Linear#2", 6));
    EXPECT_FALSE(starts_comment("a", 5));
}

TEST(Utf8, Decodes) {
    EXPECT_EQ(decode_utf8("ab").code_point, U'a');
    EXPECT_EQ(decode_utf8("\xE5\xB1\x82").code_point, U'层');
    EXPECT_EQ(decode_utf8("\xE5\xB1\x82").length, 3u);
    EXPECT_EQ(decode_utf8("\xF0\x9F\x98\x80").code_point, U'\x1F600');
}

TEST(Utf8, RefusesWhatIsNotValid) {
    for (const char* text : {"\x80", "\xC0\x80", "\xE5\xB1", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
        EXPECT_EQ(decode_utf8(text).length, 0u);
    }
}

}  // namespace
}  // namespace paramscope
