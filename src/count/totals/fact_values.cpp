#include "count/totals/fact_values.h"

#include <utility>
#include <vector>

#include "base/ranges.h"
#include "count/flow/signals.h"

namespace paramscope {
namespace {

void set_value(const Environment& environment, Quantity* quantity) {
    quantity->value = environment.shown_integer(quantity->formula);
}

/// No work of which a part is unknown is no number.
void set_work_value(const Environment& environment, Quantity* work) {
    set_value(environment, work);
    if (!work->is_complete() && work->formula.is_zero()) work->value.reset();
}

void set_values(const Environment& environment, const Quantity& parameters, ModuleFacts::Unusual* unusual) {
    for (Quantity* quantity : {&unusual->repeat, &unusual->active, &unusual->stored, &unusual->trainable})
        set_value(environment, quantity);
    unusual->frozen.reset();
    if (unusual->trainable.value && parameters.value)
        unusual->frozen = *parameters.value - *unusual->trainable.value;
}

std::optional<SharedList<Integer>> sizes(const Environment& environment, const Signal& output) {
    const Signal& tensor = first_tensor(output);
    if (!tensor.is_tensor()) return std::nullopt;
    std::vector<Integer> numbers;
    for (const Polynomial& dim : tensor.dims) {
        const std::optional<Integer> size = environment.shown_integer(dim);
        if (!size) return std::nullopt;
        numbers.push_back(*size);
    }
    return SharedList<Integer>(std::move(numbers));
}

bool has_constant_tensors(const ModuleFacts& facts) {
    const SharedList<TensorReport>& tensors = facts.tensors.pattern();
    return all_of(tensors, [](const TensorReport& tensor) { return tensor.elements.is_constant(); });
}

}  // namespace

void set_values(const Environment& environment, ModuleFacts* facts) {
    set_value(environment, &facts->parameters);
    set_value(environment, &facts->buffers);
    set_work_value(environment, &facts->macs);
    set_work_value(environment, &facts->flops);
    if (facts->unusual) set_values(environment, facts->parameters, &*facts->unusual);
    facts->output_sizes = sizes(environment, *facts->output);
}

bool has_constant_values(const ModuleFacts& facts) {
    const Dims& output = first_tensor(*facts.output).dims;
    const auto is_constant = [](const Polynomial& formula) { return formula.is_constant(); };
    return !facts.unusual && is_constant(facts.parameters.formula) && is_constant(facts.buffers.formula) &&
           is_constant(facts.macs.formula) && is_constant(facts.flops.formula) &&
           all_of(output, is_constant) && has_constant_tensors(facts);
}

void set_tensor_values(const Environment& environment, ModuleFacts* facts) {
    if (has_constant_tensors(*facts)) return;
    facts->tensors.change(
        [&](TensorReport& tensor) { tensor.count = environment.shown_integer(tensor.elements); });
}

std::optional<Integer> whole_bytes(const Environment& environment, const Polynomial& bits) {
    const std::optional<Integer> known = environment.shown_integer(bits);
    if (!known) return std::nullopt;
    return *known / 8 + (*known % 8 != 0 ? 1 : 0);
}

}  // namespace paramscope
