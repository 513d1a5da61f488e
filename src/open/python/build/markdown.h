// Source code in the fences of a Markdown text.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open::python {

/// `text` with spaces in place of the prose around blocks between fences and of blocks in other languages,
/// where a block has a line of code and the prose has none; offsets do not change. Copies into `storage` only
/// when there is something to replace.
std::string_view mask_prose(std::string_view text, std::string& storage);

}  // namespace paramscope::open::python
