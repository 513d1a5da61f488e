// How well names answer what a person types into a search.
#pragma once

#include <cstdint>
#include <string_view>

namespace paramscope::app {

/// Where what was typed occurs in a text, the best place first.
enum class Match : std::uint8_t { Start, WordStart, Inside, None };

/// Compares without regard to capital letters. All words of `typed` must occur, and the worst place of them
/// counts; what stands between letters and digits may differ, as in "resnet50" for "ResNet-50".
Match match(std::string_view typed, std::string_view text);

}  // namespace paramscope::app
