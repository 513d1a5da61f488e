#include "app/pictures/roofline_view.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/dialogs/dialog.h"
#include "app/document/memory_fields.h"
#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kMostMarks = 200;  // marks in the accessible mirror
constexpr std::size_t kMostInWords = 3;
constexpr const char* kDeviceMenu = "devices";

/// "990 TFLOP/s float16", or that it is not known.
std::string rate_text(const Roofline& line) {
    if (!line.peak) return concat(line.dtype, ": ", word("unknown"));
    return concat(short_work(static_cast<Integer>(*line.peak), "FLOP/s"), " ", line.dtype);
}

std::string note_of(const Roofline& line) {
    std::string note;
    if (const std::string part = percent(part_without_products(line)); !part.empty())
        note = word("without_products", {{"share", part}});
    if (line.update_seconds > 0 && line.layer_seconds > 0)
        note += concat(note.empty() ? "" : " · ", word("update_time"), ": ",
                       percent(line.update_seconds / line.layer_seconds));
    return note;
}

/// Arrows go to the layer that takes longer or less long.

void handle_keys(Context& context, const PictureKeys& keys, const RooflineLayout& layout) {
    const std::vector<LayerMark>& marks = layout.marks();
    const LayerMark* const chosen = find_where(
        marks, [&](const LayerMark& mark) { return mark.layer->node == context.workspace.selected(); });
    const std::size_t now =
        chosen == nullptr ? marks.size() : static_cast<std::size_t>(chosen - marks.data());
    const std::optional<std::size_t> next = keys.moved(now, marks.size());
    if (next) reveal(context, marks[*next].layer->node);
}

}  // namespace

RooflineStyle RooflineView::style() const {
    RooflineStyle style{screen_style()};
    style.width = size_.x;
    style.height = size_.y;
    const std::string_view sign = sign_of(worst(line_.flops.basis, line_.bytes.basis));
    const std::string time = concat(word("layer_by_layer"), " ≥ ", sign, short_seconds(line_.layer_seconds));
    style.heading = concat(word(kModeWords[static_cast<std::size_t>(line_.mode)]), " · ", rate_text(line_),
                           " · ", short_bytes(static_cast<Integer>(line_.device->bandwidth)), "/s");
    if (text_width(concat(style.heading, " · ", time)) < size_.x) style.heading += concat(" · ", time);
    style.note = note_of(line_);
    style.across = word("flops_per_byte");
    style.parts = parts_.get();
    return style;
}

void RooflineView::update(Context& context) {
    parts_ = context.weights.parts(context.workspace);
    const Document& document = context.workspace.document();
    const MemoryOptions counted = that_count(document.memory);
    const Device& device = device_of(document);
    if (revision_ == context.workspace.revision() && line_.device == device && options_ == counted) return;
    revision_ = context.workspace.revision();
    options_ = counted;
    const Report& report = context.workspace.report();
    line_ = roofline_of(report, report.mode, device, options_);
}

float RooflineView::choice_width(const Context& context) {
    return std::min(menu_button_width(device_of(context.workspace.document()).name), unit(30));
}

void RooflineView::draw_choice(Context& context) {
    const Device& chosen = device_of(context.workspace.document());
    if (menu_button("device", chosen.name, choice_width(context))) ImGui::OpenPopup(kDeviceMenu);
    if (!begin_menu(kDeviceMenu, word("devices"))) return;
    for (const Device& device : devices()) {
        if (menu_choice(device.name, device == chosen)) context.workspace.set_device(device);
    }
    end_menu();
}

void RooflineView::draw(Context& context, ImVec2 corner, ImVec2 size, bool still) {
    update(context);
    size_ = size;
    const WithType type(Type::Small);
    RooflineStyle style = this->style();
    if (!still) {
        const PictureKeys keys;
        const RooflineLayout layout(line_, style);
        handle_pointer(context, layout, corner);
        if (keys.is_focused()) handle_keys(context, keys, layout);
        for (const std::uint32_t node : context.highlighted)
            style.marked.emplace_back(node, palette().accent_soft);
        if (context.pointed < context.workspace.report().nodes.size())
            style.marked.emplace_back(static_cast<std::uint32_t>(context.pointed), palette().hover);
        style.marked.emplace_back(static_cast<std::uint32_t>(context.workspace.selected()), palette().accent);
        if (!is_under_menu()) describe_marks(context, keys, layout, corner);
    }
    ScreenInk ink(corner);
    draw_roofline(context.workspace.report(), line_, style, ink);
}

void RooflineView::write(const Context& context, Ink& ink) const {
    const WithType type(Type::Small);
    RooflineStyle style = this->style();
    style.has_titles = true;
    draw_roofline(context.workspace.report(), line_, style, ink);
}

std::string RooflineView::in_words(Context& context) {
    update(context);
    const Report& report = context.workspace.report();
    std::string words =
        concat(line_.device->name, ", ", word("layer_by_layer"), " ≥ ", short_seconds(line_.layer_seconds));
    const RooflineLayout layout(line_, style());
    for (std::size_t i = 0; i < std::min(layout.marks().size(), kMostInWords); ++i)
        words +=
            concat("; ", layer_time_text(report, line_, *layout.marks()[i].layer, word("flops_per_byte")));
    return words;
}

void RooflineView::handle_pointer(Context& context, const RooflineLayout& layout, ImVec2 corner) const {
    if (!ImGui::IsItemHovered()) return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const LayerTime* const layer = layout.layer_at(mouse.x - corner.x, mouse.y - corner.y);
    if (layer == nullptr) return;
    const Report& report = context.workspace.report();
    context.pointing = layer->node;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) reveal(context, layer->node);
    if (!ImGui::BeginTooltip()) return;
    text(layer_time_text(report, line_, *layer, word("flops_per_byte")));
    text(word(layer->bound == Bound::Compute ? Word("bound_by_compute") : Word("bound_by_memory")),
         palette().muted);
    ImGui::EndTooltip();
}

void RooflineView::describe_marks(Context& context, const PictureKeys& keys, const RooflineLayout& layout,
                                  ImVec2 corner) const {
    const Report& report = context.workspace.report();
    const std::vector<LayerMark>& marks = layout.marks();
    const auto selected = static_cast<std::uint32_t>(context.workspace.selected());
    const bool has_selected =
        any_of(marks, [&](const LayerMark& mark) { return mark.layer->node == selected; });
    const Group list(Aria::ListBox, word("roofline"));
    for (std::size_t i = 0; i < std::min(layout.marks().size(), kMostMarks); ++i) {
        const LayerMark& mark = layout.marks()[i];
        const ImVec2 low{corner.x + mark.box.x, corner.y + mark.box.y};
        const std::uint32_t node = mark.layer->node;
        if (keys.describe_part(ImGui::GetID(static_cast<int>(node)), low,
                               {low.x + mark.box.w, low.y + mark.box.h},
                               layer_time_text(report, line_, *mark.layer, word("flops_per_byte")),
                               node == selected, has_selected ? node == selected : i == 0))
            reveal(context, node);
    }
}

}  // namespace paramscope::app
