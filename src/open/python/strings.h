// What strings and formats share.
#pragma once
#include <string>
#include <vector>

namespace paramscope::open::python {

/// A float as Python's repr() has it: the shortest digits that give it back.
std::string float_text(double value);

/// The characters of a text in UTF-8.
std::vector<std::string> characters_of(const std::string& text);

}  // namespace paramscope::open::python
