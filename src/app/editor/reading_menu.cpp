#include "app/editor/reading_menu.h"

#include <imgui.h>

#include <array>
#include <utility>

#include "app/dialogs/dialog.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/ranges.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// The words for a format's name (open::ModelFormat::name); the name itself where there are none.
std::string_view format_words(std::string_view format) {
    static constexpr std::array<std::pair<std::string_view, Word>, 8> kWords = {{
        {"pytorch-repr", Word("model_text")},
        {"python", Word("source_code")},
        {"tensor-listing", Word("list_of_tensors")},
        {"summary-table", Word("table_of_layers")},
        {"tensor-table", Word("table_of_tensors")},
        {"stated-totals", Word("stated_totals")},
        {"huggingface-config", Word("config_of_transformers")},
        {"keras-config", Word("config_of_keras")},
    }};
    const auto* found = find_where(kWords, [&](const auto& row) { return row.first == format; });
    return found == nullptr ? format : word(found->second);
}

}  // namespace

float reading_menu_height(const Context& context) {
    return context.readings.is_of(context.workspace) ? control_height() + ImGui::GetStyle().ItemSpacing.y : 0;
}

void draw_reading_menu(const Context& context) {
    const std::vector<std::string>& formats = context.readings.formats;
    const std::string label = word("read_as", {{"kind", format_words(formats.front())}});
    if (menu_button("readings", label, ImGui::GetContentRegionAvail().x)) ImGui::OpenPopup("readings menu");
    tooltip(word("read_as_hint"));
    if (!begin_menu("readings menu", label)) return;
    for (std::size_t i = 0; i < formats.size(); ++i) {
        if (menu_choice(format_words(formats[i]), i == 0) && i > 0) platform::read_as(formats[i]);
    }
    end_menu();
}

}  // namespace paramscope::app
