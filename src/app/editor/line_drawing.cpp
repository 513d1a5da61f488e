#include "app/editor/line_drawing.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/editor/code_colours.h"
#include "app/editor/problem_rows.h"
#include "app/editor/source_colours.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

ImU32 number_colour() {
    return mixed(palette().muted, palette().field, 0.25f);
}

}  // namespace

LineDrawing::LineDrawing(ImDrawList& list, const ImVec4& visible, ImVec2 origin, const CodeLines& lines,
                         const LineMap& map)
    : list_(list), visible_(visible), origin_(origin), lines_(lines), map_(map) {
    list_.PushClipRect({visible.x, visible.y}, {visible.z, visible.w});
}

void LineDrawing::for_each_line(const std::function<void(std::size_t line)>& draw) const {
    const std::size_t last = map_.line_at(visible_.w - origin_.y);
    for (std::size_t line = map_.line_at(visible_.y - origin_.y); line <= last; ++line) {
        if (!map_.hides(line)) draw(line);
    }
}

void LineDrawing::draw_text(std::string_view folded) const {
    for_each_line([&](std::size_t line) {
        if (map_.hides(line + 1))
            draw_code_line(list_, place(line), folded);
        else if (lines_.is_code())
            draw_source_line(list_, place(line), lines_.line(line), lines_.open_quote(line));
        else
            draw_code_line(list_, place(line), lines_.line(line));
    });
}

void LineDrawing::draw_gutter(float left, float right, const std::vector<Problem>& problems,
                              const std::function<ImU32(std::size_t line)>& colour_of) const {
    const float height = ImGui::GetTextLineHeight();
    for_each_line([&](std::size_t line) {
        const float top = place(line).y;
        const ImU32 bar = colour_of(line);
        if (bar != 0) list_.AddRectFilled({left, top}, {left + unit(0.75f), top + height}, bar);
        const std::string number = std::to_string(line + 1);
        const auto* problem = find_by(problems, &Problem::line, line + 1);
        const bool is_wrong = problem != nullptr && problem->severity == Severity::Error;
        add_text(list_, {right - text_width(number), top}, is_wrong ? palette().error : number_colour(),
                 number);
    });
}

void LineDrawing::draw_selection(std::size_t begin, std::size_t end) const {
    for_each_line([&](std::size_t line) {
        const std::size_t start = lines_.start(line);
        const std::string_view words = lines_.line(line);
        if (end < start || begin > start + words.size()) return;
        const std::size_t from = begin > start ? begin - start : 0;
        const std::size_t to = std::min(end - start, words.size());
        const ImVec2 at = place(line);
        const float left = at.x + text_advance(words.substr(0, from));
        // A line break is half a letter wide.
        const float line_break = end > start + words.size() ? text_width(" ") * 0.5f : 0;
        const float right = left + text_advance(words.substr(from, to - from)) + line_break;
        list_.AddRectFilled({left, at.y}, {right, at.y + ImGui::GetTextLineHeight()},
                            ImGui::GetColorU32(ImGuiCol_TextSelectedBg));
    });
}

void LineDrawing::draw_caret(std::size_t offset) const {
    const std::size_t line = lines_.line_of(offset);
    const ImVec2 at = place(line);
    const float x = at.x + text_advance(lines_.line(line).substr(0, offset - lines_.start(line)));
    list_.AddLine({x, at.y}, {x, at.y + ImGui::GetTextLineHeight()}, palette().accent);
}

void LineDrawing::draw_band(std::size_t line) const {
    const float top = place(line).y;
    list_.AddRectFilled({visible_.x, top}, {visible_.z, top + ImGui::GetTextLineHeight()},
                        palette().accent_soft);
}

void LineDrawing::underline(const Problem& problem) const {
    const std::size_t line = lines_.line_of(problem.span.begin);
    if (map_.hides(line)) return;
    const std::string_view words = lines_.line(line);
    const std::size_t from = std::min<std::size_t>(problem.span.begin - lines_.start(line), words.size());
    const std::string_view marked = words.substr(from, problem.span.end - problem.span.begin);
    const float left = origin_.x + text_advance(words.substr(0, from));
    const float right = left + std::max(text_width(marked), text_width("0"));
    const float bottom = place(line).y + ImGui::GetTextLineHeight();
    if (bottom < visible_.y || bottom > visible_.w || left > visible_.z) return;
    const float step = unit(0.5f);
    list_.PathLineTo({left, bottom});
    int k = 1;
    for (float x = left + step; x <= std::min(right, visible_.z) + step * 0.5f; x += step, ++k)
        list_.PathLineTo({x, bottom - (k % 2 == 1 ? step : 0)});
    list_.PathStroke(severity_colour(problem.severity), 0, std::max(1.0f, unit(0.3f)));
}

float gutter_width(std::size_t lines) {
    const auto digits = static_cast<float>(std::to_string(lines).size());
    return text_width("0") * std::max(2.0f, digits) + unit(4.5f);
}

}  // namespace paramscope::app
