#include "app/answer/map_view.h"

#include <imgui_internal.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "app/ui/icons.h"
#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "formats/pictures/strip_picture.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kMostDescribed = 200;  // columns in the accessible mirror
constexpr std::size_t kMostShares = 6;       // in the legend
constexpr double kLeastShare = 0.0005;       // that the legend names

constexpr Word kMapTracks[] = {"parameters", "flops", "activations", "least_time"};  // as Track

std::string share_words(std::string_view part, double share) {
    return concat(family_word(part), " ", percent(share));
}

}  // namespace

bool MapView::make(Context& context) {
    const Report& report = context.workspace.report();
    if (steps_.is_outdated(context, kMostMapLayers)) is_joined_ = is_made_ = false;
    if (is_made_) return true;
    // Strip, parts, map and picture of a large report have frames of their own.
    if (!steps_.make(context, kMostMapLayers) || !context.steps.may(report)) return false;
    const bool had_parts = context.weights.has_parts(context.workspace);
    const std::shared_ptr<const Parts> parts = context.weights.parts(context.workspace);
    if (!had_parts && !context.steps.may(report)) return false;
    if (!std::exchange(is_joined_, true)) {
        map_ = map_of(report, steps_.strip(), *parts);
        if (!context.steps.may(report)) return false;
    }
    is_made_ = true;
    conclusion_ = conclusion_of(report, map_);
    track_ = std::min(track_, static_cast<int>(steps_.strip().tracks()) - 1);
    shares_of_ = -1;
    return true;
}

std::string MapView::conclusion(Context& context) {
    return make(context) && conclusion_ ? translate_message(*conclusion_) : "";
}

bool MapView::draw(Context& context, const ImVec2& size) {
    if (!make(context)) {
        ImGui::Dummy(size);
        return false;
    }
    if (std::exchange(shares_of_, track_) != track_)
        shares_ = part_shares(map_, static_cast<std::size_t>(track_));
    const float top = ImGui::GetCursorPosY();
    const bool wants_pictures = draw_head();
    draw_picture(context, {size.x, size.y - (ImGui::GetCursorPosY() - top)});
    return wants_pictures;
}

bool MapView::draw_head() {
    const std::span<const Word> names = std::span(kMapTracks).first(steps_.strip().tracks());
    const float button = button_width(word("pictures"));
    const float all = ImGui::GetContentRegionAvail().x;
    choice("quantity", names, &track_, std::min(choice_width(names), all - button - unit(2)));
    ImGui::SameLine(0, unit(3));
    draw_legend(ImGui::GetContentRegionAvail().x - button - unit(3));
    same_line_at_right(button);
    const bool wants_pictures = app::button(word("pictures"));
    tooltip(word("pictures_hint"));
    return wants_pictures;
}

/// Draws the parts with their shares from right to left, as many as have room.
void MapView::draw_legend(float width) const {
    const WithType type(Type::Small);
    const float swatch = unit(2.5f), space = unit(3.5f);
    std::vector<std::string> words;
    float used = 0;
    for (const PartShare& each : shares_) {
        if (words.size() == kMostShares || each.share < kLeastShare) break;
        std::string entry = share_words(each.part, each.share);
        const float wide = swatch + unit(1.5f) + text_width(entry) + space;
        if (used + wide > width) break;
        used += wide;
        words.push_back(std::move(entry));
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(width - used, 0.0f));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({std::max(used, 1.0f), control_height()});
    if (!words.empty()) describe(Aria::Text, join(words, ", ", [](const std::string& each) { return each; }));
    ScreenInk ink(at);
    const float y = control_height() * 0.5f;
    float x = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        ink.box({x, y - swatch * 0.5f, swatch, swatch}, family_colour(shares_[i].part));
        ink.words({x + swatch + unit(1.5f), y}, words[i], palette().muted, Anchor::Start);
        x += swatch + unit(1.5f) + text_width(words[i]) + space;
    }
    ImGui::SameLine(0, 0);
}

