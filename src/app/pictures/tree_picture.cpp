#include "app/pictures/tree_picture.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "algebra/print.h"
#include "app/document/logarithm.h"
#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/distinct_names.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr double kZoomSeconds = 0.32;
constexpr float kRidge = 0.05f;      // height of a cushion: low, so that labels stay readable in its corners
constexpr float kFlattening = 0.5f;  // factor for the ridges of enclosing modules
constexpr std::size_t kMostNamedRectangles = 60;
constexpr float kLeastArea = 0.5f;       // smallest rectangle, in square pixels
constexpr float kMostRectangles = 3e5f;  // most rectangles drawn in a frame

Frames frames(const Box& area = {}) {
    return {unit(0.75f), unit(4.5f), unit(3), std::max(kLeastArea, area.w * area.h / kMostRectangles)};
}

/// The height of a level: fills the area, within limits.
float icicle_row(const Weights& weights, std::uint32_t root, float height) {
    return std::clamp(height / static_cast<float>(icicle_levels(weights, root)), unit(6), unit(16));
}

/// Maps `box` from the coordinates of `from` to those of `to`.
Box carried(const Box& box, const Box& from, const Box& to) {
    const float across = to.w / from.w;
    const float down = to.h / from.h;
    return {to.x + (box.x - from.x) * across, to.y + (box.y - from.y) * down, box.w * across, box.h * down};
}

ImVec4 as_vector(const Box& box) {
    return {box.x, box.y, box.w, box.h};
}

void add_ridge(const Box& box, ImVec4& ridges) {
    const float height = 4 * kRidge;
    // The surface h·4·(x - x1)·(x2 - x)/w has the slope h·4·(x1 + x2 - 2x)/w; sums of such slopes are linear
    // in x.
    ridges = {ridges.x * kFlattening + height * (box.x * 2 + box.w) / box.w,
              ridges.y * kFlattening - 2 * height / box.w,
              ridges.z * kFlattening + height * (box.y * 2 + box.h) / box.h,
              ridges.w * kFlattening - 2 * height / box.h};
}

}  // namespace

ImU32 TreePicture::density_colour(float share) {
    return mixed(mixed(palette().pane, palette().accent, 0.14f), palette().accent,
                 std::clamp(share, 0.0f, 1.0f));
}

void TreePicture::zoom_to(const Report& report, std::uint32_t node) {
    while (node != 0 && report.nodes[node].subtree_end == node + 1) node = report.nodes[node].parent;
    root_ = node;
    root_path_ = report.path(node);
}

void TreePicture::zoom_out(const Report& report) {
    if (root_ == 0) return;
    // Skips modules whose only child is the current one: they would look the same.
    std::uint32_t up = report.nodes[root_].parent;
    while (up != 0 && weights_->of[up] == weights_->of[root_]) up = report.nodes[up].parent;
    zoom_to(report, up);
}

bool TreePicture::is_outdated(const Context& context, const AreaView& view, ImVec2 size) const {
    return revision_ != context.workspace.revision() || !(view_ == view) ||
           area_ != Box{0, 0, size.x, size.y};
}

void TreePicture::update(Context& context, const AreaView& view, ImVec2 size) {
    const Report& report = context.workspace.report();
    const Box area{0, 0, size.x, size.y};
    const bool new_report = revision_ != context.workspace.revision();
    const bool new_view = !(view_ == view) || new_report;
    if (new_view) {
        revision_ = context.workspace.revision();
        view_ = view;
        parts_ = context.weights.parts(context.workspace);
        weights_ = context.weights.of(context.workspace, view.area);
        others_ = context.weights.of(context.workspace,
                                     view.colouring == Colouring::Density ? view.other : view.area);
        // Keeps the zoomed module if it still exists.
        if (root_ >= report.nodes.size() || report.path(root_) != root_path_) root_ = 0;
        if (root_ == 0) root_path_.clear();
    }
    const bool same_colours = ground_ == palette().pane;
    if (!new_view && same_colours && area_ == area && laid_out_root_ == root_) return;
    const bool zooms = !new_view && area_ == area && laid_out_root_ != root_ && has_motion();
    area_ = area;
    ground_ = palette().pane;
    const std::vector<Box> before = std::move(to_);
    const std::uint32_t old_root = laid_out_root_;
    lay_out();
    from_.clear();
    began_ = -1;
    if (zooms && old_root < to_.size()) {
        const std::uint32_t inner = std::max(root_, old_root);  // in print order the deeper node comes later
        begin_way(before, before[inner], inner);
    }
    paint(report);
}

