#include "app/compare/compare_settings.h"

#include <algorithm>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kMostSettings = 200;

/// The number in a field, nullopt when the text is not a number.
std::optional<Rational> read_number(std::string_view words) {
    const Result<Polynomial> value = parse_expression(words);
    return value ? value->constant() : std::nullopt;
}

}  // namespace

std::optional<CompareSettings::Entered> CompareSettings::draw(const Report& present, const Report& other,
                                                              bool scrolls) {
    const std::span<const VariableReport> variables = other.variables;
    if (variables.empty()) return std::nullopt;
    const std::string title = concat(word("hyper_parameters"), " · ", word("model_b"));
    if (button(title, ButtonKind::Quiet)) is_unfolded_ = !is_unfolded_;
    describe(Aria::Button, title, {.expanded = tri(is_unfolded_)});
    const ImVec2 end{ImGui::GetItemRectMax().x + unit(2),
                     (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y) / 2};
    chevron(end, unit(2.5f), is_unfolded_, palette().muted);
    if (!is_unfolded_) return std::nullopt;
    const std::size_t shown = std::min(variables.size(), kMostSettings);
    const std::optional<Entered> entered = draw_fields(present, variables.first(shown), scrolls);
    if (variables.size() > shown)
        caption(word("and_more", {{"count", std::to_string(variables.size() - shown)}}));
    return entered;
}

/// Places as many side by side as fit.
std::optional<CompareSettings::Entered> CompareSettings::draw_fields(
    const Report& present, std::span<const VariableReport> variables, bool scrolls) {
    constexpr int kMostLines = 3;  // that are seen at once
    const float each = unit(52);
    const int across = std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / each));
    const int lines = (static_cast<int>(variables.size()) + across - 1) / across;
    const int seen = scrolls ? std::min(lines, kMostLines) : lines;
    begin_plain_child("settings", {0, ImGui::GetFrameHeightWithSpacing() * static_cast<float>(seen)});
    std::optional<Entered> entered;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const auto column = static_cast<float>(i % static_cast<std::size_t>(across));
        if (column > 0) ImGui::SameLine(column * each);
        ImGui::PushID(static_cast<int>(i));
        if (const std::optional<Entered> here = draw_field(present, variables[i])) entered = here;
        ImGui::PopID();
    }
    ImGui::EndChild();
    return entered;
}

std::optional<CompareSettings::Entered> CompareSettings::draw_field(const Report& present,
                                                                    const VariableReport& variable) {
    const Rational value = variable.value.value_or(Rational());
    const std::optional<Rational> before = values_of(present)(variable.name);
    const bool differs = !before || !(*before == value);
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    clipped_text(variable.name, unit(20), differs ? palette().accent : palette().text);
    ImGui::SameLine(left + unit(22));
    std::string shown = fields_.shown("##setting", to_string(value));
    const bool entered =
        fields_.draw("##setting", concat(variable.name, ", B"), &shown, unit(24), !read_number(shown));
    const std::optional<Rational> wanted = entered ? read_number(shown) : std::nullopt;
    if (!wanted || *wanted == value) return std::nullopt;
    return Entered{variable.name, *wanted};
}

}  // namespace paramscope::app
