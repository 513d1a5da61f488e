// Walks over a text of Python without parsing it, also where parts of it are no Python.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace paramscope::open::python::texts {

/// A line, and what it begins in.
struct CodeLine {
    Span span;                   ///< without the line break
    std::string_view words;      ///< without the blanks around them
    std::uint32_t indentation;   ///< its blanks, a tab to the next eighth column
    bool is_in_string = false;   ///< of three quotes, from a line before
    bool is_in_bracket = false;  ///< or behind a backslash at the end of the line before

    bool is_empty() const { return words.empty(); }
    /// True for a line where a statement can begin.
    bool is_free() const { return !is_in_string && !is_in_bracket; }
};

/// The lines of a text. A bracket ends at the latest in front of a line that only begins a statement.
std::vector<CodeLine> code_lines(std::string_view text);

/// The strings and comments of a text, in order.
struct Literal {
    Span span;
    bool is_comment = false;
};
std::vector<Literal> find_literals(std::string_view text);

/// True for a line that only Python has: of an import, a definition, or of the layers of a class.
bool is_plainly_python(std::string_view words);

/// The same behind numbers, quotation signs and prompts.
bool is_marked_python(std::string_view words);

/// True where a line of the text is plainly Python.
bool has_python(const std::vector<CodeLine>& lines);

/// True for a line of code: no comment, and not inside of a string or brackets.
inline bool is_code(const CodeLine& line) {
    return line.is_free() && !line.is_empty() && !line.words.starts_with('#');
}

}  // namespace paramscope::open::python::texts
