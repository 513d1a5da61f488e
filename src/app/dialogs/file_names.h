// Builds names of saved files.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::app {

/// "LLaMA-2-7B-treemap.svg" from a title, its content and an extension. Letters and digits only: titles are
/// arbitrary text, and systems differ in the characters they allow.
std::string file_name(std::string_view title, std::string_view what, std::string_view ending);

}  // namespace paramscope::app
