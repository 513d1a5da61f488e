#include "formats/pictures/strip_picture.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/distinct_names.h"
#include "formats/pictures/family_colours.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace {

constexpr float kWidestBar = 64;  // pixels
constexpr float kLeastGap = 3;    // bars at least so wide have a gap between them
constexpr float kLowestTrack = 56, kHighestTrack = 960.0f / 9;  // of files

Integer whole(double cost) {
    constexpr double most = 1e36;
    return static_cast<Integer>(std::clamp(cost, 0.0, most));
}

std::string stage_name(const Report& report, const LayerRange& stage) {
    const NodeReport& row = report.nodes[stage.node];
    return std::string(row.name.empty() ? row.type : row.name);
}

/// The layer with the highest cost; "" where several layers share its bar.
std::string highest_layer(const Report& report, const Strip& strip, std::size_t track, std::size_t most) {
    // Bars that several layers share are more than half of `most`.
    if (strip.layers.size() * 2 > most) return "";
    const auto* layer = find_where(
        strip.layers, [&](const StripLayer& each) { return each.costs[track] == strip.highest[track]; });
    return layer == nullptr ? "" : report.path_or_type(report.nodes[layer->node]);
}

/// "8 ×".
std::string times_of(const NodeReport& row) {
    return concat(with_thousands(*row.facts->repeat().value), " ×");
}

void draw_plates(const Report& report, const Strip& strip, const StripStyle& style, const StripLayout& layout,
                 Ink& ink) {
    for (const LayerRange& range : strip.repeats) {
        const NodeReport& row = report.nodes[range.node];
        ink.box(layout.column(range.first, range.end), style.plate, concat(times_of(row), " ", row.type));
    }
}

void draw_repeats(const Report& report, const Strip& strip, const StripStyle& style,
                  const StripLayout& layout, Ink& ink) {
    for (const LayerRange& range : strip.repeats) {
        const Box plate = layout.column(range.first, range.end);
        const std::string times = times_of(report.nodes[range.node]);
        if (style.text_width(times, style.text_size) > plate.w) continue;
        ink.words({plate.x + plate.w / 2, style.text_size * 0.75f}, times, style.muted, Anchor::Middle);
    }
}

/// True where a whole model is known to cost nothing.
bool is_nothing(const Report& report, std::size_t track) {
    const NodeReport* root = report.root();
    const bool is_counted = track == static_cast<std::size_t>(Track::Parameters) ||
                            track == static_cast<std::size_t>(Track::Flops);
    if (root == nullptr || !is_counted) return false;
    const bool is_work = track == static_cast<std::size_t>(Track::Flops);
    const Quantity& total = is_work ? root->facts->flops : root->facts->parameters;
    return total.value && *total.value == 0 && total.is_complete();
}

/// What is beside the name of a track: its highest cost and that layer, in the room there is.
std::string heading_of(const Report& report, const Strip& strip, const StripStyle& style, std::size_t track,
                       float room) {
    const double highest = strip.highest[track];
    if (highest <= 0) return is_nothing(report, track) ? "0" : std::string(style.unknown);
    const std::string cost = concat("≤ ", cost_text(highest, track));
    const std::string layer = highest_layer(report, strip, track, static_cast<std::size_t>(style.width));
    if (layer.empty()) return cost;
    for (const std::string& name : {layer, elided_path(layer)}) {
        std::string text = concat(cost, ": ", name);
        if (style.text_width(text, style.text_size) <= room) return text;
    }
    return cost;
}

void draw_track(const Report& report, const Strip& strip, const StripStyle& style, const StripLayout& layout,
                std::size_t track, Ink& ink) {
    const Box area = layout.track(track);
    for (std::size_t i = 0; i < strip.layers.size(); ++i) {
        const StripLayer& layer = strip.layers[i];
        const Box bar = layout.bar(layer, i, track);
        if (bar.is_empty()) continue;
        const NodeReport& row = report.nodes[layer.node];
        const std::string title =
            style.has_titles ? concat(report.path_or_type(row), ": ", cost_text(layer.costs[track], track))
                             : "";
        const Colour colour = colour_of_module(report, layer.node, style);
        ink.box(bar, colour == 0 ? style.muted : colour, title);
    }
    const float y = area.y + area.h;
    const Point base[] = {{0, y}, {style.width, y}};
    ink.line(base, style.line, 1);
    ink.words({0, area.y + style.text_size * 0.75f}, style.names[track], style.text, Anchor::Start);
    const Point beside{style.text_width(style.names[track], style.text_size) + style.text_size,
                       area.y + style.text_size * 0.75f};
    ink.words(beside, heading_of(report, strip, style, track, style.width - beside.x), style.muted,
              Anchor::Start);
}

