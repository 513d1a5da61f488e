#include "app/tree/tree_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/print.h"
#include "app/dialogs/dialog.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/characters.h"
#include "base/concat.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

// A pause in seconds after which type-ahead starts a new name.
constexpr double kTypeAheadPause = 1.0;

// What a narrow layout leaves to names before it shows the FLOPs.
constexpr float kRoomForNames = 60;
// The width from which the tree has a column for outputs.
constexpr float kRoomForOutput = 180;

constexpr const char* kRowMenu = "row menu";

bool is_narrow() {
    return breakpoint() == Breakpoint::Narrow;
}

// Space above a row's text to centre it: cells have no padding, so that the whole row can be clicked.
float text_inset() {
    return std::round((row_height() - ImGui::GetTextLineHeight()) * 0.5f);
}

bool begin_cell(int column) {
    if (!ImGui::TableSetColumnIndex(column)) return false;
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + text_inset());
    return true;
}

float indent_of(const Report& report, const TreeRows& tree, std::size_t node) {
    // Limits the indent to 60 % of the column's width, so that names stay visible.
    const std::uint32_t depth = tree.level(report, node);
    const float most = std::floor(ImGui::GetContentRegionAvail().x * 0.6f / unit(3.5f));
    return unit(3.5f) * std::min(static_cast<float>(depth), most);
}

// Draws a bar at the left of a number, as long as its share of `room`.
void share_bar(double share, ImU32 colour, float room) {
    if (share <= 0 || room < unit(3)) return;
    const float height = unit(2);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float top = std::round(at.y + (ImGui::GetTextLineHeight() - height) * 0.5f);
    const float length = std::max(2.0f, room * static_cast<float>(std::min(share, 1.0)));
    ImDrawList* const list = ImGui::GetWindowDrawList();
    list->AddRectFilled({at.x, top}, {at.x + room, top + height}, faded(palette().line, 0.5f), unit(0.5f));
    list->AddRectFilled({at.x, top}, {at.x + length, top + height}, colour, unit(0.5f));
}

/// Draws a number at the right of its cell, and its bar in the first `bar` pixels.
void number_cell(const NumberCell& cell, ImU32 colour, float bar) {
    const float inset = unit(1.5f);
    const float room_left = ImGui::GetContentRegionAvail().x - inset;
    const bool fits = text_width(cell.words) <= room_left;
    const std::string& words = fits ? cell.words : cell.shorter;
    share_bar(cell.bar, colour, std::min(bar, room_left - text_width(words) - unit(2)));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, room_left - text_width(words)));
    const Palette& colours = palette();
    text(words, !cell.is_known ? colours.warning : cell.is_nothing ? colours.faint : colours.text);
}

/// The width of a column's bars: parameters have longer ones, which are compared down the tree.
float bar_width(bool is_work) {
    const bool is_small = is_work || is_narrow();
    return unit(is_small ? 10 : 18);
}

float number_width(Units units, bool is_work) {
    const bool is_exact = units == Units::Exact;
    const char* const widest =
        is_work ? (is_exact ? "≥ 1,700,210,704,384" : "≥ 9.99 G") : (is_exact ? "6,738,415,616" : "≥ 9.99 B");
    return text_width(widest) + unit(5);
}

// Draws the repeat count on its own background.
void repeat_pill(std::string_view words) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = text_width(words) + unit(2);
    const float inset = unit(1.25f);
    const float top = at.y - text_inset() + inset;
    const float height = row_height() - inset * 2;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + width, top + height},
                                              palette().accent_soft, height * 0.5f);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(1));
    text(words, palette().accent);
    ImGui::SameLine(0, unit(2));
}

/// The end of a path that has room: the paths of a list begin alike.
std::string end_of_path(std::string_view path, float width) {
    std::string shown(path);
    for (std::size_t dot; text_width(shown) > width && (dot = path.find('.')) != std::string_view::npos;) {
        path.remove_prefix(dot + 1);
        shown = concat("…", path);
    }
    return shown;
}

bool starts_with(std::string_view name, std::string_view beginning) {
    return name.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), name.begin(),
                                                         [](char a, char b) { return a == to_lower(b); });
}

/// What the column of memory has, in training and else.
Word memory_hint(const Context& context) {
    return context.memory.plan().options.is_training ? Word("memory_kept_hint") : Word("memory_most_hint");
}

