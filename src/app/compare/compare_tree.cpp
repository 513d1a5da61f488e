#include "app/compare/compare_tree.h"

#include <algorithm>
#include <utility>

#include "algebra/print.h"
#include "app/compare/compared_numbers.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/explain/subject.h"

namespace paramscope::app {
namespace {

constexpr int kColumns = 5;

const NodeReport* node_of(const Report& report, std::uint32_t node) {
    return node < report.nodes.size() ? &report.nodes[node] : nullptr;
}

/// How numbers of a subject are written in cells: all digits where there is room.
Shorten cell_number(int subject) {
    return breakpoint() == Breakpoint::Narrow ? shorten_of(subject) : with_thousands_of;
}

void cell(int column, std::string_view words, ImU32 colour) {
    if (ImGui::TableSetColumnIndex(column)) right_aligned_text(words, colour);
}

void compared_cells(const Quantity& a, const Quantity& b, Shorten shorten) {
    const std::string change = difference_text(a, b, shorten);
    const ImU32 ink = change == "=" ? palette().muted : palette().text;
    cell(1, amount_text(a, shorten), palette().text);
    cell(2, amount_text(b, shorten), palette().text);
    cell(3, change, ink);
    // The narrow layout has no column for the difference.
    cell(4,
         change != "="                        ? ratio_text(a, b)
         : breakpoint() == Breakpoint::Narrow ? change
                                              : "",
         palette().muted);
}

/// Begins a table that scrolls by itself; of height 0 it is as high as its rows.
bool begin_table(float height) {
    constexpr ImGuiTableFlags kCommon = ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_NoSavedSettings |
                                        ImGuiTableFlags_PadOuterX | ImGuiTableFlags_Resizable |
                                        ImGuiTableFlags_NoBordersInBody;
    const ImGuiTableFlags flags = kCommon | (height > 0 ? ImGuiTableFlags_ScrollY : 0);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {unit(1.5f), unit(1)});
    const bool open = ImGui::BeginTable("tree", kColumns, flags, {0, height});
    ImGui::PopStyleColor();
    if (!open) {
        ImGui::PopStyleVar();
        return false;
    }
    constexpr Word kHeads[] = {"module", "model_a", "model_b", "difference", "ratio"};
    ImGui::TableSetupScrollFreeze(0, 1);
    const bool narrow = breakpoint() == Breakpoint::Narrow;
    for (int i = 0; i < kColumns; ++i) {
        const float share = i == 0 ? (narrow ? 1.6f : 2.2f) : i == 4 ? (narrow ? 1.0f : 0.7f) : 1.2f;
        const bool shown = !narrow || i != 3;
        const ImGuiTableColumnFlags hidden = shown ? 0 : ImGuiTableColumnFlags_Disabled;
        ImGui::TableSetupColumn(word(kHeads[i]).data(), ImGuiTableColumnFlags_WidthStretch | hidden, share);
    }
    const WithType type(Type::Small);
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    ImGui::TableSetColumnIndex(0);
    text(word(kHeads[0]), palette().muted);
    for (int i = 1; i < kColumns; ++i) cell(i, word(kHeads[i]), palette().muted);
    return true;
}

/// "32 × LlamaDecoderLayer"; with another count in B "32 → 40 × ...".
std::string type_text(const NodeReport& shown, const NodeReport* a, const NodeReport* b) {
    const auto count = [](const NodeReport* node) {
        return node == nullptr || !node->facts->repeat().value ? std::string("?")
                                                               : with_thousands(*node->facts->repeat().value);
    };
    const std::string left = count(a != nullptr ? a : b);
    const std::string right = count(b != nullptr ? b : a);
    std::string words = std::string(shown.type);
    if (left != right) {
        words = concat(left, " → ", right, " × ", words);
    } else if (left != "1") {
        words = concat(left, " × ", words);
    }
    if (a != nullptr && b != nullptr && a->type != b->type) words += concat(" → ", b->type);
    return words;
}

}  // namespace

void CompareTree::take(const Report& left, const Report& right, std::vector<ModulePair> rows) {
    left_ = &left;
    right_ = &right;
    rows_ = std::move(rows);
    list_rows();
}

bool CompareTree::is_equal() const {
    return none_of(rows_, &ModulePair::differs);
}

void CompareTree::list_rows() {
    shown_.clear();
    // A module that differs is shown with all its ancestors.
    std::vector<bool> holds_difference(rows_.size(), false);
    std::vector<std::uint32_t> around;
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        while (!around.empty() && rows_[around.back()].end <= row) around.pop_back();
        around.push_back(row);
        if (!rows_[row].differs) continue;
        for (auto at = around.rbegin(); at != around.rend() && !holds_difference[*at]; ++at)
            holds_difference[*at] = true;
    }
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        if (!only_differences_ || holds_difference[row]) shown_.push_back(row);
    }
}

void CompareTree::draw(int subject, bool scrolls) {
    if (breakpoint() != Breakpoint::Narrow) ImGui::SameLine(0, unit(4));
    if (toggle("only_differences", &only_differences_)) list_rows();
    if (only_differences_ && is_equal()) return;
    if (!begin_table(scrolls ? ImGui::GetContentRegionAvail().y : 0)) return;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown_.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_row(rows_[shown_[static_cast<std::size_t>(i)]], subject);
    }
    ImGui::EndTable();
    ImGui::PopStyleVar();
}

void CompareTree::draw_row(const ModulePair& row, int subject_index) const {
    const NodeReport* a = node_of(*left_, row.left);
    const NodeReport* b = node_of(*right_, row.right);
    const NodeReport& shown = a != nullptr ? *a : *b;
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(0);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(3) * static_cast<float>(std::min(row.depth, 12u)));
    dot(family_colour(shown.facts->family));
    const std::string type = type_text(shown, a, b);
    const std::string words = shown.name.empty() ? type : concat(shown.name, "  ", type);
    const bool is_alone = a == nullptr || b == nullptr;
    clipped_text(words, ImGui::GetContentRegionAvail().x, is_alone ? palette().accent : palette().text);
    const Subject subject = static_cast<Subject>(subject_index);
    const Shorten shorten = cell_number(subject_index);
    // A missing module counts as zero.
    const Quantity nothing{0, Integer{0}};
    if (is_alone) {
        const Quantity& only = quantity_of(shown, subject);
        cell(1, a != nullptr ? amount_text(only, shorten) : "–",
             a != nullptr ? palette().text : palette().faint);
        cell(2, b != nullptr ? amount_text(only, shorten) : "–",
             b != nullptr ? palette().text : palette().faint);
        cell(3,
             a != nullptr ? difference_text(only, nothing, shorten) : difference_text(nothing, only, shorten),
             palette().text);
        return;
    }
    compared_cells(quantity_of(*a, subject), quantity_of(*b, subject), shorten);
}

}  // namespace paramscope::app
