#include "app/values/knob_slider.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "algebra/print.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr ImGuiKeyChord kStop[] = {ImGuiKey_Escape};
constexpr double kLongestStep = 0.1;         // seconds of a run between two frames
constexpr double kSecondsToStep = 1 / 30.0;  // between two values

/// Draws the slider's track over ImGui's slider, which provides the behaviour.
void paint_track(const SliderRange& range, Integer value, Integer usual) {
    const Palette& colours = palette();
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float radius = unit(1.75f);
    const float left = low.x + radius;
    const float extent = std::max(1.0f, high.x - low.x - radius * 2);
    const float middle = std::round((low.y + high.y) * 0.5f);
    const float knob = left + extent * range.position(value);
    const float half = unit(0.5f);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({left, middle - half}, {left + extent, middle + half}, colours.line, half);
    list->AddRectFilled({left, middle - half}, {knob, middle + half}, colours.accent, half);
    const bool is_in_range = usual >= range.low && usual <= range.high;
    if (value != usual && is_in_range) {
        const float mark = left + extent * range.position(usual);
        list->AddCircleFilled({mark, middle}, half * 1.5f, colours.muted);
    }
    const bool touched = ImGui::IsItemActive() || ImGui::IsItemHovered();
    if (touched) list->AddCircleFilled({knob, middle}, radius * 1.6f, faded(colours.accent, 0.18f));
    list->AddCircleFilled({knob, middle}, radius, colours.accent);
    list->AddCircleFilled({knob, middle}, radius - unit(0.5f), colours.pane);
}

/// Above and below the words of the line: room for a finger.
float padding() {
    return breakpoint() == Breakpoint::Narrow ? unit(1) : 0;
}

ImVec2 play_size() {
    return {unit(breakpoint() == Breakpoint::Narrow ? 8 : 5), ImGui::GetFontSize() + padding() * 2};
}

bool slide(float* position) {
    for (const ImGuiCol slot : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                                ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}) {
        ImGui::PushStyleColor(slot, 0);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, padding()});
    const bool moved = ImGui::SliderFloat("##slider", position, 0, 1, "", ImGuiSliderFlags_NoInput);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(5);
    return moved;
}

float end_width(Integer value) {
    const WithType type(Type::Small);
    return text_width(with_thousands(value)) + unit(2);
}

/// The typed end of a range; nullopt where a slider cannot have it.
std::optional<Integer> read_end(const std::string& words) {
    const std::optional<Rational> typed = read_value(words);
    const bool fits =
        typed && typed->is_integer() && typed->numerator() >= 1 && typed->numerator() < kSliderLimit;
    return fits ? std::optional(typed->numerator()) : std::nullopt;
}

}  // namespace

void KnobSlider::follow(const Workspace& workspace) {
    if (std::exchange(model_, workspace.versions().model) != workspace.versions().model) stop();
}

void KnobSlider::stop() {
    if (run_.is_on()) platform::release_shortcuts(kStop);
    run_.end();
}

void KnobSlider::draw(Context& context, const Knob& knob, ImVec2 top) {
    const Integer value = *knob.slider_value();
    const SliderRange range = context.ranges.of(knob.name, knob.slider_usual(), value);
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 end{top.x + width, ImGui::GetCursorScreenPos().y + ImGui::GetFrameHeight()};
    const bool is_pointed = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(top, end);
    const bool is_control = is_pointed || focused_ == knob.name || run_.is_of(knob.name);
    const float left = ImGui::GetCursorPosX(), play = play_size().x;
    const auto go_to = [left](float x) {
        ImGui::SameLine(0, 0);
        ImGui::SetCursorPosX(left + x);
    };
    ImGui::BeginGroup();
    ImGui::SetCursorPosX(left + play + end_width(range.low));
    ImGui::SetNextItemWidth(width - play - end_width(range.low) - end_width(range.high));
    draw_track(knob, range);
    go_to(0);
    draw_play(knob, range, is_control);
    go_to(play);
    draw_end(context, knob, range, false, is_control);
    go_to(width - end_width(range.high));
    draw_end(context, knob, range, true, is_control);
    ImGui::EndGroup();
    run(context, knob, range);
}

