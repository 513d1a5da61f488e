#include "base/characters.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace paramscope {
namespace {

TEST(Characters, Lowercase) {
    EXPECT_EQ(lowercase("BFloat16_Ü"), "bfloat16_Ü");
    EXPECT_EQ(lowercase(""), "");
}

TEST(Characters, Names) {
    EXPECT_TRUE(is_name("d_model"));
    EXPECT_TRUE(is_name("größe2"));
    EXPECT_FALSE(is_name("2d"));
    EXPECT_FALSE(is_name(""));
    EXPECT_TRUE(is_dotted_name("torch.float16"));
    EXPECT_FALSE(is_dotted_name("torch."));
    EXPECT_FALSE(is_dotted_name("layers.0"));
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

TEST(Characters, Lines) {
    const std::string_view text = "ab\r\nc\n";
    EXPECT_EQ(line_end(text, 0), 2u);
    EXPECT_EQ(next_line(text, 0), 4u);
    EXPECT_EQ(line_start(text, 4), 4u);
    EXPECT_EQ(next_line(text, 4), 6u);
    EXPECT_EQ(next_line(text, 6), 6u);
}

TEST(Characters, Comments) {
    EXPECT_TRUE(starts_comment("# note", 0));
    EXPECT_TRUE(starts_comment("d # note", 2));
    EXPECT_TRUE(starts_comment("f()# note", 3));
    EXPECT_FALSE(starts_comment("Linear#2", 6));
    EXPECT_FALSE(starts_comment("d", 1));
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
