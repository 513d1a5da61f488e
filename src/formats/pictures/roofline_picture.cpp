#include "formats/pictures/roofline_picture.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/distinct_names.h"
#include "formats/pictures/family_colours.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostNamedMarks = 10;
constexpr std::size_t kMostTriedMarks = 60;   ///< for those that may have no room
constexpr std::size_t kMostDrawnMarks = 500;  // the largest ones
constexpr float kSmallestMark = 5;
constexpr std::string_view kLongestRate = "500 TFLOP/s";
constexpr float kGap = 1;
constexpr int kMostAttempts = 8;  // at smaller marks, until all are inside
constexpr double kShrinking = 0.8;
constexpr double kMarkedPart = 0.05;  // of the area that all marks take
constexpr double kRoomBelow = 0.4;    // of the height, below the roof of the lowest intensity
constexpr double kTickFactors[] = {1, 2, 5};
constexpr double kFaintest = 1e-30;  // keeps logarithms finite

bool has_mark(const LayerTime& layer) {
    return layer.flops > 0 && layer.bytes > 0 && layer.seconds > 0;
}

double intensity_of(const LayerTime& layer) {
    return layer.flops / layer.bytes;
}

/// The share of a range that a value is above its lower end, on a logarithmic scale.
float share_of_range(double value, std::pair<double, double> range) {
    const double low = std::log10(range.first), high = std::log10(range.second);
    return static_cast<float>((std::log10(std::max(value, kFaintest)) - low) / (high - low));
}

