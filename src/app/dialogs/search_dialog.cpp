#include "app/dialogs/search_dialog.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "app/dialogs/commands.h"
#include "app/dialogs/dialog.h"
#include "app/document/open_preset.h"
#include "app/search/name_match.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "formats/support/numbers.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr ImGuiKeyChord kOpen = ImGuiMod_Ctrl | ImGuiKey_K;

/// True for what may be the name of a model on a hub, or an address.
bool may_be_elsewhere(std::string_view typed) {
    return typed.find_first_of("/:") != std::string_view::npos && typed.find(' ') == std::string_view::npos;
}

/// Keeps the arrow keys from ImGui's own navigation: they move through the rows.
void hold_arrows() {
    for (const ImGuiKey key : {ImGuiKey_UpArrow, ImGuiKey_DownArrow})
        ImGui::SetKeyOwner(key, ImGui::GetID("rows"));
}

std::string total_of(const Preset& preset) {
    Workspace counted;
    open_preset(counted, preset);
    counted.update();
    const NodeReport* const root = counted.report().root();
    const std::optional<Integer> total = root != nullptr ? root->facts->parameters.value : std::nullopt;
    return total ? short_count(*total) : std::string(word("unknown"));
}

}  // namespace

void SearchDialog::claim_keys() {
    if (!platform::is_embedded()) platform::claim_shortcuts({&kOpen, 1});
}

void SearchDialog::draw(Context& context, Address& address) {
    const bool is_wanted = context.takes(DialogKind::Search);
    if (platform::is_embedded()) return;  // the page around it chooses the model
    const bool asked = ImGui::Shortcut(kOpen, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverActive);
    const Dialog dialog("search", word("search"), {unit(160), unit(130)}, is_wanted || asked,
                        DialogHead::None);
    if (!dialog.is_open()) return;
    if (dialog.is_new()) {
        typed_.clear();
        // On a phone the on-screen keyboard would cover the rows.
        wants_focus_ = breakpoint() != Breakpoint::Narrow;
        if (known_names_.empty()) platform::ask_known_names();
    }
    bool is_changed = dialog.is_new();
    if (std::optional<std::vector<std::string>> names = platform::take_known_names()) {
        known_names_ = std::move(*names);
        is_changed = true;
    }
    count_one();
    hold_arrows();
    // A phone has no Escape key.
    bool is_back_chosen = false;
    if (breakpoint() == Breakpoint::Narrow) {
        if (icon_button("close", Icon::Back, word("close"))) dialog.close();
        is_back_chosen = ImGui::IsItemFocused();
        ImGui::SameLine(0, unit(1));
    }
    is_changed |= search_field("##search", word("search_hint"), &typed_, 0, &wants_focus_);
    const bool is_entered = !dialog.is_new() && !is_back_chosen && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
    if (is_changed) list(context);
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) move_choice(1);
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) move_choice(-1);
    const std::size_t clicked = draw_rows(context);
    const std::size_t taken = clicked == SIZE_MAX && is_entered ? chosen_ : clicked;
    if (taken >= rows_.size()) return;
    dialog.close();
    take(context, address, rows_[taken]);
}

/// Counts one shipped model in each frame, for its total.
void SearchDialog::count_one() {
    const std::span<const Preset> all = presets();
    shipped_totals_.resize(all.size());
    const auto next = std::find(shipped_totals_.begin(), shipped_totals_.end(), "");
    if (next == shipped_totals_.end()) return;
    *next = total_of(all[static_cast<std::size_t>(next - shipped_totals_.begin())]);
    platform::request_frame_in(0);
}

/// Lists everything, or what answers to the words that were typed.
void SearchDialog::list(const Context& context) {
    rows_.clear();
    for (const Kind kind : {Kind::Recent, Kind::Shipped, Kind::Command, Kind::Known})
        list_kind(context, kind);
    if (!typed_.empty()) list_found();
    chosen_ = 0;
    if (!rows_.empty() && rows_[0].kind == Kind::Heading) move_choice(1);
    follows_choice_ = true;
}

void SearchDialog::list_kind(const Context& context, Kind kind) {
    if (kind == Kind::Shipped) {
        list_shipped("models");
        return list_shipped("articles");
    }
    const std::size_t before = rows_.size();
    const Word title = kind == Kind::Recent    ? Word("recent_models")
                       : kind == Kind::Command ? Word("commands")
                                               : Word("known_models");
    add_heading(title);
    if (kind == Kind::Recent) {
        const std::span<const LeftModel> recent = context.recent.models();
        for (std::size_t i = 0; i < recent.size(); ++i)
            rows_.push_back({kind, i, translate_title(recent[i].document.name)});
    } else if (kind == Kind::Command) {
        list_commands();
    } else {
        for (std::size_t i = 0; i < known_names_.size(); ++i) rows_.push_back({kind, i, known_names_[i]});
    }
    if (rows_.size() == before + 1) rows_.pop_back();
}

void SearchDialog::list_commands() {
    for (std::size_t i = 0; i < commands().size(); ++i) {
        const Command& command = commands()[i];
        if (command.is_there()) rows_.push_back({Kind::Command, i, std::string(word(command.words))});
    }
}

