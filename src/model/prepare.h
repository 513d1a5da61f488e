// Makes the text around a pasted module tree invisible to the readers.
#pragma once

#include <string>
#include <string_view>

namespace paramscope {

/// `text` with everything that is no part of a module text replaced by as many spaces, so that every offset
/// stays an offset into the original: a byte order mark, colour escapes, no-break spaces, code fences, lines
/// typed at a Python or IPython prompt, and a prefix that a logger put before every line of the tree.
/// Uses `storage` only when there is something to replace.
std::string_view prepare(std::string_view text, std::string& storage);

}  // namespace paramscope
