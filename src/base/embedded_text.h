// Text files compiled into the program (see cmake/EmbedTexts.cmake).
#pragma once

#include <span>
#include <string_view>

namespace paramscope {

/// One text file: its base name without extension, and its contents.
struct EmbeddedText {
    std::string_view name;
    std::string_view text;
};

}  // namespace paramscope
