// Names of files, fit for model text.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open {

/// A text whose characters that the reader takes for spaces are `_`.
std::string without_false_spaces(std::string_view text);

}  // namespace paramscope::open
