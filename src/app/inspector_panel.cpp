#include "app/inspector_panel.h"

#include <algorithm>
#include <span>

#include "algebra/print.h"
#include "app/formula_text.h"
#include "app/numbers.h"
#include "app/theme.h"
#include "app/widgets.h"
#include "app/words.h"

namespace paramscope::app {
namespace {

// A module with more children than this is told by its first ones.
constexpr std::size_t kMostParts = 40;
constexpr std::size_t kMostTensors = 200;
constexpr int kMostFormulaLines = 24;

constexpr Word kSubjects[] = {Word::Parameters, Word::Macs, Word::Flops};

std::string signal_text(const Signal& signal) {
    switch (signal.kind) {
        case Signal::Kind::Unknown:
            return std::string(word(Word::ShapeUnknown));
        case Signal::Kind::Tensor:
            return to_string(signal.dims);
        case Signal::Kind::Tuple:
            break;
    }
    std::string words;
    for (const Signal& item : signal.items) words += (words.empty() ? "" : ", ") + signal_text(item);
    return "[" + words + "]";
}

// "formula = numbers = result", as one would write it down.
std::string written_out(const ExplainedLine& line, Notation notation) {
    std::string words = line.formula_text(notation);
    const std::string numbers = line.numbers_text(notation);
    const std::string result = line.result ? with_thousands(*line.result) : "";
    if (numbers != words && numbers != result) words += " = " + numbers;
    if (!result.empty() && result != words) words += " = " + result;
    return words;
}

std::string tensor_marks(const TensorReport& tensor) {
    std::string words;
    const auto add = [&words](std::string_view mark) {
        if (!words.empty()) words += ", ";
        words += mark;
    };
    if (tensor.role == Role::Buffer) add(word(Word::Buffer));
    if (!tensor.trainable && tensor.role == Role::Parameter) add(word(Word::FrozenTensor));
    if (!tensor.tied_to.empty()) add(word(Word::SharedWith, {tensor.tied_to}));
    if (tensor.hidden) add(word(Word::NotPrinted));
    if (tensor.inferred) add(word(Word::Inferred));
    if (!tensor.dtype.empty() && tensor.dtype != "float32") add(tensor.dtype);
    return words;
}

}  // namespace

void InspectorPanel::draw(Context& context) {
    const Report& report = context.workspace.report();
    if (report.root() == nullptr) return;
    update(context.workspace);
    const NodeReport& node = report.nodes[context.workspace.selected()];
    draw_title(context);
    draw_subjects(context);
    draw_derivation(context);
    draw_tensors(node);
    draw_shapes(node);
    draw_notes(report, node, context.workspace.report_name());
}

InspectorPanel::Line InspectorPanel::line_of(const ExplainedLine& explained) {
    Line line;
    line.subject = explained.subject;
    line.formula = explained.formula_text(Notation::Unicode);
    line.result = explained.result ? with_thousands(*explained.result) : "";
    line.numbers = explained.numbers_text(Notation::Unicode);
    if (line.numbers == line.formula || line.numbers == line.result) line.numbers.clear();
    std::string ungrouped = line.result;
    std::erase(ungrouped, ',');
    if (line.formula == ungrouped) line.formula.clear();
    if (line.numbers == ungrouped) line.numbers.clear();
    return line;
}

void InspectorPanel::update(const Workspace& workspace) {
    const bool same = revision_ == workspace.revision() && node_ == workspace.selected();
    if (same && explained_subject_ == subject_ && language_ == language()) return;
    language_ = language();
    revision_ = workspace.revision();
    node_ = workspace.selected();
    explained_subject_ = subject_;
    explanation_.reset();
    if (!quantity_of(workspace.report().nodes[node_], static_cast<Subject>(subject_)).value) return;

    explanation_ = explain(workspace.report(), node_, static_cast<Subject>(subject_));
    const std::size_t shown = std::min(explanation_->parts.size(), kMostParts);
    parts_.clear();
    for (std::size_t i = 0; i < shown; ++i) parts_.push_back(line_of(explanation_->parts[i]));
    parts_left_out_ = explanation_->parts.size() - shown;
    total_ = line_of(explanation_->total);
    approximation_.clear();
    if (explanation_->approximation && explanation_->approximate_value) {
        approximation_ = print(*explanation_->approximation, Notation::Unicode);
        approximation_note_ = word(Word::OffBy, {with_thousands(*explanation_->approximate_value),
                                                 relative_error(explanation_->relative_error)});
    }
}

void InspectorPanel::draw_title(Context& context) const {
    const NodeReport& node = context.workspace.report().nodes[context.workspace.selected()];
    {
        const WithType type(Type::Heading);
        dot(family_colour(node.family));
        wrapped_text(node.type, palette().text);
    }
    std::string words = node.path.empty() ? std::string(word(Word::WholeModel)) : node.path;
    if (node.repeat.value && *node.repeat.value != 1)
        words += "   " + with_thousands(*node.repeat.value) + " ×";
    const WithType type(Type::Code);
    wrapped_text(words, palette().muted);
}

void InspectorPanel::draw_subjects(Context& context) {
    ImGui::Dummy({0, unit(0.5f)});
    choice(Word::Quantity, kSubjects, &subject_, ImGui::GetContentRegionAvail().x);
    context.places.mark("subjects");
    update(context.workspace);
}

void InspectorPanel::draw_derivation(Context& context) const {
    const Quantity& quantity =
        quantity_of(context.workspace.report().nodes[node_], static_cast<Subject>(subject_));
    if (!explanation_) {
        ImGui::Dummy({0, unit(1)});
        wrapped_text(word(subject_ == 0 ? Word::ParametersUnknown : Word::WorkUnknown), palette().warning);
        return;
    }
    section(word(quantity.complete ? Word::AllTogether : Word::AllTogetherAtLeast));
    draw_line(total_, true);
    draw_approximation();
    draw_copy_buttons(context);
    if (parts_.empty()) return;
    section(word(Word::MadeOf));
    for (const Line& line : parts_) draw_line(line, false);
    if (parts_left_out_ > 0) caption(word(Word::AndMore, {std::to_string(parts_left_out_)}));
}

void InspectorPanel::draw_line(const Line& line, bool is_total) const {
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, unit(0.5f)});
    if (!is_total) {
        const float left = ImGui::GetCursorPosX();
        const float room_left = ImGui::GetContentRegionAvail().x;
        const float result_width = text_width(line.result);
        {
            const WithType type(Type::Body);
            clipped_text(line.subject, room_left - result_width - unit(3), palette().text);
        }
        ImGui::SameLine(left + room_left - result_width, 0);
        text(line.result);
        if (!line.formula.empty()) formula_text(line.formula, palette().muted, kMostFormulaLines);
    } else {
        if (!line.formula.empty()) formula_text(line.formula, palette().text, kMostFormulaLines);
        if (!line.numbers.empty()) formula_text("= " + line.numbers, palette().muted, kMostFormulaLines);
        const WithType type(Type::Figure);
        wrapped_text(line.formula.empty() ? line.result : "= " + line.result, palette().text);
    }
    ImGui::PopStyleVar();
    ImGui::Dummy({0, 0});
}

