// Names of files that are saved.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::app {

/// "LLaMA-2-7B-treemap.svg" of a title, what it shows and an ending. Letters and digits only: titles come
/// from anywhere, and systems differ in what they allow.
std::string file_name(std::string_view title, std::string_view what, std::string_view ending);

}  // namespace paramscope::app
