// Maps the DOM's key names to ImGui's keys.
#pragma once

#include <imgui.h>

#include <string_view>

namespace paramscope::platform {

/// Returns the ImGui key of a keyboard event. Letters follow the layout (`key`); all other keys, and letters
/// on layouts without Latin letters, follow the position on the keyboard (`code`).
ImGuiKey key_from_dom(std::string_view code, std::string_view key);

}  // namespace paramscope::platform
