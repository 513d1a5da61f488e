#include "app/totals_panel.h"

#include <algorithm>

#include "algebra/print.h"
#include "app/formula_text.h"
#include "app/numbers.h"
#include "app/theme.h"
#include "app/widgets.h"
#include "app/words.h"

namespace paramscope::app {
namespace {

std::string work_text(const Quantity& work, std::string_view unit) {
    if (!work.value) return std::string(word(Word::Unknown));
    return (work.complete ? "" : "≥ ") + short_work(*work.value, unit);
}

std::string work_hint(const Quantity& work, Word unit) {
    if (!work.value) return std::string(word(Word::FlowNotSaid));
    const std::string words = word(unit, {with_thousands(*work.value)});
    return work.complete ? words : word(Word::AtLeastWork, {words});
}

}  // namespace

void TotalsPanel::draw(Context& context) {
    update(context.workspace);
    if (context.workspace.report().root() == nullptr)
        return wrapped_text(word(Word::NothingCounted), palette().muted);
    const Group totals(Aria::Region, word(Word::Totals));
    draw_parameters(context);
    draw_figures();
    draw_formula(context);
}

void TotalsPanel::update(const Workspace& workspace) {
    if (revision_ == workspace.revision() && language_ == language()) return;
    revision_ = workspace.revision();
    language_ = language();
    const NodeReport* root = workspace.report().root();
    if (root == nullptr) return;
    const std::optional<Integer>& parameters = root->parameters.value;
    parameters_ = parameters ? with_thousands(*parameters) : std::string(word(Word::Unknown));
    parameters_short_ = parameters && *parameters >= 10000 ? short_count(*parameters) : "";
    at_least_ = parameters && !root->parameters.complete;
    // Without hyper-parameters the formula would only repeat the number.
    const Polynomial& formula = root->parameters.formula;
    formula_ = formula.is_constant() ? "" : print(formula, Notation::Unicode);

    figures_.clear();
    const auto add_count = [this](Word label, const std::optional<Integer>& count) {
        if (count)
            figures_.push_back({label, short_count(*count), word(Word::Elements, {with_thousands(*count)})});
    };
    figures_.push_back(
        {Word::Macs, work_text(root->macs, ""), work_hint(root->macs, Word::MultiplyAccumulates)});
    figures_.push_back(
        {Word::Flops, work_text(root->flops, ""), work_hint(root->flops, Word::FloatingPointOperations)});
    if (const std::optional<Integer>& bytes = workspace.report().bytes) {
        figures_.push_back(
            {Word::Memory, short_bytes(*bytes), word(Word::BytesOfParameters, {with_thousands(*bytes)})});
    }
    add_count(Word::Trainable, root->trainable);
    add_count(Word::Frozen, root->frozen);
    add_count(Word::Buffers, root->buffers.value);
}

void TotalsPanel::draw_parameters(Context& context) {
    caption(word(at_least_ ? Word::ParametersAtLeast : Word::Parameters));
    if (context.workspace.is_stale()) {
        ImGui::SameLine();
        const WithType type(Type::Small);
        text(word(Word::OfTheLastText), palette().error);
    }
    {
        const WithType type(Type::Total);
        text(parameters_, context.workspace.is_stale() ? palette().muted : palette().text);
    }
    context.places.mark("total");
    if (parameters_short_.empty()) return;
    ImGui::SameLine(0, unit(3));
    const float total_height = ImGui::GetItemRectSize().y;
    const WithType type(Type::Figure);
    // On the total's baseline: all faces share one at the same size, and descend by about a fifth.
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (total_height - ImGui::GetTextLineHeight()) * 0.8f);
    text(parameters_short_, palette().muted);
}

void TotalsPanel::draw_figures() const {
    const float width = ImGui::GetContentRegionAvail().x;
    const float smallest = unit(24);
    const int across = std::clamp(static_cast<int>(width / smallest), 1, static_cast<int>(figures_.size()));
    const float each = width / static_cast<float>(across);
    const float left = ImGui::GetCursorPosX();
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        const int column = static_cast<int>(i) % across;
        if (column > 0) ImGui::SameLine(left + each * static_cast<float>(column), 0);
        ImGui::BeginGroup();
        ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
        caption(word(figures_[i].label));
        {
            const WithType type(Type::Figure);
            text(figures_[i].value);
        }
        ImGui::PopStyleVar();
        ImGui::EndGroup();
        tooltip(figures_[i].hint);
    }
}

void TotalsPanel::draw_formula(Context& context) {
    if (formula_.empty()) return;
    // The inspector has the whole of it.
    formula_text(formula_, palette().text, 2);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(word(Word::WholeFormula));
    if (ImGui::IsItemClicked()) reveal(context, 0);
}

}  // namespace paramscope::app
