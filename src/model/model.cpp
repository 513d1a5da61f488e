#include "model/model.h"

#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope {

std::string_view first_name(std::string_view name) {
    if (name.empty() || !is_digit(name.front())) return name;  // as nearly all names
    const std::size_t dash = name.find('-');
    if (dash == std::string_view::npos || !is_digits(name.substr(0, dash))) return name;
    const std::string_view last = name.substr(dash + 1);
    return last == "*" || is_digits(last) ? name.substr(0, dash) : name;
}

std::string_view first_name(const Module& module) {
    return first_name(std::string_view(module.name));
}

namespace {

bool has_variable(const Model& model, std::string_view name) {
    return contains_by(model.variables, &Variable::name, name);
}

/// True for an expression of symbols, or the name of a variable alone.
bool uses_variables(const Model& model, const Value& value) {
    if (value.kind == Value::Kind::Number) return !value.number.is_constant();
    if (value.kind == Value::Kind::Word) return has_variable(model, value.text);
    return any_of(value.items, [&](const Value& item) { return uses_variables(model, item); });
}

bool uses_variables(const Model& model, const NumberedList<Argument>& arguments) {
    const SharedList<Argument>& pattern = arguments.pattern();  // numbers beside it have no symbols
    return any_of(pattern, [&](const Argument& argument) { return uses_variables(model, argument.value); });
}

bool has_symbols(const Dims& shape) {
    return any_of(shape, [](const Polynomial& size) { return !size.is_constant(); });
}

bool uses_variables(const Model& model, const Module& module) {
    return !module.repeat.is_constant() || (module.stated_input && has_symbols(*module.stated_input)) ||
           uses_variables(model, module.arguments) ||
           any_of(module.tensors, [](const Tensor& tensor) { return has_symbols(tensor.shape); }) ||
           any_of(module.children, [&](const Module& child) { return uses_variables(model, child); });
}

}  // namespace

Span place_in_text(const Module& module, const Span& of_argument) {
    if (of_argument == Span{}) return of_argument;
    const std::uint32_t type = module.type_span.begin;
    return {of_argument.begin + type, of_argument.end + type};
}

bool prints_arguments_only(const Module& module) {
    return module.children.empty() && module.tensors.empty() && module.extra.empty() && !module.forward;
}

bool uses_variables(const Model& model) {
    // `lr = 0.001` beside a print is no hyper-parameter of the model.
    return !model.variables.empty() && uses_variables(model, model.root);
}

bool lists_all_tensors(const Model& model) {
    return model.basis == Basis::Exact || (model.basis != Basis::Printed && uses_variables(model));
}

}  // namespace paramscope
