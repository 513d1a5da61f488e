#include "formats/pictures/map_picture.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/distinct_names.h"
#include "formats/pictures/family_colours.h"
#include "formats/pictures/strip_picture.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace {

constexpr float kGroupGap = 8;            // pixels
constexpr float kNarrowGroups = 0.2f;     // most of the width that gaps between groups take
constexpr float kLowestShown = 0.5f;      // of a column
constexpr double kMostDrawnCopies = 400;  // of one column
constexpr unsigned kFaded = 70;           // opacity of what does not stand out, of 255
constexpr std::size_t kNamesTried = 200;  // for the line of names

double copies_in(const ModelMap& map, const MapGroup& group) {
    double copies = 0;
    for (std::size_t i = group.first; i < group.end; ++i) copies += map.columns[i].copies;
    return copies;
}

double cost_of(const ModelMap& map, const MapGroup& group, std::size_t track) {
    double cost = 0;
    for (std::size_t i = group.first; i < group.end; ++i)
        cost += map.columns[i].costs[track] * map.columns[i].copies;
    return cost;
}

std::string count_text(double count) {
    return with_thousands(static_cast<Integer>(std::llround(count)));
}

/// The type of all columns of a group; "" where they differ.
std::string_view type_in(const Report& report, const ModelMap& map, const MapGroup& group) {
    const std::string_view type = report.nodes[map.columns[group.first].node].type;
    for (std::size_t i = group.first; i < group.end; ++i)
        if (report.nodes[map.columns[i].node].type != type) return "";
    return type;
}

std::string name_of(const Report& report, std::uint32_t node) {
    return std::string(node == 0 ? report.nodes[node].type : last_name(report.nodes[node]));
}

/// "202 M each".
std::string words_for_each(std::string_view cost, const MapStyle& style) {
    constexpr std::string_view kHole = "{cost}";
    const std::size_t at = style.each.find(kHole);
    return concat(style.each.substr(0, at), cost, style.each.substr(at + kHole.size()));
}

/// The words for a group in their order of length, the longest first.
std::vector<std::string> group_texts(const Report& report, const ModelMap& map, const MapGroup& group,
                                     const MapStyle& style) {
    const std::size_t track = style.track;
    const std::string total = cost_text(cost_of(map, group, track), track);
    const std::string copies = count_text(copies_in(map, group));
    const std::string_view type = type_in(report, map, group);
    if (group.end - group.first == 1) {
        const std::string each = cost_text(map.columns[group.first].costs[track], track);
        return {concat(copies, " × ", type, " · ", words_for_each(each, style), " · ", total),
                concat(copies, " × ", each, " = ", total), concat(copies, " × ", each), concat(copies, " ×")};
    }
    const std::string name = name_of(report, group.node);
    if (type.empty()) return {concat(name, " · ", total), name};
    return {concat(name, " · ", copies, " × ", type, " · ", total), concat(name, " · ", total), name};
}

/// Draws a map.
class Painter {
  public:
    Painter(const Report& report, const ModelMap& map, const MapStyle& style, Ink& ink)
        : report_(report), map_(map), style_(style), layout_(map, style), ink_(ink) {}

    void draw() {
        for (const MapLayout::GroupPlace& place : layout_.groups()) draw_group(place);
        draw_columns();
        draw_names();
    }

  private:
    bool is_alone(const MapLayout::GroupPlace& place) const {
        return copies_in(map_, map_.groups[place.group]) <= 1;
    }

    void draw_group(const MapLayout::GroupPlace& place) {
        if (is_alone(place)) return;
        const MapGroup& group = map_.groups[place.group];
        const float pad = std::min(place.x, kGroupGap / 4);
        const std::vector<std::string> texts = group_texts(report_, map_, group, style_);
        ink_.box({place.x - pad, 0, place.width + pad * 2, layout_.axis() + kGroupGap / 4}, style_.plate,
                 style_.has_titles ? std::string_view(texts.front()) : "");
        for (const std::string& text : texts) {
            if (style_.text_width(text, style_.text_size) > place.width) continue;
            ink_.words({place.x + 2, style_.text_size * 0.7f}, text, style_.muted, Anchor::Start);
            break;
        }
    }

