#include "app/tree_panel.h"

#include <algorithm>
#include <cmath>

#include "algebra/print.h"
#include "app/numbers.h"
#include "app/theme.h"
#include "app/widgets.h"
#include "app/words.h"

namespace paramscope::app {
namespace {

enum Column { kModule, kType, kOutput, kParameters, kWork, kStatus, kColumns };

// Rows that scripts can point at.
constexpr std::size_t kMarkedRows = 64;

bool is_narrow() {
    return room() == Room::Narrow;
}

double share_of(const std::optional<Integer>& part, double copies, const std::optional<Integer>& whole) {
    if (!part || !whole || *whole <= 0) return 0;
    return static_cast<double>(*part) * copies / static_cast<double>(*whole);
}

std::string parameters_text(const Quantity& quantity) {
    if (!quantity.value) return "?";
    if (*quantity.value == 0) return quantity.complete ? "–" : "?";
    const Integer value = *quantity.value;
    return (quantity.complete ? "" : "≥ ") + (is_narrow() ? short_count(value) : with_thousands(value));
}

std::string work_text(const Quantity& work) {
    if (!work.value) return "?";
    if (*work.value == 0) return work.complete ? "–" : "?";
    return (work.complete ? "" : "≥ ") + short_work(*work.value, "");
}

std::string shape_text(const NodeReport& node) {
    if (!node.output_sizes) return node.output.is_tensor() ? to_string(node.output.dims) : "";
    std::string words;
    for (const Integer size : *node.output_sizes) {
        if (!words.empty()) words += "×";
        words += to_string(size);
    }
    return words;
}

// The numbers of a row in full, and for a module inside a repeated one how often it exists.
std::string row_hint(const NodeReport& node, double copies) {
    std::string words = node.path.empty() ? node.type : node.path;
    const auto add = [&words](const Quantity& quantity, Word name, Word unit) {
        words += '\n';
        if (!quantity.value || (*quantity.value == 0 && !quantity.complete)) {
            words += word(Word::QuantityUnknown, {word(name)});
            return;
        }
        words += word(quantity.complete ? Word::QuantityKnown : Word::QuantityAtLeast,
                      {with_thousands(*quantity.value), word(unit)});
    };
    add(node.parameters, Word::Parameters, Word::UnitParameters);
    add(node.flops, Word::Flops, Word::UnitFlops);
    if (const std::string shape = shape_text(node); !shape.empty()) {
        words += '\n' + word(Word::OutputShape, {shape});
    }
    if (copies > 1) words += '\n' + word(Word::InEachOf, {with_thousands(static_cast<Integer>(copies))});
    for (const std::string& note : node.notes) words += "\n" + note;
    return words;
}

// Room above a row's text, which stands in the row's middle. Cells have no padding of their own, so that the
// whole row can be clicked.
float text_inset() {
    return std::round((row_height() - ImGui::GetTextLineHeight()) * 0.5f);
}

bool begin_cell(int column) {
    if (!ImGui::TableSetColumnIndex(column)) return false;
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + text_inset());
    return true;
}

// A bar behind a number, from the cell's left edge.
void share_bar(double share, ImU32 colour) {
    if (share <= 0) return;
    const float inset = unit(1.25f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float top = at.y - text_inset() + inset;
    const float right = at.x + std::max(1.0f, width * static_cast<float>(std::min(share, 1.0)));
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {right, top + row_height() - inset * 2},
                                              faded(colour, 0.26f), unit(0.5f));
}

// A number at the right, its share of the whole at the left, and a bar of that length behind both.
void share_cell(double share, std::string_view share_text, std::string_view number, ImU32 colour,
                bool is_zero) {
    share_bar(share, colour);
    const ImVec2 start = ImGui::GetCursorPos();
    right_aligned_text(number, is_zero ? palette().faint : palette().text);
    ImGui::SetCursorPos({start.x + unit(1), start.y});
    text(share_text, palette().muted);
}

void numeric_header(int column, std::string_view label) {
    begin_cell(column);
    right_aligned_text(label, palette().muted);
}

}  // namespace

void TreePanel::draw(Context& context) {
    context.tree.update(context.workspace);
    if (context.workspace.report().root() == nullptr) return;
    draw_head(context);
    draw_table(context);
}

void TreePanel::draw_head(Context& context) {
    const std::size_t count = context.workspace.report().nodes.size();
    ImGui::AlignTextToFramePadding();
    caption(word(count == 1 ? Word::OneModule : Word::ManyModules,
                 {with_thousands(static_cast<Integer>(count))}));
    const WithType type(Type::Small);
    same_line_at_right(button_width(Word::Expand) + button_width(Word::Collapse));
    if (button(Word::Expand, ButtonKind::Quiet)) context.workspace.set_all_opened(true);
    context.places.mark("expand");
    ImGui::SameLine(0, 0);
    if (button(Word::Collapse, ButtonKind::Quiet)) context.workspace.set_all_opened(false);
    context.places.mark("collapse");
}

