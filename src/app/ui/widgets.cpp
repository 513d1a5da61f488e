#include "app/ui/widgets.h"

#include "app/ui/icons.h"
#include "app/ui/semantics.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/utf8.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr std::string_view kEllipsis = "…";

std::size_t bytes_of_first_character(std::string_view words) {
    std::size_t length = 1;
    while (length < words.size() && is_utf8_continuation(words[length])) ++length;
    return length;
}

// The number of bytes of `words` that fit `width`; never ends inside a character.
std::size_t bytes_that_fit(std::string_view words, float width) {
    const char* end = nullptr;
    ImFont* font = ImGui::GetFont();
    font->CalcTextSizeA(ImGui::GetFontSize(), width, 0.0f, words.data(), words.data() + words.size(), &end);
    return static_cast<std::size_t>(end - words.data());
}

// True when the first character of `words` is Chinese or full-width punctuation.
bool begins_wide(std::string_view words) {
    const auto first = static_cast<unsigned char>(words.front());
    return first >= 0xE3 && first <= 0xEF;
}

// True when a line may end there: at a space, or next to a Chinese character but closing punctuation.
bool may_end_at(std::string_view words, std::size_t at) {
    constexpr std::string_view kClosing = "，。：；、）？！”";
    if (words[at] == ' ') return true;
    if (is_utf8_continuation(words[at])) return false;
    const bool is_between_wide =
        begins_wide(words.substr(at)) || (at >= 3 && begins_wide(words.substr(at - 3)));
    return is_between_wide && kClosing.find(words.substr(at, 3)) == std::string_view::npos;
}

// The part of `words` that fits on one line. ImGui's own wrapping also breaks after commas and full stops,
// which would split numbers.
std::string_view first_line(std::string_view words, float width) {
    words = words.substr(0, words.find('\n'));
    const std::size_t fitting = bytes_that_fit(words, width + 1);
    if (fitting == words.size()) return words;
    // Keeps a sign with its number; a number longer than the line is broken between its thousands.
    for (std::size_t end = fitting; end > 1; --end) {
        if (may_end_at(words, end)) return words.substr(0, end);
    }
    const std::size_t comma = words.substr(0, fitting).rfind(',');
    if (comma != std::string_view::npos && comma > fitting / 2) return words.substr(0, comma + 1);
    return words.substr(0, std::max<std::size_t>(fitting, bytes_of_first_character(words)));
}

void push_button_colours(ButtonKind kind) {
    const Palette& colours = palette();
    const bool primary = kind == ButtonKind::Primary;
    const ImU32 quiet = kind == ButtonKind::Link ? colours.accent : colours.text;
    ImGui::PushStyleColor(ImGuiCol_Text, primary ? colours.on_accent : quiet);
    ImGui::PushStyleColor(ImGuiCol_Button, primary ? colours.accent : 0);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, primary ? faded(colours.accent, 0.88f) : colours.hover);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, primary ? faded(colours.accent, 0.76f) : colours.press);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, kind == ButtonKind::Plain ? 1.0f : 0.0f);
}

void pop_button_colours() {
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(4);
}

float padded_width(std::string_view words) {
    return text_width(words) + unit(5);
}

// Describes a field; true when a new value was entered through the mirror.
bool describe_field(std::string_view name, std::string* value, bool is_wrong = false) {
    describe(Aria::TextField, name, {.invalid = is_wrong, .value = *value});
    std::optional<std::string> entered = take_entered();
    if (!entered || *entered == *value) return false;
    *value = std::move(*entered);
    return true;
}

// The extent after keyboard input on a splitter: a step forward or back, or to an end.
float entered_extent(const std::string& entered, float now, float forward) {
    if (entered == "+") return now + unit(4) * forward;
    if (entered == "-") return now - unit(4) * forward;
    return std::strtof(entered.c_str(), nullptr);
}

}  // namespace

