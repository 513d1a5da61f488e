// Recognises what is left of modules in text that a module tree cannot hold: dots, labels and calls of
// classes.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/model.h"

namespace paramscope {

/// True for text in place of omitted lines: `...`, `…`, `(...)`, `... (12 more layers)`.
bool is_elision(std::string_view text);

/// True when a line after the first one of `arguments` marks omitted text.
bool has_elided_line(std::string_view arguments);

/// True for a line that starts as a child does but is none: `(conv) Conv2d(...)`.
bool is_broken_child(std::string_view line);

/// True for a child's name that has no colon, alone on its line, before a module: `(conv)` and `Conv2d(3,
/// 4)`. `text` is the text behind the line.
bool is_name_before_module(std::string_view line, std::string_view text);

/// True for the line at `begin` when a program logged it between lines of a print: an assignment, `lr =
/// 0.001`, that is indented less than the child before it, else after it. print() indents the arguments of a
/// module as its children and writes no blanks around `=`. `child` is the child before the line, if any.
bool is_logged_assignment(std::string_view text, std::uint32_t begin, const Module* child);

/// True for text with the end of a child's name and the beginning of a module or a line: `conv): Conv2d(3,
/// 4)`.
bool holds_child(std::string_view text);

}  // namespace paramscope
