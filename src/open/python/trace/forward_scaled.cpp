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
/// Views of views that are followed at most: what lies behind may be kept.
constexpr int kMostViews = 16;

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
        return is_kept_by_user(step, step, kMostViews) &&
               is_kept_elsewhere(frame_.steps[step].operands.front(), step, kMostViews);
    }

    Keeps keeps_of(const ForwardStep& step) const {
        if (!step.is_module || step.target == nullptr)
            return keeps_of_function(step.function).value_or(Keeps{.input = true});
        const FoundLayer layer = find_layer(layer_of(*step.target->cls));
        if (!layer.rule) return {.input = true};
        return keeps_of_layer(layer.rule->type, layer.family()).value_or(Keeps{.input = true});
    }

    /// True where a step, but for `besides`, keeps what `step` makes, or a view of it.
    bool is_kept_by_user(std::size_t step, std::size_t besides, int views) const {
        if (views == 0) return true;
        return any_of(users_[step], [&](std::size_t user) {
            const ForwardStep& taker = frame_.steps[user];
            const bool is_taken_away = !taker.is_module && taker.function.empty();
            if (user == besides || is_taken_away) return false;
            const Keeps keeps = keeps_of(taker);
            return keeps.input || keeps.others ||
                   (keeps.is_view && is_kept_by_user(user, besides, views - 1));
        });
    }

    /// True for a tensor that is there, or kept, without the step that makes another of it.
    bool is_kept_elsewhere(const ForwardOperand& operand, std::size_t step, int views) const {
        if (operand.kind != ForwardOperand::Kind::Step || views == 0) return true;
        const ForwardStep& maker = frame_.steps[operand.index];
        const Keeps keeps = keeps_of(maker);
        if (keeps.output || is_kept_by_user(operand.index, step, views)) return true;
        return keeps.is_view && !maker.operands.empty() &&
               is_kept_elsewhere(maker.operands.front(), step, views - 1);
    }

    void replace(std::size_t step) {
        const ForwardOperand source = frame_.steps[step].operands.front();
        const auto put = [&](ForwardOperand& operand) {
            if (operand.kind == ForwardOperand::Kind::Step && operand.index == step) operand = source;
        };
        for (const std::size_t user : users_[step])
            std::for_each(frame_.steps[user].operands.begin(), frame_.steps[user].operands.end(), put);
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
    if (frames_.empty()) return tensor;
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