/// Names below the stages that have room for one, with a mark where each begins.
void draw_stages(const Report& report, const Strip& strip, const StripStyle& style, const StripLayout& layout,
                 Ink& ink) {
    float taken = 0;  // up to here there are names
    for (const LayerRange& stage : strip.stages) {
        const Box column = layout.column(stage.first, stage.end);
        const Point mark[] = {{column.x, layout.axis()}, {column.x, layout.axis() + style.text_size * 0.5f}};
        ink.line(mark, style.muted, 1);
        const std::string name = stage_name(report, stage);
        const float width = style.text_width(name, style.text_size);
        const float x = column.x + 3;
        const bool fits = x >= taken && (width + 3 <= column.w || x + width <= style.width) &&
                          (width + 3 <= column.w || &stage == &strip.stages.back());
        if (!fits) continue;
        ink.words({x, layout.axis() + style.text_size}, name, style.muted, Anchor::Start);
        taken = x + width + style.text_size / 2;
    }
}

}  // namespace

std::string cost_text(double cost, std::size_t track) {
    const auto shown = static_cast<Track>(track);
    if (shown == Track::Seconds) return short_seconds(cost);
    if (shown == Track::Parameters) return short_count(whole(cost));
    return shown == Track::Flops ? short_work(whole(cost), "FLOPs") : short_bytes(whole(cost));
}

std::string highest_text(const Report& report, const Strip& strip, std::size_t track, std::size_t most) {
    if (strip.highest[track] <= 0) return "";
    const std::string cost = cost_text(strip.highest[track], track);
    const std::string layer = highest_layer(report, strip, track, most);
    return layer.empty() ? cost : concat(cost, ": ", layer);
}

StripLayout::StripLayout(const Strip& strip, const StripStyle& style) : strip_(strip) {
    const float line = style.text_size * 1.5f;
    heading_ = line;
    top_ = strip.repeats.empty() ? 0 : line;
    const auto tracks = static_cast<float>(strip.tracks());
    bottom_ = std::max(style.height - line * 1.25f, top_ + tracks * (line + 1));
    track_height_ = (bottom_ - top_) / tracks;
    const auto count = static_cast<float>(std::max<std::size_t>(strip.layers.size(), 1));
    step_ = std::min(style.width / count, kWidestBar);
}

Box StripLayout::track(std::size_t track) const {
    const float y = top_ + track_height_ * static_cast<float>(track);
    return {left_, y, step_ * static_cast<float>(strip_.layers.size()), track_height_};
}

Box StripLayout::bar(const StripLayer& layer, std::size_t index, std::size_t track) const {
    const Box area = this->track(track);
    const double highest = strip_.highest[track];
    const double share = highest > 0 ? layer.costs[track] / highest : 0;
    const float room = area.h - heading_;
    const float height = share > 0 ? std::max(1.0f, room * static_cast<float>(share)) : 0;
    const float gap = step_ >= kLeastGap ? 1.0f : 0.0f;
    return {x_of(index), area.y + area.h - height, step_ - gap, height};
}

Box StripLayout::column(std::size_t first, std::size_t end) const {
    return {x_of(first), 0, x_of(end) - x_of(first), bottom_};
}

std::size_t StripLayout::layer_at(float x) const {
    if (x < left_) return strip_.layers.size();
    return std::min(static_cast<std::size_t>((x - left_) / step_), strip_.layers.size());
}

float usual_height(float width, std::size_t tracks) {
    return std::clamp(width / 9, kLowestTrack, kHighestTrack) * static_cast<float>(tracks);
}

void draw_strip(const Report& report, const Strip& strip, const StripStyle& style, Ink& ink) {
    const StripLayout layout(strip, style);
    draw_plates(report, strip, style, layout, ink);
    for (const auto& [layer, colour] : style.marked) ink.box(layout.column(layer, layer + 1), colour);
    draw_repeats(report, strip, style, layout, ink);
    for (std::size_t track = 0; track < strip.tracks(); ++track)
        draw_track(report, strip, style, layout, track, ink);
    draw_stages(report, strip, style, layout, ink);
}

}  // namespace paramscope
