#include "app/ui/appearance.h"

#include <optional>

#include "app/ui/widgets.h"
#include "platform/platform.h"

namespace paramscope::app {

void theme_items() {
    const platform::Preferences now = platform::preferences();
    const auto item = [&now](Word words, std::optional<bool> dark) {
        const bool is_now = dark ? now.dark_is_chosen && now.dark == *dark : !now.dark_is_chosen;
        if (menu_choice(word(words), is_now)) platform::ask_dark(dark);
    };
    item("theme_system", std::nullopt);
    item("theme_light", false);
    item("theme_dark", true);
}

}  // namespace paramscope::app