bool overlap(const Box& a, const Box& b) {
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

float width_of(const RooflineStyle& style, std::string_view words) {
    return style.text_width(words, style.text_size);
}

float row_of(const RooflineStyle& style) {
    return style.text_size * 1.75f;
}

/// True where the note does not fit beside the name of the axis.
bool has_note_of_its_own(const RooflineStyle& style) {
    return width_of(style, style.note) + width_of(style, style.across) + style.text_size > style.width;
}

/// "1 TFLOP/s", "0.5": of round numbers.
std::string tick_text(double value, std::string_view unit) {
    if (value < 1) return concat(rounded(value, value < 0.1 ? 2 : 1), unit.empty() ? "" : " ", unit);
    std::string text = short_work(static_cast<Integer>(std::min(value, 1e36) + 0.5), unit);
    const std::size_t point = text.find('.'), blank = std::min(text.find(' '), text.size());
    if (point < blank) text.erase(point, blank - point);
    return text;
}

class RooflineDrawing {
  public:
    RooflineDrawing(const Report& report, const Roofline& line, const RooflineStyle& style, Ink& ink)
        : report_(report), line_(line), style_(style), ink_(ink), layout_(line, style) {}

    void run() {
        const Box area = layout_.area();
        draw_ticks();
        draw_roof();
        for (const LayerMark& mark : layout_.marks()) draw_mark(mark);
        draw_labels();
        const float row = row_of(style_), below = area.y + area.h + row * 1.4f;
        words({0, style_.top + row / 2}, style_.heading, style_.text, Anchor::Start);
        words({style_.width, below}, style_.across, style_.muted, Anchor::End);
        words({0, below + (has_note_of_its_own(style_) ? row : 0)}, style_.note, style_.muted, Anchor::Start);
    }

  private:
    void words(Point at, std::string_view text, Colour colour, Anchor anchor) {
        ink_.words(at, text, colour, anchor);
    }

    void rule(Point from, Point to, Colour colour, float width, bool dashed = false) {
        const Point ends[] = {from, to};
        ink_.line(ends, colour, width, dashed);
    }

    /// Powers of ten, also 2 and 5 times these where there is room.
    template <class Draw>
    static void each_tick(std::pair<double, double> range, float pixels, float room, Draw draw) {
        const double each = pixels / std::max(std::log10(range.second / range.first), 1e-6);
        const double step = std::max(1.0, std::ceil(room / each));
        const int factors = each > room * 4 ? 3 : 1;
        const double first = std::floor(std::log10(range.first)), last = std::log10(range.second);
        for (double power = first; power <= last; power += step) {
            for (const double times : std::span(kTickFactors).first(static_cast<std::size_t>(factors))) {
                const double value = std::pow(10.0, power) * times;
                if (value >= range.first && value <= range.second) draw(value);
            }
        }
    }

    void draw_ticks() {
        const Box area = layout_.area();
        const float near = style_.text_size * 0.6f;
        each_tick(layout_.rates(), area.h, style_.text_size * 2, [&](double rate) {
            const float y = layout_.at(layout_.intensities().first, rate).y;
            rule({area.x, y}, {area.x + area.w, y}, style_.line, 1);
            words({area.x - near, y}, tick_text(rate, style_.up), style_.muted, Anchor::End);
        });
        each_tick(layout_.intensities(), area.w, style_.text_size * 5, [&](double intensity) {
            const float x = layout_.at(intensity, layout_.rates().first).x;
            rule({x, area.y}, {x, area.y + area.h}, style_.line, 1);
            words({x, area.y + area.h + style_.text_size}, tick_text(intensity, ""), style_.muted,
                  Anchor::Middle);
        });
    }

    /// The slope of the memory's bandwidth and the level of the peak; the ridge between them has a number.
    void draw_roof() {
        const auto [low, high] = layout_.intensities();
        const double ridge = layout_.peak() ? *layout_.peak() / line_.device->bandwidth : high;
        const Point corner = layout_.at(ridge, layout_.roof(ridge));
        rule(layout_.at(low, layout_.roof(low)), corner, style_.text, 2);
        if (!layout_.peak()) return;
        rule(corner, layout_.at(high, layout_.roof(high)), style_.text, 2);
        const Box area = layout_.area();
        rule(corner, {corner.x, area.y + area.h}, style_.text, 1, true);
        const std::string number = rounded(ridge, ridge < 10 ? 1 : 0);
        const float width = width_of(style_, number);
        const float x = corner.x + style_.text_size * 0.4f, y = area.y + area.h - style_.text_size * 0.8f;
        words({x, y}, number, style_.text, Anchor::Start);
        taken_.push_back({x, y - style_.text_size / 2, width, style_.text_size});
    }

    void draw_mark(const LayerMark& mark) {
        const std::uint32_t node = mark.layer->node;
        for (const auto& [marked, colour] : style_.marked) {
            if (marked != node) continue;
            const float ring = style_.text_size * 0.25f;
            ink_.box({mark.box.x - ring, mark.box.y - ring, mark.box.w + ring * 2, mark.box.h + ring * 2},
                     colour);
        }
        const Colour colour = colour_of_module(report_, node, style_);
        ink_.box(
            mark.box, colour == 0 ? style_.muted : colour,
            style_.has_titles ? layer_time_text(report_, line_, *mark.layer, style_.across) : std::string());
    }

    /// Names the layers that take longest.
    void draw_labels() {
        const auto& marks = layout_.marks();
        std::vector<std::uint32_t> nodes;
        for (std::size_t i = 0; i < std::min(marks.size(), kMostTriedMarks); ++i)
            nodes.push_back(marks[i].layer->node);
        const std::vector<std::string> names = distinct_names(report_, nodes);
        for (std::size_t i = 0; i < names.size() && labels_ < kMostNamedMarks; ++i)
            draw_label(marks[i], names[i]);
    }

    /// Names a mark where there is room beside it.
    void draw_label(const LayerMark& mark, std::string_view name) {
        const std::string part = percent(mark.layer->seconds / line_.layer_seconds);
        const std::string text = concat(name, part.empty() ? "" : "  ", part);
        const float width = width_of(style_, text), height = style_.text_size * 1.2f;
        const float gap = style_.text_size * 0.4f, middle = mark.box.y + mark.box.h / 2;
        const Point places[] = {{mark.box.x + mark.box.w + gap, middle},
                                {mark.box.x - gap - width, middle},
                                {mark.box.x, mark.box.y + mark.box.h + gap + height / 2}};
        const Box area = layout_.area();
        for (const Point& at : places) {
            const Box box{at.x, at.y - height / 2, width, height};
            const bool is_inside = box.x >= area.x && box.x + box.w <= style_.width && box.y >= area.y &&
                                   box.y + box.h <= area.y + area.h;
            if (!is_inside || is_taken(box) || is_on_roof(box)) continue;
            words(at, text, style_.text, Anchor::Start);
            taken_.push_back(box);
            ++labels_;
            return;
        }
    }

    bool is_taken(const Box& box) const {
        const auto& marks = layout_.marks();
        return any_of(taken_, [&](const Box& other) { return overlap(box, other); }) ||
               any_of(marks, [&](const LayerMark& mark) { return overlap(box, mark.box); });
    }

    /// True where the roof crosses a box: it only rises, so one of the upper corners is above it.
    bool is_on_roof(const Box& box) const {
        return box.y < layout_.roof_at(box.x) && box.y + box.h > layout_.roof_at(box.x + box.w);
    }

    const Report& report_;
    const Roofline& line_;
    const RooflineStyle& style_;
    Ink& ink_;
    const RooflineLayout layout_;
    std::vector<Box> taken_;  ///< by words
    std::size_t labels_ = 0;
};

}  // namespace

RooflineLayout::RooflineLayout(const Roofline& line, const RooflineStyle& style) : line_(line) {
    for (const LayerTime& layer : line.layers) {
        if (has_mark(layer)) marks_.push_back({&layer, {}});
    }
    stable_sort(marks_,
                [](const LayerMark& a, const LayerMark& b) { return a.layer->seconds > b.layer->seconds; });
    marks_.resize(std::min(marks_.size(), kMostDrawnMarks));
    const float left = width_of(style, kLongestRate) + style.text_size, row = row_of(style);
    const float top = row * 1.5f, bottom = row * (has_note_of_its_own(style) ? 3 : 2);
    area_ = {left, style.top + top, std::max(style.width - left - style.text_size * 2, 1.0f),
             std::max(style.height - top - bottom, 1.0f)};
    find_ranges();
    size_and_hang_marks(style.text_size * 3.5f);
}

