#include "app/inspector/device_view.h"

#include <algorithm>

#include "algebra/print.h"
#include "app/inspector/fit_words.h"
#include "app/ui/math_text.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/distinct_names.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kSlowestShown = 8;

/// "fits · batch ≤ 137 · tokens ≤ 17,642".
std::string fit_text(const Fit& fit, std::size_t most = SIZE_MAX) {
    const std::string sizes = sizes_text(fit, most);
    return concat(fits_word(fit), sizes.empty() ? "" : " · ", sizes);
}

/// As much of it as is at most `room` wide, but for the word.
std::string fit_text_in(const Fit& fit, float room) {
    for (std::size_t most = fit.largest.size(); most > 0; --most) {
        std::string words = fit_text(fit, most);
        if (text_width(words) <= room) return words;
    }
    return std::string(fits_word(fit));
}

void draw_quantity(Word label, const Quantity& quantity, std::string_view unit_name,
                   const ShortNames& names) {
    if (quantity.is_unknown()) return;
    text_pair(word(label), palette().text,
              concat(sign_of(quantity.basis), short_work(*quantity.value, unit_name)), palette().text);
    tooltip(with_thousands(*quantity.value));
    if (!quantity.formula.is_constant())
        math_text(with_short_names(quantity.formula, names), {.colour = palette().muted});
}

/// A row that chooses a device: its bar is its memory, the line across is what the plan needs; a bar of
/// `most` gigabytes is as wide as the row.
void draw_device(Context& context, const Fit& fit, const MemoryPlan& plan, float most) {
    const Palette& colours = palette();
    const ImVec2 at = ImGui::GetCursorScreenPos(), start = ImGui::GetCursorPos();
    const float width = ImGui::GetContentRegionAvail().x, height = unit(9.5f), inset = unit(2);
    const bool is_chosen = fit.device == device_of(context.workspace.document());
    const std::string& name = fit.device.name;
    const std::string memory = short_bytes(fit.device.usable()), fits = fit_text(fit);
    ImGui::PushID(name.c_str());
    if (ImGui::InvisibleButton("device", {width, height}, ImGuiButtonFlags_EnableNav))
        context.workspace.set_device(fit.device);
    describe(Aria::Radio, name, {.checked = tri(is_chosen), .value = concat(memory, ", ", fits)});
    const bool is_hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_chosen || is_hot)
        list->AddRectFilled(at, {at.x + width, at.y + height},
                            is_chosen ? colours.accent_soft : colours.hover, rounding());
    tooltip(concat(fits, "\n", fit.device.source));
    const Undescribed undescribed;
    ImGui::SetCursorPos({start.x + inset, start.y + unit(1)});
    text(name, is_chosen ? colours.accent : colours.text, Type::Strong);
    const WithType type(Type::Small);
    ImGui::SameLine(0, unit(1.5f));
    text(memory, colours.muted);
    ImGui::SameLine(0, unit(2));
    const float room = width - inset - (ImGui::GetCursorPosX() - start.x);
    const std::string shown = fit_text_in(fit, room);
    ImGui::SetCursorPosX(start.x + width - inset - std::min(text_width(shown), room));
    clipped_text(shown, room, fits_colour(fit.fits));
    const auto scale = (width - 2 * inset) / most;
    const float top = at.y + height - unit(2.5f), bottom = top + unit(1);
    list->AddRectFilled({at.x + inset, top}, {at.x + inset + scale * gigabytes_of(fit), bottom},
                        faded(fits_colour(fit.fits), fit.fits == Fits::No ? 0.35f : 0.8f), unit(0.4f));
    if (plan.total.value) {
        const auto gigabytes = static_cast<float>(static_cast<double>(*plan.total.value) / 1e9);
        const float line = at.x + inset + std::min(scale * gigabytes, width - 2 * inset);
        list->AddLine({line, at.y + height - unit(3.25f)}, {line, at.y + height + unit(0.5f)}, colours.text,
                      1.5f);
    }
    ImGui::SetCursorPos({start.x, start.y + height});
    ImGui::Dummy({0, 0});
    ImGui::PopID();
}

}  // namespace

