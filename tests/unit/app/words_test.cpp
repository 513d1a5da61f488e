#include "app/words/words.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope::app {
namespace THIS_FILE {

constexpr MessageTemplate kNoInput{"test.no_input", "no input"};

/// A language made up for the test: titles stand in brackets, a few ids have templates.
std::string made_up(std::string_view key, bool is_title) {
    if (is_title) return "[" + std::string(key) + "]";
    if (key == "interface.close") return "<close>";
    if (key == "interface.line_and_column") return "{column}/{line}";
    if (key == "test.no_input") return "<no input>";
    return "";
}

TEST(Words, AreThere) {
    EXPECT_EQ(word("close"), "Close");
    EXPECT_EQ(word("close").data()[word("close").size()], '\0');
}

TEST(Words, TakeValues) {
    EXPECT_EQ(word("line_and_column", {{"line", "3"}, {"column", "14"}}), "line 3, column 14");
    EXPECT_EQ(word("copied", {{"what", "{what}{name}"}}), "{what}{name} copied");
}

TEST(Words, AreTranslatedIntoTheLanguageThatIsSet) {
    const Message no_input(kNoInput, {});
    EXPECT_EQ(translate_message(no_input), "no input");
    set_language(Language::Chinese, made_up);
    EXPECT_EQ(language(), Language::Chinese);
    EXPECT_EQ(word("close"), "<close>");
    EXPECT_EQ(word("close").data()[word("close").size()], '\0');
    EXPECT_EQ(word("line_and_column", {{"line", "3"}, {"column", "14"}}), "14/3");
    EXPECT_EQ(word("commands"), "Commands") << "a word without a translation stays English";
    EXPECT_EQ(translate_message(no_input), "<no input>");
    EXPECT_EQ(translate_message("a file's own words"), "a file's own words");
    EXPECT_EQ(translate_title("GPT-2"), "[GPT-2]");
    EXPECT_EQ(translate_title(""), "");
    EXPECT_EQ(family_word("custom"), "own tensors");
    for (int i = 0; i < 3000; ++i)
        EXPECT_EQ(translate_title(std::to_string(i)), "[" + std::to_string(i) + "]");
    set_language(Language::English);
    EXPECT_EQ(word("close"), "Close");
    EXPECT_EQ(translate_message(no_input), "no input");
}

TEST(Words, LanguageOfTag) {
    for (const char* tag : {"zh", "zh-CN", "zh-Hans-CN", "ZH-tw", "zh_CN"}) {
        EXPECT_EQ(language_of(tag), Language::Chinese) << tag;
    }
    for (const char* tag : {"", "z", "en", "en-GB", "zhx", "de", "za"}) {
        EXPECT_EQ(language_of(tag), Language::English) << tag;
    }
    for (const Language language : {Language::English, Language::Chinese}) {
        EXPECT_EQ(language_of(tag_of(language)), language);
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
