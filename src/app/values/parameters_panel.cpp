#include "app/values/parameters_panel.h"

#include <algorithm>

#include "algebra/print.h"
#include "app/dialogs/dialog.h"
#include "app/editor/adjust_button.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kMostSliders = 200;  // drawn at once; further values are changed in the text

std::string value_text(const Rational& value) {
    return value.is_integer() ? with_thousands(value.numerator()) : to_string(value);
}

/// Where the shapes of the input are from.
Word origin_word(const Workspace& workspace) {
    const InputOrigin origin = workspace.input_origin();
    if (origin == InputOrigin::Assumed) return "assumed";
    if (origin == InputOrigin::None) return "input_not_known";
    if (origin == InputOrigin::Typed) return "set_by_hand";
    return workspace.is_source() ? Word("from_the_code") : Word("from_the_text");
}

void draw_head(Context& context) {
    heading(word("hyper_parameters"));
    const NodeReport* root = context.workspace.report().root();
    if (breakpoint() == Breakpoint::Narrow && root != nullptr && root->facts->parameters.value) {
        // Shows the sliders' effect, since the totals are in another tab.
        ImGui::SameLine(0, unit(3));
        text(with_thousands(*root->facts->parameters.value), palette().muted);
    }
    const Document& document = context.workspace.document();
    if (document.overrides.empty() && without_numbers(document.build) == document.build) return;
    const bool has_before = !document.overrides.empty();
    const float compare = has_before ? icon_button_width() + unit(1) : 0;
    same_line_at_right(button_width(word("reset")) + compare);
    if (has_before) {
        if (icon_button("before", Icon::Compare, word("compare_with_before"))) {
            context.wants_before = true;
            context.wanted = DialogKind::Compare;
        }
        ImGui::SameLine(0, unit(1));
    }
    if (button(word("reset"), ButtonKind::Quiet)) context.workspace.clear_overrides();
}

void draw_classes(Workspace& workspace, const std::vector<std::string>& classes) {
    ImGui::SameLine(0, unit(1));
    if (icon_button("classes", Icon::More, word("choose_class"))) ImGui::OpenPopup("classes menu");
    if (!begin_menu("classes menu", word("choose_class"))) return;
    for (const std::string& cls : classes) {
        if (menu_choice(cls, cls == workspace.document().build)) workspace.set_build(cls);
    }
    end_menu();
}

}  // namespace

void ParametersPanel::draw(Context& context) {
    draw_head(context);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0);
    ImGui::BeginChild("variables", {0, 0});
    ImGui::PopStyleVar(2);
    draw_build(context.workspace);
    draw_input(context);
    draw_knobs(context);
    ImGui::EndChild();
}

void ParametersPanel::draw_knobs(Context& context) {
    Workspace& workspace = context.workspace;
    context.ranges.follow(workspace.versions().model);
    sliders_.follow(workspace);
    const Knobs knobs = collect_knobs(workspace, kMostSliders);
    for (const Knob& knob : knobs.first) draw_knob(context, knob);
    const std::size_t hidden = knobs.count - knobs.first.size();
    if (hidden > 0) caption(word("and_more", {{"count", std::to_string(hidden)}}));
    if (knobs.count == 0) wrapped_text(word("no_hyper_parameters"), palette().muted);
    draw_make_adjustable(workspace);
}

void ParametersPanel::draw_knob(Context& context, const Knob& knob) {
    ImGui::PushID(knob.name.c_str());
    const ImVec2 top = ImGui::GetCursorScreenPos();
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f));
    const float right = ImGui::GetContentRegionAvail().x;
    const float field_width =
        std::clamp(text_width(value_text(knob.value)) + unit(5), unit(26), right * 0.7f);
    ImGui::AlignTextToFramePadding();
    ImGui::BeginGroup();
    text(knob.name, palette().text, Type::Code);
    if (!knob.explanation.empty()) {
        ImGui::SameLine();
        const WithType type(Type::Small);
        const float room_left = right - field_width - ImGui::GetCursorPosX() - unit(1);
        if (room_left > unit(6))
            clipped_text(knob.explanation, room_left, knob.is_set ? palette().accent : palette().muted);
    }
    ImGui::EndGroup();
    tooltip(knob.hint);
    ImGui::SameLine(right - field_width);
    draw_value_field(knob, field_width);
    if (knob.slider_value()) sliders_.draw(context, knob, top);
    ImGui::PopStyleVar();
    ImGui::PopID();
}

void ParametersPanel::draw_value_field(const Knob& knob, float width) {
    std::string shown = fields_.shown("##value", value_text(knob.value));
    if (!fields_.draw("##value", knob.name, &shown, width, !read_value(shown))) return;
    const std::optional<Rational> entered = read_value(shown);
    if (entered && !(*entered == knob.value)) knob.set(*entered);
}

void ParametersPanel::draw_input(Context& context) {
    Workspace& workspace = context.workspace;
    text(word("input_shape"));
    ImGui::SameLine();
    caption(word(origin_word(workspace)));
    std::string shown = workspace.input_text();
    const bool is_wrong = !workspace.input_error().empty();
    if (edit_code("##input", word("input_shape"), shown, -FLT_MIN, is_wrong) &&
        shown != workspace.input_text())
        workspace.set_input(shown);
    if (!workspace.input_error().empty())
        wrapped_text(translate_message(workspace.input_error()), palette().error);
    if (const SourceReading* reading = workspace.reading()) {
        for (const std::string& assumption : reading->assumptions)
            wrapped_text(assumption, palette().muted, Type::Small);
    }
}

/// Draws what source code builds: an expression, and a menu of the classes.
void ParametersPanel::draw_build(Workspace& workspace) {
    const SourceReading* reading = workspace.reading();
    if (reading == nullptr) return;
    const std::string& chosen = workspace.document().build;
    if (reading->built.empty() && reading->classes.empty() && chosen.empty()) return;  // nothing can be built
    const std::string& present = reading->built.empty() ? chosen : reading->built;
    text(word("built"));
    const bool has_choice = reading->classes.size() > 1 || reading->built.empty();
    const float menu = has_choice ? icon_button_width() + unit(1) : 0;
    const float width = ImGui::GetContentRegionAvail().x - menu;
    std::string shown = present;
    if (edit_code("##build", word("built"), shown, width, workspace.is_stale()) && shown != present)
        workspace.set_build(shown);
    if (has_choice) draw_classes(workspace, reading->classes);
}

bool ParametersPanel::edit_code(const char* id, std::string_view name, std::string& value, float width,
                                bool is_wrong) {
    const WithType type(Type::Code);
    value = fields_.shown(id, value);
    return fields_.draw(id, name, &value, width, is_wrong);
}

}  // namespace paramscope::app
