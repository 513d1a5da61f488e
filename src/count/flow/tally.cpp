#include "count/flow/tally.h"

#include "base/ranges.h"
#include "count/report/tensor_numbers.h"

namespace paramscope {
namespace {

/// Tallies weights that no matrix work accounts for; some conventions count them once for each sample.
void tally_weights(const NumberedList<TensorReport>& tensors, const Polynomial& elements, const Dims& output,
                   Work* work) {
    Polynomial weights;
    bool scales = false;
    for_each_elements(tensors, [&](const TensorReport& tensor, const Polynomial& own_elements) {
        scales = scales || tensor.name == "weight";
        if (tensor.role == Role::Parameter) weights += own_elements;
    });
    if (scales) work->add(Operation::Affine, elements);
    if (!output.empty()) work->add(Operation::SampleWeight, weights * output.front());
}

}  // namespace

const Polynomial& ElementCounts::of(const Dims& shape) {
    if (const Known* found = find_where(known_, [&](const Known& each) { return each.shape == shape; }))
        return found->elements;
    Known& made = known_[oldest_];
    oldest_ = (oldest_ + 1) % known_.size();
    made = {shape, product(shape)};
    return made.elements;
}

void tally_layer(const FoundLayer& layer, const NumberedList<TensorReport>& tensors, const Dims& input,
                 const Signal& output, ElementCounts& counts, Work* work) {
    if (!layer.creates_output() || !output.is_tensor()) return;
    const Polynomial elements = counts.of(output.dims);
    work->add(layer.is_pooling() ? Operation::Pooled : Operation::Element, elements);
    if (layer.is_pooling()) work->add(Operation::PoolInput, counts.of(input));
    if (!layer.rule->has_work) tally_weights(tensors, elements, output.dims, work);
}

void tally_own_weights(const NumberedList<TensorReport>& tensors, const Signal& output, Work* work) {
    if (!output.is_tensor() || output.dims.empty()) return;
    for_each_elements(tensors, [&](const TensorReport& tensor, const Polynomial& own_elements) {
        // torchinfo counts these by name.
        const bool is_weight = tensor.name == "weight" || tensor.name == "bias";
        if (is_weight) work->add(Operation::SampleWeight, own_elements * output.dims.front());
    });
}

void tally_function(const Polynomial& elements, const ElementOperations& per_element, Work* work) {
    const std::pair<Operation, int> operations[] = {
        {Operation::Add, per_element.add},       {Operation::Multiply, per_element.multiply},
        {Operation::Divide, per_element.divide}, {Operation::Exp, per_element.exp},
        {Operation::Sqrt, per_element.sqrt},     {Operation::Compare, per_element.compare},
    };
    bool has_operations = false;
    for (const auto& [operation, times] : operations) {
        has_operations = has_operations || times != 0;
        if (times != 0) work->add(operation, elements * times);
    }
    if (has_operations) work->add(Operation::Element, elements);
}

}  // namespace paramscope