void draw_header_row(Context& context) {
    const WithType type(Type::Label);
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers, row_height());
    ImGui::TableSetColumnIndex(kModule);
    const Group row(Aria::Row);
    for (int column = 0; column < kColumns; ++column) {
        if (!ImGui::TableSetColumnIndex(column)) continue;
        const TreeColumnInfo& info = column_info(column);
        const std::string_view title = word(info.title);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        const TreeView& view = context.tree.view();
        const bool sorted = info.key != SortKey::None && view.key == info.key;
        ImGui::PushID(column);
        // Clicks sort: numbers descending first, names ascending first; the third click restores print order.
        const bool is_clicked = ImGui::InvisibleButton("sort", {std::max(width, 1.0f), row_height()});
        if (is_clicked && info.key != SortKey::None) {
            const bool first_way = column < kFirstNumber;
            TreeView next = view;
            next.key = sorted && view.ascending != first_way ? SortKey::None : info.key;
            next.ascending = sorted ? !first_way : first_way;
            context.tree.set_view(std::move(next));
        }
        ImGui::PopID();
        describe(Aria::ColumnHeader, title, {.sort = !sorted ? 0 : view.ascending ? 1 : -1});
        if (column == kMemory) tooltip(word(memory_hint(context)));
        const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
        const ImU32 colour = sorted ? palette().accent : hot ? palette().text : palette().muted;
        const float mark = sorted ? unit(4) : 0;
        const float left =
            column < kFirstNumber ? 0 : std::max(0.0f, width - text_width(title) - mark - unit(1.5f));
        ImDrawList* list = ImGui::GetWindowDrawList();
        add_text(*list, {at.x + left, at.y + text_inset()}, colour, title);
        if (!sorted) continue;
        draw_icon(list, view.ascending ? Icon::Ascending : Icon::Descending,
                  {at.x + left + text_width(title) + unit(2), at.y + row_height() * 0.5f}, unit(3), colour);
    }
}

bool is_at_chevron(const Context& context, std::size_t node) {
    const Report& report = context.workspace.report();
    ImGui::TableSetColumnIndex(kModule);
    const float left = ImGui::GetCursorScreenPos().x + indent_of(report, context.tree, node);
    const float mouse = ImGui::GetMousePos().x;
    return context.tree.can_open(report, node) && mouse >= left - unit(1) && mouse < left + unit(4);
}

void draw_module(Context& context, std::size_t index, const RowText& row, bool at_chevron) {
    const Report& report = context.workspace.report();
    begin_cell(kModule);
    const float indent = indent_of(report, context.tree, index);
    const Group cell(Aria::Cell);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // Draws a vertical line for each ancestor.
    for (float x = unit(1.5f); x < indent; x += unit(3.5f)) {
        const float left = std::round(at.x + x);
        ImGui::GetWindowDrawList()->AddRectFilled({left, at.y - text_inset()},
                                                  {left + 1, at.y - text_inset() + row_height()},
                                                  faded(palette().line, has_high_contrast() ? 0.3f : 0.8f));
    }
    if (context.tree.can_open(report, index)) {
        const float middle = at.y + ImGui::GetTextLineHeight() * 0.5f;
        chevron({at.x + indent + unit(1.5f), middle}, unit(2), context.tree.is_open(index),
                at_chevron ? palette().accent : palette().muted);
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent + unit(4));
    if (!row.repeat.empty()) repeat_pill(row.repeat);
    const bool chosen = index == context.workspace.selected();
    const ImU32 colour = chosen                         ? palette().accent
                         : context.tree.is_match(index) ? palette().text
                                                        : palette().muted;
    const float width = ImGui::GetContentRegionAvail().x;
    clipped_text(context.tree.view().is_list ? end_of_path(row.name, width) : row.name, width, colour);
}

void scroll_to_selection(Context& context) {
    const std::size_t row = context.tree.row_of(context.workspace.report(), context.workspace.selected());
    const float top = static_cast<float>(row) * row_height();
    const float visible = ImGui::GetWindowHeight() - row_height();
    const float scroll = ImGui::GetScrollY();
    if (top < scroll) ImGui::SetScrollY(top);
    if (top + row_height() > scroll + visible) ImGui::SetScrollY(top + row_height() - visible);
}

/// Lets the number of a cell flash when it has changed.
void tint_changed_cell(Context& context, const NodeReport& node, int column) {
    if (column_info(column).quantity == nullptr) return;
    const auto value = ((*node.facts).*column_info(column).quantity).value;
    const auto low = static_cast<std::uint64_t>(value.value_or(-1));
    if (const ImU32 tint = context.flashes.tint(ImGui::GetID(column), low))
        ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, tint);
}

}  // namespace

