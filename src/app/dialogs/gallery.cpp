#include "app/dialogs/gallery.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/dialogs/dialog.h"
#include "app/document/tree_filter.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/report/instance_counts.h"
#include "formats/support/numbers.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// The first sentence of a note, in the note's language.
std::string first_sentence(std::string_view note) {
    const std::string words = translate_title(note);
    return words.substr(0, std::min(words.find(". "), words.find("。")));
}

void take(Context& context, std::size_t index) {
    open_preset(context.workspace, presets()[index]);
    ImGui::CloseCurrentPopup();
}

}  // namespace

void Gallery::draw(Context& context) {
    const Dialog dialog("gallery", word("models"), {unit(250), unit(180)},
                        context.takes(DialogKind::Gallery));
    if (!dialog.is_open()) return;
    if (dialog.is_new()) {
        search_.clear();
        // On a phone the on-screen keyboard would cover the cards.
        wants_search_ = breakpoint() != Breakpoint::Narrow;
    }
    count_one();
    draw_contents(context);
}

void Gallery::draw_contents(Context& context) {
    search_field("##search", word("search_models"), &search_, -FLT_MIN, &wants_search_);
    const bool takes_first = !search_.empty() && ImGui::IsKeyPressed(ImGuiKey_Enter);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0);
    ImGui::BeginChild("cards");
    ImGui::PopStyleVar();
    first_found_ = SIZE_MAX;
    draw_group(context, "models", word("models_as_published"));
    draw_group(context, "articles", word("from_the_articles"));
    if (first_found_ == SIZE_MAX) wrapped_text(word("no_such_models"), palette().muted);
    ImGui::EndChild();
    if (takes_first && first_found_ != SIZE_MAX) take(context, first_found_);
}

bool Gallery::is_found(std::size_t index) const {
    const Preset& preset = presets()[index];
    const TreeFilter filter(search_);
    const std::string titles = concat(preset.title, " ", translate_title(preset.title));
    NodeReport words;
    words.name = titles;
    words.type = preset.name;
    return filter.lets_through(Report(), words);
}

void Gallery::count_one() {
    const std::span<const Preset> all = presets();
    cards_.resize(all.size());
    const auto next = std::find(cards_.begin(), cards_.end(), std::nullopt);
    if (next == cards_.end()) return;
    Workspace counted;
    open_preset(counted, all[static_cast<std::size_t>(next - cards_.begin())]);
    counted.update();
    *next = card_of(counted.report());
    platform::request_frame_in(0);
}

Gallery::Card Gallery::card_of(const Report& report) {
    Card card;
    const NodeReport* root = report.root();
    if (root != nullptr && root->facts->parameters.value)
        card.parameters = short_count(*root->facts->parameters.value);
    if (root != nullptr && root->facts->flops.value.value_or(0) > 0)
        card.work = short_work(*root->facts->flops.value, "FLOPs");
    // The first note is the title.
    if (report.model != nullptr && report.model->notes.size() > 1) {
        card.note = report.model->notes[1];
    }
    const std::vector<double> instances = instance_counts(report);
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        const NodeReport& node = report.nodes[i];
        double own = 0;
        for (const TensorReport& tensor : node.facts->tensors.list()) {
            if (tensor.role == Role::Parameter) own += static_cast<double>(tensor.count.value_or(0));
        }
        if (own <= 0) continue;
        auto* known = find_by(card.families, &Share::family, node.facts->family);
        Share& share = known != nullptr ? *known : card.families.emplace_back(Share{node.facts->family, 0});
        share.parameters += own * instances[i] * static_cast<double>(node.facts->repeat().value.value_or(1));
    }
    return card;
}

void Gallery::draw_group(Context& context, std::string_view group, std::string_view title) {
    const std::span<const Preset> all = presets();
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].group == group && is_found(i)) found.push_back(i);
    }
    if (found.empty()) return;
    first_found_ = std::min(first_found_, found.front());
    section(title);
    const float width = ImGui::GetContentRegionAvail().x;
    const int across = std::max(1, static_cast<int>((width + gap()) / (unit(64) + gap())));
    const float room = (width - gap() * static_cast<float>(across - 1)) / static_cast<float>(across);
    const float each = std::max(std::floor(room), 1.0f);
    int column = 0;
    for (const std::size_t i : found) {
        if (column > 0) ImGui::SameLine(0, gap());
        draw_card(context, i, each);
        column = (column + 1) % across;
    }
    ImGui::Dummy({0, unit(1)});
}

void Gallery::draw_card(Context& context, std::size_t index, float width) {
    const Preset& preset = presets()[index];
    const float height = unit(20);
    const float padding = unit(3);
    ImGui::PushID(static_cast<int>(index));
    const ImVec2 start = ImGui::GetCursorPos();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 end{at.x + width, at.y + height};
    const Card* card = cards_[index] ? &*cards_[index] : nullptr;
    if (ImGui::InvisibleButton("card", {width, height}, ImGuiButtonFlags_EnableNav)) take(context, index);
    const std::string title = translate_title(preset.title);
    const std::string note = card != nullptr ? first_sentence(card->note) : std::string();
    describe(Aria::Button, title,
             {.value = card != nullptr ? card->parameters : std::string_view{}, .hint = note});
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    const bool shown = preset.title == context.workspace.document().name;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, end, shown ? palette().accent_soft : palette().field, rounding());
    if (hot) list->AddRectFilled(at, end, palette().hover, rounding());
    list->AddRect(at, end, hot ? palette().accent : palette().line, rounding());
    {
        const Undescribed undescribed;
        draw_card_words(preset, card, {start.x + padding, start.y + unit(2)}, width - padding * 2);
    }
    if (card != nullptr) draw_shares(*card, {at.x + padding, end.y - unit(3)}, width - padding * 2);
    ImGui::SetCursorPos(start);
    ImGui::Dummy({width, height});
    ImGui::PopID();
}

void Gallery::draw_card_words(const Preset& preset, const Card* card, ImVec2 at, float width) {
    ImGui::SetCursorPos(at);
    {
        const WithType type(Type::Strong);
        clipped_text(translate_title(preset.title), width, palette().text);
    }
    if (card == nullptr) return;
    ImGui::SetCursorPos({at.x, at.y + ImGui::GetTextLineHeight() + unit(0.5f)});
    text(card->parameters, palette().accent);
    ImGui::SameLine(0, unit(3));
    text(card->work, palette().muted);
    ImGui::SetCursorPos({at.x, at.y + ImGui::GetTextLineHeight() * 2 + unit(0.5f)});
    const WithType type(Type::Small);
    clipped_text(first_sentence(card->note), width, palette().muted);
}

// Draws the parameters' shares by layer family as one bar.
void Gallery::draw_shares(const Card& card, ImVec2 at, float width) {
    double all = 0;
    for (const Share& share : card.families) all += share.parameters;
    float left = at.x;
    for (const Share& share : card.families) {
        const float extent = static_cast<float>(share.parameters / all) * width;
        ImGui::GetWindowDrawList()->AddRectFilled({left, at.y}, {left + extent, at.y + unit(0.75f)},
                                                  family_colour(share.family));
        left += extent;
    }
}

}  // namespace paramscope::app
