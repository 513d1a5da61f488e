// Steps that multiply by a number or add one: they make a tensor.
#include "open/python/trace/forward.h"

namespace paramscope::open::python {

Value ForwardPass::scaled(const Value& tensor) {
    if (frames_.empty()) return tensor;
    const TensorObject& of = tensor.tensor();
    if (of.origin.frame != frame().number || !of.is_floating || of.is_mask || of.routed != Routed::No ||
        !of.data.empty())
        return tensor;
    auto* made = evaluator_.make<TensorObject>();
    *made = of;
    return reshape("scaled", tensor, Value::of(Type::Tensor, made), {});
}

}  // namespace paramscope::open::python