void TreePanel::draw(Context& context) {
    context.tree.update(context.workspace);
    marks_.follow(context.workspace);
    if (context.workspace.report().root() == nullptr) return;
    if (toolbar_.shows(kMemory)) find_memory(context);
    // A low embed has more use for rows.
    const float least = control_height() + row_height() * 4;
    if (ImGui::GetContentRegionAvail().y > least || toolbar_.is_in_use(context)) toolbar_.draw(context);
    context.tree.update(context.workspace);
    const float sum = marks_.count() > 1 ? control_height() + unit(2) : 0;
    draw_table(context, ImGui::GetContentRegionAvail().y - sum);
    if (sum > 0) draw_marked_sum(context);
    draw_row_menu(context);
    handle_characters(context);
}

/// Plans the memory of the rows, after a pause.
void TreePanel::find_memory(Context& context) {
    if (context.workspace.is_stale() || !context.pause.is_over(context.workspace)) return;
    context.memory.update(context.workspace);
    context.memory.find_rows(context.workspace);
}

void TreePanel::draw_table(Context& context, float height) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Resizable | ImGuiTableFlags_ScrollY |
                                       ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_NoSavedSettings |
                                       ImGuiTableFlags_NoBordersInBody | ImGuiTableFlags_Hideable |
                                       ImGuiTableFlags_PadOuterX;
    const Group grid(Aria::TreeGrid, word("tab_modules"),
                     {.rows = static_cast<int>(context.tree.rows().size())});
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {unit(1.5f), 0});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    // One table identity per breakpoint and unit, which need different column widths.
    ImGui::PushID(static_cast<int>(breakpoint()) * 8 + static_cast<int>(toolbar_.units()));
    if (ImGui::BeginTable("tree", kColumns, kFlags, {0, height})) {
        set_up_columns();
        draw_header_row(context);
        if (ImGui::IsWindowFocused()) handle_keys(context);
        if (context.scroll_to_selection) scroll_to_selection(context);
        context.scroll_to_selection = false;
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(context.tree.rows().size()), row_height());
        while (clipper.Step()) {
            for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
                draw_row(context, static_cast<std::size_t>(row));
            }
        }
        ImGui::EndTable();
    }
    ImGui::PopID();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

void TreePanel::set_up_columns() const {
    constexpr ImGuiTableColumnFlags kStretch = ImGuiTableColumnFlags_WidthStretch;
    constexpr ImGuiTableColumnFlags kFixed = ImGuiTableColumnFlags_WidthFixed;
    const Units units = toolbar_.units();
    const float parameters = number_width(units, false) + bar_width(false);
    const float work = number_width(units, true) + bar_width(true);
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(word("module").data(), kStretch | ImGuiTableColumnFlags_NoHide, 4.8f);
    ImGui::TableSetupColumn(word("type").data(), kStretch, 3.4f);
    ImGui::TableSetupColumn(word("output").data(), kStretch, 3.2f);
    for (int column = kFirstNumber; column < kColumns; ++column) {
        const TreeColumnInfo& info = column_info(column);
        ImGui::TableSetupColumn(word(info.title).data(), kFixed, info.is_work ? work : parameters);
    }
    // Narrower layouts hide more columns to leave space for names.
    const float all = ImGui::GetContentRegionAvail().x;
    const int least = is_narrow() ? kParameters : all < unit(kRoomForOutput) ? kType : kOutput;
    const bool has_room = all > parameters + work + unit(kRoomForNames);
    for (int column = kType; column < kColumns; ++column) {
        const bool fits = column <= least || column >= kFirstNumber;
        const bool is_main = column == kParameters || (has_room && column == kFlops);
        const bool spared = is_narrow() && !is_main;
        ImGui::TableSetColumnEnabled(column, toolbar_.shows(column) && fits && !spared);
    }
}

