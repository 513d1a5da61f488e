// Fits texts into a number of columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace paramscope::cli {

/// The lines of `text` (valid UTF-8), broken at spaces, or within a word that is longer than a line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// `text` with "…" in place of its middle where it is wider than `width`; blanks at its beginning stay if
/// half of the width is left.
std::string shortened(std::string_view text, std::size_t width);

}  // namespace paramscope::cli
