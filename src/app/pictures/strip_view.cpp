#include "app/pictures/strip_view.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kMostColumns = 200;  // columns in the accessible mirror

constexpr Word kTracks[kStripTracks] = {"parameters", "flops", "activations", "least_time_on"};  // as Track

/// The module at its path, with its type.
std::string title_of(const Report& report, std::uint32_t node) {
    const std::string path = report.path(report.nodes[node]);
    return path.empty() ? std::string(report.nodes[node].type) : concat(path, "\n", report.nodes[node].type);
}

}  // namespace

std::string StripView::name_of(std::size_t track) const {
    if (kTracks[track] != "least_time_on") return std::string(word(kTracks[track]));
    return !steps_.strip().device ? "" : word("least_time_on", {{"device", steps_.strip().device->name}});
}

StripStyle StripView::style() const {
    StripStyle style{screen_style()};
    style.width = size_.x;
    style.height = size_.y;
    style.parts = parts_.get();
    style.plate = palette().field;
    for (std::size_t track = 0; track < kStripTracks; ++track) style.names[track] = name_of(track);
    style.unknown = word("unknown");
    return style;
}

bool StripView::make(Context& context, ImVec2 size) {
    const auto most = static_cast<std::size_t>(size.x);
    if (!steps_.is_outdated(context, most)) return true;
    if (!steps_.make(context, most)) return false;
    parts_ = context.weights.parts(context.workspace);
    for (std::size_t track = 0; track < kStripTracks; ++track)
        highest_[track] = highest_text(context.workspace.report(), steps_.strip(), track, most);
    return true;
}

void StripView::draw(Context& context, ImVec2 corner, ImVec2 size, bool still) {
    const Report& report = context.workspace.report();
    size_ = size;
    const WithType type(Type::Small);
    StripStyle style = this->style();
    if (!still) {
        const PictureKeys keys;
        const StripLayout layout(steps_.strip(), style);
        style.marked = marks(context);
        handle_pointer(context, layout, corner);
        if (keys.is_focused()) handle_keys(context, keys);
        if (!is_under_menu()) describe_columns(context, keys, layout, corner);
    }
    ScreenInk ink(corner);
    draw_strip(report, steps_.strip(), style, ink);
}

std::vector<std::pair<std::size_t, Colour>> StripView::marks(const Context& context) const {
    const Report& report = context.workspace.report();
    std::vector<std::pair<std::size_t, Colour>> marked;
    const auto mark = [&](std::size_t node, ImU32 colour) {
        if (const auto layer = layer_of(steps_.strip(), report, static_cast<std::uint32_t>(node)))
            marked.emplace_back(*layer, colour);
    };
    for (const std::uint32_t node : context.highlighted) mark(node, palette().accent_soft);
    if (context.workspace.selected() != 0) mark(context.workspace.selected(), palette().accent_soft);
    if (context.pointed < report.nodes.size()) mark(context.pointed, palette().hover);
    return marked;
}

void StripView::write(const Context& context, Ink& ink) const {
    const WithType type(Type::Small);
    StripStyle style = this->style();
    style.has_titles = true;
    draw_strip(context.workspace.report(), steps_.strip(), style, ink);
}

std::string StripView::in_words() const {
    std::string words;
    for (std::size_t track = 0; track < kStripTracks; ++track) {
        if (highest_[track].empty()) continue;
        words += concat(words.empty() ? "" : ", ", name_of(track), " ≤ ", highest_[track]);
    }
    return words;
}

void StripView::handle_pointer(Context& context, const StripLayout& layout, ImVec2 corner) {
    const Report& report = context.workspace.report();
    if (!ImGui::IsItemHovered()) return;
    const std::size_t layer = layout.layer_at(ImGui::GetMousePos().x - corner.x);
    if (layer >= steps_.strip().layers.size()) return;
    context.pointing = steps_.strip().layers[layer].node;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) reveal(context, steps_.strip().layers[layer].node);
    show_hint(report, steps_.strip().layers[layer]);
}

std::size_t StripView::cursor(const Context& context) const {
    const auto selected = static_cast<std::uint32_t>(context.workspace.selected());
    return layer_of(steps_.strip(), context.workspace.report(), selected).value_or(0);
}

void StripView::handle_keys(Context& context, const PictureKeys& keys) const {
    const std::vector<StripLayer>& layers = steps_.strip().layers;
    const std::optional<std::size_t> next = keys.moved(cursor(context), layers.size());
    if (next) reveal(context, layers[*next].node);
}

void StripView::describe_columns(Context& context, const PictureKeys& keys, const StripLayout& layout,
                                 ImVec2 corner) const {
    const Report& report = context.workspace.report();
    const std::size_t at = cursor(context);
    const Group list(Aria::ListBox, word("depth_strip"));
    for (std::size_t i = 0; i < std::min(steps_.strip().layers.size(), kMostColumns); ++i) {
        const StripLayer& layer = steps_.strip().layers[i];
        const Box box = layout.column(i, i + 1);
        const ImVec2 low{corner.x + box.x, corner.y};
        std::string words = report.path_or_type(report.nodes[layer.node]);
        for (std::size_t track = 0; track < kStripTracks; ++track) {
            if (layer.costs[track] > 0)
                words += concat(", ", name_of(track), " ", cost_text(layer.costs[track], track));
        }
        if (keys.describe_part(ImGui::GetID(static_cast<int>(layer.node)), low,
                               {low.x + std::max(box.w, 1.0f), low.y + box.h}, words,
                               layer.node == context.workspace.selected(), i == at))
            reveal(context, layer.node);
    }
}

void StripView::show_hint(const Report& report, const StripLayer& layer) const {
    if (!ImGui::BeginTooltip()) return;
    text(title_of(report, layer.node));
    for (std::size_t track = 0; track < kStripTracks; ++track) {
        if (layer.costs[track] > 0)
            text(concat(name_of(track), ": ", cost_text(layer.costs[track], track)), palette().muted);
    }
    ImGui::EndTooltip();
}

}  // namespace paramscope::app
