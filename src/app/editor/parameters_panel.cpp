#include "app/editor/parameters_panel.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "app/dialogs/dialog.h"
#include "app/document/logarithm.h"
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
constexpr Integer kSliderLimit = Integer{1} << 60;

double to_double(Integer value) {
    return static_cast<double>(value);
}

// The slider's step: a power of two, an eighth to a sixteenth of `value`.
Integer step_at(Integer value) {
    Integer step = 1;
    while (value >= 16) {
        value /= 2;
        step *= 2;
    }
    return step;
}

std::string value_text(const Rational& value) {
    return value.is_integer() ? with_thousands(value.numerator()) : to_string(value);
}

// Parses a typed number: expressions, suffixes and thousands separators are allowed.
std::optional<Rational> read_value(std::string text) {
    std::erase(text, ',');
    const Result<Polynomial> value = parse_expression(text);
    return value ? value->constant() : std::nullopt;
}

// The value a step above or below another, among those that fit.
Integer stepped(const ValueLimits& limits, Integer value, bool is_up) {
    const Integer wanted = limits.nearest(value + (is_up ? step_at(value) : -step_at(value)));
    const bool has_moved = is_up ? wanted > value : wanted < value;
    return has_moved ? wanted : limits.next(value, is_up);
}

// The value entered for a slider through the mirror: a number, or a step up or down.
std::optional<Integer> entered_value(const ValueLimits& limits, Integer value) {
    const std::optional<std::string> entered = take_entered();
    if (!entered) return std::nullopt;
    if (*entered == "+" || *entered == "-") return stepped(limits, value, *entered == "+");
    const std::optional<Rational> number = read_value(*entered);
    return number && number->is_integer() && number->numerator() < kSliderLimit
               ? std::optional(number->numerator())
               : std::nullopt;
}

// The hyper-parameter's expression in the text, "" when it is only its value.
std::string definition(const VariableReport& variable) {
    if (variable.formula.is_constant()) return {};
    return print(variable.formula, Notation::Unicode);
}

/// What a variable means; where it was set by hand, its colour tells that.
std::string explanation(const VariableReport& variable) {
    const bool is_set = variable.origin == VariableReport::Origin::Overridden;
    if (variable.origin == VariableReport::Origin::Assumed) return std::string(word("assumed"));
    if (const std::string formula = definition(variable); !formula.empty() && !is_set) return "= " + formula;
    if (is_set && variable.comment.empty()) return std::string(word("set_by_hand"));
    return translate_title(variable.comment);
}

std::string hint(const VariableReport& variable) {
    std::string words = translate_title(variable.comment);
    if (const std::string formula = definition(variable); !formula.empty()) {
        if (!words.empty()) words += '\n';
        words += variable.name + " = " + formula;
    }
    const auto add = [&words](Word more) { words += concat(words.empty() ? "" : "\n", word(more)); };
    if (variable.origin == VariableReport::Origin::Assumed) add("assumed_usual");
    if (variable.origin == VariableReport::Origin::Overridden) add("set_by_hand");
    return words;
}

Knob knob_of(Workspace& workspace, const VariableReport& variable) {
    const Rational* usual = workspace.usual_value(variable.name);
    Knob knob{variable.name, *variable.value, {}, explanation(variable), hint(variable), false, {}, {}};
    knob.limits = read_value_limits(variable.comment);
    if (usual != nullptr && usual->is_integer()) knob.usual = usual->numerator();
    knob.is_set = variable.origin == VariableReport::Origin::Overridden;
    knob.set = [&workspace, name = variable.name, usual = knob.usual](const Rational& value) {
        if (usual && value == Rational(*usual)) {
            workspace.clear_override(name);
        } else {
            workspace.set_override(name, value);
        }
    };
    return knob;
}

Knob knob_of(Workspace& workspace, const SourceNumber& number) {
    Knob knob{number.name, number.value, number.written, "", std::string(word("shapes_the_model")), false, {},
              {}};
    knob.is_set = number.value != number.written;
    if (knob.is_set) knob.explanation = word("set_by_hand");
    knob.set = [&workspace, number](const Rational& value) {
        if (value.is_integer() && value.numerator() > 0)
            workspace.set_source_number({number.name, value.numerator(), number.written});
    };
    return knob;
}

/// Where the shapes of the input are from.
Word origin_word(const Workspace& workspace) {
    const InputOrigin origin = workspace.input_origin();
    if (origin == InputOrigin::Assumed) return "assumed";
    if (origin == InputOrigin::None) return "input_not_known";
    if (origin == InputOrigin::Typed) return "set_by_hand";
    return workspace.is_source() ? Word("from_the_code") : Word("from_the_text");
}