void TreePanel::draw_row(Context& context, std::size_t row) {
    const std::uint32_t index = context.tree.rows()[row];
    const NodeReport& node = context.workspace.report().nodes[index];
    const RowText& words = row_text_of(context, row, index);
    const Palette& colours = palette();
    ImGui::PushID(static_cast<int>(index));
    ImGui::TableNextRow(0, row_height());
    const bool at_chevron = is_at_chevron(context, index);
    const bool hovered = draw_row_ground(context, index, words);
    const bool opens = context.tree.can_open(context.workspace.report(), index);
    const Group group(Aria::Row, words.name,
                      {.expanded = opens ? tri(context.tree.is_open(index)) : Tri::Unset,
                       .selected = tri(index == context.workspace.selected() || marks_.has(index)),
                       .level = static_cast<int>(context.tree.level(context.workspace.report(), index)) + 1,
                       .row = static_cast<int>(row) + 1},
                      true);
    draw_module(context, index, words, hovered && at_chevron);
    const ImU32 colour = family_colour(context.weights.part_of(context.workspace, index));
    if (begin_cell(kType)) {
        const Group cell(Aria::Cell);
        dot(colour);
        clipped_text(node.type, ImGui::GetContentRegionAvail().x,
                     node.facts->status == Status::Zero ? colours.muted : colours.text);
    }
    if (begin_cell(kOutput)) {
        const Group cell(Aria::Cell);
        clipped_text(words.output, ImGui::GetContentRegionAvail().x, colours.muted);
    }
    for (int column = kFirstNumber; column < kColumns; ++column) {
        if (!begin_cell(column)) continue;
        const Group cell(Aria::Cell);
        tint_changed_cell(context, node, column);
        number_cell(words.numbers[column - kFirstNumber], colour, bar_width(column_info(column).is_work));
    }
    ImGui::PopID();
}

bool TreePanel::draw_row_ground(Context& context, std::size_t index, const RowText& row) {
    const bool chosen = index == context.workspace.selected();
    ImGui::TableSetColumnIndex(kModule);
    const ImVec2 start = ImGui::GetCursorPos();
    const bool clicked = draw_selectable(index, chosen);
    const bool hovered = ImGui::IsItemHovered();
    if (chosen || marks_.has(index)) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, palette().accent_soft);
    if (hovered) context.pointing = index;
    const bool is_highlighted =
        std::binary_search(context.highlighted.begin(), context.highlighted.end(), index);
    if (is_highlighted) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, palette().accent_soft);
    if (hovered || context.pointed == index)
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, palette().hover);
    const bool at_chevron = is_at_chevron(context, index);
    const bool twice = hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !at_chevron;
    if (clicked || twice) take_click(context, index, at_chevron || twice);
    if (hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
        context.workspace.select(index);
        menu_node_ = index;
        menu_wanted_ = true;
    }
    // ImGui moves the focus by arrow and page keys; the selection follows.
    if (ImGui::IsItemFocused() && focused_ != index) {
        focused_ = index;
        if (!at_chevron && !ImGui::GetIO().KeyCtrl) context.workspace.select(index);
    }
    // No tooltip over names, which are fully shown; over numbers it shows more.
    if (ImGui::TableGetHoveredColumn() >= kOutput) tooltip(row.hint);
    ImGui::SetCursorPos(start);
    return hovered;
}

void TreePanel::take_click(Context& context, std::size_t node, bool opens) {
    const ImGuiIO& io = ImGui::GetIO();
    if (opens && context.tree.can_open(context.workspace.report(), node)) {
        return context.workspace.set_opened(node, !context.tree.is_open(node));
    }
    focused_ = node;
    if (io.KeyShift) return marks_.extend(context, node);
    if (io.KeyCtrl) return marks_.flip(context, node);
    marks_.clear();
    context.workspace.select(node);
}

bool TreePanel::draw_selectable(std::size_t index, bool chosen) {
    if (wanted_focus_ == index) {
        ImGui::SetKeyboardFocusHere();
        wanted_focus_ = SIZE_MAX;
    }
    // The table draws the row's background: the Selectable's own would leave gaps between rows.
    for (const ImGuiCol slot : {ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive}) {
        ImGui::PushStyleColor(slot, 0);
    }
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
    const bool clicked =
        ImGui::Selectable("##row", chosen, ImGuiSelectableFlags_SpanAllColumns, {0, row_height()});
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(3);
    return clicked;
}

void TreePanel::draw_marked_sum(Context& context) {
    ImGui::AlignTextToFramePadding();
    const float width = ImGui::GetContentRegionAvail().x - icon_button_width();
    clipped_text(marks_.sum(context), width, palette().accent);
    same_line_at_right(icon_button_width());
    if (icon_button("unmark", Icon::Close, word("clear"))) marks_.clear();
}