void TreePanel::draw_table(Context& context) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Resizable | ImGuiTableFlags_ScrollY |
                                       ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_NoSavedSettings |
                                       ImGuiTableFlags_NoBordersInBody | ImGuiTableFlags_Hideable |
                                       ImGuiTableFlags_ContextMenuInBody | ImGuiTableFlags_PadOuterX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {unit(1.5f), 0});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    // Its own identity for each room: other widths fit there.
    constexpr const char* kNames[] = {"wide tree", "medium tree", "narrow tree"};
    if (ImGui::BeginTable(kNames[static_cast<int>(room())], kColumns, kFlags)) {
        set_up_columns();
        draw_header_row();
        if (ImGui::IsWindowFocused()) handle_keys(context);
        if (context.scroll_to_selection) scroll_to_selection(context, row_height());
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
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

void TreePanel::set_up_columns() const {
    const bool narrow = is_narrow();
    constexpr ImGuiTableColumnFlags kStretch = ImGuiTableColumnFlags_WidthStretch;
    constexpr ImGuiTableColumnFlags kFixed = ImGuiTableColumnFlags_WidthFixed;
    const ImGuiTableColumnFlags spare = narrow ? ImGuiTableColumnFlags_Disabled : ImGuiTableColumnFlags_None;
    ImGui::TableSetupScrollFreeze(0, 1);
    const float share = text_width("<0.1 %") + unit(3.5f);
    ImGui::TableSetupColumn(word(Word::Module).data(), kStretch | ImGuiTableColumnFlags_NoHide, 4.4f);
    ImGui::TableSetupColumn(word(Word::Type).data(), kStretch | spare, 3.4f);
    // Between a phone and a wide window the names need the room more; a right click brings it back.
    const ImGuiTableColumnFlags hidden =
        room() == Room::Medium ? ImGuiTableColumnFlags_DefaultHide : ImGuiTableColumnFlags_None;
    ImGui::TableSetupColumn(word(Word::Output).data(), kStretch | spare | hidden, 2.7f);
    ImGui::TableSetupColumn(word(Word::Parameters).data(), kFixed,
                            text_width(narrow ? "6.74 B" : "6,738,415,616") + share);
    ImGui::TableSetupColumn(word(Word::Flops).data(), kFixed | spare, text_width("≥ 9.99 G") + share);
    ImGui::TableSetupColumn(word(Word::Status).data(), kFixed | ImGuiTableColumnFlags_NoResize, unit(4));
}

void TreePanel::draw_header_row() const {
    const WithType type(Type::Small);
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers, row_height());
    begin_cell(kModule);
    text(word(Word::Module), palette().muted);
    begin_cell(kType);
    text(word(Word::Type), palette().muted);
    begin_cell(kOutput);
    text(word(Word::Output), palette().muted);
    numeric_header(kParameters, word(Word::Parameters));
    numeric_header(kWork, word(Word::Flops));
}

void TreePanel::draw_row(Context& context, std::size_t row) {
    const std::uint32_t index = context.tree.rows()[row];
    const NodeReport& node = context.workspace.report().nodes[index];
    const RowText& words = row_text(context, row, index);
    const ImU32 colour = family_colour(node.family);
    const Palette& colours = palette();
    ImGui::PushID(static_cast<int>(index));
    ImGui::TableNextRow(0, row_height());
    draw_module(context, index, words);
    if (begin_cell(kType)) {
        dot(colour);
        clipped_text(node.type, ImGui::GetContentRegionAvail().x,
                     node.status == Status::Zero ? colours.muted : colours.text);
    }
    if (begin_cell(kOutput)) clipped_text(words.output, ImGui::GetContentRegionAvail().x, colours.muted);
    if (begin_cell(kParameters)) {
        share_cell(words.parameters_share, words.parameters_share_text, words.parameters, colour,
                   node.parameters.value == Integer{0});
    }
    if (begin_cell(kWork)) {
        share_cell(words.work_share, words.work_share_text, words.work, colour,
                   node.flops.value == Integer{0});
    }
    if (begin_cell(kStatus)) draw_status(node);
    ImGui::PopID();
}

void TreePanel::draw_module(Context& context, std::size_t index, const RowText& row) {
    const Report& report = context.workspace.report();
    const bool chosen = index == context.workspace.selected();
    ImGui::TableSetColumnIndex(kModule);
    // Indents stop growing where they would push the names out of the column.
    const float indent = unit(3) * static_cast<float>(std::min(report.nodes[index].depth, 12u));
    const float chevron_left = ImGui::GetCursorScreenPos().x + indent;
    const float mouse = ImGui::GetMousePos().x;
    const bool at_chevron =
        has_children(report, index) && mouse >= chevron_left - unit(1) && mouse < chevron_left + unit(4);
    const bool hovered = draw_row_ground(context, index, row, at_chevron);
    begin_cell(kModule);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
    if (has_children(report, index)) {
        const float middle = ImGui::GetCursorScreenPos().y + ImGui::GetTextLineHeight() * 0.5f;
        chevron({chevron_left + unit(1.5f), middle}, unit(2), context.tree.is_open(index),
                hovered && at_chevron ? palette().accent : palette().muted);
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(4));
    if (!row.repeat.empty()) {
        text(row.repeat, palette().accent);
        ImGui::SameLine(0, unit(1));
    }
    clipped_text(row.name, ImGui::GetContentRegionAvail().x, chosen ? palette().accent : palette().text);
}

