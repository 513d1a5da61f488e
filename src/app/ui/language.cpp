#include "app/ui/language.h"

#include <imgui_internal.h>

#include "app/ui/icons.h"
#include "app/ui/widgets.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// Sets the texts of ImGui's own interface: the menu of a table's columns.
void tell_imgui() {
    const ImGuiLocEntry entries[] = {
        {ImGuiLocKey_TableSizeOne, word("fit_column").data()},
        {ImGuiLocKey_TableSizeAllFit, word("fit_all_columns").data()},
        {ImGuiLocKey_TableSizeAllDefault, word("fit_usual_columns").data()},
        {ImGuiLocKey_TableResetOrder, word("usual_column_order").data()},
    };
    ImGui::LocalizeRegisterEntries(entries, IM_ARRAYSIZE(entries));
}

/// The name of the other language.
std::string_view label() {
    return word(language() == Language::English ? Word("chinese") : Word("english"));
}

}  // namespace

void follow_language() {
    const std::optional<std::string> tag = platform::take_language();
    if (!tag) return;
    const Language language = language_of(*tag);
    set_language(language, language == Language::English ? nullptr : platform::translation);
    tell_imgui();
}

void speak_other_language() {
    platform::ask_language(tag_of(language() == Language::English ? Language::Chinese : Language::English));
}

void language_button() {
    if (platform::has_languages() && button(label(), ButtonKind::Quiet)) speak_other_language();
}

void language_item() {
    if (platform::has_languages() && menu_item(label(), Icon::Language)) speak_other_language();
}

float language_button_width() {
    return platform::has_languages() ? button_width(label()) : 0;
}

}  // namespace paramscope::app