void text(std::string_view words) {
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
    describe(Aria::Text, words);
}

void text(std::string_view words, ImU32 colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    text(words);
    ImGui::PopStyleColor();
}

void text(std::string_view words, ImU32 colour, Type type) {
    const WithType with_type(type);
    text(words, colour);
}

void wrapped_text(std::string_view words, ImU32 colour, Type type) {
    const WithType with_type(type);
    wrapped_text(words, colour);
}

namespace {

/// The least width in which words have as many lines as in `width`: none of them is a single word.
float balanced_width(std::string_view words, float width) {
    const std::size_t lines = wrapped_lines(words, width).size();
    if (lines < 2) return width;
    float low = width / static_cast<float>(lines);
    for (float high = width; high - low > 1;) {
        const float middle = (low + high) * 0.5f;
        (wrapped_lines(words, middle).size() > lines ? low : high) = middle;
        width = high;
    }
    return width;
}

/// Draws lines that fit, from the left edge or in the middle.
void draw_wrapped(std::string_view words, ImU32 colour, bool is_centred) {
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::BeginGroup();
    std::optional<Undescribed> line_by_line;
    line_by_line.emplace();
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
    const float least = is_centred ? balanced_width(words, width) : width;
    for (const std::string_view line : wrapped_lines(words, least)) {
        if (is_centred)
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::round((width - text_width(line)) * 0.5f));
        text(line, colour);
    }
    ImGui::PopStyleVar();
    ImGui::EndGroup();
    line_by_line.reset();
    describe(Aria::Text, words);
}

}  // namespace

std::vector<std::string_view> wrapped_lines(std::string_view words, float width) {
    std::vector<std::string_view> lines;
    do {
        lines.push_back(first_line(words, width));
        words.remove_prefix(lines.back().size());
        if (!words.empty()) words.remove_prefix(words.front() == ' ' || words.front() == '\n' ? 1 : 0);
    } while (!words.empty());
    return lines;
}

void wrapped_text(std::string_view words, ImU32 colour) {
    draw_wrapped(words, colour, false);
}

void centred_text(std::string_view words, ImU32 colour) {
    draw_wrapped(words, colour, true);
}

void right_aligned_text(std::string_view words, ImU32 colour) {
    const float room_left = ImGui::GetContentRegionAvail().x - text_width(words);
    if (room_left > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room_left);
    text(words, colour);
}

std::string fitted(std::string_view words, float width) {
    if (bytes_that_fit(words, width + 1) == words.size()) return std::string(words);
    return concat(words.substr(0, bytes_that_fit(words, std::max(0.0f, width - text_width(kEllipsis)))),
                  kEllipsis);
}

void clipped_text(std::string_view words, float width, ImU32 colour) {
    text(fitted(words, width), colour);
    describe(Aria::Text, words);
}

void text_pair(std::string_view label, ImU32 label_colour, std::string_view value, ImU32 colour) {
    clipped_text(label, ImGui::GetContentRegionAvail().x - text_width(value) - unit(3), label_colour);
    same_line_at_right(text_width(value));
    text(value, colour);
}

void add_text(ImDrawList& list, ImVec2 at, ImU32 colour, std::string_view words) {
    list.AddText(at, colour, words.data(), words.data() + words.size());
}

float text_width(std::string_view words) {
    return ImGui::CalcTextSize(words.data(), words.data() + words.size()).x;
}

float text_advance(std::string_view words) {
    return ImGui::GetFont()
        ->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0, words.data(), words.data() + words.size())
        .x;
}

void same_line_at_right(float width) {
    ImGui::SameLine(0, 0);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
}

void heading(std::string_view words) {
    const WithType type(Type::Heading);
    ImGui::AlignTextToFramePadding();
    text(words);
    describe(Aria::Heading, words, {.level = 2});
}

void caption(std::string_view words) {
    text(words, palette().muted, Type::Small);
}