bool TreePanel::draw_row_ground(Context& context, std::size_t index, const RowText& row, bool at_chevron) {
    const Report& report = context.workspace.report();
    const bool chosen = index == context.workspace.selected();
    const ImVec2 start = ImGui::GetCursorPos();
    const bool clicked = draw_selectable(index, chosen);
    const bool hovered = ImGui::IsItemHovered();
    if (chosen) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, palette().accent_soft);
    if (hovered) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, palette().hover);
    if (index < kMarkedRows) context.places.mark("row:" + report.nodes[index].path);
    const bool twice = hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !at_chevron;
    if (((clicked && at_chevron) || twice) && has_children(report, index)) {
        context.workspace.set_opened(index, !context.tree.is_open(index));
    } else if (clicked) {
        context.workspace.select(index);
    }
    // Up, down and pages are ImGui's: the choice follows its focus.
    if (ImGui::IsItemFocused() && focused_ != index) {
        focused_ = index;
        if (!at_chevron) context.workspace.select(index);
    }
    // Over the names the words are there already; over the numbers there is more to say.
    if (ImGui::TableGetHoveredColumn() >= kOutput) tooltip(row.hint);
    ImGui::SetCursorPos(start);
    return hovered;
}

bool TreePanel::draw_selectable(std::size_t index, bool chosen) {
    if (wanted_focus_ == index) {
        ImGui::SetKeyboardFocusHere();
        wanted_focus_ = SIZE_MAX;
    }
    // The row's ground is drawn by the table: the Selectable's own would leave gaps between rows.
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

void TreePanel::draw_status(const NodeReport& node) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 middle{at.x + ImGui::GetContentRegionAvail().x * 0.5f,
                        at.y + ImGui::GetTextLineHeight() * 0.5f};
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float radius = unit(0.75f);
    if (node.status == Status::Unknown) {
        right_aligned_text("?", palette().warning);
    } else if (!node.parameters.complete) {
        right_aligned_text("≥", palette().warning);
    } else if (node.status == Status::Zero) {
        list->AddCircle(middle, radius, palette().faint, 0, 1.0f);
    } else {
        list->AddCircleFilled(middle, radius, node.macs.complete ? palette().faint : palette().warning);
    }
}

void TreePanel::handle_keys(Context& context) {
    if (ImGui::GetIO().WantTextInput) return;
    const std::size_t chosen = context.workspace.selected();
    const Report& report = context.workspace.report();
    const bool open = has_children(report, chosen) && context.tree.is_open(chosen);
    if (ImGui::IsKeyPressed(ImGuiKey_RightArrow) && has_children(report, chosen)) {
        if (open) {
            focus(context, chosen + 1);
        } else {
            context.workspace.set_opened(chosen, true);
        }
    }
    if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) {
        if (open) {
            context.workspace.set_opened(chosen, false);
        } else {
            focus(context, report.nodes[chosen].parent);
        }
    }
}

void TreePanel::focus(Context& context, std::size_t node) {
    context.workspace.select(node);
    context.scroll_to_selection = true;
    wanted_focus_ = node;
}

void TreePanel::scroll_to_selection(Context& context, float header_height) const {
    const float top = static_cast<float>(context.tree.row_of(context.workspace.selected())) * row_height();
    const float visible = ImGui::GetWindowHeight() - header_height;
    const float scroll = ImGui::GetScrollY();
    if (top < scroll) ImGui::SetScrollY(top);
    if (top + row_height() > scroll + visible) ImGui::SetScrollY(top + row_height() - visible);
}

const TreePanel::RowText& TreePanel::row_text(const Context& context, std::size_t row, std::uint32_t index) {
    RowText& slot = row_texts_[row % row_texts_.size()];
    const std::uint64_t revision = context.workspace.revision();
    if (slot.node == index && slot.revision == revision && slot.language == language()) return slot;
    const Report& report = context.workspace.report();
    const NodeReport& node = report.nodes[index];
    const double copies = context.tree.copies(index);
    slot.node = index;
    slot.revision = revision;
    slot.language = language();
    slot.name = index == 0 ? context.workspace.report_name() : node.name;
    slot.repeat.clear();
    const std::optional<Integer>& repeat = node.repeat.value;
    if (!repeat || *repeat != 1) slot.repeat = (repeat ? with_thousands(*repeat) : "?") + " ×";
    slot.output = shape_text(node);
    slot.parameters = parameters_text(node.parameters);
    slot.work = work_text(node.flops);
    slot.parameters_share = share_of(node.parameters.value, copies, report.nodes[0].parameters.value);
    slot.work_share = share_of(node.flops.value, copies, report.nodes[0].flops.value);
    slot.parameters_share_text = percent(slot.parameters_share);
    slot.work_share_text = percent(slot.work_share);
    slot.hint = row_hint(node, copies);
    return slot;
}

}  // namespace paramscope::app