void TreePanel::draw_row_menu(Context& context) {
    if (std::exchange(menu_wanted_, false)) ImGui::OpenPopup(kRowMenu);
    if (!begin_menu(kRowMenu, word("module"), true)) return;
    const Report& report = context.workspace.report();
    const std::size_t node = std::min(menu_node_, report.nodes.size() - 1);
    if (menu_item(word("copy_path"), Icon::Copy)) copy(context, report.path(node), word("path"));
    if (menu_item(word("copy_row"), Icon::Copy)) copy(context, row_as_text(context, node), word("module"));
    if (menu_item(word("copy_formula"), Icon::Copy)) {
        copy(context, print(report.nodes[node].facts->parameters.formula, Notation::Unicode),
             word("tab_formula"));
    }
    TreeView view = context.tree.view();
    if (has_children(report, node) && context.tree.top() != node &&
        menu_item(word("focus_subtree"), Icon::Focus)) {
        view.focus = report.path(node);
        context.workspace.set_opened(node, true);
    }
    if (!view.focus.empty() && menu_item(word("show_all"), Icon::Back)) view.focus.clear();
    context.tree.set_view(std::move(view));
    end_menu();
}

void TreePanel::handle_keys(Context& context) {
    if (ImGui::GetIO().WantTextInput) return;
    const std::size_t chosen = context.workspace.selected();
    const Report& report = context.workspace.report();
    const bool opens = context.tree.can_open(report, chosen);
    const bool open = opens && context.tree.is_open(chosen);
    if (ImGui::IsKeyPressed(ImGuiKey_RightArrow) && opens) {
        if (open) {
            const std::size_t row = context.tree.row_of(report, chosen) + 1;
            if (row < context.tree.rows().size()) focus(context, context.tree.rows()[row]);
        } else {
            context.workspace.set_opened(chosen, true);
        }
    }
    if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) {
        if (open) {
            context.workspace.set_opened(chosen, false);
        } else if (chosen != context.tree.top()) {
            focus(context, report.nodes[chosen].parent);
        }
    }
    if (ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_C)) {
        copy(context, row_as_text(context, chosen), word("module"));
    }
    if (ImGui::IsKeyPressed(ImGuiKey_Menu) || ImGui::Shortcut(ImGuiMod_Shift | ImGuiKey_F10)) {
        menu_node_ = chosen;
        menu_wanted_ = true;
    }
    if (ImGui::IsKeyPressed(ImGuiKey_Escape)) marks_.clear();
}

void TreePanel::handle_characters(Context& context) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput || io.KeyCtrl || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
    for (const ImWchar c : io.InputQueueCharacters) {
        if (c == '/') {
            context.wanted = DialogKind::Search;
        } else if (c == '?') {
            context.wanted = DialogKind::Help;
        } else if (context.has_picture_keys()) {
            continue;
        } else if (c == '*') {
            context.workspace.set_depth(UINT16_MAX);
        } else if (c >= '1' && c <= '9' && typed_.empty()) {
            context.workspace.set_depth(c - '0');
        } else if (c > ' ' && c < 127) {
            if (ImGui::GetTime() - typed_at_ > kTypeAheadPause) typed_.clear();
            typed_at_ = ImGui::GetTime();
            typed_ += to_lower(static_cast<char>(c));
            jump_to(context, typed_);
        }
    }
    if (ImGui::GetTime() - typed_at_ > kTypeAheadPause) typed_.clear();
}

void TreePanel::jump_to(Context& context, std::string_view beginning) {
    const Report& report = context.workspace.report();
    const auto rows = context.tree.rows();
    const std::size_t here = context.tree.row_of(report, context.workspace.selected());
    // A first letter starts at the next row; further letters may stay on the current one.
    for (std::size_t steps = beginning.size() > 1 ? 0 : 1; steps <= rows.size(); ++steps) {
        const std::uint32_t node = rows[(here + steps) % rows.size()];
        if (starts_with(report.nodes[node].name, beginning)) return focus(context, node);
    }
}

void TreePanel::focus(Context& context, std::size_t node) {
    context.workspace.select(node);
    context.scroll_to_selection = true;
    wanted_focus_ = node;
}

const RowText& TreePanel::row_text_of(const Context& context, std::size_t row, std::uint32_t index) {
    const std::uint64_t memory = context.memory.rows().empty() ? 0 : context.memory.version();
    const bool same = view_ == context.tree.view() && units_ == toolbar_.units() && language_ == language() &&
                      report_revision_ == context.workspace.revision() && memory_version_ == memory;
    if (!same) {
        view_ = context.tree.view();
        units_ = toolbar_.units();
        language_ = language();
        report_revision_ = context.workspace.revision();
        memory_version_ = memory;
        ++text_revision_;
    }
    Slot& slot = slots_[row % slots_.size()];
    if (slot.node == index && slot.revision == text_revision_) return slot.text;
    slot.node = index;
    slot.revision = text_revision_;
    slot.text = row_text(context, index, units_);
    return slot.text;
}

}  // namespace paramscope::app
