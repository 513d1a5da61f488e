// The text of --help.
#pragma once

#include <cstddef>
#include <string>

namespace paramscope::cli {

/// The text of --help in lines of at most `width` columns, made from the table of options.
std::string help_text(std::size_t width);

}  // namespace paramscope::cli
