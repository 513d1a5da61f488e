// Steps that multiply by a number or add one: they make a tensor, and matter where it is kept beside the one
// that it is made of.
#include <algorithm>

#include "base/ranges.h"
#include "count/passes/keeps.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/modules/modules.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {
namespace {

constexpr std::string_view kScaled = "scaled";

class ScaledSteps {
  public:
    ScaledSteps(ForwardFrame* frame, std::vector<ForwardOperand>* outputs)
        : frame_(*frame), outputs_(*outputs), users_(frame->steps.size()) {
        for (std::size_t i = 0; i < frame_.steps.size(); ++i)
            for (const ForwardOperand& operand : frame_.steps[i].operands)
                if (operand.kind == ForwardOperand::Kind::Step) users_[operand.index].push_back(i);
    }

    /// Takes those away that need not be seen.
    void drop() {
        for (std::size_t i = 0; i < frame_.steps.size(); ++i)
            if (frame_.steps[i].function == kScaled && !matters(i)) replace(i);
    }

  private:
    bool matters(std::size_t step) const {
        return is_kept_by_user(step, step) && is_kept_elsewhere(frame_.steps[step].operands.front(), step);
    }

    Keeps keeps_of(const ForwardStep& step) const {
        if (!step.is_module) return keeps_of_function(step.function).value_or(Keeps{.input = true});
        const FoundLayer layer = find_layer(layer_of(*step.target->cls));
        if (!layer.rule) return {.input = true};
        return keeps_of_layer(layer.rule->type, layer.family()).value_or(Keeps{.input = true});
    }

    /// True where a step, but for `besides`, keeps what `step` makes, or a view of it.
    bool is_kept_by_user(std::size_t step, std::size_t besides) const {
        return any_of(users_[step], [&](std::size_t user) {
            if (user == besides) return false;
            const Keeps keeps = keeps_of(frame_.steps[user]);
            return keeps.input || keeps.others || (keeps.is_view && is_kept_by_user(user, besides));
        });
    }

    /// True for a tensor that is there, or kept, without the step that makes another of it.
    bool is_kept_elsewhere(const ForwardOperand& operand, std::size_t step) const {
        if (operand.kind != ForwardOperand::Kind::Step) return true;
        const ForwardStep& maker = frame_.steps[operand.index];
        const Keeps keeps = keeps_of(maker);
        if (keeps.output || is_kept_by_user(operand.index, step)) return true;
        return keeps.is_view && !maker.operands.empty() && is_kept_elsewhere(maker.operands.front(), step);
    }

    void replace(std::size_t step) {
        const ForwardOperand source = frame_.steps[step].operands.front();
        const auto put = [&](ForwardOperand& operand) {
            if (operand.kind == ForwardOperand::Kind::Step && operand.index == step) operand = source;
        };
        for (ForwardStep& each : frame_.steps) std::for_each(each.operands.begin(), each.operands.end(), put);
        std::for_each(outputs_.begin(), outputs_.end(), put);
        if (source.kind == ForwardOperand::Kind::Step)
            users_[source.index].insert(users_[source.index].end(), users_[step].begin(), users_[step].end());
        frame_.steps[step].function.clear();
        frame_.steps[step].operands.clear();
    }

    ForwardFrame& frame_;
    std::vector<ForwardOperand>& outputs_;
    std::vector<std::vector<std::size_t>> users_;  ///< of each step's result
};

}  // namespace

Value ForwardPass::scaled(const Value& tensor) {
    const TensorObject& of = tensor.tensor();
    if (of.origin.frame != frame().number || !of.is_floating || of.is_mask || of.routed != Routed::No ||
        !of.data.empty())
        return tensor;
    auto* made = evaluator_.make<TensorObject>();
    *made = of;
    return reshape(kScaled, tensor, Value::of(Type::Tensor, made), {});
}

void ForwardPass::drop_scaled(ForwardFrame& frame, std::vector<ForwardOperand>& outputs) {
    ScaledSteps(&frame, &outputs).drop();
}

}  // namespace paramscope::open::python
