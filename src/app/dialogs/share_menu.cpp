#include "app/dialogs/share_menu.h"

#include <algorithm>

#include "app/dialogs/dialog.h"
#include "app/dialogs/share_offers.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"

namespace paramscope::app {
namespace {

constexpr const char* kPopup = "share menu";

}  // namespace

float ShareMenu::width() {
    return button_width(word("share"));
}

void ShareMenu::draw(Context& context, Address& address) {
    if (button(word("share"))) {
        address.save(context.workspace);
        ImGui::OpenPopup(kPopup);
    }
    // It ends below the button's right edge, or begins below its left one.
    const float window = ImGui::GetMainViewport()->Size.x;
    const float room = std::max(ImGui::GetItemRectMax().x, window - ImGui::GetItemRectMin().x) - gap();
    const float menu_width = std::min(unit(84), room);
    ImGui::SetNextWindowSize({menu_width, 0});
    if (!begin_menu(kPopup, word("share"))) return;
    draw_share_offers(context);
    end_menu();
}

}  // namespace paramscope::app
