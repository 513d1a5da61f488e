// What strings and formats share.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open::python {

/// A float as Python's repr() has it: the shortest digits that give it back.
std::string float_text(double value);

/// The first place of `part` in `text` from `begin` on, and the last one, found in linear time; npos without
/// one.
std::size_t find_in(std::string_view text, std::string_view part, std::size_t begin = 0);
std::size_t find_last_in(std::string_view text, std::string_view part);

/// The characters of a text in UTF-8.
std::vector<std::string> characters_of(const std::string& text);

}  // namespace paramscope::open::python
