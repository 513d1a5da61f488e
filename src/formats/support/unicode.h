// Makes texts of an input, which may hold any bytes, valid UTF-8 and measures their width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace paramscope {

/// `text` with every byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// Valid UTF-8 without invisible characters other than line breaks and tabs, and without those that change
/// the writing direction: safe to print on a terminal.
std::string printable(std::string_view text);

/// The columns that `text` (valid UTF-8, without line breaks) takes on a terminal: two for East Asian wide
/// characters, none for combining marks.
std::size_t display_width(std::string_view text);

}  // namespace paramscope
