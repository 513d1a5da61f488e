#include "app/ui/words.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope::app {
namespace {

/// A language of its own: words stand in brackets, sentences in braces.
std::string in_brackets(std::string_view english, bool is_sentence) {
    return is_sentence ? "{" + std::string(english) + "}" : "[" + std::string(english) + "]";
}

TEST(Words, AreThere) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(Word::Count); ++i) {
        const std::string_view words = word(static_cast<Word>(i));
        EXPECT_FALSE(words.empty()) << i;
        EXPECT_EQ(words.data()[words.size()], '\0') << words;
    }
}

TEST(Words, TakeValues) {
    EXPECT_EQ(word(Word::LineAndColumn, {"3", "14"}), "line 3, column 14");
    EXPECT_EQ(word(Word::Copied, {"{0}{1}"}), "{0}{1} copied");
}

TEST(Words, AreSaidInTheLanguageThatIsSet) {
    EXPECT_EQ(said("no input"), "no input");
    set_language(Language::Chinese, in_brackets);
    EXPECT_EQ(language(), Language::Chinese);
    EXPECT_EQ(word(Word::Close), "[Close]");
    EXPECT_EQ(word(Word::Close).data()[word(Word::Close).size()], '\0');
    EXPECT_EQ(word(Word::LineAndColumn, {"3", "14"}), "[line 3, column 14]");
    EXPECT_EQ(said("no input"), "{no input}");
    EXPECT_EQ(titled("no input"), "[no input]");
    EXPECT_EQ(said(""), "");
    for (int i = 0; i < 3000; ++i) EXPECT_EQ(said(std::to_string(i)), "{" + std::to_string(i) + "}");
    EXPECT_EQ(said("no input"), "{no input}");
    set_language(Language::English);
    EXPECT_EQ(word(Word::Close), "Close");
    EXPECT_EQ(said("no input"), "no input");
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

}  // namespace
}  // namespace paramscope::app