void TreePicture::lay_out() {
    laid_out_root_ = root_;
    if (view_.icicle) {
        lay_out_icicle(*weights_, root_, area_, icicle_row(*weights_, root_, area_.h), 0.5f, to_, rests_);
    } else {
        lay_out_treemap(*weights_, root_, area_, frames(area_), to_, rests_);
    }
    way_from_ = way_to_ = area_;
}

void TreePicture::begin_way(const std::vector<Box>& before, const Box& old_place, std::uint32_t inner) {
    const Box new_place = to_[inner];
    if (old_place.is_empty() || new_place.is_empty()) return;
    from_ = before;
    way_from_ = old_place;
    way_to_ = new_place;
    for (std::size_t node = 0; node < to_.size(); ++node) {
        if (to_[node].is_empty() && !from_[node].is_empty())
            to_[node] = carried(from_[node], old_place, new_place);
        else if (from_[node].is_empty() && !to_[node].is_empty())
            from_[node] = carried(to_[node], new_place, old_place);
    }
    began_ = ImGui::GetTime();
}

void TreePicture::find_frames(const Report& report) {
    is_frame_.assign(to_.size(), false);
    is_shell_.assign(to_.size(), false);
    if (view_.icicle) {
        for (std::uint32_t node = root_ + 1; node < weights_->end[root_]; ++node)
            is_shell_[node] = has_dominant_child(*weights_, node);
        return;
    }
    for (std::uint32_t node = 1; node < to_.size(); ++node) {
        const std::uint32_t parent = report.nodes[node].parent;
        if (to_[node].is_empty()) continue;
        is_frame_[parent] = true;
        if (to_[node] == to_[parent]) is_shell_[parent] = true;
    }
}

std::uint32_t TreePicture::heaviest_in(std::uint32_t node) const {
    while (true) {
        std::uint32_t heaviest = node;
        for (std::uint32_t child = node + 1; child < weights_->end[node]; child = weights_->end[child]) {
            if (weights_->of[child] > (heaviest == node ? 0 : weights_->of[heaviest])) heaviest = child;
        }
        if (heaviest == node) return node;
        node = heaviest;
    }
}

ImU32 TreePicture::colour_of(const Report& report, std::uint32_t node) const {
    if (is_frame_[node]) {
        const float depth = static_cast<float>(std::min(weights_->depth[node] - weights_->depth[root_], 6u));
        const float strength = has_high_contrast() ? 0.5f : 1;
        return mixed(palette().field, palette().line, (0.25f + depth * 0.12f) * strength);
    }
    if (view_.colouring == Colouring::Family)
        return family_colour(view_.icicle ? parts_->of(node) : parts_->of_own(heaviest_in(node)));
    if (view_.colouring == Colouring::Order) {
        const float middle = static_cast<float>(node + weights_->end[node] - 1) * 0.5f;
        return order_colour(middle / static_cast<float>(std::max<std::size_t>(report.nodes.size() - 1, 1)));
    }
    const double area = weights_->of[node] / std::max(weights_->of[0], 1e-300);
    const double other = others_->of[node] / std::max(others_->of[0], 1e-300);
    if (!(other > 0) || !(area > 0)) return density_colour(0);
    // Full colour at sixteen times the model's average density, none at a sixteenth.
    return density_colour(0.5f + log2_of(other / area) / 8);
}

