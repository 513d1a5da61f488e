#include "formats/pictures/time_line_picture.h"

#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "base/ranges.h"
#include "formats/pictures/family_colours.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace {

constexpr double kTickSteps[] = {1, 2, 5, 10};  // times a power of ten
constexpr float kStepShare = 0.04f;             // of the width, at least: the optimizer's step is one moment
constexpr double kLeastOfPass = 0.3;            // of the height; else what stands gets a scale of its own
constexpr float kStandingShare = 0.25f;         // of the height, for that

struct PartColour {
    std::string_view part, family;
};
constexpr PartColour kPartColours[] = {
    {"weights", "linear"},           {"adapters", "embedding"},
    {"copies", "embedding"},         {"gathered", "linear"},
    {"gradients", "pooling"},        {"optimizer", "recurrent"},
    {"kv_cache", "attention"},       {"state", "pooling"},
    {"activations", "convolution"},  {"casts", "embedding"},
    {"optimizer_step", "attention"}, {"working", "normalization"},
    {"workspace", "dropout"},        {"rounding", "shape"},
};
static_assert(std::size(kPartColours) == std::size(kMemoryParts));

/// The distance between the lines of a linear axis, so that there are at most so many.
double tick_step(double most, double lines) {
    const double least = most / std::max(lines, 1.0), power = std::pow(10, std::floor(std::log10(least)));
    const double* const found =
        find_where(kTickSteps, [&](double step) { return step * power >= least * (1 - 1e-9); });
    return std::max(1.0, (found == nullptr ? kTickSteps[3] : *found) * power);
}

/// "1.5 GB": with as many decimals as the lines of an axis need, in the unit of its largest.
std::string bytes_of_tick(double bytes, const TimeLineLayout& layout) {
    if (bytes == 0) return "0";
    const std::string largest = short_bytes(static_cast<Integer>(layout.most()));
    const double thousands = std::floor(std::log10(std::max(layout.most(), 1.0)) / 3),
                 unit = std::pow(1000, thousands);
    const double decimals = std::ceil(-std::log10(layout.step() / unit) - 1e-9);
    return concat(rounded(bytes / unit, static_cast<int>(std::clamp(decimals, 0.0, 9.0))),
                  std::string_view(largest).substr(largest.find(' ')));
}

float row_of_words(const TimeLineStyle& style) {
    return style.text_size * 1.5f;
}

std::string entry_text(const TimeLine& line, const TimeLineStyle& style, std::size_t part) {
    const Integer bytes = line.moments[line.peak].bytes[part];
    return bytes == 0 ? style.parts[part] : concat(style.parts[part], " ", short_bytes(bytes));
}

class TimeLineDrawing {
  public:
    TimeLineDrawing(const TimeLine& line, const TimeLineStyle& style, Ink& ink)
        : line_(line), style_(style), ink_(ink), layout_(line, style), area_(layout_.area()) {}

    void run() {
        ink_.words({0, row_of_words(style_) / 2}, style_.heading, style_.text, Anchor::Start);
        if (line_.moments.empty()) return;
        draw_ticks();
        for (std::size_t part = line_.parts.size(); part-- > 0;) draw_part(part);
        if (layout_.least() > 0) draw_cut();
        draw_entries();
        draw_stages();
        draw_peak();
    }

  private:
    Colour colour_of(std::size_t part) const {
        const Colour colour = colour_of_family(family_of_part(line_.parts[part]), style_.is_dark);
        return colour == 0 ? style_.muted : colour;
    }

    void draw_ticks() {
        const double step = layout_.step();
        for (double bytes = std::ceil(layout_.least() / step) * step; bytes <= layout_.most();
             bytes += step) {
            const float y = layout_.y(bytes);
            const Point rule[] = {{area_.x, y}, {area_.x + area_.w, y}};
            ink_.line(rule, style_.line, 1);
            ink_.words({area_.x - style_.text_size * 0.6f, y}, bytes_of_tick(bytes, layout_), style_.muted,
                       Anchor::End);
        }
    }

