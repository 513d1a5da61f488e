#include "app/pictures/curve_picture.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "algebra/print.h"
#include "app/dialogs/dialog.h"
#include "app/document/logarithm.h"
#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr int kSamples = 129;
constexpr std::size_t kMostTried = 50;  // variables, for the one with the steepest growth

Integer whole(double value) {
    return static_cast<Integer>(std::min(value, 1e37) + 0.5);
}

std::string tick_text(double value) {
    if (value < 1) return concat("1/", with_thousands(whole(1 / value)));
    return short_count(whole(value));
}

}  // namespace

float CurvePicture::Axis::at(double value) const {
    const double share = (log2_of(std::max(value, 1e-30)) - low) / std::max(high - low, 1e-6);
    return from + static_cast<float>(share) * (to - from);
}

double CurvePicture::Axis::value_at(float place) const {
    const double share = static_cast<double>(std::clamp((place - from) / (to - from), 0.0f, 1.0f));
    return static_cast<double>(exp2_of(low + share * (high - low)));
}

void CurvePicture::update(Context& context, Measure measure) {
    const Workspace& workspace = context.workspace;
    const bool is_same = revision_ == workspace.revision() && ranges_ == context.ranges.version();
    if (is_same && measure_ == measure && drawn_variable_ == variable_) return;
    revision_ = workspace.revision();
    ranges_ = context.ranges.version();
    measure_ = measure;
    const Polynomial total = total_of(workspace.report(), measure);
    variables_ = total.is_faulted() ? std::vector<std::string>() : symbols(total);
    if (!contains(variables_, variable_)) {
        variable_.clear();
        // Chooses the variable with the steepest growth.
        double steepest = 0;
        for (const std::string& name : std::span(variables_).first(std::min(variables_.size(), kMostTried))) {
            const std::vector<Sample> ends = curve_of(workspace.report(), total, name, 2).samples;
            if (ends.size() < 2) continue;
            const double growth = ends.back().exact / ends.front().exact;
            if (growth <= steepest) continue;
            steepest = growth;
            variable_ = name;
        }
    }
    drawn_variable_ = variable_;
    // The slider's range: the point moves, and the curve stays.
    std::optional<CurveEnds> ends;
    knob_ = knob_called(context.workspace, variable_);
    if (const auto value = knob_ ? knob_->slider_value() : std::nullopt) {
        const SliderRange range = context.ranges.of(variable_, knob_->slider_usual(), *value);
        ends = {static_cast<double>(range.low), static_cast<double>(range.high)};
    }
    curve_ = curve_of(workspace.report(), total, variable_, kSamples, ends);
}

float CurvePicture::choice_width() const {
    return menu_button_width(variable_);
}

void CurvePicture::draw_choice(float widest) {
    if (menu_button("variable", variable_, widest)) ImGui::OpenPopup("variables");
    if (!begin_menu("variables", word("hyper_parameters"))) return;
    for (const std::string& name : variables_) {
        if (menu_choice(name, name == variable_)) variable_ = name;
    }
    end_menu();
}

void CurvePicture::fit(ImVec2 size, Axis& across, Axis& up) const {
    double least = 1e300;
    double most = 0;
    for (const Sample& sample : curve_.samples) {
        least = std::min(least, sample.exact);
        most = std::max({most, sample.exact, sample.leading});
    }
    // Half of the last label is beyond the axis.
    const float beyond = std::max(unit(3), text_width(tick_text(curve_.samples.back().at)) / 2);
    across = {log2_of(curve_.samples.front().at), log2_of(curve_.samples.back().at), unit(14),
              size.x - beyond};
    up = {std::floor(log2_of(least)), std::ceil(log2_of(most)), size.y - unit(6), unit(6)};
    if (up.high - up.low < 1) up.high = up.low + 1;
    if (across.high - across.low < 0.1) across.high = across.low + 1;
}

