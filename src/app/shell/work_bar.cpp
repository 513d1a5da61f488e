#include "app/shell/work_bar.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

/// Work that is done sooner shows nothing: its result is news enough.
constexpr double kShownAfter = 0.4;

constexpr ImGuiKeyChord kEscape[] = {ImGuiKey_Escape};

std::string phase_words(const RemoteCount& count) {
    constexpr Word kPhases[] = {"count_starts", "count_reads", "count_counts"};  // by CountPhase
    if (count.phase() == platform::CountPhase::Sending)
        return word("count_arrives", {{"share", percent(count.arrived())}});
    return std::string(word(kPhases[static_cast<std::size_t>(count.phase())]));
}

/// " · 3 s", nothing in the first second.
std::string whole_seconds(double seconds) {
    return seconds < 1 ? "" : concat(" · ", static_cast<unsigned>(seconds), " s");
}

/// Draws the background, with a line as long as the share that is done. ImGui's would be below the panes.
void draw_ground(const ImVec2& size, float share) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetWindowPos();
    const ImVec2 high{low.x + size.x, low.y + size.y};
    list->AddRectFilled(low, high, palette().pane, rounding());
    list->PushClipRect({low.x, high.y - unit(1)}, {low.x + size.x * share, high.y});
    list->AddRectFilled(low, high, palette().accent, rounding());
    list->PopClipRect();
    list->AddRect(low, high, palette().accent, rounding());
}

/// Escape belongs to fields, popups and dialogs first.
bool is_escape_free() {
    return !ImGui::GetIO().WantTextInput &&
           !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

/// Draws the bar at the foot of the window; true when its button was pressed.
bool show(Word name, std::string_view words, float share, Word button_label) {
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    const float rest = button_width(word(button_label)) + unit(11);
    const float width = std::min(text_width(words) + rest, window.x - gap() * 4);
    const ImVec2 size{width, control_height() + unit(4)};
    ImGui::SetCursorScreenPos({std::floor((window.x - size.x) * 0.5f), window.y - size.y - unit(5)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit(4), unit(2)});
    ImGui::BeginChild(
        "counting", size, ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened,
        ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const Group region(Aria::Region, word(name));
    draw_ground(size, share);
    ImGui::AlignTextToFramePadding();
    clipped_text(words, width - rest, palette().text);
    same_line_at_right(button_width(word(button_label)));
    const bool is_pressed = button(word(button_label));
    ImGui::EndChild();
    ImGui::PopStyleVar();
    return is_pressed;
}

}  // namespace

void WorkBar::draw(Workspace& workspace, RemoteCount& count, const RemoteAdjust& adjust) {
    const bool is_working = workspace.is_counting() || workspace.is_adjusting();
    claim_escape(is_working && is_escape_free());
    if (has_escape_ && ImGui::IsKeyPressed(ImGuiKey_Escape)) {
        workspace.stop_adjusting();
        if (workspace.is_counting()) count.stop(workspace);
    }
    if (workspace.is_counting()) return draw_count(workspace, count);
    if (workspace.is_adjusting()) return draw_adjust(workspace, adjust);
    if (workspace.is_stopped()) return draw_stopped(workspace);
    said_.clear();
}

void WorkBar::draw_count(Workspace& workspace, RemoteCount& count) {
    const double seconds = count.seconds();
    if (seconds < kShownAfter) return platform::request_frame_in(kShownAfter - seconds);
    say_once(word("counting", {{"name", translate_title(workspace.document().name)}}));
    const std::string words = concat(phase_words(count), whole_seconds(seconds));
    if (show("count_state", words, count.arrived(), "stop_counting")) count.stop(workspace);
    platform::request_frame_in(1 - std::fmod(seconds, 1.0));
}

void WorkBar::draw_adjust(Workspace& workspace, const RemoteAdjust& adjust) {
    const double seconds = adjust.seconds();
    if (seconds < kShownAfter) return platform::request_frame_in(kShownAfter - seconds);
    say_once(std::string(word("looks_for_sizes")));
    const std::string words = concat(word("looks_for_sizes"), whole_seconds(seconds));
    if (show("adjust_state", words, 0, "stop_counting")) workspace.stop_adjusting();
    platform::request_frame_in(1 - std::fmod(seconds, 1.0));
}

void WorkBar::draw_stopped(Workspace& workspace) {
    say_once(std::string(word("result_is_earlier")));
    if (show("count_state", word("count_stopped"), 0, "count_now")) workspace.count_again();
}

/// Announces words when they are new.
void WorkBar::say_once(const std::string& words) {
    if (std::exchange(said_, words) != words) announce(words);
}

/// Takes Escape from the page around an embed only while it does something here.
void WorkBar::claim_escape(bool claims) {
    if (std::exchange(has_escape_, claims) == claims) return;
    if (claims) {
        platform::claim_shortcuts(kEscape);
    } else {
        platform::release_shortcuts(kEscape);
    }
}

}  // namespace paramscope::app