void section(std::string_view words) {
    ImGui::Dummy({0, unit(1)});
    const WithType type(Type::Label);
    text(words, palette().muted);
    describe(Aria::Heading, words, {.level = 3});
}

float eased(ImGuiID id, float target) {
    // NaN means unset: a new value starts at its target.
    float* value = ImGui::GetStateStorage()->GetFloatRef(id, std::numeric_limits<float>::quiet_NaN());
    if (!has_motion() || std::isnan(*value)) *value = target;
    if (*value == target) return target;
    const float step = 1 - std::exp(-ImGui::GetIO().DeltaTime * 22);
    *value += (target - *value) * std::min(step, 0.5f);
    if (std::abs(target - *value) < 0.01f * std::max(1.0f, std::abs(target))) *value = target;
    if (*value != target) platform::request_frame_in(0);
    return *value;
}

bool button(std::string_view words, ButtonKind kind) {
    push_button_colours(kind);
    const bool clicked = ImGui::Button(std::string(words).c_str(), {button_width(words), control_height()});
    describe(Aria::Button, words);  // ImGui reports no items that are scrolled out of view
    pop_button_colours();
    return clicked;
}

float button_width(std::string_view words) {
    return padded_width(words);
}

bool blank_button(const char* id, float width) {
    push_button_colours(ButtonKind::Plain);
    ImGui::PushID(id);
    const bool clicked = ImGui::Button("##blank", {width, control_height()});
    ImGui::PopID();
    pop_button_colours();
    return clicked;
}

bool small_button(std::string_view words, ImU32 colour) {
    push_button_colours(ButtonKind::Plain);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushStyleColor(ImGuiCol_Border, colour);
    ImGui::PushStyleVarY(ImGuiStyleVar_FramePadding, 0);
    const bool clicked = ImGui::Button(std::string(words).c_str(), small_button_size(words));
    describe(Aria::Button, words);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(2);
    pop_button_colours();
    return clicked;
}

ImVec2 small_button_size(std::string_view words) {
    return {text_width(words) + unit(3), ImGui::GetTextLineHeight() + unit(1)};
}

bool icon_button(const char* id, Icon icon, std::string_view name, bool is_on) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = icon_button_width();
    push_button_colours(ButtonKind::Quiet);
    ImGui::PushStyleColor(ImGuiCol_Button, is_on ? palette().accent_soft : 0);
    ImGui::PushID(id);
    const bool clicked = ImGui::Button("##icon", {size, control_height()});
    describe(Aria::Button, name, {.checked = is_on ? Tri::Yes : Tri::Unset});
    ImGui::PopID();
    ImGui::PopStyleColor();
    pop_button_colours();
    const ImU32 colour = faded(is_on ? palette().accent : palette().muted, ImGui::GetStyle().Alpha);
    draw_icon(ImGui::GetWindowDrawList(), icon, {at.x + size * 0.5f, at.y + control_height() * 0.5f}, unit(4),
              colour);
    tooltip(name);
    return clicked;
}

float icon_button_width() {
    return control_height();
}

bool menu_item(std::string_view words, std::optional<Icon> icon, std::optional<bool> is_on) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float least = std::max(unit(40), text_width(words) + unit(12));
    ImGui::PushID(words.data(), words.data() + words.size());
    const ImGuiSelectableFlags stays = is_on ? ImGuiSelectableFlags_NoAutoClosePopups : 0;
    const bool chosen = ImGui::Selectable("##item", false, stays, {least, control_height()});
    describe(Aria::MenuItem, words, {.checked = is_on ? tri(*is_on) : Tri::Unset});
    ImGui::PopID();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 middle{at.x + unit(4), at.y + control_height() * 0.5f};
    if (icon && is_on.value_or(true)) {
        draw_icon(list, *icon, middle, unit(3.5f), is_on ? palette().accent : palette().muted);
    }
    add_text(*list, {at.x + unit(8), std::round(middle.y - ImGui::GetTextLineHeight() * 0.5f)},
             palette().text, words);
    return chosen;
}

