// Makes the text around a pasted module tree invisible to the readers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace paramscope {

/// `text` with everything that is no part of a module text replaced by as many spaces, so that every offset
/// stays an offset into the original: a byte order mark, colour escapes, no-break spaces, code fences, lines
/// typed at a Python or IPython prompt, and a prefix that a logger put before every line of the tree.
/// Uses `storage` only when there is something to replace.
std::string_view prepare(std::string_view text, std::string& storage);

/// The length of a character at `offset` that looks like a space but is none, which prepare() makes one: byte
/// order mark, no-break and ideographic spaces, colour escapes. 0 for any other.
std::uint32_t false_space_length(std::string_view text, std::uint32_t offset);

/// Behind a prompt (`>>>`, `In [3]:`, `Out[3]:`) or a code fence that stands at `offset`; `offset` when none
/// does. At the start of a line prepare() blanks them; the reader steps over them elsewhere.
std::uint32_t skip_marker(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