void SearchDialog::add_heading(Word title) {
    rows_.push_back({Kind::Heading, 0, std::string(word(title))});
}

void SearchDialog::list_shipped(std::string_view group) {
    add_heading(group == "models" ? Word("models_as_published") : Word("from_the_articles"));
    const std::span<const Preset> all = presets();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].group != group) continue;
        rows_.push_back(
            {Kind::Shipped, i, translate_title(all[i].title), concat(all[i].title, " ", all[i].name)});
    }
}

/// Keeps the rows that answer to the words, the best first.
void SearchDialog::list_found() {
    std::vector<std::pair<Match, Row>> found;
    for (Row& row : rows_) {
        if (row.kind == Kind::Heading) continue;
        const Match best = std::min(match(typed_, row.title), match(typed_, row.words));
        if (best != Match::None) found.emplace_back(best, std::move(row));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    rows_.clear();
    for (auto& [_, row] : found) rows_.push_back(std::move(row));
    if (may_be_elsewhere(typed_))
        rows_.push_back({Kind::Elsewhere, 0, word("search_elsewhere", {{"name", typed_}})});
    rows_.push_back({Kind::Filter, 0, word("search_modules", {{"words", typed_}})});
}

/// Chooses the next row, or the one before, that is no heading.
void SearchDialog::move_choice(int by) {
    for (std::size_t at = chosen_ + static_cast<std::size_t>(by); at < rows_.size();
         at += static_cast<std::size_t>(by)) {
        if (rows_[at].kind == Kind::Heading) continue;
        chosen_ = at;
        follows_choice_ = true;
        return announce(rows_[at].title);
    }
}

/// Draws the rows; the one that is clicked, SIZE_MAX for none.
std::size_t SearchDialog::draw_rows(const Context& context) {
    begin_plain_child("rows", ImGui::GetContentRegionAvail());
    const float height = control_height();
    if (std::exchange(follows_choice_, false)) {
        const float top = static_cast<float>(chosen_) * height;
        // The row is seen, and a heading above it.
        const float least = std::max(top + height - ImGui::GetWindowHeight(), 0.0f);
        ImGui::SetScrollY(std::clamp(ImGui::GetScrollY(), least, std::max(top - height, least)));
    }
    std::size_t clicked = SIZE_MAX;
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
    {
        const Group group(Aria::ListBox, word("search_results"));
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(rows_.size()), height);
        while (clipper.Step()) {
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                if (draw_row(context, static_cast<std::size_t>(i))) clicked = static_cast<std::size_t>(i);
            }
        }
    }
    ImGui::PopStyleVar();
    ImGui::EndChild();
    return clicked;
}

/// A row; true when it is clicked.
bool SearchDialog::draw_row(const Context& context, std::size_t index) {
    const Row& row = rows_[index];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
    const float height = control_height();
    const float middle = at.y + (height - ImGui::GetTextLineHeight()) * 0.5f;
    if (row.kind == Kind::Heading) {
        const WithType type(Type::Label);
        ImGui::SetCursorScreenPos({at.x + unit(2), middle});
        text(row.title, palette().muted);
        ImGui::SetCursorScreenPos({at.x, at.y + height});
        return false;
    }
    ImGui::PushID(static_cast<int>(index));
    const bool is_clicked = ImGui::InvisibleButton("row", {width, height}, ImGuiButtonFlags_EnableNav);
    const std::string detail = detail_of(context, row);
    const bool is_chosen = index == chosen_;
    describe(Aria::Option, row.title, {.selected = tri(is_chosen), .hint = detail});
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + width, at.y + height};
    if (is_chosen) list->AddRectFilled(at, end, palette().accent_soft, rounding());
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
        list->AddRectFilled(at, end, palette().hover, rounding());
    const float room = text_width(detail) + unit(2);
    {
        const Undescribed undescribed;
        ImGui::SetCursorScreenPos({at.x + unit(2), middle});
        clipped_text(row.title, width - room - unit(6), palette().text);
        ImGui::SetCursorScreenPos({end.x - room, middle});
        text(detail, palette().muted);
    }
    ImGui::SetCursorScreenPos({at.x, end.y});
    ImGui::PopID();
    return is_clicked;
}

std::string SearchDialog::detail_of(const Context& context, const Row& row) const {
    if (row.kind == Kind::Recent) return context.recent.models()[row.index].parameters;
    if (row.kind == Kind::Shipped) return shipped_totals_[row.index];
    return std::string(row.kind == Kind::Known ? word("sizes_are_here") : "");
}

void SearchDialog::take(Context& context, Address& address, const Row& row) {
    switch (row.kind) {
        case Kind::Heading:
            return;
        case Kind::Recent:
            return context.workspace.open(context.recent.models()[row.index].document);
        case Kind::Shipped:
            return open_preset(context.workspace, presets()[row.index]);
        case Kind::Command:
            return commands()[row.index].run(context, address);
        case Kind::Known:
            return platform::open_known(row.title, platform::KnownAsker::Paste);
        case Kind::Elsewhere:
            return platform::open_text(typed_);
        case Kind::Filter:
            break;
    }
    TreeView view = context.tree.view();
    view.filter = typed_;
    context.tree.set_view(std::move(view));
}

}  // namespace paramscope::app
