#include "model/move_spans.h"

namespace paramscope {
namespace {

class Mover {
  public:
    explicit Mover(std::uint32_t distance) : distance_(distance) {}

    void move_body(Module& module) const {
        for (Argument& argument : module.arguments) move(argument);
        for (Tensor& tensor : module.tensors) move(tensor.span);
        for (Module& child : module.children) move(child);
        if (module.forward) move(*module.forward);
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

    void move(Argument& argument) const {
        move(argument.span);
        move(argument.value);
    }

    void move(Value& value) const {
        move(value.span);
        for (Value& item : value.items) move(item);
        for (Argument& argument : value.arguments) move(argument);
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

}  // namespace paramscope
