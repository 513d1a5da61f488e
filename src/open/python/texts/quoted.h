// Texts in code that readers write for the evaluator.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open::python {

/// The text as a literal of Python, with a blank for each control character but line breaks.
std::string quoted(std::string_view text);

}  // namespace paramscope::open::python
