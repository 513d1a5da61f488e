// Joins pieces to one string.
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace paramscope {

/// Appends one piece: a text, a character, or a whole number in decimal digits.
void append(std::string& text, const char* piece);
void append(std::string& text, std::string_view piece);
void append(std::string& text, const std::string& piece);
void append(std::string& text, std::same_as<char> auto piece) {
    text.push_back(piece);
}
void append(std::string& text, std::unsigned_integral auto number) {
    append(text, std::to_string(number));
}

/// All pieces one after the other: concat("layers.", index, '.', name). Unlike a chain of `+` it makes one
/// string only.
template <typename... Pieces>
std::string concat(const Pieces&... pieces) {
    std::string text;
    (append(text, pieces), ...);
    return text;
}

/// Appends all pieces, without a string between.
template <typename... Pieces>
void append_all(std::string& text, const Pieces&... pieces) {
    (append(text, pieces), ...);
}

/// Joins the texts of the items with the separator. `text_of` is a function or a member that gives a text:
/// join(formats, ", ", &Format::name).
template <typename TextOf = std::identity>
std::string join(const auto& items, std::string_view separator = ", ", const TextOf& text_of = {}) {
    std::string text;
    bool is_first = true;
    for (const auto& item : items) {
        if (!std::exchange(is_first, false)) append(text, separator);
        append(text, std::invoke(text_of, item));
    }
    return text;
}

}  // namespace paramscope
