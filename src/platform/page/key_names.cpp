#include "platform/page/key_names.h"

namespace paramscope::platform {
namespace {

struct KeyName {
    std::string_view code;
    ImGuiKey key;
};

constexpr KeyName kKeys[] = {
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"Insert", ImGuiKey_Insert},
    {"Delete", ImGuiKey_Delete},
    {"Backspace", ImGuiKey_Backspace},
    {"Tab", ImGuiKey_Tab},
    {"Enter", ImGuiKey_Enter},
    {"NumpadEnter", ImGuiKey_KeypadEnter},
    {"Space", ImGuiKey_Space},
    {"Escape", ImGuiKey_Escape},
    {"Minus", ImGuiKey_Minus},
    {"Equal", ImGuiKey_Equal},
    {"Comma", ImGuiKey_Comma},
    {"Period", ImGuiKey_Period},
    {"Slash", ImGuiKey_Slash},
    {"Semicolon", ImGuiKey_Semicolon},
    {"Quote", ImGuiKey_Apostrophe},
    {"BracketLeft", ImGuiKey_LeftBracket},
    {"BracketRight", ImGuiKey_RightBracket},
    {"Backslash", ImGuiKey_Backslash},
    {"Backquote", ImGuiKey_GraveAccent},
    {"NumpadAdd", ImGuiKey_KeypadAdd},
    {"NumpadSubtract", ImGuiKey_KeypadSubtract},
    {"NumpadMultiply", ImGuiKey_KeypadMultiply},
    {"NumpadDivide", ImGuiKey_KeypadDivide},
    {"NumpadDecimal", ImGuiKey_KeypadDecimal},
    {"ControlLeft", ImGuiKey_LeftCtrl},
    {"ControlRight", ImGuiKey_RightCtrl},
    {"ShiftLeft", ImGuiKey_LeftShift},
    {"ShiftRight", ImGuiKey_RightShift},
    {"AltLeft", ImGuiKey_LeftAlt},
    {"AltRight", ImGuiKey_RightAlt},
    {"MetaLeft", ImGuiKey_LeftSuper},
    {"MetaRight", ImGuiKey_RightSuper},
    {"ContextMenu", ImGuiKey_Menu},
};

/// Keys that are numbered in the DOM and in ImGui: "KeyA".., "Digit0".., "Numpad0"..
struct KeyRow {
    std::string_view prefix;
    char first, last;
    ImGuiKey key;
};

constexpr KeyRow kRows[] = {
    {"Key", 'A', 'Z', ImGuiKey_A},
    {"Digit", '0', '9', ImGuiKey_0},
    {"Numpad", '0', '9', ImGuiKey_Keypad0},
    {"F", '1', '9', ImGuiKey_F1},
};

ImGuiKey nth(ImGuiKey first, int n) {
    return static_cast<ImGuiKey>(first + n);
}

}  // namespace

ImGuiKey key_from_dom(std::string_view code, std::string_view key) {
    if (key.size() == 1) {
        const char letter = static_cast<char>(key[0] | 0x20);
        if (letter >= 'a' && letter <= 'z') return nth(ImGuiKey_A, letter - 'a');
    }
    for (const KeyRow& row : kRows) {
        if (code.size() == row.prefix.size() + 1 && code.starts_with(row.prefix) &&
            code.back() >= row.first && code.back() <= row.last) {
            return nth(row.key, code.back() - row.first);
        }
    }
    for (const KeyName& name : kKeys) {
        if (name.code == code) return name.key;
    }
    return ImGuiKey_None;
}

}  // namespace paramscope::platform
