// Names of keys in the DOM.
#pragma once

#include <imgui.h>

#include <string_view>

namespace paramscope::platform {

/// The ImGui key of a keyboard event. Letters follow the layout (`key`), so that a shortcut is where its
/// letter is; where the layout has no Latin letter there, and for all other keys, the place on the keyboard
/// (`code`).
ImGuiKey key_from_dom(std::string_view code, std::string_view key);

}  // namespace paramscope::platform
