#include "app/inspector/totals_panel.h"

#include <algorithm>
#include <cmath>

#include "algebra/print.h"
#include "app/ui/math_text.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "count/report/conventions.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

std::string work_text(const Quantity& work, std::string_view unit) {
    if (!work.value) return std::string(word("unknown"));
    return concat(sign_of(work.basis), short_work(*work.value, unit));
}

std::string work_hint(const Workspace& workspace, const Quantity& work, Word unit) {
    const bool has_input = workspace.input_origin() != InputOrigin::None;
    if (!work.value)
        return std::string(
            word(has_input ? Word("flops_of_some_modules_unknown") : Word("flops_need_input")));
    const std::string words = word(unit, {{"count", with_thousands(*work.value)}});
    if (work.is_complete()) return words;
    return word(work.basis == Basis::Partial ? Word("at_least_work") : Word("about_work"), {{"work", words}});
}

/// What the caption above the total says of its basis, and the reason in a tooltip.
struct BasisWords {
    Word caption;
    std::optional<Word> reason;
};

const BasisWords& basis_words(Basis basis) {
    static constexpr BasisWords kWords[] = {
        {"parameters", std::nullopt},
        {"parameters_as_printed", Word("why_as_printed")},
        {"parameters_between", Word("why_between")},
        {"parameters_at_least", Word("why_at_least")},
        {"parameters_about", Word("why_about")},
    };
    return kWords[static_cast<std::size_t>(basis)];
}

/// "FLOPs", with the convention and mode unless they are the default.
std::string work_label(const Report& report) {
    std::string words(word("flops"));
    if (report.convention != conventions().front().name) words += " · " + report.convention;
    if (report.mode != Mode::Forward) words += concat(" · ", word(kModeWords[static_cast<int>(report.mode)]));
    return words;
}

/// Text colour; muted when the report does not belong to the text in the editor.
ImU32 ink(const Workspace& workspace) {
    return workspace.is_stale() ? palette().muted : palette().text;
}

/// Two buttons, one for each end of a range: they write into the text whether the weights are tied.

void draw_tie_buttons(Workspace& workspace) {
    const Report& report = workspace.report();
    if (workspace.is_stale() || workspace.is_source() || report.possible_ties.empty()) return;
    const auto settled_by = [&](std::string_view label, bool are_tied) {
        const std::string lines = workspace.tie_lines(are_tied);
        const bool clicked = button(label);
        tooltip(concat(word("tie_lines_are_written"), "\n", lines));
        if (clicked) workspace.replace_text({0, 0}, lines);
    };
    const std::string tied = word("tied_total", {{"count", with_thousands(*report.parameters_min)}});
    const std::string untied = word("untied_total", {{"count", with_thousands(*report.parameters_max)}});
    const float beside = button_width(tied) + unit(2) + button_width(untied);
    const bool fits = beside <= ImGui::GetContentRegionAvail().x;
    settled_by(tied, true);
    if (fits) ImGui::SameLine(0, unit(2));
    settled_by(untied, false);
}

}  // namespace

void TotalsPanel::draw(Context& context) {
    update(context.workspace);
    if (context.workspace.report().root() == nullptr)
        return wrapped_text(word("nothing_counted"), palette().muted);
    const Group totals(Aria::Region, word("totals"));
    const ImVec2 start = ImGui::GetCursorPos();
    ImGui::BeginGroup();
    draw_parameters(context);
    ImGui::EndGroup();
    const float beside = ImGui::GetItemRectSize().x + unit(8);
    const float needed = widest_figure() * static_cast<float>(std::min<std::size_t>(figures_.size(), 4));
    if (ImGui::GetContentRegionAvail().x - beside > needed) {
        const float below = ImGui::GetCursorPosY();
        ImGui::SetCursorPos(start);
        draw_figures(ink(context.workspace), start.x + beside, total_height_ - ImGui::GetTextLineHeight());
        ImGui::SetCursorPosY(std::max(below, ImGui::GetCursorPosY()));
    } else {
        draw_figures(ink(context.workspace), start.x, 0);
    }
    if (basis_ == Basis::Range) draw_tie_buttons(context.workspace);
    draw_formula(context);
}