bool menu_choice(std::string_view words, bool is_chosen) {
    const bool is_new = menu_item(words, Icon::Check, is_chosen);
    if (is_new) ImGui::CloseCurrentPopup();
    return is_new;
}

bool toggle(Word label, bool* on) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = unit(4);
    const float width = unit(7);
    const std::string_view text = word(label);
    const bool flipped =
        ImGui::InvisibleButton(text.data(), {width + unit(2) + text_width(text), control_height()});
    if (flipped) *on = !*on;
    describe(Aria::Checkbox, text, {.checked = tri(*on)});
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    const float share = eased(ImGui::GetItemID(), *on ? 1.0f : 0.0f);
    const float top = std::round(at.y + (control_height() - height) * 0.5f);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Palette& colours = palette();
    list->AddRectFilled({at.x, top}, {at.x + width, top + height}, *on ? colours.accent : colours.muted,
                        height * 0.5f);
    const float knob = at.x + height * 0.5f + (width - height) * share;
    list->AddCircleFilled({knob, top + height * 0.5f}, height * 0.5f - 2, colours.pane);
    add_text(*list, {at.x + width + unit(2), at.y + (control_height() - ImGui::GetTextLineHeight()) * 0.5f},
             hot ? colours.accent : colours.text, text);
    return flipped;
}

bool search_field(const char* id, std::string_view hint, std::string* words, float width, bool* wants_focus) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float padding = unit(7);
    if (width <= 0) width = ImGui::GetContentRegionAvail().x;
    if (wants_focus != nullptr && *wants_focus) {
        ImGui::SetKeyboardFocusHere();
        *wants_focus = false;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding, ImGui::GetStyle().FramePadding.y});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    // The clear button is beside the text.
    ImGui::SetNextItemWidth(words->empty() ? width : width - icon_button_width());
    bool changed = ImGui::InputTextWithHint(id, std::string(hint).c_str(), words);
    changed |= describe_field(hint, words);
    ImGui::PopStyleVar(2);
    const bool is_left_empty = ImGui::IsItemActive() && ImGui::IsKeyPressed(ImGuiKey_Escape);
    const float middle = at.y + control_height() * 0.5f;
    draw_icon(ImGui::GetWindowDrawList(), Icon::Search, {at.x + unit(3.75f), middle}, unit(3.5f),
              palette().muted);
    if (words->empty()) return changed;
    ImGui::SameLine(0, 0);
    ImGui::SetCursorScreenPos({at.x + width - icon_button_width(), at.y});
    ImGui::PushID(id);
    if (icon_button("clear", Icon::Close, word("clear")) || is_left_empty) {
        words->clear();
        changed = true;
    }
    ImGui::PopID();
    return changed;
}

float menu_button_width(std::string_view words) {
    return text_width(words) + unit(10);  // with two paddings, a chevron and the gap before it
}

bool menu_button(const char* id, std::string_view words, float largest_width) {
    const float padding = unit(3);
    const float mark = unit(2);
    const float width = std::min(menu_button_width(words), largest_width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = blank_button(id, width);
    describe(Aria::Button, words);
    add_text(*ImGui::GetWindowDrawList(),
             {at.x + padding, at.y + (control_height() - ImGui::GetTextLineHeight()) * 0.5f}, palette().text,
             fitted(words, width - padding * 2 - mark - unit(2)));
    chevron({at.x + width - padding - mark * 0.5f, at.y + control_height() * 0.5f}, mark, true,
            palette().muted);
    return clicked;
}

void chevron(ImVec2 middle, float size, bool open, ImU32 colour) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float half = size * 0.5f;
    const float depth = size * 0.28f;
    if (open) {
        list->PathLineTo({middle.x - half, middle.y - depth});
        list->PathLineTo({middle.x, middle.y + depth});
        list->PathLineTo({middle.x + half, middle.y - depth});
    } else {
        list->PathLineTo({middle.x - depth, middle.y - half});
        list->PathLineTo({middle.x + depth, middle.y});
        list->PathLineTo({middle.x - depth, middle.y + half});
    }
    list->PathStroke(colour, 0, std::max(1.2f, unit(0.35f)));
}