void TreePicture::paint(const Report& report) {
    quads_.all.clear();
    ++quads_.version;
    large_.clear();
    painted_.clear();
    find_frames(report);
    std::vector<ImVec4> ridges(view_.icicle ? 0 : 64);  // ridges of each level
    for (std::uint32_t node = 0; node < to_.size(); ++node) {
        const Box& box = to_[node];
        if (box.is_empty()) continue;
        const ImU32 colour = colour_of(report, node);
        if (std::max(box.w, from(node).w) >= unit(4) && std::max(box.h, from(node).h) >= unit(3)) {
            large_.push_back({node, colour});
        }
        platform::Quad quad{as_vector(from(node)), as_vector(box), {}, colour};
        if (!view_.icicle) {
            const std::size_t level = weights_->depth[node];
            if (level + 1 >= ridges.size()) ridges.resize(level * 2 + 2);
            ImVec4& own = ridges[level + 1];
            // Modules around the root are drawn only while zooming out.
            own = node == root_ ? ImVec4() : ridges[level];
            if (!is_shell_[node]) add_ridge(box, own);
            if (!is_frame_[node]) {
                quad.slope = {own.x + own.y * box.x, own.y * box.w, own.z + own.w * box.y, own.w * box.h};
            }
        }
        // A thin gap between neighbours that are wide enough.
        const bool is_apart = (view_.icicle || !is_frame_[node]) && std::min(box.w, box.h) >= 3;
        const float gap = is_apart ? 1.0f / platform::pixel_ratio() : 0;
        quad.to.z -= gap;
        quad.to.w -= gap;
        quads_.all.push_back(quad);
        painted_.push_back(node);
    }
    for (const Rest& rest : rests_) {
        const Box from = carried(rest.box, way_to_, way_from_);
        quads_.all.push_back({as_vector(from), as_vector(rest.box), {}, colour_of(report, rest.like)});
    }
}

float TreePicture::progress() {
    if (began_ < 0) return 1;
    const auto passed = static_cast<float>((ImGui::GetTime() - began_) / kZoomSeconds);
    if (passed >= 1) {
        began_ = -1;
        // Drops the rectangles that left the picture.
        lay_out();
        from_.clear();
        return 1;
    }
    platform::request_frame();
    return passed * passed * (3 - 2 * passed);
}

Box TreePicture::shown(std::uint32_t node, float share) const {
    const Box& a = from(node);
    const Box& b = to_[node];
    const auto between = [share](float from, float to) { return from + (to - from) * share; };
    return {between(a.x, b.x), between(a.y, b.y), between(a.w, b.w), between(a.h, b.h)};
}

void TreePicture::draw(Context& context, const AreaView& view, ImVec2 corner, ImVec2 size, bool still) {
    update(context, view, size);
    const WithType type(Type::Small);
    const bool is_under_pointer = ImGui::IsItemHovered();
    const PictureKeys keys;
    const float share = progress();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect(corner, {corner.x + size.x, corner.y + size.y}, true);
    platform::draw_quads(*list, quads_, corner, share);
    ScreenInk ink(corner);
    draw_labels(context, ink, share);
    if (!still) {
        std::uint32_t hovered = UINT32_MAX;
        if (is_under_pointer && share >= 1) {
            const ImVec2 mouse = ImGui::GetMousePos();
            hovered = node_under(mouse.x - corner.x, mouse.y - corner.y);
        }
        const auto selected = static_cast<std::uint32_t>(context.workspace.selected());
        for (const std::uint32_t node : context.highlighted)
            draw_outline(node, corner, share, palette().text, unit(0.5f));
        if (selected != 0) draw_outline(selected, corner, share, palette().text, unit(0.5f));
        if (hovered != UINT32_MAX) context.pointing = hovered;
        const bool points_here = hovered != UINT32_MAX || context.pointed < to_.size();
        const auto pointed = hovered != UINT32_MAX ? hovered : static_cast<std::uint32_t>(context.pointed);
        if (points_here) draw_outline(pointed, corner, share, palette().text, 1);
        if (keys.is_focused()) handle_keys(context, keys);
        handle_pointer(context, hovered);
        if (hovered != UINT32_MAX) show_hint(context, hovered);
        if (share >= 1 && !is_under_menu()) describe_boxes(context, keys, corner);
    }
    list->PopClipRect();
}

void TreePicture::draw_outline(std::uint32_t node, ImVec2 corner, float share, ImU32 colour,
                               float width) const {
    if (node >= to_.size() || to_[node].is_empty()) return;
    const Box box = shown(node, share);
    const float inset = width * 0.5f;
    ImGui::GetWindowDrawList()->AddRect({corner.x + box.x + inset, corner.y + box.y + inset},
                                        {corner.x + box.x + box.w - inset, corner.y + box.y + box.h - inset},
                                        colour, 0, 0, width);
}

