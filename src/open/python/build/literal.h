// Writes texts into Python code.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open::python {

/// The text as a literal of Python; control characters, which JSON has between its words only, become blanks.
std::string literal(std::string_view text);

}  // namespace paramscope::open::python