float choice_width(std::span<const Word> labels) {
    float width = 0;
    for (const Word label : labels) width += padded_width(word(label));
    return width;
}

namespace {

/// Options side by side, of which one is chosen.
bool draw_options(Aria role, Word name, std::span<const Word> labels, int* chosen, float width) {
    const Group group(role, word(name));
    ImGui::PushID((*name).id.data());
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const int count = static_cast<int>(labels.size());
    float widest = 0;
    for (const Word label : labels) widest = std::max(widest, padded_width(word(label)));
    // Equal widths, or by text when the longest would not fit.
    const float even = std::floor(width / static_cast<float>(count));
    const float spare =
        width > 0 ? std::floor((width - choice_width(labels)) / static_cast<float>(count)) : 0;
    std::vector<float> edges{0};
    for (const Word label : labels) {
        edges.push_back(edges.back() + (widest <= even ? even : padded_width(word(label)) + spare));
    }
    if (width > 0) edges.back() = width;
    const auto extent = [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        return edges[at + 1] - edges[at];
    };
    const float total = edges.back();
    const float left = edges[static_cast<std::size_t>(*chosen)];
    const Palette& colours = palette();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float bottom = start.y + control_height();
    list->AddRectFilled(start, {start.x + total, bottom}, has_high_contrast() ? colours.field : colours.line,
                        rounding());
    if (has_high_contrast()) list->AddRect(start, {start.x + total, bottom}, colours.line, rounding());
    // The background of the chosen option slides to its position.
    const ImVec2 low{start.x + std::round(eased(ImGui::GetID("taken"), left)) + 2, start.y + 2};
    const ImVec2 high{low.x + extent(*chosen) - 4, bottom - 2};
    list->AddRectFilled(low, high, colours.pane, rounding() - 1);
    if (has_high_contrast()) list->AddRect(low, high, colours.accent, rounding() - 1, 0, 2);
    bool changed = false;
    // Where the words hardly fit, the room around them gives way.
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    ImGui::PushStyleVarX(ImGuiStyleVar_FramePadding, std::max(padding.x + std::min(spare, 0.0f) / 2, 0.0f));
    for (int i = 0; i < count; ++i) {
        const bool taken = i == *chosen;
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, taken ? 0 : colours.hover);
        ImGui::PushStyleColor(ImGuiCol_Text, taken ? colours.accent : colours.muted);
        if (i > 0) ImGui::SameLine(0, 0);
        const std::string_view label = word(labels[static_cast<std::size_t>(i)]);
        if (ImGui::Button(label.data(), {extent(i), control_height()}) && !taken) {
            *chosen = i;
            changed = true;
        }
        if (role == Aria::TabList) {
            describe(Aria::Tab, label, {.selected = tri(taken)});
        } else {
            describe(Aria::Radio, label, {.checked = tri(taken)});
        }
        ImGui::PopStyleColor(2);
    }
    ImGui::PopStyleVar();
    ImGui::PopID();
    return changed;
}

}  // namespace

bool choice(Word name, std::span<const Word> labels, int* chosen, float width) {
    return draw_options(Aria::RadioGroup, name, labels, chosen, width);
}

bool tabs(Word name, std::span<const Word> labels, int* chosen, float width) {
    return draw_options(Aria::TabList, name, labels, chosen, width);
}

void dot(ImU32 colour) {
    const float radius = unit(1);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float middle = at.y + ImGui::GetTextLineHeight() * 0.5f;
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, middle}, radius, colour);
    ImGui::Dummy({radius * 2, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, unit(1.5f));
}

