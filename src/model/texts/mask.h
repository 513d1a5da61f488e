// Replaces prompts, code fences and loggers' prefixes around a pasted module tree by spaces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paramscope {

/// `text` with everything that is not model text replaced by as many spaces, so that offsets do not change: a
/// byte order mark, colour escapes, no-break spaces, code fences, lines typed at a Python or IPython prompt,
/// a prefix that a logger wrote before each line of the tree, what a diff adds to the new version of a file
/// (diff.h), a profiler's numbers. MindSpore's brackets
/// become parentheses. Escapes of HTML and of quoted strings become their characters, and lines that a
/// terminal broke are joined: their line breaks move to the end, so offsets change by less than a line's
/// breaks. Copies into `storage` only when there is something to replace.
std::string_view mask_surroundings(std::string_view text, std::string& storage);

/// `text` with spaces in place of colour escapes and no-break spaces, and with the characters that escapes of
/// HTML and of a quoted string on one line mean; offsets do not change. Copies into `storage` only when there
/// is something to replace.
std::string_view replace_escapes(std::string_view text, std::string& storage);

/// The end of a logger's `prefix` on the line at `offset`; nullopt when the line has another prefix. Numbers
/// (times, process numbers) may differ, and a longer number has fewer blanks before it.
std::optional<std::uint32_t> match_prefix(std::string_view text, std::uint32_t offset,
                                          std::string_view prefix);

/// The length in bytes of an invisible character at `offset`: byte order mark, no-break or ideographic space,
/// colour escape; 0 for any other. mask_surroundings() replaces them.
std::uint32_t unicode_space_length(std::string_view text, std::uint32_t offset);

/// The end of a prompt (`>>>`, `In [3]:`, `Out[3]:`) or a code fence at `offset`; `offset` when there is
/// none. mask_surroundings() replaces those at the start of a line; the reader skips them elsewhere.
std::uint32_t skip_prompt(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
