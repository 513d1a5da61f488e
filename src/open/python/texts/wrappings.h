// What may surround source code where it was copied: a function each that removes it, and gives nothing for a
// text without it. All are linear in the text.
#pragma once

#include <optional>
#include <string_view>

#include "open/python/texts/unwrapped.h"

namespace paramscope::open::python::texts {

/// Removes colours, invisible characters and no-break spaces; replaces the entities of escaped HTML and line
/// breaks that only Unicode has.
std::optional<Unwrapped> replace_characters(std::string_view text);

/// Replaces the second version of each conflict, `=======` to `>>>>>>> branch`, and the marks around it by
/// spaces.
std::optional<Unwrapped> settle_conflicts(std::string_view text);

/// Removes the signs of a quotation, `> ` and `> > `, of a table's border, `| `, or of added lines, `+`.
std::optional<Unwrapped> remove_quotes(std::string_view text);

/// Removes the numbers of lines, before each or on lines of their own.
std::optional<Unwrapped> remove_line_numbers(std::string_view text);

/// Removes the prompts of a session, `>>>`, `In [3]:`, `(Pdb)`, and what was printed.
std::optional<Unwrapped> remove_prompts(std::string_view text);

/// Replaces the prose around fences, and blocks in other languages, by spaces.
std::optional<Unwrapped> remove_markdown(std::string_view text);

/// Replaces what print() wrote of modules by spaces.
std::optional<Unwrapped> remove_prints(std::string_view text);

/// Replaces tracebacks, prose and stray fences by spaces.
std::optional<Unwrapped> remove_prose(std::string_view text);

/// Replaces commands of IPython, `!pip`, `%matplotlib`, by spaces.
std::optional<Unwrapped> remove_magics(std::string_view text);

/// Replaces quotes, brackets and signs of print that Python does not have by its own.
std::optional<Unwrapped> straighten_signs(std::string_view text);

/// Puts brackets around what is unpacked, `return n, *(int(x) for x in xs)`, where the grammar needs them.
std::optional<Unwrapped> bracket_unpacked(std::string_view text);

/// Puts the line breaks back where statements begin.
std::optional<Unwrapped> restore_line_breaks(std::string_view text);

/// Puts the blanks back in front of lines that have all lost them.
std::optional<Unwrapped> restore_indentation(std::string_view text);

/// Puts the head of a class above methods that stand without it, and indents what was cut.
std::optional<Unwrapped> complete_fragment(std::string_view text);

}  // namespace paramscope::open::python::texts
