#include "app/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace paramscope::app {
namespace {

constexpr std::size_t kWords = static_cast<std::size_t>(Word::Count);

/// The `{0}`, `{1}` in words.
std::multiset<char> places_in(std::string_view words) {
    std::multiset<char> places;
    for (std::size_t at = words.find('{'); at != std::string_view::npos; at = words.find('{', at + 1)) {
        places.insert(words.substr(at).size() > 1 ? words[at + 1] : '?');
    }
    return places;
}

bool has_chinese(std::string_view words) {
    return std::any_of(words.begin(), words.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
}

TEST(Words, AreThereInEachLanguage) {
    for (std::size_t i = 0; i < kWords; ++i) {
        for (const Language language : {Language::English, Language::Chinese}) {
            const std::string_view words = word_in(language, static_cast<Word>(i));
            EXPECT_FALSE(words.empty()) << i;
            EXPECT_EQ(words.data()[words.size()], '\0') << words;
        }
    }
}

TEST(Words, HaveRoomForTheSameInEachLanguage) {
    for (std::size_t i = 0; i < kWords; ++i) {
        const std::string_view english = word_in(Language::English, static_cast<Word>(i));
        const std::string_view chinese = word_in(Language::Chinese, static_cast<Word>(i));
        EXPECT_EQ(places_in(english), places_in(chinese)) << english;
    }
}

TEST(Words, AreTranslated) {
    // Words that are the same in both, or name the other language.
    const std::set<std::string_view> same = {"iframe", "{0} {1}",  "English", "EN",   "Unicode",
                                             "LaTeX",  "Markdown", "CSV",     "JSON", "B − A",
                                             "B ÷ A",  "A",        "B"};
    for (std::size_t i = 0; i < kWords; ++i) {
        const std::string_view chinese = word_in(Language::Chinese, static_cast<Word>(i));
        EXPECT_TRUE(has_chinese(chinese) || same.contains(chinese)) << chinese;
    }
}

TEST(Words, TakeValues) {
    set_language(Language::English);
    EXPECT_EQ(word(Word::LineAndColumn, {"3", "14"}), "line 3, column 14");
    set_language(Language::Chinese);
    EXPECT_EQ(word(Word::LineAndColumn, {"3", "14"}), "第 3 行，第 14 列");
    set_language(Language::English);
    EXPECT_EQ(word(Word::Copied, {"{0}{1}"}), "{0}{1} copied");
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
