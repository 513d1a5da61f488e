#include "app/dialogs/help.h"

#include <string>

#include "app/dialogs/dialog.h"
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
    {"↑  ↓", "help_move"},
    {"←  →", "help_open_close"},
    {"", "help_type_ahead"},
    {"/", "help_filter"},
    {"1 … 9", "help_depth"},
    {"*", "help_open_all"},
    {"", "help_mark"},
    {"Shift + F10", "help_menu"},
    {"C", "help_copy_row"},
    {"V", "help_paste"},
    {"?", "help_this"},
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

/// Draws buttons for the pages of the site, if there is one.
void draw_pages() {
    struct Page {
        Word label;
        platform::SitePage page;
    };
    constexpr Page kPages[] = {{"help_about", platform::SitePage::About},
                               {"help_documents", platform::SitePage::Documents}};
    for (const Page& page : kPages) {
        const std::string address = platform::site_page(page.page);
        if (address.empty()) return;
        if (&page != kPages) ImGui::SameLine();
        if (button(word(page.label))) platform::open_link(address);
    }
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
    ImGui::Spacing();
    draw_pages();
}

}  // namespace paramscope::app
