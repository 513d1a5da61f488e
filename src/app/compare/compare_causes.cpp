#include "app/compare/compare_causes.h"

#include <imgui_internal.h>

#include <utility>

#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/words/words.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

/// A row of a waterfall for a screen reader.
std::string in_words(const Waterfall& waterfall, std::size_t i, const WaterfallStyle& style) {
    const WaterfallBar& bar = waterfall.bars[i];
    const bool is_end = i + 1 == waterfall.bars.size();
    const std::string title = i == 0 ? style.left : is_end ? style.right : style.render(bar.title);
    const std::string detail = detail_of(bar, style);
    return concat(title, ": ", bar.amount, detail.empty() ? "" : "; ", detail);
}

}  // namespace

void draw_causes(const Waterfall& waterfall, std::string left, std::string right, bool is_exact) {
    const WithType type(Type::Small);
    WaterfallStyle style{screen_style()};
    style.width = ImGui::GetContentRegionAvail().x - unit(2);
    style.total = palette().faint;
    style.more = family_colour("attention");
    style.less = family_colour("convolution");
    style.left = std::move(left);
    style.right = std::move(right);
    style.render = translate_message;
    style.detail = is_exact ? WaterfallDetail::Exact : WaterfallDetail::Place;
    const float height = waterfall_row_height(style);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    {
        const Group list(Aria::ListBox, word("causes"));
        for (std::size_t i = 0; i < waterfall.bars.size(); ++i) {
            const ImVec2 low{corner.x, corner.y + height * static_cast<float>(i)};
            const ImVec2 high{low.x + style.width, low.y + height};
            if (ImGui::ItemAdd({low, high}, ImGui::GetID(static_cast<int>(i)), nullptr, ImGuiItemFlags_NoNav))
                describe(Aria::Option, in_words(waterfall, i, style));
        }
    }
    ScreenInk ink(corner);
    draw_waterfall(waterfall, style, 0, ink);
    ImGui::Dummy({style.width, height * static_cast<float>(waterfall.bars.size())});
}

}  // namespace paramscope::app
