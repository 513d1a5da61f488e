#include "app/shell/undo.h"

#include <imgui.h>

#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// A pause in typing or dragging that ends a step.
constexpr double kSecondsToStep = 0.7;

constexpr ImGuiKeyChord kUndo = ImGuiMod_Ctrl | ImGuiKey_Z;
constexpr ImGuiKeyChord kRedo[] = {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiKey_Y};

bool pressed(ImGuiKeyChord chord) {
    return ImGui::Shortcut(
        chord, ImGuiInputFlags_Repeat | ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverActive);
}

}  // namespace

void Undo::claim_keys() {
    const ImGuiKeyChord chords[] = {kUndo, kRedo[0], kRedo[1]};
    platform::claim_shortcuts(chords);
}

void Undo::follow(Workspace& workspace, bool text_edited) {
    if (text_edited || !ImGui::GetIO().WantTextInput) {
        if (pressed(kUndo)) workspace.undo();
        for (const ImGuiKeyChord chord : kRedo) {
            if (pressed(chord)) workspace.redo();
        }
    }
    const double now = ImGui::GetTime();
    if (workspace.versions().document != seen_) {
        seen_ = workspace.versions().document;
        due_ = now + kSecondsToStep;
    }
    if (due_ == 0) return;
    if (now < due_ || ImGui::IsAnyMouseDown()) return platform::request_frame_in(kSecondsToStep);
    workspace.settle();
    due_ = 0;
}

}  // namespace paramscope::app