void RooflineLayout::find_ranges() {
    const double ridge = peak() ? *peak() / line_.device->bandwidth : 1;
    double low = ridge, high = ridge;
    for (const LayerMark& mark : marks_) {
        low = std::min(low, intensity_of(*mark.layer));
        high = std::max(high, intensity_of(*mark.layer));
    }
    across_ = {low / 3, high * 3};
    // Below the lowest mark there is room for others of its intensity.
    const double top = roof(high * 3) * 2, lowest = roof(low);
    up_ = {std::min(lowest / 30,
                    std::pow(lowest, 1 / (1 - kRoomBelow)) * std::pow(top, -kRoomBelow / (1 - kRoomBelow))),
           top};
}

void RooflineLayout::size_and_hang_marks(float largest) {
    double seconds = 0;
    for (const LayerMark& mark : marks_) seconds += mark.layer->seconds;
    if (!(seconds > 0)) return;
    const double largest_part = marks_.front().layer->seconds / seconds;
    double scale = std::min(std::sqrt(kMarkedPart * area_.w * area_.h),
                            std::max(largest, kSmallestMark) / std::sqrt(largest_part));
    for (int attempt = 0; attempt < kMostAttempts; ++attempt, scale *= kShrinking) {
        for (LayerMark& mark : marks_)
            mark.box.w = mark.box.h =
                std::max(kSmallestMark, static_cast<float>(scale * std::sqrt(mark.layer->seconds / seconds)));
        if (hang_marks()) return;
    }
}

bool RooflineLayout::hang_marks() {
    bool has_room = true;
    for (auto mark = marks_.begin(); mark != marks_.end(); ++mark) {
        const double intensity = intensity_of(*mark->layer);
        Box& box = mark->box;
        box.x = at(intensity, roof(intensity)).x - box.w / 2;
        box.y = roof_at(box.x) + kGap;
        const auto covers = [&](const LayerMark& other) { return overlap(box, other.box); };
        // Each step goes below a mark, so there are no more steps than marks.
        for (auto other = std::find_if(marks_.begin(), mark, covers); other != mark;
             other = std::find_if(marks_.begin(), mark, covers))
            box.y = other->box.y + other->box.h + kGap;
        const float lowest = area_.y + area_.h - box.h;
        has_room &= box.y <= lowest;
        box.y = std::min(box.y, lowest);
    }
    return has_room;
}

double RooflineLayout::roof(double intensity) const {
    const double moved = line_.device->bandwidth * intensity;
    return peak() ? std::min(*peak(), moved) : moved;
}

std::optional<double> RooflineLayout::peak() const {
    return std::max(line_.peak, line_.convolution_peak);
}

float RooflineLayout::roof_at(float x) const {
    const double share = std::clamp((x - area_.x) / area_.w, 0.0f, 1.0f);
    const double intensity = across_.first * std::pow(across_.second / across_.first, share);
    return at(intensity, roof(intensity)).y;
}

Point RooflineLayout::at(double intensity, double rate) const {
    return {area_.x + area_.w * share_of_range(intensity, across_),
            area_.y + area_.h * (1 - share_of_range(rate, up_))};
}

const LayerTime* RooflineLayout::layer_at(float x, float y) const {
    const auto found = std::find_if(marks_.rbegin(), marks_.rend(),
                                    [&](const LayerMark& mark) { return mark.box.contains(x, y); });
    return found == marks_.rend() ? nullptr : found->layer;
}

double part_without_products(const Roofline& line) {
    if (!(line.layer_seconds > 0)) return 0;
    double seconds = 0;
    for (const LayerTime& layer : line.layers) {
        if (!has_mark(layer)) seconds += layer.seconds;
    }
    return seconds / line.layer_seconds;
}

std::string layer_time_text(const Report& report, const Roofline& line, const LayerTime& layer,
                            std::string_view across) {
    const std::string part = line.layer_seconds > 0 ? percent(layer.seconds / line.layer_seconds) : "";
    std::string words =
        concat(report.path_or_type(report.nodes[layer.node]), ": ", short_seconds(layer.seconds));
    if (!part.empty()) words += concat(", ", part);
    if (has_mark(layer)) words += concat("; ", rounded(intensity_of(layer), 1), " ", across);
    return words;
}

void draw_roofline(const Report& report, const Roofline& line, const RooflineStyle& style, Ink& ink) {
    if (!line.device) return;
    RooflineDrawing(report, line, style, ink).run();
}

}  // namespace paramscope