void DeviceView::draw(Context& context, const MemoryPlan& plan, bool has_changed) {
    const Report& report = context.workspace.report();
    const Device& chosen = device_of(context.workspace.document());
    const bool is_other_device = !(line_.device == chosen);
    if (has_changed || is_other_device) {
        find_fits(report, plan, chosen);
        names_ = short_names(report);
        line_ = roofline_of(report, report.mode, chosen, plan.options);
        slowest_ = line_.layers;
        stable_sort(slowest_, [](const LayerTime& a, const LayerTime& b) { return a.seconds > b.seconds; });
        slowest_.resize(std::min(slowest_.size(), kSlowestShown));
        std::vector<std::uint32_t> nodes;
        for (const LayerTime& layer : slowest_) nodes.push_back(layer.node);
        slowest_names_ = distinct_names(report, nodes);
    }
    section(word("devices"));
    {
        const WithType type(Type::Small);
        wrapped_text(word("devices_hint"), palette().muted);
        if (adjustable_sizes(report).empty()) wrapped_text(word("devices_no_size"), palette().muted);
    }
    {
        const Group group(Aria::RadioGroup, word("devices"));
        ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
        const float most = fits_.empty() ? 1 : gigabytes_of(fits_.back());
        for (const Fit& fit : fits_) draw_device(context, fit, plan, most);
        ImGui::PopStyleVar();
    }
    if (toggle("devices_all", &shows_all_)) find_fits(report, plan, chosen);
    draw_times(context);
    draw_slowest(context);
}

void DeviceView::find_fits(const Report& report, const MemoryPlan& plan, const Device& chosen) {
    std::vector<Device> among = telling_devices(plan, &chosen);
    if (shows_all_) {
        among.assign(devices().begin(), devices().end());
        if (!contains(among, chosen)) among.push_back(chosen);
        stable_sort(among, [](const Device& a, const Device& b) { return a.room() < b.room(); });
    }
    fits_ = fit_devices(report, plan, among);
}

void DeviceView::draw_times(Context& context) {
    const Palette& colours = palette();
    section(word("least_times", {{"device", line_.device->name}}));
    const Document& document = context.workspace.document();
    int mode = static_cast<int>(document.mode);
    if (choice("counted_pass", kModeWords, &mode, ImGui::GetContentRegionAvail().x))
        context.workspace.set_counting(document.convention, static_cast<Mode>(mode), document.causal);
    const std::string_view sign = sign_of(worst(line_.flops.basis, line_.bytes.basis));
    const Word bound = line_.bound == Bound::Compute ? Word("bound_by_compute") : Word("bound_by_memory");
    text_pair(word("any_program"), palette().text, concat(sign, short_seconds(line_.seconds)), colours.text);
    caption(word(bound));
    text_pair(word("layer_by_layer"), palette().text, concat(sign, short_seconds(line_.layer_seconds)),
              colours.text);
    const std::string part = percent(line_.layers_bound_by_compute);
    {
        const WithType type(Type::Small);
        wrapped_text(word("part_by_compute", {{"share", part.empty() ? "0%" : part},
                                              {"intensity", rounded(line_.intensity(), 1)}}),
                     colours.muted);
    }
    draw_quantity("computed", line_.flops, "FLOPs", names_);
    draw_quantity("moved", line_.bytes, "B", names_);
    const std::string bandwidth = short_bytes(static_cast<Integer>(line_.device->bandwidth));
    const WithType type(Type::Small);
    wrapped_text(line_.peak ? word("least_times_hint",
                                   {{"rate", concat(short_work(static_cast<Integer>(*line_.peak), "FLOP/s"),
                                                    " (", line_.dtype, ")")},
                                    {"bandwidth", bandwidth}})
                            : word("least_times_no_rate", {{"type", line_.dtype}, {"bandwidth", bandwidth}}),
                 colours.muted);
}

void DeviceView::draw_slowest(Context& context) {
    if (slowest_.empty() || !(line_.layer_seconds > 0)) return;
    const Report& report = context.workspace.report();
    section(word("slowest_layers"));
    const Group group(Aria::List, word("slowest_layers"));
    if (line_.update_seconds > 0) {
        const Group item(Aria::ListItem, word("update_time"));
        text_pair(word("update_time"), palette().text, short_seconds(line_.update_seconds), palette().text);
    }
    for (std::size_t i = 0; i < slowest_.size(); ++i) {
        const LayerTime& layer = slowest_[i];
        if (layer.node >= report.nodes.size()) continue;  // of an earlier report
        const Group item(Aria::ListItem, slowest_names_[i]);
        text_pair(slowest_names_[i], palette().text,
                  concat(short_seconds(layer.seconds), "  ", percent(layer.seconds / line_.layer_seconds)),
                  palette().text);
        tooltip(
            concat(report.path_or_type(report.nodes[layer.node]), ": ",
                   word(layer.bound == Bound::Compute ? Word("bound_by_compute") : Word("bound_by_memory"))));
    }
}

}  // namespace paramscope::app