void tooltip(std::string_view words) {
    describe_hint(words);
    if (words.empty() || !ImGui::BeginItemTooltip()) return;
    ImGui::PushTextWrapPos(unit(80));
    text(words);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

bool field(const char* id, std::string_view name, std::string* value, float width, bool is_wrong) {
    const Palette& colours = palette();
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Border, is_wrong ? colours.error : colours.line);
    ImGui::SetNextItemWidth(width);
    const bool entered = ImGui::InputText(id, value, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return describe_field(name, value, is_wrong) || entered || ImGui::IsItemDeactivatedAfterEdit();
}

void begin_pane(const char* id, const ImVec2& size, ImGuiWindowFlags flags) {
    ImGui::BeginChild(
        id, size,
        ImGuiChildFlags_Borders | ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened,
        flags);
    // Restores item spacing inside the pane; panes are laid out without it.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {unit(2), unit(2)});
}

void begin_plain_child(const char* id, const ImVec2& size) {
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::BeginChild(id, size);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

Aside::Aside(ImVec2 at)
    : back_(ImGui::GetCursorScreenPos()), reached_(ImGui::GetCurrentWindow()->DC.CursorMaxPos) {
    ImGui::SetCursorScreenPos(at);
}

Aside::~Aside() {
    ImGuiWindowTempData& state = ImGui::GetCurrentWindow()->DC;
    state.CursorPos = back_;
    state.CursorMaxPos = reached_;
    state.IsSetPos = false;
}

void end_pane() {
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

void veil(const char* id, const ImVec2& from) {
    const ImVec2 corner = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    ImGui::SetCursorScreenPos(from);
    // A window of its own, which is drawn over those of the pane.
    ImGui::PushStyleColor(ImGuiCol_ChildBg, faded(palette().pane, 0.5f));
    ImGui::BeginChild(id, {corner.x + size.x - from.x - 1, corner.y + size.y - from.y - 1},
                      ImGuiChildFlags_None, ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar);
    ImGui::EndChild();
    ImGui::PopStyleColor();
}

bool splitter(const char* id, std::string_view pane, bool vertical, float* size, float smallest,
              float largest, bool reversed) {
    largest = std::max(smallest, largest);
    const ImVec2 room_left = ImGui::GetContentRegionAvail();
    const ImVec2 extent = vertical ? ImVec2(gap(), room_left.y) : ImVec2(room_left.x, gap());
    ImGui::InvisibleButton(id, {std::max(1.0f, extent.x), std::max(1.0f, extent.y)},
                           ImGuiButtonFlags_EnableNav);
    describe(Aria::Separator, pane, {.low = smallest, .high = largest, .now = *size});
    const float forward = reversed ? -1.0f : 1.0f;
    const std::optional<std::string> entered = take_entered();
    if (entered) *size = entered_extent(*entered, *size, forward);
    if (ImGui::IsItemActive()) {
        const ImVec2 moved = ImGui::GetIO().MouseDelta;
        *size += (vertical ? moved.x : moved.y) * forward;
    }
    *size = std::clamp(*size, smallest, largest);
    const bool is_chosen = entered || ImGui::IsItemDeactivated();
    if (!ImGui::IsItemActive() && !ImGui::IsItemHovered()) return is_chosen;
    ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const ImVec2 middle{(low.x + high.x) * 0.5f, (low.y + high.y) * 0.5f};
    const ImVec2 half = vertical ? ImVec2(1, (high.y - low.y) * 0.5f) : ImVec2((high.x - low.x) * 0.5f, 1);
    ImGui::GetWindowDrawList()->AddRectFilled({middle.x - half.x, middle.y - half.y},
                                              {middle.x + half.x, middle.y + half.y}, palette().accent, 1);
    return is_chosen;
}

float gap() {
    return unit(2);
}

}  // namespace paramscope::app