void CurvePicture::draw_axes(Ink& ink, const Axis& across, const Axis& up) const {
    const ImU32 grid = palette().line;
    const auto rule = [&](Point from, Point to) {
        const Point ends[] = {from, to};
        ink.line(ends, grid, 1);
    };
    // Ticks at 1, 2 and 5 times powers of ten, or only at powers of ten when those are too close.
    const double each = (up.from - up.to) / std::max(up.high - up.low, 1e-6);  // pixels per doubling
    const int step = each > unit(6) ? 1 : each > unit(2) ? 3 : 6;
    int count = 0;
    for (double power = 1; power < 1e39; power *= 10) {
        for (const double times : {1.0, 2.0, 5.0}) {
            const double value = power * times;
            const double at = log2_of(value);
            if (count++ % step != 0 || at < up.low || at > up.high) continue;
            rule({across.from, up.at(value)}, {across.to, up.at(value)});
            ink.words({across.from - unit(1.5f), up.at(value)}, tick_text(value), palette().muted,
                      Anchor::End);
        }
    }
    // Horizontal ticks: doublings and halvings of the current value, as many as have space for labels.
    const double doubling = (across.to - across.from) / std::max(across.high - across.low, 1e-6);
    const double stride = std::max(std::ceil(unit(14) / doubling), 1.0);
    const double middle = log2_of(curve_.present);
    const double first = middle - std::floor((middle - across.low) / stride + 1e-9) * stride;
    for (double power = first; power <= across.high + 1e-9; power += stride) {
        const float x = across.at(exp2_of(power));
        rule({x, up.to}, {x, up.from});
        ink.words({x, up.from + unit(3)}, tick_text(exp2_of(power)), palette().muted, Anchor::Middle);
    }
}

void CurvePicture::draw_curves(Ink& ink, const Axis& across, const Axis& up) const {
    std::vector<Point> exact;
    std::vector<Point> leading;
    for (const Sample& sample : curve_.samples) {
        const float x = across.at(sample.at);
        exact.push_back({x, up.at(sample.exact)});
        // Leading terms far below the curve are omitted.
        if (log2_of(std::max(sample.leading, 1e-30)) >= up.low) leading.push_back({x, up.at(sample.leading)});
    }
    if (curve_.has_leading) ink.line(leading, palette().warning, 1.5f, true);
    ink.line(exact, palette().accent, 2);
    if (curve_.total <= 0) return;
    const float r = unit(0.9f);
    const Point at = point(across, up);
    ink.box({at.x - r, at.y - r, r * 2, r * 2}, palette().accent);
    const bool is_at_left = at.x < across.from + text_width(short_count(whole(curve_.total)));
    ink.words({is_at_left ? at.x + r : at.x - r, at.y - unit(3)}, short_count(whole(curve_.total)),
              palette().text, is_at_left ? Anchor::Start : Anchor::End);
}

Point CurvePicture::point(const Axis& across, const Axis& up) const {
    return {across.at(curve_.present), up.at(curve_.total)};
}

void CurvePicture::draw_key(Ink& ink, const Axis& across, const Axis& up) const {
    const float y = up.to - unit(3);
    float x = across.from;
    const auto entry = [&](Word words, ImU32 colour, bool dashed) {
        const Point stroke[] = {{x, y}, {x + unit(5), y}};
        ink.line(stroke, colour, 2, dashed);
        ink.words({x + unit(6), y}, word(words), palette().muted, Anchor::Start);
        x += unit(10) + text_width(word(words));
    };
    entry("exact_curve", palette().accent, false);
    if (curve_.has_leading) entry("leading_curve", palette().warning, true);
    if (x + text_width(variable_) > across.to) return;
    ink.words({across.to, y}, variable_, palette().muted, Anchor::End);
}

void CurvePicture::draw_pointer(Ink& ink, ImVec2 corner, const Axis& across, const Axis& up) const {
    const float mouse = ImGui::GetMousePos().x - corner.x;
    const Sample* nearest = &curve_.samples.front();
    for (const Sample& sample : curve_.samples) {
        if (std::abs(across.at(sample.at) - mouse) < std::abs(across.at(nearest->at) - mouse))
            nearest = &sample;
    }
    const float x = across.at(nearest->at);
    const Point line[] = {{x, up.to}, {x, up.from}};
    ink.line(line, palette().faint, 1);
    if (!ImGui::BeginTooltip()) return;
    text(concat(variable_, " = ", tick_text(nearest->at)), palette().muted);
    text(with_thousands(whole(nearest->exact)), palette().accent);
    if (curve_.has_leading && nearest->exact > 0) {
        text(concat(with_thousands(whole(nearest->leading)), "  −",
                    relative_error(std::abs(nearest->exact - nearest->leading) / nearest->exact)),
             palette().warning);
    }
    ImGui::EndTooltip();
}

