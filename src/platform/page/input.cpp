// Translates the page's input events to ImGui, and ImGui's requests (cursor, caret, clipboard) to the page.
#include <imgui.h>
#include <imgui_internal.h>

#include <cfloat>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "platform/inbox.h"
#include "platform/key_policy.h"
#include "platform/page/bridge.h"
#include "platform/page/exports.h"
#include "platform/page/key_names.h"
#include "platform/platform.h"

namespace paramscope::platform {
namespace {

/// Bits of the page's modifier mask, as web/page/host/input.js composes it.
enum Modifier {
    kCtrl = 1,
    kShift = 2,
    kAlt = 4,
    kMeta = 8,
};

enum class PointerEvent {
    Move = 0,
    Down = 1,
    Up = 2,
    Leave = 3,
};

/// The text on ImGui's clipboard: copied here or pasted from elsewhere.
std::string& clipboard() {
    static std::string instance;
    return instance;
}

bool is_apple() {
    return ImGui::GetIO().ConfigMacOSXBehaviors;
}

/// The modifiers with ImGuiMod_Ctrl as the platform's shortcut key.
ImGuiKeyChord meant_modifiers(int mask) {
    ImGuiKeyChord chord = 0;
    if (mask & kCtrl) chord |= is_apple() ? ImGuiMod_Super : ImGuiMod_Ctrl;
    if (mask & kMeta) chord |= is_apple() ? ImGuiMod_Ctrl : ImGuiMod_Super;
    if (mask & kShift) chord |= ImGuiMod_Shift;
    if (mask & kAlt) chord |= ImGuiMod_Alt;
    return chord;
}

/// Passes the physical modifiers; ImGui itself exchanges Ctrl and Command on a Mac.
void add_modifiers(ImGuiIO& io, int mask) {
    io.AddKeyEvent(ImGuiMod_Ctrl, (mask & kCtrl) != 0);
    io.AddKeyEvent(ImGuiMod_Shift, (mask & kShift) != 0);
    io.AddKeyEvent(ImGuiMod_Alt, (mask & kAlt) != 0);
    io.AddKeyEvent(ImGuiMod_Super, (mask & kMeta) != 0);
}

void press_and_release(ImGuiIO& io, ImGuiKey key) {
    io.AddKeyEvent(key, true);
    io.AddKeyEvent(key, false);
}

/// DOM button numbers are left, middle, right; ImGui's are left, right, middle.
int imgui_button(int dom_button) {
    constexpr int kButtons[] = {ImGuiMouseButton_Left, ImGuiMouseButton_Middle, ImGuiMouseButton_Right, 3, 4};
    return dom_button >= 0 && dom_button < 5 ? kButtons[dom_button] : ImGuiMouseButton_Left;
}

const char* css_cursor(ImGuiMouseCursor cursor) {
    constexpr const char* kCursors[] = {"default",     "text",        "move",    "ns-resize", "ew-resize",
                                        "nesw-resize", "nwse-resize", "pointer", "wait",      "progress",
                                        "not-allowed"};
    static_assert(std::size(kCursors) == ImGuiMouseCursor_COUNT);
    return cursor == ImGuiMouseCursor_None ? "none" : kCursors[cursor];
}

/// The part of the screen where the active field shows its text.
ImRect shown_part(const ImGuiContext& context) {
    for (const ImGuiWindow* window : context.Windows) {
        if (window->Active && window->ChildId == context.ActiveId) return window->InnerClipRect;
    }
    return context.ActiveIdWindow != nullptr ? context.ActiveIdWindow->ClipRect : ImRect();
}

/// Shows the page's caret where ImGui has the active field's.
void place_caret(const ImGuiContext& context, const ImGuiPlatformImeData& data) {
    const ImVec2 low{data.InputPos.x + 1, data.InputPos.y};
    const ImRect caret(low, {low.x + 1, low.y + data.InputLineHeight});
    const bool is_shown = data.WantTextInput && context.ActiveId != 0 && shown_part(context).Overlaps(caret);
    host_place_caret(low.x, low.y, is_shown ? data.InputLineHeight : 0);
}

void place_text_agent(ImGuiContext* context, ImGuiViewport*, ImGuiPlatformImeData* data) {
    host_place_text_agent(data->InputPos.x, data->InputPos.y, data->InputLineHeight, data->WantTextInput);
    place_caret(*context, *data);
}

}  // namespace

bool draws_caret(ImU32 colour) {
    static ImU32 shown = 0;
    if (std::exchange(shown, colour) != colour) host_colour_caret(colour);
    return true;
}

void copy_text(std::string_view text) {
    clipboard() = text;
    host_copy(text.data(), text.size());
}

void start_input() {
    ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    platform.Platform_GetClipboardTextFn = [](ImGuiContext*) -> const char* { return clipboard().c_str(); };
    platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { copy_text(text); };
    platform.Platform_SetImeDataFn = place_text_agent;
}

void publish_input_state() {
    static ImGuiMouseCursor shown = ImGuiMouseCursor_COUNT;
    const ImGuiMouseCursor wanted = ImGui::GetMouseCursor();
    if (wanted == shown) return;
    shown = wanted;
    const std::string_view css = css_cursor(wanted);
    host_set_cursor(css.data(), css.size());
}

}  // namespace paramscope::platform