void KnobSlider::draw_track(const Knob& knob, const SliderRange& range) {
    const Integer value = *knob.slider_value(), usual = knob.slider_usual();
    float position = range.position(value);
    const bool moved = slide(&position);
    note_focus(knob);
    describe(Aria::Slider, knob.name,
             {.value = with_thousands(value),
              .hint = knob.explanation,
              .low = to_double(range.low),
              .high = to_double(range.high),
              .now = to_double(value)});
    const std::optional<Integer> entered = entered_value(knob.limits, value);
    paint_track(range, value, usual);
    if (!moved && !entered) return;
    stop();
    Integer wanted = entered ? *entered : knob.limits.nearest(range.value_at(position));
    // The slider snaps to the usual value, which may not be round.
    if (!entered && std::abs(position - range.position(usual)) < 0.012f) wanted = usual;
    // A key press may move the slider by less than one step.
    if (wanted == value && !entered && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        wanted = stepped(knob.limits, value, position > range.position(value));
    }
    if (wanted >= 1 && wanted != value) knob.set(wanted);
}

void KnobSlider::draw_play(const Knob& knob, const SliderRange& range, bool is_control) {
    const bool is_running = run_.is_of(knob.name);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = play_size();
    const Icon icon = is_running ? Icon::Pause : has_motion() ? Icon::Play : Icon::Step;
    const Word words = is_running     ? Word("pause_slider")
                       : has_motion() ? Word("play_slider")
                                      : Word("step_slider");
    ImU32 colour = palette().muted;
    if (is_control) {
        if (ImGui::InvisibleButton("play", size)) press_play(knob, range);
        const std::string name = word(words, {{"name", knob.name}});
        describe(Aria::Button, name);
        note_focus(knob);
        if (ImGui::IsItemHovered()) colour = palette().accent;
        tooltip(name);
    } else {
        ImGui::Dummy(size);
    }
    const ImVec2 middle{at.x + unit(1.5f), at.y + size.y * 0.5f};
    draw_icon(ImGui::GetWindowDrawList(), icon, middle, unit(3), is_running ? palette().accent : colour);
}

void KnobSlider::draw_end(Context& context, const Knob& knob, SliderRange range, bool is_high,
                          bool is_control) {
    Integer& end = is_high ? range.high : range.low;
    const WithType type(Type::Small);
    const std::string words = with_thousands(end);
    if (!is_control) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({end_width(end), ImGui::GetTextLineHeight() + padding() * 2});
        const ImVec2 place{at.x + unit(1), at.y + padding()};
        return add_text(*ImGui::GetWindowDrawList(), place, palette().muted, words);
    }
    const char* id = is_high ? "##high" : "##low";
    const std::string name = word(is_high ? Word("slider_to") : Word("slider_from"), {{"name", knob.name}});
    std::string shown = fields_.shown(id, words);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {unit(1), padding()});
    const bool is_entered = fields_.draw(id, name, &shown, end_width(end), !read_end(shown));
    ImGui::PopStyleVar();
    note_focus(knob);
    const std::optional<Integer> entered = is_entered ? read_end(shown) : std::nullopt;
    if (!entered) return;
    end = *entered;
    set_range(context, knob, range);
}

void KnobSlider::set_range(Context& context, const Knob& knob, const SliderRange& range) {
    if (range.low >= range.high) return;
    stop();
    context.ranges.set(knob.name, range);
    const Integer value = *knob.slider_value(), nearest = std::clamp(value, range.low, range.high);
    if (nearest != value) knob.set(nearest);
}

void KnobSlider::note_focus(const Knob& knob) {
    if (ImGui::IsItemFocused() || ImGui::IsItemActive()) focused_ = knob.name;
}

void KnobSlider::press_play(const Knob& knob, const SliderRange& range) {
    const Integer value = *knob.slider_value();
    const bool was_running = run_.is_of(knob.name);
    stop();
    focused_ = knob.name;
    if (was_running) return;
    if (has_motion()) {
        platform::claim_shortcuts(kStop);
        return run_.begin(knob.name, value, range.position(value));
    }
    const Integer next = stepped(knob.limits, value, true);
    knob.set(next > value && next <= range.high ? next : knob.limits.nearest(range.low));
}

void KnobSlider::run(Context& context, const Knob& knob, const SliderRange& range) {
    if (!run_.is_of(knob.name)) return;
    Integer wanted = run_.first();
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
        context.escape_used_at = ImGui::GetFrameCount();
        stop();
    } else if (context.workspace.is_stale()) {  // each value is seen
        return platform::request_frame_in(kSecondsToStep);
    } else {
        platform::request_frame_in(kSecondsToStep);
        const double passed = std::min(static_cast<double>(ImGui::GetIO().DeltaTime), kLongestStep);
        const std::optional<float> position = run_.advance(passed);
        if (position) {
            wanted = knob.limits.nearest(range.value_at(*position));
        } else {
            platform::release_shortcuts(kStop);
        }
    }
    if (wanted != *knob.slider_value()) knob.set(wanted);
}

}  // namespace paramscope::app
