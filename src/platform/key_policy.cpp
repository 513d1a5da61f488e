#include "platform/key_policy.h"

#include "base/ranges.h"

namespace paramscope::platform {
namespace {

constexpr ImGuiKey kMovingKeys[] = {
    ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_PageUp,
    ImGuiKey_PageDown,  ImGuiKey_Home,       ImGuiKey_End,     ImGuiKey_Enter,     ImGuiKey_KeypadEnter,
    ImGuiKey_Backspace, ImGuiKey_Delete,     ImGuiKey_Escape,
};

constexpr ImGuiKeyChord kEditingChords[] = {
    ImGuiMod_Ctrl | ImGuiKey_A,
    ImGuiMod_Ctrl | ImGuiKey_Z,
    ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z,
    ImGuiMod_Ctrl | ImGuiKey_Y,
};

constexpr ImGuiKeyChord kClipboardChords[] = {
    ImGuiMod_Ctrl | ImGuiKey_C,      ImGuiMod_Ctrl | ImGuiKey_X,       ImGuiMod_Ctrl | ImGuiKey_V,
    ImGuiMod_Ctrl | ImGuiKey_Insert, ImGuiMod_Shift | ImGuiKey_Insert, ImGuiMod_Shift | ImGuiKey_Delete,
};

}  // namespace

bool takes_key(ImGuiKeyChord chord, const KeyContext& context) {
    if (contains(context.claimed, chord)) return true;
    if (is_clipboard_chord(chord)) return false;

    const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
    const bool shortcut = (chord & ImGuiMod_Ctrl) != 0;
    const bool option = (chord & ImGuiMod_Alt) != 0;
    // Alt with an arrow walks the browser's history, except on a Mac, where it moves by words.
    if (option && !context.apple) return false;
    if ((chord & ImGuiMod_Super) != 0) return false;

    // Escape is taken only while it closes a text field or popup; otherwise it returns the keyboard to the
    // page around an embed.
    if (key == ImGuiKey_Escape) return context.text_field || context.popup;
    if (key == ImGuiKey_Tab) return !shortcut && (context.text_field || context.keyboard_cursor);
    if (context.text_field) return contains(kMovingKeys, key) || contains(kEditingChords, chord);
    // Without a field to edit, a bare key moves in the interface instead of scrolling the page around it.
    return !shortcut && (contains(kMovingKeys, key) || key == ImGuiKey_Space);
}

bool is_clipboard_chord(ImGuiKeyChord chord) {
    return contains(kClipboardChords, chord);
}

}  // namespace paramscope::platform
