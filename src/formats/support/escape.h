// Escapes names of an input: nothing in them may start or end markup.
#pragma once

#include <string>
#include <string_view>

namespace paramscope {

std::string markdown_escaped(std::string_view text);
std::string latex_escaped(std::string_view text);

}  // namespace paramscope
