// Makes names that files contain fit for model text.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open {

/// Replaces Unicode spaces (no-break space, ideographic space, byte order mark ...) by `_`: the reader of
/// model text treats them as spaces.
std::string replace_unicode_spaces(std::string_view text);

}  // namespace paramscope::open
