#include "open/python/syntax/tokens.h"

#include <algorithm>

#include "base/characters.h"

namespace paramscope::open::python {
namespace {

/// True for characters of names and numbers, in any script.
bool is_of_word(char c) {
    return is_name_part(c) || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::size_t end_of_string(std::string_view source, std::size_t begin) {
    const std::string_view three = source.substr(begin, 3);
    const bool is_triple = three.size() == 3 && three[1] == three[0] && three[2] == three[0];
    const std::string_view quotes = is_triple ? three : three.substr(0, 1);
    std::size_t at = begin + quotes.size();
    for (; at < source.size(); ++at) {
        if (source[at] == '\\') {
            ++at;
        } else if (!is_triple && source[at] == '\n') {
            return at;
        } else if (source.substr(at, quotes.size()) == quotes) {
            return at + quotes.size();
        }
    }
    return source.size();
}

std::size_t count_tokens(std::string_view source) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < source.size();) {
        const char c = source[at];
        if (is_space(c)) {
            ++at;
        } else if (c == '#') {
            at = std::min(source.find('\n', at), source.size());
        } else if (c == '"' || c == '\'') {
            const std::string_view text = source.substr(at, end_of_string(source, at) - at);
            count += 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '{') +
                                                  std::count(text.begin(), text.end(), '\\'));
            at += text.size();
        } else {
            ++count;
            ++at;
            while (is_of_word(c) && at < source.size() && is_of_word(source[at])) ++at;
        }
    }
    return count;
}

}  // namespace paramscope::open::python
