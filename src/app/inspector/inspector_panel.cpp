#include "app/inspector/inspector_panel.h"

#include <algorithm>
#include <span>
#include <utility>

#include "algebra/print.h"
#include "app/ui/math_text.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "count/cost/memory.h"
#include "formats/support/numbers.h"
#include "model/names.h"

namespace paramscope::app {
namespace {

// Most parts of a derivation that are listed.
constexpr std::size_t kMostParts = 40;
constexpr std::size_t kMostTensors = 200;
constexpr int kMostFormulaLines = 24;

constexpr Word kInspectorViews[] = {"inspect_module", "inspect_memory", "inspect_tools"};  // as InspectorView
constexpr Word kInspectedSubjects[] = {"parameters", "macs", "flops", "activations"};
constexpr Word kUnknown[] = {"parameters_unknown", "work_unknown", "work_unknown",
                             "activations_unknown"};  // in the order of kInspectedSubjects

std::string signal_text(const Signal& signal) {
    if (signal.kind == Signal::Kind::Unknown) return std::string(word("shape_unknown"));
    if (signal.kind == Signal::Kind::Tensor) return to_string(signal.dims);
    return concat("[", join(signal.items, ", ", signal_text), "]");
}

// "formula = numbers = result", as in a handwritten derivation.
std::string written_out(const Explanation& explanation, Notation notation) {
    std::vector<std::string> sides;
    for (const EquationSide& side : explanation.sides())
        sides.push_back(side.in_numbers ? numbers_text(*side.formula, notation)
                                        : print_factored(side.formula->formula, notation));
    if (explanation.total.result) sides.push_back(with_thousands(*explanation.total.result, notation));
    return join(sides, " = ");
}

std::string tensor_marks(const TensorReport& tensor) {
    std::string words;
    const auto add = [&words](std::string_view mark) {
        if (!words.empty()) words += ", ";
        words += mark;
    };
    if (tensor.role == Role::Buffer) add(word("buffer"));
    if (tensor.may_be_buffer) add(word("parameter_or_buffer"));
    if (!tensor.trainable && tensor.role == Role::Parameter) add(word("frozen_tensor"));
    if (!tensor.tied_to.empty()) add(word("shared_with", {{"path", tensor.tied_to}}));
    if (tensor.hidden) add(word("not_printed"));
    if (tensor.inferred) add(word("inferred"));
    if (!tensor.dtype.empty() && tensor.dtype != "float32") add(tensor.dtype);
    return words;
}

/// The symbols that a legend has for hyper-parameters.
ShortNames symbols_of(const NamedFormula& named) {
    ShortNames names;
    for (const NamedSize& size : named.sizes)
        if (!size.meaning.empty()) names.emplace(size.meaning, size.symbol);
    return names;
}

void use_short_names(const ShortNames& names, ExplainedLine* line) {
    line->formula = with_short_names(line->formula, names);
    for (auto& [name, value] : line->values) {
        const auto symbol = names.find(name);
        if (symbol != names.end()) name = symbol->second;
    }
}

void draw_title(Context& context) {
    const NodeReport& node = context.workspace.report().nodes[context.workspace.selected()];
    ImGui::Dummy({0, 0});
    {
        const WithType type(Type::Heading);
        dot(family_colour(context.weights.part_of(context.workspace, context.workspace.selected())));
        wrapped_text(node.type, palette().text);
        describe(Aria::Heading, node.type, {.level = 2});
    }
    std::string words = context.workspace.report().path(node);
    if (words.empty()) words = word("whole_model");
    if (node.facts->repeat().value && *node.facts->repeat().value != 1)
        words += "   " + with_thousands(*node.facts->repeat().value) + " ×";
    wrapped_text(words, palette().muted, Type::Code);
    ImGui::Dummy({0, unit(0.5f)});
}

/// The colours of the terms of a formula, and the grounds of those that stand out; empty for none.
struct TermInks {
    std::span<const ImU32> colours, grounds;
};

/// Draws a side of an equation, the first without a sign before it.
const Term* draw_side(const EquationSide& side, bool is_first, const TermInks& terms) {
    const std::vector<std::pair<std::string, Rational>> numbers = side.formula->numbers();
    return math_text(side.formula->formula,
                     {.colour = side.in_numbers ? palette().muted : palette().text,
                      .lead = is_first ? "" : "=",
                      .numbers = side.in_numbers ? SymbolNumbers(numbers) : SymbolNumbers(),
                      .most_lines = kMostFormulaLines,
                      .term_colours = terms.colours,
                      .term_grounds = terms.grounds});
}

void draw_legend(std::span<const NamedSize> sizes) {
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f));
    for (const NamedSize& size : sizes) {
        const std::string value = to_string(size.value);
        if (size.made_of.is_zero()) {
            math_text(Polynomial(size.value),
                      {.colour = palette().muted, .symbol = size.symbol, .lead = "="});
            ImGui::SameLine(0, unit(2));
            text(size.meaning, palette().muted);
        } else {
            math_text(size.made_of, {.colour = palette().muted,
                                     .symbol = size.symbol,
                                     .lead = concat("= ", value, " ="),
                                     .most_lines = 4});
        }
    }
    ImGui::PopStyleVar();
}

