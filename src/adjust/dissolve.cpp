// Puts numbers back in the place of a hyper-parameter.
#include <algorithm>

#include "adjust/adjust.h"
#include "adjust/edits.h"
#include "algebra/print.h"
#include "base/characters.h"
#include "base/ranges.h"
#include "layers/signal.h"
#include "model/read/read.h"

namespace paramscope {
namespace adjust {
namespace {

class Dissolver {
  public:
    Dissolver(std::string_view text, const Model& model, const Variable& variable)
        : text_(text), model_(model), variable_(variable), number_(print(variable.value, Notation::Plain)) {}

    std::string run() {
        edits_.push_back({line_of(variable_.span), ""});
        for (const Variable& other : model_.variables)
            if (&other != &variable_) replace(other.value, other.value_span);
        for (const Input& input : model_.inputs) replace_shape(input);
        visit(model_.root);
        return edited(text_, std::move(edits_));
    }

  private:
    Span line_of(Span span) const {
        while (span.begin > 0 && !is_line_break(text_[span.begin - 1])) --span.begin;
        while (span.end < text_.size() && !is_line_break(text_[span.end])) ++span.end;
        if (span.end < text_.size() && text_[span.end] == '\r') ++span.end;
        if (span.end < text_.size() && text_[span.end] == '\n') ++span.end;
        return span;
    }

    bool mentions(const Polynomial& formula) const {
        if (formula.is_constant()) return false;
        const std::vector<std::string> names = symbols(formula);
        return contains(names, variable_.name);
    }

    Polynomial with_number(const Polynomial& formula) const {
        return substitute(formula, [&](std::string_view name) -> std::optional<Polynomial> {
            return name == variable_.name ? std::optional(variable_.value) : std::nullopt;
        });
    }

    void replace(const Polynomial& formula, Span span) {
        if (mentions(formula)) edits_.push_back({span, print(with_number(formula), Notation::Plain)});
    }

    void replace_shape(const Input& input) {
        if (none_of(input.shape, [&](const Polynomial& size) { return mentions(size); })) return;
        Dims shape;
        for (const Polynomial& size : input.shape) shape.push_back(with_number(size));
        edits_.push_back({input.span, to_string(shape)});
    }

    void visit(const Module& module) {
        for (const Argument& argument : module.arguments.list()) visit(module, argument.value);
        if (module.repeat_span.begin != module.repeat_span.end) replace(module.repeat, module.repeat_span);
        for (const Tensor& tensor : module.tensors) replace_words(tensor.span);
        if (module.forward) replace_words(module.forward->span);
        for (const Module& child : module.children) visit(child);
    }

    void visit(const Module& module, const paramscope::Value& value) {
        using Kind = paramscope::Value::Kind;
        for (const paramscope::Value& item : value.items) visit(module, item);
        const Span span = place_in_text(module, value.span);
        if (value.kind == Kind::Word && value.text == variable_.name) edits_.push_back({span, number_});
        if (value.kind == Kind::Number) replace(value.number, span);
    }

    /// Replaces the name wherever it is a word of its own.
    void replace_words(const Span& span) {
        for (std::uint32_t begin = span.begin; begin < span.end;) {
            std::uint32_t end = begin;
            while (end < span.end && is_name_part(text_[end])) ++end;
            const bool is_path =
                (begin > 0 && text_[begin - 1] == '.') || (end < text_.size() && text_[end] == '.');
            if (text_.substr(begin, end - begin) == variable_.name && !is_path)
                edits_.push_back({{begin, end}, number_});
            begin = std::max(end, begin + 1);
        }
    }

    std::string_view text_;
    const Model& model_;
    const Variable& variable_;
    std::string number_;
    std::vector<Edit> edits_;
};

}  // namespace
}  // namespace adjust

std::string dissolve(std::string_view text, std::string_view name) {
    Diagnostics ignored;
    const Model model = read_model_text(text, &ignored);
    const auto* variable = find_by(model.variables, &Variable::name, name);
    if (variable == nullptr || !variable->value.is_constant()) return std::string(text);
    return adjust::Dissolver(text, model, *variable).run();
}

}  // namespace paramscope
