#include "app/language.h"

#include <imgui_internal.h>

#include "app/widgets.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// ImGui's own words that anybody can get to see: the menu of a table's columns.
void tell_imgui() {
    const ImGuiLocEntry entries[] = {
        {ImGuiLocKey_TableSizeOne, word(Word::FitColumn).data()},
        {ImGuiLocKey_TableSizeAllFit, word(Word::FitAllColumns).data()},
        {ImGuiLocKey_TableSizeAllDefault, word(Word::FitUsualColumns).data()},
        {ImGuiLocKey_TableResetOrder, word(Word::UsualColumnOrder).data()},
    };
    ImGui::LocalizeRegisterEntries(entries, IM_ARRAYSIZE(entries));
}

/// The name of the language that is not spoken now.
Word label(bool is_short) {
    if (language() == Language::English) return is_short ? Word::ChineseShort : Word::Chinese;
    return is_short ? Word::EnglishShort : Word::English;
}

}  // namespace

void follow_language() {
    const std::optional<std::string> tag = platform::take_language();
    if (!tag) return;
    const Language language = language_of(*tag);
    set_language(language, language == Language::English ? nullptr : platform::translated);
    tell_imgui();
}

bool language_button(bool is_short) {
    if (!platform::has_languages()) return false;
    const bool pressed = button(label(is_short), ButtonKind::Quiet);
    describe(Aria::Button, word(label(false)));
    if (pressed) {
        platform::ask_language(
            tag_of(language() == Language::English ? Language::Chinese : Language::English));
    }
    return pressed;
}

float language_button_width(bool is_short) {
    return platform::has_languages() ? button_width(label(is_short)) : 0;
}

}  // namespace paramscope::app
