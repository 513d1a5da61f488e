// Finds the brackets that a text of Python never closes, and the lines that lack their colon.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace paramscope::open::python {

struct UnclosedBracket {
    std::uint32_t place;  ///< of the bracket, in bytes; for a colon or a comma where it belongs
    std::uint32_t end;    ///< where its statement ends: in front of what follows it
    char closer;          ///< what is missing there: a bracket, a colon or a comma
};

/// The lines such as `def f(x)` and `else` lack a colon where a line that is indented deeper follows. The
/// unclosed brackets by the places where they should be closed. A statement with one ends before the line
/// that can only begin another: with a keyword such as `def` or `return`, with `self.x = ...`, or with a name
/// that is indented no deeper than the statement. Linear in the text.
std::vector<UnclosedBracket> find_unclosed_brackets(std::string_view source);

}  // namespace paramscope::open::python
