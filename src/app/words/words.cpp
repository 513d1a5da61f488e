#include "app/words/words.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "count/report/parts.h"

namespace paramscope::app {
namespace {

constexpr std::string_view kTags[] = {"en", "zh-CN"};

/// Most cached translations of titles; the cache is cleared when full.
constexpr std::size_t kMostTitles = 2000;

using Translations = std::map<std::string, std::string, std::less<>>;

struct Speech {
    Language language = Language::English;
    Translate translate = nullptr;
    Translations patterns;  ///< cached templates by id
    Translations titles;    ///< cached titles by their English
};

Speech& speech() {
    static Speech instance;
    return instance;
}

/// The translation of `key`, cached: it is used in every frame that shows it.
std::string_view translation(Translations& kept, std::string_view key, bool is_title) {
    const auto known = kept.find(key);
    if (known != kept.end()) return known->second;
    return kept.emplace(key, speech().translate(key, is_title)).first->second;
}

/// The template of an id in the current language, "" for English or when there is none.
std::string_view pattern(std::string_view id) {
    if (speech().translate == nullptr || id.empty()) return "";
    return translation(speech().patterns, id, false);
}

/// The word for a name of the catalogue ("attention score"): the row `group`.attention_score, else `english`.
std::string named(std::string_view group, std::string_view name, std::string_view english) {
    std::string id = concat(group, ".", lowercase(name));
    std::replace_if(
        id.begin(), id.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    const std::string_view found = pattern(id);
    return std::string(found.empty() ? english : found);
}

}  // namespace

Language language() {
    return speech().language;
}

void set_language(Language language, Translate translate) {
    speech() = {language, translate, {}, {}};
}

Language language_of(std::string_view tag) {
    const bool chinese = tag.size() >= 2 && (tag[0] | 32) == 'z' && (tag[1] | 32) == 'h' &&
                         (tag.size() == 2 || tag[2] == '-' || tag[2] == '_');
    return chinese ? Language::Chinese : Language::English;
}

std::string_view tag_of(Language language) {
    return kTags[static_cast<std::size_t>(language)];
}

std::string_view word(Word word) {
    const std::string_view found = pattern((*word).id);
    return found.empty() ? (*word).english : found;
}

std::string word(Word word, std::initializer_list<HoleValue> values) {
    MessageArguments arguments;
    for (const auto& [hole, value] : values) arguments.emplace_back(hole, value);
    return translate_message({*word, std::move(arguments)});
}

std::string translate_message(const Message& message) {
    return message.translated(pattern);
}

std::string translate_title(std::string_view english) {
    if (speech().translate == nullptr || english.empty()) return std::string(english);
    Translations& titles = speech().titles;
    if (titles.size() >= kMostTitles) titles.clear();
    return std::string(translation(titles, english, true));
}

std::string family_word(std::string_view family) {
    return named("family", family, english_name_of(family));
}

std::string convention_summary(std::string_view name, std::string_view english) {
    return named("convention_summary", name, english);
}

}  // namespace paramscope::app
