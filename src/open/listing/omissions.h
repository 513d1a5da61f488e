// Recognises lines that replace tensors in a shortened listing.
#pragma once

#include <string_view>

namespace paramscope::open {

/// True for a line that marks omitted lines: dots that belong to no word, perhaps with words around them
/// (`... (50 more)`, `> ...`). After a Python prompt `... ` precedes typed code.
bool omits_lines(std::string_view line, bool has_prompts);

/// True for a module with a rounded number of parameters: `backbone.fpn | 31.5M`.
bool has_rounded_count(std::string_view line);

}  // namespace paramscope::open
