#include "app/answer/short_verdict.h"

#include <imgui.h>

#include "algebra/print.h"
#include "app/inspector/fit_words.h"
#include "app/inspector/verdict_view.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

constexpr float kTint = 0.08f;  // how much of the verdict's colour its ground has

/// The need in `words`, with as many of the sizes that it is for as have room: those of 1 come last.
std::string with_sizes(std::string words, float width, const PlannedMemory& memory) {
    const auto add = [&](bool are_ones) {
        for (const auto& [name, value] : memory.verdict().sizes) {
            std::string longer = concat(words, " · ", name, " ", with_thousands(value));
            if ((value == 1) == are_ones && text_width(longer) <= width) words = std::move(longer);
        }
    };
    add(false);
    add(true);
    return words;
}

/// Draws the answer, and at the right the name of what a click shows.
void draw_head(std::string_view answer, ImU32 colour) {
    const float all = ImGui::GetContentRegionAvail().x - unit(2);
    const std::string name = concat(word("inspect_memory"), " ›");
    std::string_view more = name;
    {
        const WithType type(Type::Strong);
        if (text_width(answer) + text_width(more) > all) more = "›";
        clipped_text(answer, all - text_width(more), colour);
    }
    same_line_at_right(text_width(more));
    text(more, palette().muted);
}

}  // namespace

void draw_short_verdict(Context& context) {
    if (context.workspace.is_stale()) return;
    PlannedMemory& memory = context.memory;
    const bool waits =
        memory.is_outdated(context.workspace) &&
        (!context.pause.is_over(context.workspace) || !context.steps.may(context.workspace.report()));
    if (!waits) memory.update(context.workspace);
    if (!memory.is_of(context.workspace) || memory.plan().total.is_unknown()) return;
    // What is shown while it waits is of the numbers before.
    const ImU32 colour = waits ? palette().muted : fits_colour(memory.verdict().fit.fits);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, mixed(palette().pane, colour, kTint));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit(3), unit(2.5f)});
    ImGui::BeginChild("verdict", {0, 0}, ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_AlwaysUseWindowPadding,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    const ImVec2 start = ImGui::GetCursorPos();
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(1.25f));
    ImGui::BeginGroup();
    const std::string answer = verdict_words(memory), need = need_words(memory);
    draw_head(answer, colour);
    draw_verdict_bar(memory);
    {
        const WithType type(Type::Small);
        const float width = ImGui::GetContentRegionAvail().x;
        clipped_text(with_sizes(need, width, memory), width, palette().muted);
    }
    ImGui::EndGroup();
    ImGui::PopStyleVar();
    const ImVec2 size = ImGui::GetItemRectSize();
    ImGui::SetCursorPos(start);
    if (ImGui::InvisibleButton("will it run", {ImGui::GetContentRegionAvail().x, size.y}))
        context.wanted_view = InspectorView::Memory;
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    describe(Aria::Button, concat(word("inspect_memory"), ": ", answer, ", ", need));
    ImGui::EndChild();
    ImGui::PopStyleColor();
}

}  // namespace paramscope::app
