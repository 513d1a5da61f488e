// Recognises what print(model) prints and nothing else, as nearly all texts are.
#pragma once

#include <string_view>

namespace paramscope {

/// True for lines of comments and of `name = value`, where there are any, a line `Type(`, indented lines that
/// begin with a bracket, each with its brackets closed or the last one open, and a line `)`: ASCII without
/// signs that a terminal, a logger, a diff, HTML or code adds. mask_surroundings() has nothing to replace in
/// it.
bool is_plain_print(std::string_view text);

/// True for `Type(arguments)` and nothing else, on one line of such characters.
bool is_plain_module(std::string_view text);

}  // namespace paramscope