using namespace paramscope::platform;

extern "C" {

PARAMSCOPE_EXPORT void host_pointer(int event, float x, float y, int button, int modifiers) {
    ImGuiIO& io = ImGui::GetIO();
    const auto kind = static_cast<PointerEvent>(event);
    add_modifiers(io, modifiers);
    io.AddMouseSourceEvent(ImGuiMouseSource_Mouse);
    if (kind == PointerEvent::Leave) {
        io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    } else {
        io.AddMousePosEvent(x, y);
    }
    if (kind == PointerEvent::Down || kind == PointerEvent::Up) {
        io.AddMouseButtonEvent(imgui_button(button), kind == PointerEvent::Down);
    }
    touch();
}

/// Handles a wheel event: one unit is one notch; with Ctrl it is a touchpad's pinch. Returns whether there is
/// something to scroll or zoom.
PARAMSCOPE_EXPORT bool host_wheel(float x, float y, int modifiers) {
    ImGuiIO& io = ImGui::GetIO();
    if ((modifiers & (kCtrl | kMeta)) != 0) {
        if (!is_pinch_wanted() || (modifiers & kMeta) != 0) return false;
        add_pinch({io.MousePos, {}, std::exp(y)});
        touch();
        return true;
    }
    add_modifiers(io, modifiers);
    io.AddMouseWheelEvent(x, y);
    touch();
    return io.WantCaptureMouse;
}

/// Handles a key event: incoming() holds its DOM `code`, a line break, its DOM `key`. Returns whether the
/// browser must ignore the key.
PARAMSCOPE_EXPORT bool host_key(bool down, int modifiers) {
    ImGuiIO& io = ImGui::GetIO();
    add_modifiers(io, modifiers);
    touch();

    const std::string_view event = incoming();
    const std::size_t split = event.find('\n');
    const ImGuiKey key = key_from_dom(event.substr(0, split), event.substr(split + 1));
    if (key == ImGuiKey_None) return false;

    const bool modifier = key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper;
    if (!down) {
        io.AddKeyEvent(key, false);
        // macOS sends no key-up for a key released while Command is held; without this the key would repeat.
        if (is_apple() && (key == ImGuiKey_LeftSuper || key == ImGuiKey_RightSuper)) io.ClearInputKeys();
        return false;
    }
    const ImGuiKeyChord chord = meant_modifiers(modifiers) | key;
    constexpr ImGuiPopupFlags kAnyPopup = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
    const KeyContext context{.text_field = io.WantTextInput,
                             .popup = ImGui::IsPopupOpen("", kAnyPopup),
                             .keyboard_cursor = io.NavVisible,
                             .apple = is_apple(),
                             .claimed = inbox().claimed_shortcuts};
    const bool taken = takes_key(chord, context);
    // host_paste() delivers pastes. Browser shortcuts and a Tab that leaves are not passed to ImGui; bare
    // letters are, in addition to the text they type.
    const bool paste = chord == (ImGuiMod_Ctrl | ImGuiKey_V) || chord == (ImGuiMod_Shift | ImGuiKey_Insert);
    const bool bare = (chord & (ImGuiMod_Ctrl | ImGuiMod_Super)) == 0 && key != ImGuiKey_Tab;
    if (!paste && (taken || modifier || bare || is_clipboard_chord(chord))) io.AddKeyEvent(key, true);
    return taken;
}

/// Handles typed or composed text, held by incoming().
PARAMSCOPE_EXPORT void host_text() {
    ImGuiIO& io = ImGui::GetIO();
    if (incoming() == "\n") {
        press_and_release(io, ImGuiKey_Enter);  // a phone's keyboard sends the line break as text
    } else {
        io.AddInputCharactersUTF8(incoming().c_str());
    }
    touch();
}

/// Handles the browser's paste event: incoming() holds the text.
PARAMSCOPE_EXPORT void host_paste() {
    ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput) {
        clipboard() = incoming();
        add_modifiers(io, is_apple() ? kMeta : kCtrl);
        press_and_release(io, ImGuiKey_V);
        add_modifiers(io, 0);
    } else {
        inbox().pasted_text = incoming();
    }
    touch();
}

/// Handles a focus change of the page's text agent, which receives all keys.
PARAMSCOPE_EXPORT void host_focus(bool focused) {
    ImGui::GetIO().AddFocusEvent(focused);
    touch();
}
}
