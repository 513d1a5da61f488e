// Draws model text with syntax colours: comments and module names muted, numbers emphasised.
#pragma once

#include <imgui.h>

#include <string_view>

namespace paramscope::app {

/// Draws one line of model text at `at`, in the current font.
void draw_code_line(ImDrawList& list, ImVec2 at, std::string_view line);

}  // namespace paramscope::app