void TreePicture::draw_labels(const Context& context, Ink& ink, float share) const {
    const float line = ImGui::GetTextLineHeight();
    for (const auto& [node, colour] : large_) {
        if (node < root_ || node >= weights_->end[root_] || to_[node].is_empty()) continue;
        const Box box = shown(node, share);
        if (box.w >= line * 1.5f && box.h >= line * 0.9f) draw_label(context, ink, node, colour, box);
    }
}

void TreePicture::draw_label(const Context& context, Ink& ink, std::uint32_t node, ImU32 ground,
                             const Box& box) const {
    const Report& report = context.workspace.report();
    const float line = ImGui::GetTextLineHeight();
    const float inset = unit(1);
    const float room = box.w - inset * 2;
    const bool frame = is_frame_[node];
    if (is_shell_[node]) return;
    if (frame && !(box.h > frames().heading * 3 && box.w > frames().heading * 3)) return;
    const std::string share = percent(weights_->of[node] / weights_->of[0]);
    const ImU32 colour = frame ? palette().text : readable_on(ground);
    const float share_width = text_width(share);
    const bool one_line = frame || view_.icicle || box.h < line * 2.4f;
    const std::string name = label_of(report, node, one_line ? room - share_width - unit(2) : room);
    const float name_width = text_width(name);
    const float top = frame      ? box.y + frames().heading * 0.5f
                      : one_line ? box.y + std::min(box.h * 0.5f, line * 0.8f)
                                 : box.y + inset + line * 0.5f;
    if (name_width > room) return;
    const float middle = view_.icicle ? box.y + box.h * 0.5f : top;
    ink.words({box.x + inset, middle}, name, colour, Anchor::Start);
    if (one_line) {
        if (name_width + share_width + unit(2) > room) return;
        ink.words({box.x + box.w - inset, middle}, share, frame ? palette().muted : faded(colour, 0.85f),
                  Anchor::End);
    } else if (share_width <= room) {
        ink.words({box.x + inset, top + line}, share, faded(colour, 0.85f), Anchor::Start);
    }
}

/// Returns the label of a module: for a repeated one its count and type, otherwise its name, preceded by the
/// names of parents without a box. Shortens it to fit `room`.
std::string TreePicture::label_of(const Report& report, std::uint32_t node, float room) const {
    const NodeReport& row = report.nodes[node];
    if (row.facts->repeat().value && *row.facts->repeat().value != 1)
        return concat(with_thousands(*row.facts->repeat().value), " × ", row.type);
    std::string path(row.name.empty() ? row.type : row.name);
    for (std::uint32_t up = row.parent; node != root_ && up > root_ && is_shell_[up];
         up = report.nodes[up].parent)
        path = concat(report.nodes[up].name, ".", path);
    if (text_width(path) <= room) return path;
    const std::string elided = elided_path(path);
    return text_width(elided) <= room ? elided : path.substr(0, path.find('.'));
}

void TreePicture::handle_keys(Context& context, const PictureKeys& keys) {
    constexpr ImGuiKey kEnter[] = {ImGuiKey_Enter};
    keys.own(kArrowKeys);
    keys.own(kEnter);
    const Report& report = context.workspace.report();
    if (ImGui::IsKeyPressed(ImGuiKey_Enter, false)) {
        zoom_to(report, static_cast<std::uint32_t>(context.workspace.selected()));
    }
    if (ImGui::IsKeyPressed(ImGuiKey_Backspace, false)) zoom_out(report);
    const int step = arrow_step();
    const std::vector<std::uint32_t> nodes = step != 0 ? described() : std::vector<std::uint32_t>();
    if (nodes.empty()) return;
    const auto selected = static_cast<std::uint32_t>(context.workspace.selected());
    const auto now = std::find(nodes.begin(), nodes.end(), selected);
    if (now == nodes.end()) return reveal(context, nodes.front());
    if (step > 0 && now + 1 != nodes.end()) reveal(context, *(now + 1));
    if (step < 0 && now != nodes.begin()) reveal(context, *(now - 1));
}

