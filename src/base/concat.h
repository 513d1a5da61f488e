// Joins pieces to one string.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

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

}  // namespace paramscope