void TotalsPanel::update(const Workspace& workspace) {
    if (revision_ == workspace.revision() && language_ == language()) return;
    revision_ = workspace.revision();
    language_ = language();
    const NodeReport* root = workspace.report().root();
    if (root == nullptr) return;
    // A 0 of which a part is unknown says nothing.
    const Quantity& quantity = root->facts->parameters;
    const std::optional<Integer> parameters =
        quantity.is_unknown() ? std::nullopt : std::optional(*quantity.value);
    parameters_ = parameters ? with_thousands(*parameters) : std::string(word("unknown"));
    parameters_short_ = parameters && *parameters >= 10000 ? short_count(*parameters) : "";
    basis_ = parameters ? quantity.basis : Basis::Exact;
    if (workspace.report().parameters_min) show_range(workspace.report());
    formula_ = named_formula(workspace.report(), quantity.formula);

    figures_.clear();
    const auto add = [this](std::string label, std::string value, std::string hint) {
        figures_.push_back({std::move(label), std::move(value), std::move(hint)});
    };
    const auto add_count = [&](Word label, const std::optional<Integer>& count) {
        add(std::string(word(label)), short_count(*count),
            word("elements", {{"count", with_thousands(*count)}}));
    };
    add(std::string(word("macs")), work_text(root->facts->macs, ""),
        work_hint(workspace, root->facts->macs, "multiply_accumulates"));
    add(work_label(workspace.report()), work_text(root->facts->flops, ""),
        work_hint(workspace, root->facts->flops, "floating_point_operations"));
    if (const std::optional<Integer>& bytes = workspace.report().bytes; bytes && parameters) {
        add(std::string(word("memory")), short_bytes(*bytes),
            word("bytes_of_parameters", {{"count", with_thousands(*bytes)}}));
    }
    // Shows only figures that differ from the total and from zero.
    if (parameters && root->facts->active().value && root->facts->active().value != parameters)
        add_count("active", root->facts->active().value);
    if (parameters && root->facts->trainable() && root->facts->trainable() != parameters)
        add_count("trainable", root->facts->trainable());
    if (root->facts->frozen().value_or(0) != 0) add_count("frozen", root->facts->frozen());
    if (root->facts->buffers.value.value_or(0) != 0) add_count("buffers", root->facts->buffers.value);
}

void TotalsPanel::show_range(const Report& report) {
    parameters_ =
        concat(with_thousands(*report.parameters_min), " – ", with_thousands(*report.parameters_max));
    parameters_short_ = "";
}

void TotalsPanel::draw_parameters(Context& context) {
    const BasisWords& words = basis_words(basis_);
    caption(word(words.caption));
    if (words.reason) tooltip(word(*words.reason));
    if (context.workspace.is_stale()) {
        ImGui::SameLine();
        const WithType type(Type::Small);
        const bool waits = context.workspace.waits_for_count();
        text(word(waits ? Word("of_the_earlier_text") : Word("of_the_last_text")),
             waits ? palette().muted : palette().error);
    }
    float left = ImGui::GetContentRegionAvail().x;
    {
        const WithType type(Type::Total);
        left -= text_width(parameters_);
    }
    wrapped_text(parameters_, ink(context.workspace), left >= 0 ? Type::Total : Type::Figure);
    context.flashes.tint_last_item("total", parameters_);
    total_height_ = ImGui::GetItemRectSize().y;
    const WithType type(Type::Figure);
    if (parameters_short_.empty() || left < text_width(parameters_short_) + unit(3)) return;
    ImGui::SameLine(0, unit(3));
    // On the total's baseline: all faces share one at the same size, and descend by about a fifth.
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (total_height_ - ImGui::GetTextLineHeight()) * 0.8f);
    text(parameters_short_, palette().muted);
}

float TotalsPanel::widest_figure() const {
    float widest = unit(18);
    const auto widen = [&](Type face, std::string Figure::*words) {
        const WithType type(face);
        for (const Figure& figure : figures_) widest = std::max(widest, text_width(figure.*words) + unit(4));
    };
    widen(Type::Small, &Figure::label);
    widen(Type::Figure, &Figure::value);
    return widest;
}

void TotalsPanel::draw_figures(ImU32 colour, float left, float lowered) const {
    const float start = ImGui::GetCursorPosX();
    const float width = ImGui::GetContentRegionAvail().x - (left - start);
    const int count = static_cast<int>(figures_.size());
    const int across = std::clamp(static_cast<int>(width / widest_figure()), 1, count);
    const float each = std::min(width / static_cast<float>(across), unit(34));
    for (int i = 0; i < count; ++i) {
        const Figure& figure = figures_[static_cast<std::size_t>(i)];
        const float x = left + each * static_cast<float>(i % across);
        if (i % across > 0) {
            ImGui::SameLine(x, 0);
        } else {
            ImGui::SetCursorPosX(x);
        }
        ImGui::BeginGroup();
        ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f) + std::round(lowered * 0.5f));
        caption(figure.label);
        text(figure.value, colour, Type::Figure);
        ImGui::PopStyleVar();
        ImGui::EndGroup();
        tooltip(figure.hint);
    }
}

void TotalsPanel::draw_formula(Context& context) {
    // Without hyper-parameters the formula is just the number.
    if (formula_.formula.is_constant()) return;
    // The inspector shows the complete formula, with a legend of its symbols.
    math_text(formula_.formula, {.colour = ink(context.workspace), .most_lines = 2});
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(word("whole_formula"));
    if (ImGui::IsItemClicked()) reveal(context, 0);
}

}  // namespace paramscope::app