    /// The area below the upper edge of a part, which those below it cover.
    void draw_part(std::size_t part) {
        std::vector<Point> edge;
        for (std::size_t i = 0; i < line_.moments.size(); ++i) {
            Integer bytes = 0;
            for (std::size_t below = 0; below <= part; ++below) bytes += line_.moments[i].bytes[below];
            const float y = layout_.y(static_cast<double>(bytes)), right = layout_.x(i + 1);
            if (!edge.empty() && edge.back().y == y) {
                edge.back().x = right;
                continue;
            }
            edge.push_back({layout_.x(i), y});
            edge.push_back({right, y});
        }
        const bool has_title = style_.has_titles && part < style_.parts.size();
        ink_.area(edge, area_.y + area_.h, colour_of(part),
                  has_title ? std::string_view(style_.parts[part]) : std::string_view());
    }

    /// Two strokes through the axis, where its scale is another one, and the zero below it.
    void draw_cut() {
        const float x = area_.x, bottom = area_.y + area_.h, size = style_.text_size * 0.4f;
        const float y = (layout_.y(layout_.least()) + bottom) / 2;
        ink_.words({x - style_.text_size * 0.6f, bottom}, "0", style_.muted, Anchor::End);
        for (const float at : {y, y + size}) {
            const Point stroke[] = {{x - size, at + size / 2}, {x + size, at - size / 2}};
            ink_.line(stroke, style_.text, 1.5f);
        }
    }

    void draw_entries() {
        const float side = style_.text_size * 0.7f;
        for (std::size_t part = 0; part < style_.parts.size(); ++part) {
            const Point at = layout_.entries()[part];
            ink_.box({at.x, at.y - side / 2, side, side}, colour_of(part));
            ink_.words({at.x + side * 1.6f, at.y}, entry_text(line_, style_, part), style_.text,
                       Anchor::Start);
        }
    }

    /// Where each stage begins, and its name below the axis where there is room for it.
    void draw_stages() {
        float right = area_.x + area_.w;
        for (std::size_t i = line_.moments.size(); i-- > 0;) {
            if (i > 0 && line_.moments[i].stage == line_.moments[i - 1].stage) continue;
            const float x = layout_.x(i), bottom = area_.y + area_.h;
            const Point rule[] = {{x, area_.y}, {x, bottom + style_.text_size * 0.5f}};
            if (i > 0) ink_.line(rule, style_.muted, 1, true);
            const std::string_view name = style_.stages[static_cast<std::size_t>(line_.moments[i].stage)];
            const float width = style_.text_width(name, style_.text_size);
            const float left = std::min(x, right - width);
            if (left < area_.x || (i > 0 && i + 1 < line_.moments.size() && left < x)) continue;
            ink_.words({left, bottom + style_.text_size}, name, style_.muted, Anchor::Start);
            right = left - style_.text_size;
        }
    }

    void draw_peak() {
        const float x = (layout_.x(line_.peak) + layout_.x(line_.peak + 1)) / 2;
        const Point rule[] = {{x, area_.y - style_.text_size * 0.4f}, {x, area_.y + area_.h}};
        ink_.line(rule, style_.text, 1.5f);
        const float width = style_.text_width(style_.peak, style_.text_size);
        const float left = std::clamp(x - width / 2, 0.0f, std::max(style_.width - width, 0.0f));
        ink_.words({left, area_.y - row_of_words(style_) * 0.75f}, style_.peak, style_.text, Anchor::Start);
        if (!style_.marked) return;
        const float at = (layout_.x(*style_.marked) + layout_.x(*style_.marked + 1)) / 2;
        const Point mark[] = {{at, area_.y}, {at, area_.y + area_.h}};
        ink_.line(mark, style_.text, 1, true);
    }

    const TimeLine& line_;
    const TimeLineStyle& style_;
    Ink& ink_;
    const TimeLineLayout layout_;
    const Box area_;
};

}  // namespace

