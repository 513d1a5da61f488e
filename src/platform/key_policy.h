// Decides which keys the interface takes from the browser.
#pragma once

#include <imgui.h>

#include <span>

namespace paramscope::platform {

/// The state of the interface that the decision depends on.
struct KeyContext {
    bool text_field = false;                 ///< ImGui edits text
    bool popup = false;                      ///< a menu or dialog is open
    bool keyboard_cursor = false;            ///< ImGui's keyboard navigation cursor is visible
    bool apple = false;                      ///< Command is the shortcut key and Option moves by words
    std::span<const ImGuiKeyChord> claimed;  ///< chords the program handles itself
};

/// True when the browser must not act on this chord: keys that edit and move, and the claimed chords. All
/// others (reload, zoom, find, tabs, the address bar, developer tools) stay the browser's. In `chord`,
/// ImGuiMod_Ctrl is the platform's shortcut key.
bool takes_key(ImGuiKeyChord chord, const KeyContext& context);

/// True for copy, cut and paste, which the browser turns into clipboard events.
bool is_clipboard_chord(ImGuiKeyChord chord);

}  // namespace paramscope::platform