/// A treemap's rest is a part of its module; an icicle's, with no module around, selects its heaviest node.
std::uint32_t TreePicture::node_under(float x, float y) const {
    const std::uint32_t node = node_at(painted_, to_, x, y);
    if (node != UINT32_MAX) return node;
    const auto* rest = find_where(rests_, [&](const Rest& each) { return each.box.contains(x, y); });
    return rest == nullptr ? UINT32_MAX : rest->like;
}

void TreePicture::handle_pointer(Context& context, std::uint32_t hovered) {
    const Report& report = context.workspace.report();
    if (hovered == UINT32_MAX) return;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        hovered == root_ ? zoom_out(report) : zoom_to(report, hovered);
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        reveal(context, hovered);
    }
    const float wheel = ImGui::GetIO().MouseWheel;
    if (wheel == 0 || (platform::is_embedded() && !ImGui::GetIO().KeyCtrl)) return;
    wheel_ = wheel * wheel_ < 0 ? wheel : wheel_ + wheel;
    if (std::abs(wheel_) < 1) return;
    if (wheel_ < 0) {
        zoom_out(report);
    } else {
        // Zooms one level deeper, towards the pointer.
        std::uint32_t towards = hovered;
        while (towards != root_ && report.nodes[towards].parent != root_)
            towards = report.nodes[towards].parent;
        zoom_to(report, towards);
    }
    wheel_ = 0;
}

void TreePicture::describe_boxes(Context& context, const PictureKeys& keys, ImVec2 corner) const {
    const Report& report = context.workspace.report();
    const Group list(Aria::ListBox, report.nodes[root_].type);
    const std::vector<std::uint32_t> nodes = described();
    const std::size_t selected = context.workspace.selected();
    const bool has_selected = contains(nodes, selected);
    for (const std::uint32_t node : nodes) {
        const Box& box = to_[node];
        const ImVec2 low{corner.x + box.x, corner.y + box.y};
        const std::string words =
            concat(report.path(node), ", ", percent(weights_->of[node] / weights_->of[0]));
        const bool is_cursor = node == (has_selected ? selected : nodes.front());
        if (keys.describe_part(ImGui::GetID(static_cast<int>(node)), low, {low.x + box.w, low.y + box.h},
                               words, node == selected, is_cursor))
            reveal(context, node);
    }
}

std::vector<std::uint32_t> TreePicture::described() const {
    std::vector<std::uint32_t> nodes;
    for (const auto& [node, colour] : large_) {
        if (node <= root_ || node >= weights_->end[root_]) continue;
        const Box& box = to_[node];
        if (box.w < unit(6) || box.h < unit(4)) continue;
        nodes.push_back(node);
        if (nodes.size() == kMostNamedRectangles) break;
    }
    return nodes;
}

void TreePicture::show_hint(const Context& context, std::uint32_t node) const {
    const NodeReport& row = context.workspace.report().nodes[node];
    const std::string path = context.workspace.report().path(node);
    std::string words = path.empty() ? std::string(row.type) : concat(path, "\n", row.type);
    const auto value = [](const Quantity& quantity, Word unit) {
        if (quantity.is_unknown()) return std::string();
        return concat("\n", word(unit, {{"count", with_thousands(*quantity.value)}}));
    };
    words += value(row.facts->parameters, "unit_parameters") + value(row.facts->flops, "unit_flops");
    words += concat("\n", percent(weights_->of[node] / weights_->of[0]));
    if (!ImGui::BeginTooltip()) return;
    text(words);
    ImGui::EndTooltip();
}

void TreePicture::write(const Context& context, Ink& ink) const {
    const Report& report = context.workspace.report();
    for (std::uint32_t node = root_; node < to_.size() && node < weights_->end[root_]; ++node) {
        const Box& box = to_[node];
        if (box.is_empty()) continue;
        const NodeReport& row = report.nodes[node];
        const Box apart{box.x, box.y, box.w * 0.998f, box.h * 0.998f};
        ink.box(is_frame_[node] ? box : apart, colour_of(report, node),
                concat(report.path_or_type(row), ": ", percent(weights_->of[node] / weights_->of[0])));
    }
    for (const Rest& rest : rests_) ink.box(rest.box, colour_of(report, rest.like), "…");
    const WithType type(Type::Small);
    draw_labels(context, ink, 1);
}

}  // namespace paramscope::app