TimeLineLayout::TimeLineLayout(const TimeLine& line, const TimeLineStyle& style) : line_(line) {
    find_range();
    while (in_pass_ < line.moments.size() && line.moments[in_pass_].stage != PassStage::Step) ++in_pass_;
    const float row = row_of_words(style);
    below_entries_ = style.heading.empty() ? 0 : row;
    if (!line.moments.empty()) place_entries(style);
    const float top = below_entries_ + row * 1.25f, bottom = row * 1.25f;
    const float height = std::max(style.height - top - bottom, 1.0f);
    const float of_pass = least_ > 0 ? height * (1 - kStandingShare) : height;
    step_ = tick_step(most_ - least_, of_pass / (style.text_size * 2));
    const float left = style.text_width(bytes_of_tick(most_, *this), style.text_size) + style.text_size;
    area_ = {left, top, std::max(style.width - left - 1, 1.0f), height};
    const auto moments = static_cast<float>(std::max<std::size_t>(line.moments.size(), 1));
    if (in_pass_ < line.moments.size()) step_width_ = area_.w * std::max(kStepShare, 1 / moments);
}

void TimeLineLayout::find_range() {
    if (line_.moments.empty()) return;
    for (const Moment& moment : line_.moments) most_ = std::max(most_, static_cast<double>(moment.total));
    double stands = 0;
    for (std::size_t part = 0; part < line_.standing; ++part)
        stands += static_cast<double>(line_.moments.front().bytes[part]);
    const double pass = most_ - stands;
    if (pass > 0 && pass < kLeastOfPass * most_) least_ = stands;
}

void TimeLineLayout::place_entries(const TimeLineStyle& style) {
    const float row = row_of_words(style);
    float x = 0;
    for (std::size_t part = 0; part < style.parts.size(); ++part) {
        const float width =
            style.text_width(entry_text(line_, style, part), style.text_size) + style.text_size * 1.2f;
        const bool begins_row = entries_.empty() || x + width > style.width;
        if (begins_row) {
            x = 0;
            below_entries_ += row;
        }
        entries_.push_back({x, below_entries_ - row / 2});
        x += width + style.text_size;
    }
}

float TimeLineLayout::x(std::size_t moment) const {
    if (moment > in_pass_) return area_.x + area_.w;
    const float width = area_.w - step_width_;
    return area_.x +
           width * static_cast<float>(moment) / static_cast<float>(std::max<std::size_t>(in_pass_, 1));
}

float TimeLineLayout::y(double bytes) const {
    const float bottom = area_.y + area_.h, standing = least_ > 0 ? area_.h * kStandingShare : 0;
    if (bytes < least_) return bottom - standing * static_cast<float>(bytes / least_);
    return bottom - standing - (area_.h - standing) * static_cast<float>((bytes - least_) / (most_ - least_));
}

std::optional<std::size_t> TimeLineLayout::moment_at(float x) const {
    if (x < area_.x || x >= area_.x + area_.w || line_.moments.empty()) return std::nullopt;
    const float share = (x - area_.x) / std::max(area_.w - step_width_, 1.0f);
    const auto moment = static_cast<std::size_t>(share * static_cast<float>(in_pass_));
    return std::min(moment, line_.moments.size() - 1);
}

std::optional<std::size_t> TimeLineLayout::part_at(std::size_t moment, float y) const {
    Integer below = 0;
    for (std::size_t part = 0; part < line_.parts.size(); ++part) {
        below += line_.moments[moment].bytes[part];
        if (this->y(static_cast<double>(below)) <= y) return part;
    }
    return std::nullopt;
}

void draw_time_line(const TimeLine& line, const TimeLineStyle& style, Ink& ink) {
    TimeLineDrawing(line, style, ink).run();
}

std::string_view family_of_part(std::string_view part) {
    return find_by(kPartColours, &PartColour::part, part)->family;
}

}  // namespace paramscope
