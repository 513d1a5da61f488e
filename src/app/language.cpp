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

void speak(Language language) {
    set_language(language);
    tell_imgui();
    platform::tell_language(tag_of(language));
}

Word label(bool is_short) {
    return is_short ? Word::OtherLanguageShort : Word::OtherLanguage;
}

}  // namespace

void start_language() {
    speak(language_of(platform::preferred_language()));
}

void change_language(Language language) {
    speak(language);
    platform::remember("language", tag_of(language));
    platform::request_frame();
}

bool language_button(bool is_short) {
    const bool pressed = button(label(is_short), ButtonKind::Quiet);
    describe(Aria::Button, word(Word::OtherLanguage));
    if (pressed) change_language(language() == Language::English ? Language::Chinese : Language::English);
    return pressed;
}

float language_button_width(bool is_short) {
    return button_width(label(is_short));
}

}  // namespace paramscope::app
