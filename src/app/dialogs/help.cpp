#include "app/dialogs/help.h"

#include <string>

#include "app/dialogs/commands.h"
#include "app/dialogs/dialog.h"
#include "app/ui/appearance.h"
#include "app/ui/language.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/characters.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

struct Key {
    std::string_view keys;  ///< "" when `words` names them
    Word does;
};

constexpr Key kKeys[] = {
    {"K", "help_search"},        {"/", "help_search"},    {"↑  ↓", "help_move"},
    {"←  →", "help_open_close"}, {"", "help_type_ahead"}, {"1 … 9", "help_depth"},
    {"*", "help_open_all"},      {"", "help_mark"},       {"Shift + F10", "help_row_menu"},
    {"C", "help_copy_row"},      {"V", "help_paste"},     {"?", "help_this"},
};

std::string keys_of(const Key& key) {
    const std::string_view command = platform::uses_command_key() ? "⌘" : "Ctrl";
    if (key.does == "help_type_ahead") return std::string(word("key_letters"));
    if (key.does == "help_mark") return word("key_click", {{"key", command}});
    if (key.keys.size() == 1 && is_upper(key.keys[0])) {
        return std::string(command) + " + " + std::string(key.keys);
    }
    return std::string(key.keys);
}

}  // namespace

void draw_help(Context& context) {
    Dialog dialog("help", word("help"), {unit(140), 0}, context.takes(DialogKind::Help));
    if (!dialog.is_open()) return;
    const float left = ImGui::GetCursorPosX();
    for (const Key& key : kKeys) {
        text(keys_of(key), palette().accent, Type::Code);
        // A narrow window has no space beside the longest keys.
        const float column = unit(breakpoint() == Breakpoint::Narrow ? 26 : 52);
        if (ImGui::GetItemRectSize().x < column) ImGui::SameLine(left + column);
        ImGui::SetCursorPosX(left + column);
        wrapped_text(word(key.does), palette().text);
    }
}

void draw_help_menu(Context& context, Address& address) {
    for (const Command& command : help_commands()) {
        if (command.is_there() && menu_item(word(command.words))) command.run(context, address);
    }
    ImGui::Separator();
    theme_items();
    if (breakpoint() == Breakpoint::Narrow) language_item();  // elsewhere the bar has a button
}

}  // namespace paramscope::app
