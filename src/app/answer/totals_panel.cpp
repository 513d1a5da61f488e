#include "app/answer/totals_panel.h"

#include <algorithm>
#include <span>

#include "algebra/print.h"
#include "app/answer/short_verdict.h"
#include "app/conventions/conventions_view.h"
#include "app/ui/math_text.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "count/explain/layer_formula.h"
#include "count/report/conventions.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kRowsBeside = 2;  // of figures beside the total
constexpr float kVerdictWidth = 72;     // in units, as is what the total needs at least
constexpr float kLeastBeside = 85;

std::string work_text(const Quantity& work, const std::optional<Bounds>& bounds) {
    return work.value ? short_range(work, bounds) : std::string(word("unknown"));
}

std::string work_hint(const Workspace& workspace, const Quantity& work, const std::optional<Bounds>& bounds,
                      Word unit) {
    const bool has_input = workspace.input_origin() != InputOrigin::None;
    if (!work.value)
        return std::string(
            word(has_input ? Word("flops_of_some_modules_unknown") : Word("flops_need_input")));
    if (bounds) {
        return word("work_between", {{"least", with_thousands(bounds->least)},
                                     {"most", word(unit, {{"count", with_thousands(bounds->most)}})}});
    }
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

std::string range_text(Integer least, Integer most) {
    if (least == most) return with_thousands(most);
    return concat(with_thousands(least), " – ", with_thousands(most));
}

/// What leaves a range open: weights that may be tied, tensors that may be buffers.
std::string why_between(const Report& report) {
    const std::string_view buffers = report.possible_buffers.empty() ? "" : word("why_buffers");
    if (report.possible_ties.empty() && !buffers.empty()) return std::string(buffers);
    return concat(word("why_between"), buffers.empty() ? "" : "\n", buffers);
}

/// Two buttons, one for each end of a range by ties: they write into the text whether the weights are tied.
void draw_tie_buttons(Workspace& workspace) {
    const Report& report = workspace.report();
    if (workspace.is_stale() || workspace.is_source() || report.possible_ties.empty()) return;
    const auto settled_by = [&](std::string_view label, bool are_tied) {
        const std::string lines = workspace.tie_lines(are_tied);
        const bool clicked = button(label);
        tooltip(concat(word("tie_lines_are_written"), "\n", lines));
        if (clicked) workspace.replace_text({0, 0}, lines);
    };
    Integer shared = 0;
    for (const PossibleTie& tie : report.possible_ties) shared += tie.elements;
    const Integer least = *report.parameters_min, most = *report.parameters_max;
    const std::string tied = word("tied_total", {{"count", range_text(least, most - shared)}});
    const std::string untied = word("untied_total", {{"count", range_text(least + shared, most)}});
    const float beside = button_width(tied) + unit(2) + button_width(untied);
    const bool fits = beside <= ImGui::GetContentRegionAvail().x;
    settled_by(tied, true);
    if (fits) ImGui::SameLine(0, unit(2));
    settled_by(untied, false);
}

}  // namespace

void TotalsPanel::draw(Context& context, std::string_view conclusion) {
    update(context.workspace);
    if (context.workspace.report().root() == nullptr)
        return wrapped_text(word("nothing_counted"), palette().muted);
    const Group totals(Aria::Region, word("totals"));
    const std::size_t columns = (figures_.size() + kRowsBeside - 1) / kRowsBeside;
    const float figures = widest_figure() * static_cast<float>(columns);
    const float verdict = unit(kVerdictWidth);
    const float least = unit(kLeastBeside);
    const float all = ImGui::GetContentRegionAvail().x;
    if (all >= least + figures + verdict) return draw_beside(context, conclusion, figures, verdict);
    draw_below(context, conclusion);
}

/// Draws total, figures and verdict side by side.
void TotalsPanel::draw_beside(Context& context, std::string_view conclusion, float figures, float verdict) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoPadOuterX;
    if (!ImGui::BeginTable("totals", 3, kFlags)) return;
    ImGui::TableSetupColumn("total", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("figures", ImGuiTableColumnFlags_WidthFixed, figures);
    ImGui::TableSetupColumn("verdict", ImGuiTableColumnFlags_WidthFixed, verdict);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_parameters(context, conclusion);
    ImGui::TableNextColumn();
    draw_figures(context, kRowsBeside);
    draw_convention_chip(context.workspace);
    ImGui::TableNextColumn();
    draw_short_verdict(context);
    ImGui::EndTable();
}

