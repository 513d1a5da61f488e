#include "model/move_spans.h"

namespace paramscope {
namespace {

class Mover {
  public:
    explicit Mover(std::uint32_t distance) : distance_(distance) {}

    void move_body(Module& module) const {
        module.tensors.change([this](Tensor& tensor) { move(tensor.span); });
        for (Module& child : module.children) move(child);
        if (module.forward) move(*module.forward);
    }

    void move(Argument& argument) const {
        move(argument.span);
        move(argument.value);
    }

  private:
    void move(Span& span) const {
        if (span == Span{}) return;
        span.begin += distance_;
        span.end += distance_;
    }

    void move(Module& module) const {
        for (Span* span : {&module.span, &module.type_span, &module.repeat_span}) move(*span);
        move_body(module);
    }

    void move(Value& value) const {
        move(value.span);
        value.items.change([this](Value& item) { move(item); });
        value.arguments.change([this](Argument& argument) { move(argument); });
    }

    void move(Forward& forward) const {
        move(forward.span);
        move(forward.result);
        for (Forward::Binding& binding : forward.bindings) move(binding.value);
    }

    void move(ForwardExpression& expression) const {
        move(expression.span);
        move(expression.literal);
        for (ForwardExpression& operand : expression.operands) move(operand);
        for (ForwardExpression::Keyword& keyword : expression.keywords) {
            move(keyword.span);
            move(keyword.value);
        }
    }

    std::uint32_t distance_;
};

}  // namespace

void move_spans_of_body(Module* module, std::uint32_t distance) {
    Mover(distance).move_body(*module);
}

void move_spans(std::vector<Argument>* arguments, std::uint32_t distance) {
    const Mover mover(distance);
    for (Argument& argument : *arguments) mover.move(argument);
}

}  // namespace paramscope