/// Draws a summand of the total: what it is, its number and, unless that is to be left out, its formula.
void draw_part(const ExplainedLine& part, bool has_formula) {
    std::string result = part.result ? with_thousands(*part.result) : "";
    const float width = ImGui::GetContentRegionAvail().x;
    if (text_width(result) > width * 0.6f) result = short_count(*part.result);
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.25f));
    text_pair(part.label.empty() ? part.subject : translate_message(part.label), palette().text, result,
              palette().text);
    if (has_formula && !part.formula.is_constant())
        math_text(part.formula, {.colour = palette().muted, .most_lines = 4});
    ImGui::PopStyleVar();
    ImGui::Dummy({0, 0});
}

/// Draws the name, the shape and at the right the count of a tensor; the shape below the name where there is
/// no room.
void draw_tensor_line(const TensorReport& tensor, float right) {
    const std::string count = tensor.count ? with_thousands(*tensor.count) : "?";
    const std::string shape = to_string(tensor.shape);
    const float count_at = right - text_width(count);
    const WithType type(Type::Code);
    const float name_width = text_width(tensor.name) + ImGui::GetStyle().ItemSpacing.x;
    const bool is_short = ImGui::GetCursorPosX() + name_width + text_width(shape) + unit(2) < count_at;
    text(tensor.name);
    if (is_short) {
        ImGui::SameLine();
        text(shape, palette().muted);
    }
    ImGui::SameLine(count_at, 0);
    text(count, palette().text, Type::Body);
    if (!is_short) wrapped_text(shape, palette().muted);
}

void draw_tensors(const NodeReport& node) {
    const SharedList<TensorReport> tensors = node.facts->tensors.list();
    if (tensors.empty()) return;
    section(word("tensors"));
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const std::size_t shown = std::min(tensors.size(), kMostTensors);
    for (std::size_t i = 0; i < shown; ++i) {
        const TensorReport& tensor = tensors[i];
        draw_tensor_line(tensor, right);
        if (const std::string marks = tensor_marks(tensor); !marks.empty()) caption(marks);
    }
    if (tensors.size() > shown) {
        caption(word("and_more", {{"count", std::to_string(tensors.size() - shown)}}));
    }
}

void draw_shapes(const NodeReport& node) {
    section(word("shapes"));
    const WithType type(Type::Code);
    wrapped_text(signal_text(*node.facts->input) + " → " + signal_text(*node.facts->output), palette().text);
}

void draw_notes(const Report& report, const NodeReport& node, std::string_view title) {
    std::span<const std::string> model_notes;
    if (&node == report.root() && report.model != nullptr) model_notes = report.model->notes;
    // The first note may be the model's title or type, which the page shows already.
    if (!model_notes.empty() &&
        (model_notes.front() == title || model_notes.front() == class_name(node.type)))
        model_notes = model_notes.subspan(1);
    if (node.facts->notes.empty() && model_notes.empty()) return;
    section(word("notes"));
    for (const Message& note : node.facts->notes) wrapped_text(translate_message(note), palette().text);
    for (const std::string& note : model_notes) wrapped_text(translate_title(note), palette().text);
}

}  // namespace

void InspectorPanel::draw(Context& context) {
    if (context.workspace.report().root() == nullptr) return;
    tabs("inspect", kInspectorViews, &view_, ImGui::GetContentRegionAvail().x);
    draw_view(context, static_cast<InspectorView>(view_));
}

void InspectorPanel::show(InspectorView view) {
    view_ = static_cast<int>(view);
}

void InspectorPanel::draw_view(Context& context, InspectorView view) {
    if (context.workspace.report().root() == nullptr) return;
    switch (view) {
        case InspectorView::Module:
            return draw_module(context);
        case InspectorView::Memory:
            return memory_.draw(context);
        case InspectorView::Conventions:
            return tools_.draw(context);
    }
}