void CurvePicture::write(Ink& ink, ImVec2 size) const {
    if (curve_.samples.empty()) return;
    const WithType type(Type::Small);
    Axis across;
    Axis up;
    fit(size, across, up);
    draw_axes(ink, across, up);
    draw_curves(ink, across, up);
    draw_key(ink, across, up);
}

void CurvePicture::draw(Context& context, Measure measure, ImVec2 corner, ImVec2 size, bool still) {
    update(context, measure);
    const bool hovered = ImGui::IsItemHovered();
    ScreenInk ink(corner);
    write(ink, size);
    if (still || curve_.samples.empty()) return;
    Axis across;
    Axis up;
    fit(size, across, up);
    const bool is_dragged = drag_point(corner, across, up);
    if (hovered && !is_dragged && !is_under_menu()) draw_pointer(ink, corner, across, up);
}

bool CurvePicture::drag_point(ImVec2 corner, const Axis& across, const Axis& up) {
    const std::optional<Integer> value = knob_ ? knob_->slider_value() : std::nullopt;
    if (!value || curve_.total <= 0) return false;
    const PictureKeys keys;
    const Point at = point(across, up);
    const ImVec2 middle{corner.x + at.x, corner.y + at.y};
    const bool is_held = hold_point(middle);
    if (is_held || keys.is_focused())
        ImGui::GetWindowDrawList()->AddCircleFilled(middle, unit(2.5f), faded(palette().accent, 0.25f));
    const ImGuiIO& io = ImGui::GetIO();
    Integer wanted = *value;
    if (is_dragging_ && io.MouseDelta.x != 0) wanted = value_near(across.value_at(io.MousePos.x - corner.x));
    if (keys.is_focused()) {
        keys.own(kArrowKeys);
        if (const int step = arrow_step(); step != 0) wanted = stepped(knob_->limits, *value, step > 0);
    }
    if (const auto entered = describe_point(keys, middle)) wanted = *entered;
    if (wanted >= 1 && wanted != *value) knob_->set(wanted);
    return is_held;
}

/// True while the point is under the pointer or dragged.
bool CurvePicture::hold_point(ImVec2 middle) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const float x = mouse.x - middle.x, y = mouse.y - middle.y, reach = unit(4);
    const bool is_near = ImGui::IsItemHovered() && x * x + y * y < reach * reach;
    if (ImGui::IsItemActivated()) is_dragging_ = is_near;
    if (!ImGui::IsItemActive()) is_dragging_ = false;
    const bool is_held = is_near || is_dragging_;
    if (is_held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    return is_held;
}

/// The value of the slider that is nearest; near the usual value, that one.
Integer CurvePicture::value_near(double at) const {
    const SliderRange range{whole(curve_.samples.front().at), whole(curve_.samples.back().at)};
    const float position = range.position(whole(at));
    const Integer usual = knob_->slider_usual();
    if (std::abs(position - range.position(usual)) < 0.012f) return usual;
    return knob_->limits.nearest(range.value_at(position));
}

/// Describes the point as a slider; the value that was entered through the mirror.
std::optional<Integer> CurvePicture::describe_point(const PictureKeys& keys, ImVec2 middle) const {
    const ImGuiID id = ImGui::GetID("point");
    const float r = unit(2.5f);
    if (!ImGui::ItemAdd({middle.x - r, middle.y - r, middle.x + r, middle.y + r}, id, nullptr,
                        ImGuiItemFlags_NoNav))
        return std::nullopt;
    const Integer value = *knob_->slider_value();
    describe(Aria::Slider, word("point_on_curve", {{"name", variable_}}),
             {.is_cursor = keys.is_focused(),
              .value = concat(with_thousands(value), ": ", with_thousands(whole(curve_.total))),
              .low = curve_.samples.front().at,
              .high = curve_.samples.back().at,
              .now = static_cast<double>(value)});
    const std::optional<Integer> entered = entered_value(knob_->limits, value);
    keys.takes_focus(id);
    return entered;
}

}  // namespace paramscope::app
