#include "hub/rename.h"

#include <optional>
#include <utility>

#include "algebra/print.h"
#include "base/ranges.h"

namespace paramscope::hub {
namespace {

class Renaming {
  public:
    explicit Renaming(const NewNames& names) : names_(names) {}

    void apply_to(Model& model) const {
        for (Variable& variable : model.variables) {
            variable.name = new_name(variable.name).value_or(variable.name);
            apply_to(variable.value);
            variable.text = print(variable.value, Notation::Plain);
        }
        for (Input& input : model.inputs) apply_to(input.shape);
        apply_to(model.root);
    }

  private:
    std::optional<std::string> new_name(std::string_view name) const {
        const auto found = names_.find(name);
        return found == names_.end() ? std::nullopt : std::optional(found->second);
    }

    void apply_to(Polynomial& size) const {
        if (size.is_constant()) return;
        size = substitute(size, [&](std::string_view symbol) -> std::optional<Polynomial> {
            const std::optional<std::string> name = new_name(symbol);
            return name ? std::optional(Polynomial::symbol(*name)) : std::nullopt;
        });
    }

    void apply_to(Dims& sizes) const {
        for (Polynomial& size : sizes) apply_to(size);
    }

    void apply_to(Value& value) const {
        if (value.kind == Value::Kind::Word) {
            if (const std::optional<std::string> name = new_name(std::string_view(value.text)))
                value.text = *name;
        } else if (value.kind == Value::Kind::Number && !value.number.is_constant()) {
            apply_to(value.number);
            value.text = print(value.number, Notation::Plain);
        }
        value.items.change([&](Value& item) { apply_to(item); });
        value.arguments.change([&](Argument& argument) { apply_to(argument.value); });
    }

    void apply_to(Module& module) const {
        apply_to(module.repeat);
        module.arguments.change([&](Argument& argument) { apply_to(argument.value); });
        module.tensors.change([&](Tensor& tensor) { apply_to(tensor.shape); });
        if (module.stated_input) apply_to(*module.stated_input);
        if (module.forward) without_hidden(module).apply_to(*module.forward);
        for (Module& child : module.children) apply_to(child);
    }

    /// The renaming for a module's forward line.
    Renaming without_hidden(const Module& module) const {
        Renaming visible = *this;
        for (const std::string& input : module.forward->inputs) visible.names_.erase(input);
        for (const Forward::Binding& binding : module.forward->bindings) visible.names_.erase(binding.name);
        for (const Tensor& tensor : module.tensors) visible.names_.erase(std::string(tensor.name));
        return visible;
    }

    void apply_to(Forward& forward) const {
        apply_to(forward.result);
        for (Forward::Binding& binding : forward.bindings) apply_to(binding.value);
        forward.text = to_string(forward);
    }

    void apply_to(ForwardExpression& expression) const {
        if (expression.kind == ForwardExpression::Kind::Name)
            expression.name = new_name(expression.name).value_or(expression.name);
        apply_to(expression.literal);
        for (ForwardExpression& operand : expression.operands) apply_to(operand);
        for (ForwardExpression::Keyword& keyword : expression.keywords) apply_to(keyword.value);
    }

    NewNames names_;
};

}  // namespace

void rename_symbols(Model& model, const NewNames& names) {
    Renaming(names).apply_to(model);
}

}  // namespace paramscope::hub