void InspectorPanel::draw_module(Context& context) {
    const Report& report = context.workspace.report();
    const NodeReport& node = report.nodes[context.workspace.selected()];
    // Placed beside the title if both fit.
    const ImVec2 start = ImGui::GetCursorPos();
    const float all = ImGui::GetContentRegionAvail().x;
    const float wanted = unit(80);
    ImGui::BeginGroup();
    draw_title(context);
    ImGui::EndGroup();
    const bool beside = ImGui::GetItemRectSize().x + gap() + wanted < all;
    const float below = ImGui::GetCursorPosY();
    if (beside) ImGui::SetCursorPos({start.x + all - wanted, start.y + ImGui::GetStyle().ItemSpacing.y});
    choice("quantity", kInspectedSubjects, &subject_, beside ? wanted : all);
    if (beside) ImGui::SetCursorPosY(below);
    update(context.workspace);
    draw_derivation(context);
    attributes_.draw(context);
    draw_tensors(node);
    draw_shapes(node);
    operations_.draw(context.workspace);
    draw_notes(report, node, context.workspace.report_name());
}

void InspectorPanel::update(const Workspace& workspace) {
    const bool same = revision_ == workspace.revision() && node_ == workspace.selected();
    if (same && explained_subject_ == subject_) return;
    revision_ = workspace.revision();
    node_ = workspace.selected();
    explained_subject_ = subject_;
    explanation_ = explain(workspace.report(), node_, static_cast<Subject>(subject_));
    const ShortNames names = symbols_of(explanation_->named);
    for (ExplainedLine& part : explanation_->parts) use_short_names(names, &part);
}

void InspectorPanel::draw_derivation(Context& context) {
    const auto& result = explanation_->total.result;
    const bool is_complete = explanation_->basis < Basis::Partial;
    if (!result || (*result == 0 && !is_complete)) {
        ImGui::Dummy({0, unit(1)});
        wrapped_text(word(kUnknown[subject_]), palette().warning);
        return;
    }
    static constexpr ByBound<Word> kTitles{"all_together", "all_together_at_most", "all_together_at_least",
                                           "all_together_about"};
    section(word(kTitles.of(explanation_->basis)));
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(1));
    draw_total(context);
    draw_approximation();
    ImGui::PopStyleVar();
    if (static_cast<Subject>(subject_) == Subject::Activations) {
        const std::string dtype = model_dtype(context.workspace.report());
        wrapped_text(word("activations_are_kept",
                          {{"bytes", print(bytes_of(dtype), Notation::Unicode)}, {"type", dtype}}),
                     palette().muted);
    }
    draw_copy_buttons(context);
    const std::size_t shown = std::min(explanation_->parts.size(), kMostParts);
    // The only tensor of a layer is the total.
    const bool is_leaf = context.workspace.report().nodes[node_].subtree_end == node_ + 1;
    if (shown == 0 || (shown == 1 && is_leaf)) return;
    section(word("made_of"));
    // The formulas of the largest parts of a model are nearly the model's own.
    for (std::size_t i = 0; i < shown; ++i) draw_part(explanation_->parts[i], node_ != 0 || is_leaf);
    if (shown < explanation_->parts.size()) {
        caption(word("and_more", {{"count", std::to_string(explanation_->parts.size() - shown)}}));
    }
}

void InspectorPanel::draw_total(Context& context) {
    const ExplainedLine& total = explanation_->total;
    const std::vector<EquationSide> sides = explanation_->sides();
    terms_.update(context, node_, static_cast<Subject>(subject_), explanation_->named);
    for (const EquationSide& side : sides) {
        const bool is_of_model = side.formula == &explanation_->named;
        TermInks inks;
        if (is_of_model && !side.in_numbers)
            inks = {terms_.colours(), terms_.grounds(context.workspace.report(), context.pointed)};
        const Term* const pointed = draw_side(side, &side == &sides.front(), inks);
        if (is_of_model) terms_.highlight(context, side.formula->formula, pointed);
    }
    const std::string result = total.result ? with_thousands(*total.result) : "";
    wrapped_text(sides.empty() ? result : "= " + result, palette().text, Type::Figure);
    draw_legend(explanation_->legend());
}

void InspectorPanel::draw_approximation() const {
    const std::optional<Approximation>& near = explanation_->approximation;
    if (!near || !near->value) return;
    math_text(near->formula, {.colour = palette().accent, .lead = "≈", .most_lines = kMostFormulaLines});
    wrapped_text(word("off_by", {{"value", with_thousands(*near->value)},
                                 {"error", relative_error(near->relative_error)}}),
                 palette().muted);
}

void InspectorPanel::draw_copy_buttons(Context& context) const {
    struct Copy {
        Word label;
        Notation notation;
    };
    static constexpr Copy kCopies[] = {
        {"plain_text", Notation::Plain}, {"unicode", Notation::Unicode}, {"latex", Notation::Latex}};
    ImGui::AlignTextToFramePadding();
    caption(word("copy_as"));
    for (const Copy& each : kCopies) {
        ImGui::SameLine(0, unit(1));
        if (button(word(each.label), ButtonKind::Quiet)) {
            copy(context, written_out(*explanation_, each.notation), word(each.label));
        }
    }
}

}  // namespace paramscope::app
