// Bytes as texts of JSON: a character from U+0000 to U+00FF for each.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::headless {

std::string characters_of(std::string_view bytes);
std::string bytes_of(std::string_view characters);

}  // namespace paramscope::headless
