#include "app/compare/compare_cards.h"

#include <algorithm>

#include "app/compare/compared_numbers.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "count/compare/causes.h"

namespace paramscope::app {
namespace {

struct Figure {
    CauseMeasure measure;
    Word words;  ///< with the number in it
};
constexpr Figure kFigures[] = {{CauseMeasure::Parameters, "unit_parameters"},
                               {CauseMeasure::Flops, "unit_flops"}};

std::string figure_text(const Report& report, const Figure& figure, bool is_exact) {
    const Shorten write = is_exact ? with_thousands_of : shorten_of(static_cast<int>(figure.measure));
    return word(figure.words, {{"count", amount_text(total_of(report, figure.measure), write)}});
}

void draw_card(const char* id, Word side, const ComparedCard& card, float width, bool is_exact) {
    const Group region(Aria::Region, word(side));
    ImGui::PushStyleColor(ImGuiCol_ChildBg, palette().field);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit(3), unit(2)});
    ImGui::BeginChild(id, {width, 0}, ImGuiChildFlags_Borders | ImGuiChildFlags_AutoResizeY);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    ImGui::AlignTextToFramePadding();
    text(word(side), palette().accent, Type::Strong);
    ImGui::SameLine(0, unit(2));
    card.draw_name(ImGui::GetContentRegionAvail().x);
    const std::string bytes = amount_text(total_of(card.report, CauseMeasure::Bytes),
                                          shorten_of(static_cast<int>(CauseMeasure::Bytes)));
    if (breakpoint() == Breakpoint::Narrow) {
        std::string line;
        for (const Figure& figure : kFigures)
            line += concat(figure_text(card.report, figure, is_exact), " · ");
        wrapped_text(concat(line, bytes), palette().text, Type::Small);
    } else {
        for (const Figure& figure : kFigures)
            wrapped_text(figure_text(card.report, figure, is_exact), palette().text,
                         is_exact ? Type::Body : Type::Figure);
        text(bytes, palette().muted, Type::Small);
    }
    ImGui::EndChild();
}

/// "0.93 × parameters", "0.10 × FLOPs"; nothing for a total that is unknown.
std::vector<std::string> ratios(const Report& a, const Report& b) {
    std::vector<std::string> texts;
    for (const Figure& figure : kFigures) {
        const std::string ratio = ratio_text(total_of(a, figure.measure), total_of(b, figure.measure));
        if (!ratio.empty()) texts.push_back(word(figure.words, {{"count", ratio}}));
    }
    return texts;
}

/// The largest type in which a text is at most so wide, if any of these is.
Type type_that_fits(std::string_view words, float width) {
    const WithType type(Type::Total);
    return text_width(words) <= width ? Type::Total : Type::Figure;
}

}  // namespace

void draw_compare_cards(const ComparedCard& a, const ComparedCard& b, bool is_exact) {
    const std::vector<std::string> between = ratios(a.report, b.report);
    const bool is_narrow = breakpoint() == Breakpoint::Narrow;
    const float all = ImGui::GetContentRegionAvail().x;
    const float middle = unit(76), card = is_narrow ? all : (all - middle) / 2;
    const ImVec2 start = ImGui::GetCursorPos();
    draw_card("card a", "model_a", a, card, is_exact);
    const float height = ImGui::GetItemRectSize().y;
    if (!is_narrow) {
        const float line = unit(9);
        float y = start.y + (height - line * static_cast<float>(between.size())) / 2;
        for (const std::string& ratio : between) {
            const WithType type(type_that_fits(ratio, middle - unit(4)));
            ImGui::SetCursorPos({start.x + card + (middle - text_width(ratio)) / 2, y});
            text(ratio, palette().text);
            y += line;
        }
        ImGui::SetCursorPos({start.x + card + middle, start.y});
    } else {
        wrapped_text(join(between, ", "), palette().text, Type::Figure);
    }
    draw_card("card b", "model_b", b, card, is_exact);
}

}  // namespace paramscope::app
