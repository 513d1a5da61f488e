// Model text in colours: comments and module names step back, numbers stand out.
#pragma once

#include <imgui.h>

#include <string_view>

namespace paramscope::app {

/// Draws one line of model text at `at`, in the current font.
void draw_code_line(ImDrawList& list, ImVec2 at, std::string_view line);

}  // namespace paramscope::app
