#include "app/inspector/conventions_view.h"

#include <algorithm>
#include <cmath>

#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr Word kModeHints[] = {"mode_forward_hint", "mode_training_hint", "mode_decode_hint"};
constexpr std::size_t kMostTerms = 12;

double number_of(const ConventionFigure& figure) {
    return figure.total.value ? static_cast<double>(*figure.total.value) : 0;
}

// The difference of a figure from the default's: "+0.4%", "× 0.50".
std::string difference_text(const ConventionFigure& figure, const ConventionFigure& usual) {
    if (!figure.total.value || !usual.total.value || *usual.total.value <= 0) return "";
    if (figure.total.value == usual.total.value) return std::string(word("as_default"));
    const double ratio = number_of(figure) / number_of(usual);
    if (std::abs(ratio - 1) >= 0.2) return "× " + rounded(ratio, 2);
    return (ratio < 1 ? "−" : "+") + rounded(std::abs(ratio - 1) * 100, 2) + "%";
}

void draw_pass(Context& context) {
    const Document& document = context.workspace.document();
    section(word("counted_pass"));
    int mode = static_cast<int>(document.mode);
    if (choice("counted_pass", kModeWords, &mode, ImGui::GetContentRegionAvail().x)) {
        context.workspace.set_counting(document.convention, static_cast<Mode>(mode), document.causal);
    }
    wrapped_text(word(kModeHints[mode]), palette().muted, Type::Small);
    bool causal = document.causal;
    if (toggle("causal", &causal)) {
        context.workspace.set_counting(document.convention, document.mode, causal);
    }
    tooltip(word("causal_hint"));
}

void draw_terms(const ConventionFigure& figure) {
    ImGui::Indent(unit(2));
    const WithType type(Type::Small);
    wrapped_text(convention_summary(figure.convention->name, figure.convention->summary), palette().text);
    const std::size_t shown = std::min(figure.terms.size(), kMostTerms);
    for (std::size_t i = 0; i < shown; ++i) {
        const ConventionTerm& term = figure.terms[i];
        const std::string sign = term.difference > 0 ? "+" : "−";
        const Integer size = term.difference > 0 ? term.difference : -term.difference;
        const std::string change = sign + short_work(size, "");
        const std::string times = short_work(term.times, "");
        clipped_text(word("term_times", {{"family", family_word(term.family)},
                                         {"operation", operation_word(to_string(term.operation))},
                                         {"amount", times}}),
                     ImGui::GetContentRegionAvail().x - text_width(change) - unit(4), palette().muted);
        same_line_at_right(text_width(change) + unit(2));
        text(change, palette().text);
    }
    if (figure.terms.size() > shown)
        caption(word("and_more", {{"count", std::to_string(figure.terms.size() - shown)}}));
    ImGui::Unindent(unit(2));
    ImGui::Dummy({0, unit(1)});
}

}  // namespace

void ConventionsView::draw(Context& context) {
    const Report& report = context.workspace.report();
    if (revision_ != context.workspace.revision()) {
        revision_ = context.workspace.revision();
        figures_ = explain_conventions(report);
    }
    draw_pass(context);
    section(word("why_tools_differ"));
    wrapped_text(word("why_tools_differ_hint"), palette().muted, Type::Small);
    double largest = 0;
    for (const ConventionFigure& figure : figures_) largest = std::max(largest, number_of(figure));
    const Group group(Aria::RadioGroup, word("convention"));
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f));
    for (const ConventionFigure& figure : figures_) draw_figure(context, figure, largest);
    ImGui::PopStyleVar();
}

void ConventionsView::draw_figure(Context& context, const ConventionFigure& figure, double largest) {
    const Palette& colours = palette();
    const Document& document = context.workspace.document();
    const bool chosen = document.convention == figure.convention->name;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 start = ImGui::GetCursorPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = unit(11);
    const std::string name(figure.convention->name);
    ImGui::PushID(name.c_str());
    const bool clicked = ImGui::InvisibleButton("figure", {width, height}, ImGuiButtonFlags_EnableNav);
    const std::string value = !figure.total.value
                                  ? std::string(word("unknown"))
                                  : concat(sign_of(figure.total.basis), short_work(*figure.total.value, ""));
    const std::string summary = convention_summary(figure.convention->name, figure.convention->summary);
    describe(Aria::Radio, name, {.checked = tri(chosen), .value = value, .hint = summary});
    if (clicked) context.workspace.set_counting(name, document.mode, document.causal);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    if (chosen || hot) {
        list->AddRectFilled(at, {at.x + width, at.y + height}, chosen ? colours.accent_soft : colours.hover,
                            rounding());
    }
    tooltip(summary);
    const Undescribed undescribed;
    const float inset = unit(2);
    ImGui::SetCursorPos({start.x + inset, start.y + unit(1.5f)});
    text(name, chosen ? colours.accent : colours.text, Type::Strong);
    ImGui::SameLine(0, unit(2));
    text(difference_text(figure, figures_.front()), colours.muted, Type::Small);
    ImGui::SetCursorPos({start.x + width - inset - text_width(value), start.y + unit(1.5f)});
    text(value, figure.total.is_complete() ? colours.text : colours.warning);
    // A bar with a length in proportion to the figure.
    const float top = at.y + height - unit(2.5f);
    const float extent = width - inset * 2;
    const float share = largest > 0 ? static_cast<float>(number_of(figure) / largest) : 0;
    list->AddRectFilled({at.x + inset, top}, {at.x + inset + extent, top + unit(0.75f)},
                        faded(colours.line, has_high_contrast() ? 0.3f : 1), unit(0.4f));
    list->AddRectFilled({at.x + inset, top},
                        {at.x + inset + extent * eased(ImGui::GetID("bar"), share), top + unit(0.75f)},
                        chosen ? colours.accent : colours.muted, unit(0.4f));
    ImGui::SetCursorPos({start.x, start.y + height});
    ImGui::Dummy({0, 0});
    ImGui::PopID();
    if (chosen) draw_terms(figure);
}

}  // namespace paramscope::app
