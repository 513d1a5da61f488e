#include "app/search/name_match.h"

#include <algorithm>
#include <string>

#include "base/characters.h"

namespace paramscope::app {
namespace {

/// True for letters of any language, and digits.
bool is_of_word(char c) {
    return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

Match match_word(std::string_view word, std::string_view text) {
    if (text.starts_with(word)) return Match::Start;
    Match best = Match::None;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        best = std::min(best, is_of_word(text[at - 1]) ? Match::Inside : Match::WordStart);
    }
    return best;
}

Match match_words(std::string_view typed, std::string_view text) {
    Match worst = Match::Start;
    while (!typed.empty()) {
        const std::string_view word = typed.substr(0, typed.find(' '));
        if (!word.empty()) worst = std::max(worst, match_word(word, text));
        typed.remove_prefix(std::min(word.size() + 1, typed.size()));
    }
    return worst;
}

std::string without_marks(std::string words) {
    std::erase_if(words, [](char c) { return !is_of_word(c); });
    return words;
}

}  // namespace

Match match(std::string_view typed, std::string_view text) {
    const std::string wanted = lowercase(typed);
    const std::string all = lowercase(text);
    const Match found = match_words(wanted, all);
    const std::string bare = without_marks(wanted);
    return bare.empty() ? found : std::min(found, match_word(bare, without_marks(all)));
}

}  // namespace paramscope::app
