// The sequences that make text bold or coloured in a terminal.
#pragma once

#include <string_view>

namespace paramscope::cli {

inline constexpr std::string_view kBold = "\x1b[1m", kFaint = "\x1b[2m", kRed = "\x1b[31m",
                                  kGreen = "\x1b[32m";
inline constexpr std::string_view kBoldRed = "\x1b[1;31m", kBoldYellow = "\x1b[1;33m",
                                  kBoldCyan = "\x1b[1;36m";
/// Ends whatever style was begun.
inline constexpr std::string_view kEndOfStyle = "\x1b[0m";

}  // namespace paramscope::cli
