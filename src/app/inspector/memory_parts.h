// The names and colours of parts of memory in the interface.
#pragma once

#include <imgui.h>

#include <string_view>

#include "app/words/words.h"

namespace paramscope::app {

/// By the name of a MemoryPart.
Word word_of_part(std::string_view part);
ImU32 colour_of_part(std::string_view part);

}  // namespace paramscope::app