    /// Draws the columns; of several that begin in one half pixel, the highest, which fills it.
    void draw_columns() {
        const std::vector<MapLayout::Place>& places = layout_.places();
        const auto half_pixel = [](const MapLayout::Place& place) { return std::floor(place.x * 2) / 2; };
        const auto is_lower = [&](const auto& a, const auto& b) { return cost_of(a) < cost_of(b); };
        for (auto first = places.begin(), end = first; first != places.end(); first = end) {
            while (end != places.end() && half_pixel(*end) == half_pixel(*first)) ++end;
            MapLayout::Place place = *std::max_element(first, end, is_lower);
            if (end - first > 1) {
                place.x = half_pixel(*first);
                place.width = 0.5f;
            }
            draw_column(place);
        }
    }

    void draw_column(const MapLayout::Place& place) {
        const MapColumn& column = map_.columns[place.column];
        const std::size_t copies = layout_.drawn_copies(place);
        double below = 0;
        for (const MapShare& share : column.shares) {
            const double cost = share.costs[style_.track];
            if (cost <= 0) continue;
            const Colour colour = colour_of(share);
            const std::string title = style_.has_titles
                                          ? concat(report_.path_or_type(report_.nodes[share.node]), ": ",
                                                   cost_text(cost, style_.track))
                                          : "";
            for (std::size_t copy = 0; copy < copies; ++copy)
                ink_.box(layout_.share(place, copy, below, cost), colour, title);
            below += cost;
        }
    }

    Colour colour_of(const MapShare& share) const {
        Colour colour = colour_of_family(share.part, style_.is_dark);
        if (colour == 0) colour = style_.muted;
        const bool is_marked = style_.marked.empty() || any_of(style_.marked, [&](const auto& range) {
                                   const std::uint32_t end = report_.nodes[share.node].subtree_end;
                                   return share.node < range.second && end > range.first;
                               });
        return is_marked ? colour : (colour & 0x00FFFFFF) | kFaded << 24;
    }

    /// Names the columns that stand alone, the largest first, where they have room.
    void draw_names() {
        std::vector<const MapLayout::Place*> alone;
        for (const MapLayout::GroupPlace& group : layout_.groups())
            if (is_alone(group)) alone.push_back(&layout_.places()[group.first]);
        const auto tried = alone.begin() + static_cast<std::ptrdiff_t>(std::min(alone.size(), kNamesTried));
        std::partial_sort(alone.begin(), tried, alone.end(), [&](const auto* a, const auto* b) {
            const double left = cost_of(*a), right = cost_of(*b);
            return left != right ? left > right : a->column < b->column;
        });
        std::for_each(alone.begin(), tried, [&](const auto* place) { draw_name(*place); });
    }

    double cost_of(const MapLayout::Place& place) const {
        return map_.columns[place.column].costs[style_.track];
    }

    void draw_name(const MapLayout::Place& place) {
        const MapColumn& column = map_.columns[place.column];
        const std::string name = name_of(report_, column.node);
        const std::string words = concat(name, " ", cost_text(column.costs[style_.track], style_.track));
        for (const std::string& text : {words, name}) {
            const float width = style_.text_width(text, style_.text_size);
            const float x =
                std::clamp(place.x + (place.width - width) / 2, 0.0f, std::max(style_.width - width, 0.0f));
            if (width > style_.width || is_taken(x, x + width)) continue;
            taken_.emplace_back(x, x + width);
            ink_.words({x, layout_.axis() + style_.text_size * 0.9f}, text, style_.muted, Anchor::Start);
            return;
        }
    }