/// Draws figures and verdict below the total.
void TotalsPanel::draw_below(Context& context, std::string_view conclusion) {
    draw_parameters(context, conclusion);
    const float all = ImGui::GetContentRegionAvail().x;
    const auto across = static_cast<std::size_t>(std::max(all / widest_figure(), 1.0f));
    draw_figures(context, (figures_.size() + across - 1) / across);
    draw_convention_chip(context.workspace);
    draw_short_verdict(context);
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
    if (formula_.formula.is_constant()) {
        if (auto layer = layer_formula(workspace.report(), 0, Subject::Parameters, parameters))
            formula_ = *std::move(layer);
    }

    figures_.clear();
    const auto add = [this](std::string label, std::string value, std::string hint) {
        figures_.push_back({std::move(label), std::move(value), std::move(hint)});
    };
    const auto add_count = [&](Word label, const std::optional<Integer>& count) {
        add(std::string(word(label)), short_count(*count),
            word("elements", {{"count", with_thousands(*count)}}));
    };
    const auto add_work = [&](std::string label, const Quantity& work, const std::optional<Bounds>& bounds,
                              Word unit) {
        add(std::move(label), work_text(work, bounds), work_hint(workspace, work, bounds, unit));
    };
    const Report& report = workspace.report();
    add_work(work_label(report), root->facts->flops, report.flops_bounds, "floating_point_operations");
    add_work(std::string(word("macs")), root->facts->macs, report.macs_bounds, "multiply_accumulates");
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
    parameters_ = range_text(*report.parameters_min, *report.parameters_max);
    parameters_short_ = "";
}

void TotalsPanel::draw_parameters(Context& context, std::string_view conclusion) {
    const BasisWords& words = basis_words(basis_);
    caption(word(words.caption));
    describe(Aria::Heading, word(words.caption), {.level = 2});
    if (words.reason)
        tooltip(basis_ == Basis::Range ? why_between(context.workspace.report())
                                       : std::string(word(*words.reason)));
    if (context.workspace.is_stale()) {
        ImGui::SameLine();
        const WithType type(Type::Small);
        const bool waits = context.workspace.waits_for_count();
        text(word(waits ? Word("of_the_earlier_text") : Word("of_the_last_text")),
             waits ? palette().muted : palette().error);
    }
    draw_total(context);
    if (basis_ == Basis::Range) draw_tie_buttons(context.workspace);
    draw_formula(context);
    if (!conclusion.empty() && !context.workspace.is_stale())
        wrapped_text(conclusion, palette().muted, Type::Body);
}

void TotalsPanel::draw_total(Context& context) {
    float left = ImGui::GetContentRegionAvail().x;
    {
        const WithType type(Type::Total);
        left -= text_width(parameters_);
    }
    wrapped_text(parameters_, ink(context.workspace), left >= 0 ? Type::Total : Type::Figure);
    context.flashes.tint_last_item("total", parameters_);
    const float height = ImGui::GetItemRectSize().y;
    const WithType type(Type::Figure);
    if (parameters_short_.empty() || left < text_width(parameters_short_) + unit(3)) return;
    ImGui::SameLine(0, unit(3));
    // On the total's baseline: all faces share one at the same size, and descend by about a fifth.
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (height - ImGui::GetTextLineHeight()) * 0.8f);
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

void TotalsPanel::draw_figures(Context& context, std::size_t rows) const {
    const ImU32 colour = ink(context.workspace);
    const float start = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
    const float width = widest_figure();
    float below = top;
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        const std::size_t column = i / rows;
        if (i % rows == 0) ImGui::SetCursorPosY(top);
        ImGui::SetCursorPosX(start + width * static_cast<float>(column));
        draw_figure(figures_[i], colour);
        context.flashes.tint_last_item(figures_[i].label, figures_[i].value);
        below = std::max(below, ImGui::GetCursorPosY());
    }
    ImGui::SetCursorPosY(below);
    ImGui::Dummy({0, 0});
}

void TotalsPanel::draw_figure(const Figure& figure, ImU32 colour) const {
    ImGui::BeginGroup();
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f));
    caption(figure.label);
    text(figure.value, colour, Type::Figure);
    ImGui::PopStyleVar();
    ImGui::EndGroup();
    tooltip(figure.hint);
}

void TotalsPanel::draw_formula(Context& context) {
    // Without hyper-parameters the formula is just the number.
    if (formula_.formula.is_constant()) return;
    // The inspector shows the complete formula, with a legend of its symbols.
    const Report& report = context.workspace.report();
    const std::size_t lit =
        context.pointed < report.nodes.size() ? context.pointed : context.workspace.selected();
    terms_.update(context, 0, Subject::Parameters, formula_);
    const Term* const pointed = math_text(formula_.formula, {.colour = ink(context.workspace),
                                                             .most_lines = 2,
                                                             .term_colours = terms_.colours(),
                                                             .term_grounds = terms_.grounds(report, lit)});
    terms_.highlight(context, formula_.formula, pointed);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(word("whole_formula"));
    if (ImGui::IsItemClicked()) reveal(context, 0);
}

}  // namespace paramscope::app
