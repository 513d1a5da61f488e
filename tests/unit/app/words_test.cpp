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
    if (key == "interface.line_and_column") return "{1}/{0}";
    if (key == "test.no_input") return "<no input>";
    if (key == "operation.attention_score") return "<score>";
    return "";
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

TEST(Words, AreTranslatedIntoTheLanguageThatIsSet) {
    const Message no_input(kNoInput, {});
    EXPECT_EQ(translate_message(no_input), "no input");
    set_language(Language::Chinese, made_up);
    EXPECT_EQ(language(), Language::Chinese);
    EXPECT_EQ(word(Word::Close), "<close>");
    EXPECT_EQ(word(Word::Close).data()[word(Word::Close).size()], '\0');
    EXPECT_EQ(word(Word::LineAndColumn, {"3", "14"}), "14/3");
    EXPECT_EQ(word(Word::Models), "Models") << "a word without a translation stays English";
    EXPECT_EQ(translate_message(no_input), "<no input>");
    EXPECT_EQ(translate_message("a file's own words"), "a file's own words");
    EXPECT_EQ(translate_title("GPT-2"), "[GPT-2]");
    EXPECT_EQ(translate_title(""), "");
    EXPECT_EQ(operation_word("attention score"), "<score>");
    EXPECT_EQ(family_word("custom"), "own tensors");
    for (int i = 0; i < 3000; ++i) EXPECT_EQ(translate_title(std::to_string(i)), "[" + std::to_string(i) + "]");
    set_language(Language::English);
    EXPECT_EQ(word(Word::Close), "Close");
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

}  // namespace
}  // namespace paramscope::app