    bool is_taken(float from, float to) const {
        const float gap = style_.text_size / 2;
        return any_of(taken_,
                      [&](const auto& range) { return from < range.second + gap && to + gap > range.first; });
    }

    const Report& report_;
    const ModelMap& map_;
    const MapStyle& style_;
    const MapLayout layout_;
    Ink& ink_;
    std::vector<std::pair<float, float>> taken_;  ///< of the line of names
};

}  // namespace

MapLayout::MapLayout(const ModelMap& map, const MapStyle& style) : map_(map), track_(style.track) {
    const float line = style.text_size * 1.5f;
    const bool has_headings =
        any_of(map.groups, [&](const MapGroup& group) { return copies_in(map, group) > 1; });
    top_ = has_headings ? line : 0;
    axis_ = std::max(style.height - line, top_ + 1);
    place_columns(style.width);
}

void MapLayout::place_columns(float width) {
    const double highest = map_.highest[track_];
    const auto is_shown = [&](std::size_t column) {
        return highest > 0 && cost(map_.columns[column]) / highest * (axis_ - top_) >= kLowestShown;
    };
    double copies = 0;
    for (std::size_t i = 0; i < map_.groups.size(); ++i) {
        const std::size_t first = places_.size();
        for (std::size_t column = map_.groups[i].first; column < map_.groups[i].end; ++column) {
            if (!is_shown(column)) continue;
            places_.push_back({column, 0, 0});
            copies += map_.columns[column].copies;
        }
        if (places_.size() > first) groups_.push_back({i, first, places_.size(), 0, 0});
    }
    if (places_.empty()) return;
    const auto gaps = static_cast<float>(groups_.size() - 1);
    const float gap = std::clamp(gaps > 0 ? width * kNarrowGroups / gaps : kGroupGap, 0.0f, kGroupGap);
    step_ = (width - gap * gaps) / static_cast<float>(copies);
    float x = 0;
    for (GroupPlace& group : groups_) {
        group.x = x;
        for (std::size_t i = group.first; i < group.end; ++i) {
            places_[i].x = x;
            places_[i].width = step_ * static_cast<float>(map_.columns[places_[i].column].copies);
            x += places_[i].width;
        }
        group.width = x - group.x;
        x += gap;
    }
}

std::size_t MapLayout::drawn_copies(const Place& place) const {
    const double copies = map_.columns[place.column].copies;
    return step_ < 2 || copies > kMostDrawnCopies ? 1 : static_cast<std::size_t>(std::llround(copies));
}

Box MapLayout::share(const Place& place, std::size_t copy, double below, double cost) const {
    const double highest = map_.highest[track_];
    const auto height = [&](double part) {
        return highest > 0 ? static_cast<float>(part / highest) * (axis_ - top_) : 0;
    };
    const bool are_joined = drawn_copies(place) == 1;
    const float wide = are_joined ? place.width : step_;
    const float gap = wide >= 6 ? 2.0f : wide >= 3 ? 1.0f : 0.0f;
    const float low = axis_ - height(below);
    return {place.x + wide * static_cast<float>(copy), low - height(cost), wide - gap, height(cost)};
}

std::optional<std::uint32_t> MapLayout::module_at(float x, float y) const {
    const Place* place =
        find_where(places_, [&](const Place& each) { return x >= each.x && x < each.x + each.width; });
    if (place == nullptr) return std::nullopt;
    const MapColumn& column = map_.columns[place->column];
    double below = 0;
    for (const MapShare& share : column.shares) {
        const Box box = this->share(*place, 0, below, share.costs[track_]);
        if (y >= box.y && y < box.y + box.h) return share.node;
        below += share.costs[track_];
    }
    return column.node;
}

void draw_map(const Report& report, const ModelMap& map, const MapStyle& style, Ink& ink) {
    Painter(report, map, style, ink).draw();
}

}  // namespace paramscope
