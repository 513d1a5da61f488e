// Steps of a module that has no line of its own, in the line of the module around: its calls differ from one
// another, it calls modules that are no part of it, or it is made by the forward pass.
#include <algorithm>

#include "base/concat.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {

Value ForwardPass::inline_steps(const ForwardFrame& inner, const std::vector<ForwardOperand>& operands,
                                const Value& result) {
    const std::size_t offset = frame().steps.size();
    const auto remap = [&](ForwardOperand& operand) {
        if (operand.kind == ForwardOperand::Kind::Step)
            operand.index += offset;
        else if (operand.kind == ForwardOperand::Kind::Input && operand.index < operands.size())
            operand = operands[operand.index];
        else if (operand.object != nullptr)
            operand = operand_of(Value::of(Type::Tensor, const_cast<TensorObject*>(operand.object)));
    };
    for (ForwardStep step : inner.steps) {
        for (ForwardOperand& operand : step.operands) remap(operand);
        if (step.target != nullptr) {
            step.function = path_of(*step.target).value_or("");
            frame().calls_foreign = frame().calls_foreign || step.function.empty();
        }
        frame().steps.push_back(std::move(step));
    }
    if (inner.unknown && !frame().unknown) {
        frame().unknown = inner.unknown;
        frame().unknown_span = inner.unknown_span;
    }
    return moved(result, inner, offset, operands);
}

Value ForwardPass::moved(const Value& value, const ForwardFrame& inner, std::size_t offset,
                         const std::vector<ForwardOperand>& operands) {
    switch (value.type) {
        case Type::Tensor: {
            auto* copy = evaluator_.make<TensorObject>();
            *copy = value.tensor();
            if (copy->origin.frame != inner.number) return value;
            copy->origin.frame = frame().number;
            if (!copy->origin.is_input) {
                copy->origin.index += offset;
            } else {
                const ForwardOperand& operand = operands.at(copy->origin.index);
                copy->origin.is_input = operand.kind == ForwardOperand::Kind::Input;
                copy->origin.index = operand.index;
                copy->origin.items = operand.items;
                const bool is_local = copy->origin.is_input || operand.kind == ForwardOperand::Kind::Step;
                if (!is_local) copy->origin = {};
            }
            return Value::of(Type::Tensor, copy);
        }
        default:
            return evaluator_.map_items(
                value, [&](const Value& item, const Value*) { return moved(item, inner, offset, operands); });
    }
}

}  // namespace paramscope::open::python
