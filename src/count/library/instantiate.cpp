#include "count/library/instantiate.h"

#include <utility>

#include "base/ranges.h"

namespace paramscope {
namespace {

/// Replaces the names of a signature throughout a module.
class Instantiation {
  public:
    Instantiation(Signature signature, const Arguments& arguments)
        : signature_(std::move(signature)), arguments_(arguments) {}

    void apply(Module& module) const {
        module.arguments.change([this](Argument& argument) { apply(argument.value); });
        apply_inside(module);
    }

    /// Leaves the module's own arguments alone: at the root of a rule they are the signature.
    void apply_inside(Module& module) const {
        module.repeat = replaced(module.repeat);
        module.tensors.change([this](Tensor& tensor) {
            for (Polynomial& dim : tensor.shape) dim = replaced(dim);
        });
        if (module.forward) {
            apply(module.forward->result);
            for (Forward::Binding& binding : module.forward->bindings) apply(binding.value);
        }
        for (Module& child : module.children) apply(child);
    }

    void apply(Value& value) const {
        if (value.kind == Value::Kind::Word && is_parameter(value.text)) {
            if (const Value* bound = arguments_.find(value.text)) value = *bound;
            return;
        }
        if (value.kind == Value::Kind::Number && !value.number.is_constant()) {
            value = Value::of_number(replaced(value.number));
        }
        value.items.change([this](Value& item) { apply(item); });
        value.arguments.change([this](Argument& argument) { apply(argument.value); });
    }

  private:
    bool is_parameter(std::string_view name) const {
        return contains_by(signature_, parameter_name, name);
    }

    Polynomial replaced(const Polynomial& formula) const {
        if (formula.is_constant()) return formula;
        return substitute(formula, [this](std::string_view name) -> std::optional<Polynomial> {
            if (!is_parameter(name)) return std::nullopt;
            return arguments_.number(name);
        });
    }

    void apply(ForwardExpression& expression) const {
        if (expression.kind == ForwardExpression::Kind::Name && is_parameter(expression.name)) {
            expression.kind = ForwardExpression::Kind::Literal;
            expression.literal = Value::of_word(expression.name);
        }
        if (expression.kind == ForwardExpression::Kind::Literal) apply(expression.literal);
        for (ForwardExpression& operand : expression.operands) apply(operand);
        for (ForwardExpression::Keyword& keyword : expression.keywords) apply(keyword.value);
    }

    const Signature signature_;
    const Arguments& arguments_;
};

}  // namespace

Module instantiate(const Module& pattern, const Arguments& arguments) {
    Module built = pattern;
    Instantiation(pattern.arguments.list(), arguments).apply_inside(built);
    return built;
}

Value instantiate(const Value& value, const Signature& signature, const Arguments& arguments) {
    Value built = value;
    Instantiation(signature, arguments).apply(built);
    return built;
}

}  // namespace paramscope