void InspectorPanel::draw_approximation() const {
    if (approximation_.empty()) return;
    formula_text("≈ " + approximation_, palette().accent, kMostFormulaLines);
    wrapped_text(approximation_note_, palette().muted);
}

void InspectorPanel::draw_copy_buttons(Context& context) const {
    struct Copy {
        Word label;
        const char* place;
        Notation notation;
    };
    static constexpr Copy kCopies[] = {{Word::PlainText, "copy:text", Notation::Plain},
                                       {Word::Unicode, "copy:unicode", Notation::Unicode},
                                       {Word::Latex, "copy:latex", Notation::Latex}};
    ImGui::AlignTextToFramePadding();
    caption(word(Word::CopyAs));
    for (const Copy& each : kCopies) {
        ImGui::SameLine(0, unit(1));
        if (button(each.label)) {
            copy(context, written_out(explanation_->total, each.notation), word(each.label));
        }
        context.places.mark(each.place);
    }
}

void InspectorPanel::draw_tensors(const NodeReport& node) const {
    if (node.tensors.empty()) return;
    section(word(Word::Tensors));
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const std::size_t shown = std::min(node.tensors.size(), kMostTensors);
    for (std::size_t i = 0; i < shown; ++i) {
        const TensorReport& tensor = node.tensors[i];
        {
            const WithType type(Type::Code);
            text(tensor.name);
            ImGui::SameLine();
            text(to_string(tensor.shape), palette().muted);
        }
        const std::string count = tensor.count ? with_thousands(*tensor.count) : "?";
        ImGui::SameLine(right - text_width(count), 0);
        text(count);
        if (const std::string marks = tensor_marks(tensor); !marks.empty()) caption(marks);
    }
    if (node.tensors.size() > shown) {
        caption(word(Word::AndMore, {std::to_string(node.tensors.size() - shown)}));
    }
}

void InspectorPanel::draw_shapes(const NodeReport& node) const {
    section(word(Word::Shapes));
    const WithType type(Type::Code);
    wrapped_text(signal_text(node.input) + " → " + signal_text(node.output), palette().text);
}

void InspectorPanel::draw_notes(const Report& report, const NodeReport& node, std::string_view title) const {
    std::span<const std::string> model_notes;
    if (&node == report.root() && report.model != nullptr) model_notes = report.model->notes;
    // A preset's first comment is its title, which the page shows already.
    if (!model_notes.empty() && model_notes.front() == title) model_notes = model_notes.subspan(1);
    if (node.notes.empty() && model_notes.empty()) return;
    section(word(Word::Notes));
    for (const std::string& note : node.notes) wrapped_text(note, palette().text);
    for (const std::string& note : model_notes) wrapped_text(note, palette().text);
}

}  // namespace paramscope::app
