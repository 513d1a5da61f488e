#include "formats/pictures/diagram/diagram_picture.h"

#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "formats/pictures/family_colours.h"

namespace paramscope {
namespace {

constexpr float kLeastText = 4;  // pixels: smaller words are left out

class Drawer {
  public:
    Drawer(const Report& report, const Diagram& diagram, const DiagramStyle& style, Ink& ink)
        : report_(report), diagram_(diagram), style_(style), ink_(ink), marks_(diagram.boxes.size()) {
        for (const auto& [index, colour] : style.marked) {
            if (index < marks_.size()) marks_[index] = colour;
        }
    }

    void run() const {
        for (std::size_t i = 0; i < diagram_.boxes.size(); ++i) {
            if (is_visible(diagram_.boxes[i].box)) draw_box(diagram_.boxes[i], marks_[i]);
        }
        for (const DiagramLine& line : diagram_.lines) draw_line(line);
    }

  private:
    float size() const { return style_.text_size; }
    bool is_readable() const { return size() >= kLeastText; }

    Box moved(const Box& box) const {
        return {std::round(box.x + style_.shift.x), std::round(box.y + style_.shift.y), std::round(box.w),
                std::round(box.h)};
    }
    Point moved(const Point& point) const {
        return {std::round(point.x + style_.shift.x), std::round(point.y + style_.shift.y)};
    }

    bool is_visible(const Box& box) const {
        if (style_.visible.is_empty()) return true;
        const Box at = moved(box), &area = style_.visible;
        return at.x < area.x + area.w && at.y < area.y + area.h && at.x + at.w > area.x &&
               at.y + at.h > area.y;
    }

    void border(const Box& box, Colour colour, bool dashed) const {
        const Point around[] = {{box.x, box.y},
                                {box.x + box.w, box.y},
                                {box.x + box.w, box.y + box.h},
                                {box.x, box.y + box.h},
                                {box.x, box.y}};
        ink_.line(around, colour, 1, dashed);
    }

    /// Transparent for a box without a colour of its own.
    Colour colour_of(const DiagramBox& box) const {
        return box.step.modules.empty() ? 0 : colour_of_module(report_, box.module(), style_);
    }

    static Colour faded(Colour colour, float opacity) {
        const auto alpha = static_cast<Colour>(std::lround(static_cast<float>(colour >> 24) * opacity));
        return (colour & 0xFFFFFF) | alpha << 24;
    }

    std::string words_of(const DiagramBox& box) const {
        std::string words = box.title;
        for (const std::string* each : {&box.detail, &box.cost}) {
            if (!each->empty()) words += concat(words.empty() ? "" : ", ", *each);
        }
        return words;
    }

    void draw_box(const DiagramBox& box, Colour mark) const {
        const Box at = moved(box.box);
        if (box.step.copies > 1) {  // a second card behind the first
            const float step = std::round(size() * 0.3f);
            const Point behind[] = {{at.x + step, at.y + at.h + step},
                                    {at.x + at.w + step, at.y + at.h + step},
                                    {at.x + at.w + step, at.y + step}};
            ink_.line(behind, style_.line, 1);
        }
        ink_.box(at, box.is_open ? style_.frame : style_.ground, style_.has_titles ? words_of(box) : "");
        const Colour colour = box.is_open ? 0 : faded(colour_of(box), style_.tint);
        if (colour != 0) ink_.box(at, colour);
        if (mark != 0) ink_.box(at, mark);
        const bool is_loose = !box.step.is_called || box.step.kind == DiagramStep::Kind::More ||
                              box.step.kind == DiagramStep::Kind::Skip;
        border(at, colour == 0 ? style_.line : faded(colour_of(box), 0.6f), is_loose);
        draw_share(box, at);
        if (!is_readable()) return;
        if (box.is_open) {
            draw_heading(box, at);
        } else {
            draw_words(box, at);
        }
    }

    /// How much of the model's cost it is, as a bar along its lower side; of an open box, its upper side.
    void draw_share(const DiagramBox& box, const Box& at) const {
        if (box.share <= 0) return;
        const float height = std::max(2.0f, std::round(size() * 0.25f));
        const float width = std::max(1.0f, (at.w - 1) * static_cast<float>(box.share));
        const Colour colour = colour_of(box);
        ink_.box({at.x, box.is_open ? at.y : at.y + at.h - height, width, height},
                 colour == 0 ? style_.muted : colour);
    }

    void draw_heading(const DiagramBox& box, const Box& at) const {
        const float pad = std::round(size() * 0.75f), y = at.y + size() * 1.25f;
        ink_.words({at.x + pad, y}, heading_of(box), style_.text, Anchor::Start);
        if (!box.cost.empty()) ink_.words({at.x + at.w - pad, y}, box.cost, style_.muted, Anchor::End);
        if (!box.note.empty())
            ink_.words({at.x + pad, y + size() * 1.5f}, box.note, style_.muted, Anchor::Start);
    }

    void draw_words(const DiagramBox& box, const Box& at) const {
        const std::string second = second_line(box);
        const Point first{at.x + at.w / 2, at.y + (second.empty() ? at.h / 2 : size() * 1.1f)};
        const bool is_own = box.is_module() || box.step.kind == DiagramStep::Kind::Operation;
        ink_.words(first, box.title, is_own ? style_.text : style_.muted, Anchor::Middle);
        if (!second.empty())
            ink_.words({first.x, first.y + size() * 1.4f}, second, style_.muted, Anchor::Middle);
    }

    float width_of(std::string_view words) const { return style_.text_width(words, size()); }

    void draw_line(const DiagramLine& line) const {
        if (!is_visible(around(line))) return;
        std::vector<Point> points;
        for (const Point& point : line.points) points.push_back(moved(point));
        ink_.line(points, style_.arrow, 1);
        const Point &end = points.back(), &before = points[points.size() - 2];
        const float length = std::max(std::hypot(end.x - before.x, end.y - before.y), 0.01f);
        const float dx = (end.x - before.x) / length, dy = (end.y - before.y) / length;
        const float back = size() * 0.55f, side = size() * 0.3f;
        const Point head[] = {{end.x - dx * back - dy * side, end.y - dy * back + dx * side},
                              end,
                              {end.x - dx * back + dy * side, end.y - dy * back - dx * side}};
        ink_.line(head, style_.arrow, 1.5f);
        if (line.shape.empty() || !is_readable()) return;
        const Point& start = points.front();
        const float lower =
            diagram_.direction == Direction::Down ? 0.9f : -0.7f;  // beside the arrow, or above
        ink_.words({start.x + size() * 0.5f, start.y + size() * lower}, line.shape, style_.muted,
                   Anchor::Start);
    }

    /// The area of an arrow and its words.
    Box around(const DiagramLine& line) const {
        Point low = line.points.front(), high = low;
        for (const Point& point : line.points) {
            low = {std::min(low.x, point.x), std::min(low.y, point.y)};
            high = {std::max(high.x, point.x), std::max(high.y, point.y)};
        }
        const float words = line.shape.empty() ? 0 : width_of(line.shape) + size();
        return {low.x, low.y - size(), high.x - low.x + 1 + words, high.y - low.y + size() * 2};
    }

    const Report& report_;
    const Diagram& diagram_;
    const DiagramStyle& style_;
    Ink& ink_;
    std::vector<Colour> marks_;
};

}  // namespace

void draw_diagram(const Report& report, const Diagram& diagram, const DiagramStyle& style, Ink& ink) {
    Drawer(report, diagram, style, ink).run();
}

}  // namespace paramscope
