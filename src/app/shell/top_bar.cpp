#include "app/shell/top_bar.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "algebra/print.h"
#include "app/dialogs/dialog.h"
#include "app/dialogs/help.h"
#include "app/ui/icons.h"
#include "app/ui/language.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "count/cost/memory.h"
#include "formats/support/cells.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr const char* kHelpMenu = "help menu";
constexpr const char* kMoreMenu = "more menu";

/// "1 × 128 tokens": the input's sizes, with the name of the second where there are two; "" unless it is one
/// tensor.
std::string input_words(const Report& report) {
    if (report.inputs.size() != 1) return "";
    const Dims& dims = report.inputs.front();
    std::string words;
    for (const std::optional<Rational>& size : sizes_of(dims, values_of(report))) {
        words += concat(words.empty() ? "" : " × ", size ? to_string(*size) : "?");
    }
    if (dims.size() == 2 && !dims.back().is_constant())
        words += concat(" ", print(dims.back(), Notation::Plain));
    return words;
}

void draw_brand(bool has_room) {
    const WithType type(Type::Heading);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_icon(ImGui::GetWindowDrawList(), Icon::Logo, {at.x + unit(3), at.y + control_height() * 0.5f},
              unit(5.5f), palette().accent);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(7));
    if (has_room) {
        ImGui::AlignTextToFramePadding();
        text("Paramscope");
    } else {
        ImGui::Dummy({0, control_height()});
    }
    describe(Aria::Heading, "Paramscope", {.level = 1});
    ImGui::SameLine(0, unit(has_room ? 4 : 1));
}

std::string search_key() {
    return platform::uses_command_key() ? "⌘K" : "Ctrl K";
}

/// A button with `name`, `details` where they have room beside it, and the key of the search.
bool model_button(const std::string& name, const std::string& details, float most) {
    const float padding = unit(3);
    const std::string key = search_key();
    float key_width = 0, details_width = 0;
    {
        const WithType type(Type::Small);
        key_width = text_width(key) + unit(4);
        details_width = text_width(details) + unit(3);
    }
    const float name_width = text_width(name);
    const float rest = most - padding * 2 - name_width;
    const bool has_details = rest > details_width + key_width;
    const bool has_key = rest > key_width;
    const float wanted = name_width + (has_details ? details_width : 0) + (has_key ? key_width : 0);
    const float width = std::min(std::max(wanted + padding * 2, unit(70)), most);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_pressed = blank_button("model", width);
    describe(Aria::Button, name, {.hint = details});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto draw = [&](std::string_view words, float x, ImU32 colour) {
        const float y = at.y + (control_height() - ImGui::GetTextLineHeight()) * 0.5f;
        add_text(list, {std::round(x), std::round(y)}, colour, words);
    };
    draw(fitted(name, width - padding * 2), at.x + padding, palette().text);
    const WithType type(Type::Small);
    if (has_details) draw(details, at.x + padding + name_width + unit(3), palette().muted);
    if (has_key) draw(key, at.x + width - padding - text_width(key), palette().muted);
    return is_pressed;
}

float buttons_width(std::initializer_list<Word> labels) {
    float width = -unit(2);
    for (const Word label : labels) width += button_width(word(label)) + unit(2);
    return width;
}

}  // namespace

void TopBar::draw(Context& context, Address& address) {
    update(context.workspace);
    if (breakpoint() == Breakpoint::Narrow) {
        draw_narrow(context, address);
    } else {
        draw_wide(context, address);
    }
}

void TopBar::update(const Workspace& workspace) {
    if (revision_ == workspace.revision()) return;
    revision_ = workspace.revision();
    counted_for_ = workspace.report().root() == nullptr ? "" : model_dtype(workspace.report());
    const std::string input = input_words(workspace.report());
    if (!input.empty()) counted_for_ += concat(counted_for_.empty() ? "" : " · ", input);
}

void TopBar::draw_wide(Context& context, Address& address) {
    const bool has_room = breakpoint() == Breakpoint::Wide;
    draw_brand(has_room);
    const float language = platform::has_languages() ? language_button_width() + unit(1) : 0;
    const float buttons = language + buttons_width({"compare", "share", "open_file", "paste", "help_menu"});
    const float most = ImGui::GetContentRegionAvail().x - buttons - undo_buttons_width() - unit(4);
    draw_model(context, std::min(most, unit(110)));
    ImGui::SameLine(0, unit(1));
    draw_undo_buttons(context.workspace);
    same_line_at_right(buttons);
    if (button(word("compare"))) context.wanted = DialogKind::Compare;
    ImGui::SameLine(0, unit(2));
    share_menu_.draw(context, address);
    ImGui::SameLine(0, unit(2));
    if (button(word("open_file"))) platform::pick_file();
    ImGui::SameLine(0, unit(2));
    if (button(word("paste"), ButtonKind::Primary)) platform::paste_model();
    ImGui::SameLine(0, unit(2));
    if (button(word("help_menu"))) ImGui::OpenPopup(kHelpMenu);
    if (begin_menu(kHelpMenu, word("help_menu"))) {
        draw_help_menu(context, address);
        end_menu();
    }
    if (language == 0) return;
    ImGui::SameLine(0, unit(1));
    language_button();
}

void TopBar::draw_narrow(Context& context, Address& address) {
    const float buttons = icon_button_width() + unit(1) + buttons_width({"share", "paste"});
    draw_model(context, std::max(ImGui::GetContentRegionAvail().x - buttons - unit(2), icon_button_width()));
    same_line_at_right(buttons);
    if (icon_button("more", Icon::More, word("more"))) ImGui::OpenPopup(kMoreMenu);
    if (begin_menu(kMoreMenu, word("more"))) {
        if (menu_item(word("open_file"))) platform::pick_file();
        if (menu_item(word("compare"))) context.wanted = DialogKind::Compare;
        if (menu_item(word("export_as"))) context.wanted = DialogKind::Export;
        ImGui::Separator();
        draw_help_menu(context, address);
        end_menu();
    }
    ImGui::SameLine(0, unit(1));
    share_menu_.draw(context, address);
    ImGui::SameLine(0, unit(2));
    if (button(word("paste"), ButtonKind::Primary)) platform::paste_model();
}

/// A button with the model's name, what it is counted for and the key of the search, as far as they have
/// room.
void TopBar::draw_model(Context& context, float most) const {
    const WithType type(Type::Strong);
    const std::string title = translate_title(context.workspace.title());
    const std::string name = context.workspace.document().edited ? word("edited", {{"name", title}}) : title;
    bool is_pressed = false;
    if (most < unit(14)) {
        is_pressed = icon_button("model", Icon::Search, name);
    } else if (breakpoint() == Breakpoint::Narrow) {
        is_pressed = menu_button("model", name, most);
    } else {
        is_pressed = model_button(name, counted_for_, most);
    }
    if (is_pressed) context.wanted = DialogKind::Search;
}

void draw_undo_buttons(Workspace& workspace) {
    ImGui::BeginDisabled(!workspace.can_undo());
    if (icon_button("undo", Icon::Undo, word("undo"))) workspace.undo();
    ImGui::EndDisabled();
    ImGui::SameLine(0, unit(1));
    ImGui::BeginDisabled(!workspace.can_redo());
    if (icon_button("redo", Icon::Redo, word("redo"))) workspace.redo();
    ImGui::EndDisabled();
}

float undo_buttons_width() {
    return icon_button_width() * 2 + unit(1);
}

}  // namespace paramscope::app
