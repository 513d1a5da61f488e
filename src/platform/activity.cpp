#include "platform/activity.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <limits>

namespace paramscope::platform {
namespace {

// ImGui's caret: shown for 0.8 s of every 1.2 s, and while its clock is below zero.
constexpr float kCaretShown = 0.8f;
constexpr float kCaretPeriod = 1.2f;

bool anything_held() {
    if (ImGui::IsAnyMouseDown()) return true;
    for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key) {
        const bool modifier = key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper;
        const bool named = key < ImGuiKey_ReservedForModCtrl || key > ImGuiKey_ReservedForModSuper;
        if (named && !modifier && ImGui::IsKeyDown(static_cast<ImGuiKey>(key))) return true;
    }
    return false;
}

double seconds_to_caret_blink(float clock) {
    if (clock < 0) return kCaretShown - clock;
    const float phase = std::fmod(clock, kCaretPeriod);
    return phase <= kCaretShown ? kCaretShown - phase : kCaretPeriod - phase;
}

}  // namespace

double seconds_to_next_change() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const bool fading = context.DimBgRatio > 0 && context.DimBgRatio < 1;
    if (anything_held() || !context.InputEventsQueue.empty() || fading) return 0;
    const ImGuiInputTextState* field = ImGui::GetInputTextState(context.ActiveId);
    if (field == nullptr || !context.IO.ConfigInputTextCursorBlink) {
        return std::numeric_limits<double>::infinity();
    }
    // Wakes slightly after the blink: a frame just before it would change nothing.
    return seconds_to_caret_blink(field->CursorAnim) + 0.01;
}

}  // namespace paramscope::platform