/// Of a model's numbers the first ones, and how many there are in all.
struct Knobs {
    std::vector<Knob> first;
    std::size_t count = 0;
};

Knobs collect_knobs(Workspace& workspace) {
    Knobs knobs;
    const auto add = [&](const auto& number) {
        if (++knobs.count <= kMostSliders) knobs.first.push_back(knob_of(workspace, number));
    };
    for (const VariableReport& variable : workspace.report().variables) {
        if (variable.value) add(variable);
    }
    if (const SourceReading* reading = workspace.reading()) {
        for (const SourceNumber& number : reading->numbers) add(number);
    }
    return knobs;
}

// Draws the slider's track over ImGui's slider, which provides the behaviour.
void draw_track(const SliderRange& range, Integer value, Integer usual) {
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
    if (value != usual) {
        const float mark = left + extent * range.position(usual);
        list->AddCircleFilled({mark, middle}, half * 1.5f, colours.muted);
    }
    const bool touched = ImGui::IsItemActive() || ImGui::IsItemHovered();
    if (touched) list->AddCircleFilled({knob, middle}, radius * 1.6f, faded(colours.accent, 0.18f));
    list->AddCircleFilled({knob, middle}, radius, colours.accent);
    list->AddCircleFilled({knob, middle}, radius - unit(0.5f), colours.pane);
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

void draw_slider(const Knob& knob, Integer value) {
    const Integer usual = knob.usual && *knob.usual > 0 && *knob.usual < kSliderLimit ? *knob.usual : value;
    const SliderRange range = slider_range(usual, value);
    float position = range.position(value);
    for (const ImGuiCol slot : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                                ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}) {
        ImGui::PushStyleColor(slot, 0);
    }
    ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, unit(breakpoint() == Breakpoint::Narrow ? 1 : 0)});
    const bool moved = ImGui::SliderFloat("##slider", &position, 0, 1, "", ImGuiSliderFlags_NoInput);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(5);
    describe(Aria::Slider, knob.name,
             {.value = with_thousands(value),
              .hint = knob.explanation,
              .low = to_double(range.low),
              .high = to_double(range.high),
              .now = to_double(value)});
    const std::optional<Integer> entered = entered_value(knob.limits, value);
    draw_track(range, value, usual);
    if (!moved && !entered) return;
    Integer wanted = entered ? *entered : knob.limits.nearest(range.value_at(position));
    // The slider snaps to the usual value, which may not be round.
    if (!entered && std::abs(position - range.position(usual)) < 0.012f) wanted = usual;
    // A key press may move the slider by less than one step.
    if (wanted == value && !entered && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        wanted = stepped(knob.limits, value, position > range.position(value));
    }
    if (wanted >= 1 && wanted != value) knob.set(wanted);
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

float SliderRange::position(Integer value) const {
    if (high <= low) return 0;
    const double least = to_double(low);
    const float at =
        log2_of(to_double(std::max<Integer>(value, 1)) / least) / log2_of(to_double(high) / least);
    return std::clamp(at, 0.0f, 1.0f);
}

Integer SliderRange::value_at(float position) const {
    const double least = to_double(low);
    const double exact = least * static_cast<double>(exp2_of(position * log2_of(to_double(high) / least)));
    const Integer step = step_at(static_cast<Integer>(exact));
    const Integer rounded = static_cast<Integer>(std::llround(exact / to_double(step))) * step;
    return std::clamp(rounded, low, high);
}

SliderRange slider_range(Integer usual, Integer value) {
    SliderRange range;
    range.low = std::max<Integer>(1, usual / 16);
    range.high = std::max<Integer>(usual * 16, 64);
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
    return range;
}

void ParametersPanel::draw(Context& context) {
    draw_head(context);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0);
    ImGui::BeginChild("variables", {0, 0});
    ImGui::PopStyleVar(2);
    draw_build(context.workspace);
    draw_input(context);
    draw_knobs(context.workspace);
    ImGui::EndChild();
}

void ParametersPanel::draw_knobs(Workspace& workspace) {
    const Knobs knobs = collect_knobs(workspace);
    for (const Knob& knob : knobs.first) draw_knob(knob);
    const std::size_t hidden = knobs.count - knobs.first.size();
    if (hidden > 0) caption(word("and_more", {{"count", std::to_string(hidden)}}));
    if (knobs.count == 0) wrapped_text(word("no_hyper_parameters"), palette().muted);
    draw_make_adjustable(workspace);
}

void ParametersPanel::draw_knob(const Knob& knob) {
    ImGui::PushID(knob.name.c_str());
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
    if (knob.value.is_integer() && knob.value.numerator() > 0 && knob.value.numerator() < kSliderLimit) {
        draw_slider(knob, knob.value.numerator());
    }
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
