#include "app/gallery.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/dialog.h"
#include "app/numbers.h"
#include "app/theme.h"
#include "app/widgets.h"
#include "app/words.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr std::string_view kFirstPreset = "llama-2-7b";

std::string first_sentence(std::string_view words) {
    const std::size_t end = words.find(". ");
    return std::string(end == std::string_view::npos ? words : words.substr(0, end));
}

}  // namespace

void open_preset(Workspace& workspace, const Preset& preset) {
    workspace.open(std::string(preset.title), std::string(preset.text));
}

void open_first_preset(Workspace& workspace) {
    if (const Preset* first = find_preset(kFirstPreset)) open_preset(workspace, *first);
}

void Gallery::draw(Context& context) {
    const Dialog dialog("gallery", word(Word::Models), {unit(240), unit(170)},
                        std::exchange(context.gallery_wanted, false));
    if (!dialog.is_open()) return;
    count_one();
    draw_contents(context);
}

void Gallery::draw_contents(Context& context) {
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0);
    ImGui::BeginChild("cards");
    ImGui::PopStyleVar();
    draw_group(context, "articles", word(Word::FromTheArticles));
    draw_group(context, "models", word(Word::ModelsAsPublished));
    ImGui::EndChild();
}

void Gallery::count_one() {
    const std::span<const Preset> all = presets();
    cards_.resize(all.size());
    const auto next = std::find(cards_.begin(), cards_.end(), std::nullopt);
    if (next == cards_.end()) return;
    const Report report = count_text(all[static_cast<std::size_t>(next - cards_.begin())].text);
    next->emplace();
    if (report.root() != nullptr && report.root()->parameters.value) {
        (*next)->total = short_count(*report.root()->parameters.value);
    }
    // The first note is the title.
    if (report.model != nullptr && report.model->notes.size() > 1) {
        (*next)->note = first_sentence(report.model->notes[1]);
    }
    platform::request_frame();
}

void Gallery::draw_group(Context& context, std::string_view group, std::string_view title) {
    const std::span<const Preset> all = presets();
    if (std::none_of(all.begin(), all.end(), [group](const Preset& preset) { return preset.group == group; }))
        return;
    caption(title);
    const float width = ImGui::GetContentRegionAvail().x;
    const int across = std::max(1, static_cast<int>((width + gap()) / (unit(64) + gap())));
    const float each =
        std::floor((width - gap() * static_cast<float>(across - 1)) / static_cast<float>(across));
    int column = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].group != group) continue;
        if (column > 0) ImGui::SameLine(0, gap());
        draw_card(context, i, each);
        column = (column + 1) % across;
    }
    ImGui::Dummy({0, unit(2)});
}

void Gallery::draw_card(Context& context, std::size_t index, float width) {
    const Preset& preset = presets()[index];
    const float height = unit(16);
    const float padding = unit(3);
    ImGui::PushID(static_cast<int>(index));
    const ImVec2 start = ImGui::GetCursorPos();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("card", {width, height})) {
        open_preset(context.workspace, preset);
        ImGui::CloseCurrentPopup();
    }
    context.places.mark("preset:" + std::string(preset.name));
    const std::optional<Card>& card = cards_[index];
    describe(Aria::Button, preset.title,
             {.value = card ? std::string_view(card->total) : "",
              .hint = card ? std::string_view(card->note) : ""});
    const Unsaid told;
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    const bool shown = preset.title == context.workspace.document().name;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + width, at.y + height}, shown ? palette().accent_soft : palette().field,
                        rounding());
    list->AddRect(at, {at.x + width, at.y + height}, hot ? palette().accent : palette().line, rounding());

    ImGui::SetCursorPos({start.x + padding, start.y + padding});
    {
        const WithType type(Type::Strong);
        clipped_text(preset.title, width - padding * 2, palette().text);
    }
    if (card) {
        ImGui::SetCursorPos({start.x + padding, start.y + padding + ImGui::GetTextLineHeight() + unit(1)});
        text(card->total, palette().accent);
        ImGui::SameLine();
        clipped_text(card->note, width - padding * 2 - text_width(card->total) - unit(2), palette().muted);
    }
    ImGui::SetCursorPos(start);
    ImGui::Dummy({width, height});
    ImGui::PopID();
}

}  // namespace paramscope::app