MapStyle MapView::style(const Context& context, const ImVec2& size) const {
    const Report& report = context.workspace.report();
    MapStyle style{screen_style()};
    style.width = size.x;
    style.height = size.y;
    style.track = static_cast<std::size_t>(track_);
    style.plate = palette().field;
    style.each = word("each_costs");
    const auto mark = [&](std::size_t node) {
        if (node == 0 || node >= report.nodes.size()) return;
        style.marked.emplace_back(static_cast<std::uint32_t>(node), report.nodes[node].subtree_end);
    };
    for (const std::uint32_t node : context.highlighted) mark(node);
    if (context.highlighted.empty())
        mark(context.pointed < report.nodes.size() ? context.pointed : context.workspace.selected());
    return style;
}

void MapView::draw_picture(Context& context, const ImVec2& size) {
    if (size.x < unit(10) || size.y < unit(8)) return;
    const Report& report = context.workspace.report();
    const WithType type(Type::Small);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const MapStyle style = this->style(context, size);
    const MapLayout layout(map_, style);
    if (layout.places().empty()) {
        const bool needs_shape = track_ > 0 && report.inputs.empty();
        return wrapped_text(word(needs_shape ? Word("flops_need_input") : Word("nothing_to_show")),
                            palette().muted);
    }
    ImGui::InvisibleButton("map", size);
    describe(Aria::Image, in_words(report));
    const PictureKeys keys;
    handle_pointer(context, layout, corner);
    if (keys.is_focused()) handle_keys(context, keys, layout);
    if (!is_under_menu()) describe_columns(context, keys, layout, corner);
    ScreenInk ink(corner);
    draw_map(report, map_, style, ink);
}

void MapView::handle_pointer(Context& context, const MapLayout& layout, ImVec2 corner) const {
    if (!ImGui::IsItemHovered()) return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const std::optional<std::uint32_t> node = layout.module_at(mouse.x - corner.x, mouse.y - corner.y);
    if (!node) return;
    context.pointing = *node;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) reveal(context, *node);
    if (!ImGui::BeginTooltip()) return;
    const Report& report = context.workspace.report();
    const NodeReport& row = report.nodes[*node];
    text(concat(report.path_or_type(row), "\n", row.type));
    const Quantity& parameters = row.facts->parameters;
    if (!parameters.is_unknown())
        text(word("unit_parameters", {{"count", short_count(*parameters.value)}}), palette().muted);
    ImGui::EndTooltip();
}

std::size_t MapView::cursor(const Context& context, const MapLayout& layout) const {
    const auto selected = static_cast<std::uint32_t>(context.workspace.selected());
    const Report& report = context.workspace.report();
    for (std::size_t i = 0; i < layout.places().size(); ++i) {
        const std::uint32_t node = map_.columns[layout.places()[i].column].node;
        if (selected >= node && selected < report.nodes[node].subtree_end) return i;
    }
    return 0;
}

void MapView::handle_keys(Context& context, const PictureKeys& keys, const MapLayout& layout) const {
    const std::optional<std::size_t> next = keys.moved(cursor(context, layout), layout.places().size());
    if (next) reveal(context, map_.columns[layout.places()[*next].column].node);
}

void MapView::describe_columns(Context& context, const PictureKeys& keys, const MapLayout& layout,
                               ImVec2 corner) const {
    const Report& report = context.workspace.report();
    const std::size_t at = cursor(context, layout);
    const auto track = static_cast<std::size_t>(track_);
    const Group list(Aria::ListBox, word("model_map"));
    for (std::size_t i = 0; i < std::min(layout.places().size(), kMostDescribed); ++i) {
        const MapLayout::Place& place = layout.places()[i];
        const MapColumn& column = map_.columns[place.column];
        std::string words = report.path_or_type(report.nodes[column.node]);
        if (column.copies > 1)
            words += concat(", ", with_thousands(static_cast<Integer>(column.copies)), " ×");
        words += concat(", ", cost_text(column.costs[track], track));
        const ImVec2 low{corner.x + place.x, corner.y + layout.top()};
        const ImVec2 high{low.x + std::max(place.width, 1.0f), corner.y + layout.axis()};
        if (keys.describe_part(ImGui::GetID(static_cast<int>(column.node)), low, high, words,
                               column.node == context.workspace.selected(), i == at))
            reveal(context, column.node);
    }
}

std::string MapView::in_words(const Report& report) const {
    const std::string shares =
        join(shares_, ", ", [](const PartShare& each) { return share_words(each.part, each.share); });
    return concat(word("model_map"), ", ", word(kMapTracks[track_]), ": ", report.root()->type, ": ", shares);
}

}  // namespace paramscope::app
