#include "app/compare/model_choice.h"

#include <string>

#include "app/dialogs/dialog.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "platform/platform.h"
#include "presets/presets.h"

namespace paramscope::app {
namespace {

constexpr const char* kMenu = "models for B";

Document document_of(const Preset& preset) {
    Document document;
    document.name = std::string(preset.title);
    document.text = std::string(preset.text);
    return document;
}

/// Draws a button behind the last one, or on the next line where it has no room.
bool next_button(std::string_view words, bool is_first) {
    if (!is_first) {
        ImGui::SameLine(0, unit(2));
        if (ImGui::GetContentRegionAvail().x < button_width(words)) ImGui::NewLine();
    }
    return button(words);
}

}  // namespace

ModelChoice draw_model_chooser(const Document& present, std::span<const LeftModel> recent) {
    ModelChoice choice;
    wrapped_text(word("choose_other", {{"name", translate_title(present.name)}}), palette().text);
    if (next_button(word("open_other"), true)) platform::pick_file();
    if (next_button(word("paste_other"), false)) platform::paste_model();
    if (next_button(word("keep_present"), false)) choice.model = present;
    if (!recent.empty()) section(word("recent_models"));
    for (const LeftModel& model : recent)
        if (next_button(translate_title(model.document.name), &model == &recent.front()))
            choice.model = model.document;
    section(word("models"));
    for (const Preset& preset : presets()) {
        if (next_button(translate_title(std::string(preset.title)), &preset == &presets().front()))
            choice.model = document_of(preset);
    }
    return choice;
}

ModelChoice draw_model_menu(const Document& present, const Document& chosen,
                            std::span<const LeftModel> recent, float width) {
    ModelChoice choice;
    const std::string title = translate_title(chosen.name);
    if (menu_button("b", title, width)) ImGui::OpenPopup(kMenu);
    describe(Aria::Button, concat(word("compared_with"), ": ", title));
    if (!begin_menu(kMenu, word("compared_with"))) return choice;
    if (menu_item(word("swap_models"), Icon::Compare)) choice.swaps = true;
    if (menu_item(word("open_other"), Icon::Export)) platform::pick_file();
    if (menu_item(word("paste_other"), Icon::Copy)) platform::paste_model();
    if (menu_item(word("keep_present"), Icon::Copy)) choice.model = present;
    ImGui::Separator();
    for (const LeftModel& model : recent) {
        const std::string& name = model.document.name;
        if (menu_choice(translate_title(name), name == chosen.name)) choice.model = model.document;
    }
    for (const Preset& preset : presets()) {
        const bool is_recent =
            any_of(recent, [&](const LeftModel& model) { return model.document.name == preset.title; });
        if (is_recent) continue;
        if (menu_choice(translate_title(std::string(preset.title)), chosen.name == preset.title))
            choice.model = document_of(preset);
    }
    end_menu();
    return choice;
}

}  // namespace paramscope::app
