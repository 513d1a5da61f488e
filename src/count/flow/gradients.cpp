#include "count/flow/gradients.h"

#include <algorithm>
#include <optional>

#include "base/ranges.h"

namespace paramscope {
namespace {

using Source = Signal::Source;

bool has_macs(const Work::Tally& tally) {
    return is_matrix(tally.operation) && !tally.times.is_zero();
}

int matrix_kinds(const Work& work) {
    return static_cast<int>(std::count_if(work.tallies().begin(), work.tallies().end(), has_macs));
}

bool needs_no_gradient(const Signal& signal) {
    return signal.source != Source::Weights;
}

/// True for a weight that is multiplied with the layer's input: of attention the projections in, of a
/// recurrent network those of its first layer.
bool reads_input(std::string_view tensor) {
    return tensor == "in_proj_weight" || tensor == "weight_ih" || tensor == "weight_ih_l0" ||
           tensor == "weight_ih_l0_reverse";
}

Polynomial vectors_of(const Signal& input) {
    Polynomial vectors = 1;
    for (std::size_t i = 0; i + 1 < input.dims.size(); ++i) vectors *= input.dims[i];
    return vectors;
}

/// Counts the MACs of the input gradient of one call of a layer; nullopt where the layer does several
/// products and nothing tells which of them use the input.
std::optional<Polynomial> input_gradient(const Work& work, const NumberedList<TensorReport>& tensors,
                                         const Signal& input) {
    Polynomial weights;
    for (const TensorReport& tensor : tensors.list()) {
        if (reads_input(tensor.name)) weights += tensor.elements;
    }
    if (!weights.is_zero()) return vectors_of(input) * weights;
    const Polynomial single = work.times(Operation::Linear) + work.times(Operation::Convolution);
    return matrix_kinds(work) == 1 && !single.is_zero() ? std::optional(single) : std::nullopt;
}

/// Counts the MACs of the gradients of a function's operands that need none; nullopt as above.
std::optional<Polynomial> operand_gradients(const Work& work, std::span<const Signal> operands) {
    const auto is_constant = [&](std::size_t i) {
        return i < operands.size() && needs_no_gradient(operands[i]) ? 1 : 0;
    };
    const bool is_pair = operands.size() < 3 || work.times(Operation::Matmul).is_zero();
    if (!is_pair || !work.times(Operation::Bilinear).is_zero()) return std::nullopt;
    const int scores = is_constant(0) * is_constant(1);
    Polynomial macs;
    for (const Work::Tally& tally : work.tallies()) {
        if (!has_macs(tally)) continue;
        const bool is_of_scores = tally.operation == Operation::AttentionValue;
        macs += tally.times * (is_of_scores ? scores + is_constant(2) : is_constant(0) + is_constant(1));
    }
    return macs;
}

void leave_out(const std::optional<Polynomial>& macs, Source source, Node* node) {
    const bool is_first_run = source == Source::FirstRun;
    const bool is_mixed =
        !node->work.times(Operation::NoGradient).is_zero() && node->reads_first_run != is_first_run;
    if (!macs || is_mixed) node->gradients_assumed = true;
    if (!macs || macs->is_zero()) return;
    node->work.add(Operation::NoGradient, *macs);
    node->reads_first_run = is_first_run;
}

/// Of the sources of those that depend on no weights the least.
Source least_source(std::span<const Signal> signals) {
    Source least = Source::Inputs;
    for (const Signal& signal : signals)
        if (needs_no_gradient(signal)) least = std::min(least, signal.source);
    return least;
}

}  // namespace

Source source_of(std::span<const Signal> inputs) {
    Source source = Source::Inputs;
    for (const Signal& input : inputs) source = std::min(source, input.source);
    return source;
}

void set_source(Source source, Signal* signal) {
    if (signal->source == source) return;
    signal->source = source;
    if (signal->items.empty()) return;
    for (Signal& item : signal->items.edit()) set_source(source, &item);
}

void add_layer_work(const Work& work, std::span<const Signal> inputs, Node* node) {
    node->work += work;
    const bool has_any = any_of(inputs, needs_no_gradient);
    if (!has_any || matrix_kinds(work) == 0) return;
    const bool reads_several =
        !work.times(Operation::AttentionScore).is_zero() || !work.times(Operation::Bilinear).is_zero();
    if (reads_several && !all_of(inputs, needs_no_gradient))
        return leave_out(std::nullopt, Source::Inputs, node);
    if (needs_no_gradient(inputs.front()))
        leave_out(input_gradient(work, node->tensors, inputs.front()), inputs.front().source, node);
}

void add_function_work(const Work& work, std::span<const Signal> operands, Node* node) {
    node->work += work;
    if (matrix_kinds(work) == 0 || none_of(operands, needs_no_gradient)) return;
    leave_out(operand_gradients(work, operands), least_source(operands), node);
}

void end_first_run(const Polynomial& repeats, bool is_of_model, Tree* tree, std::uint32_t first,
                   std::uint32_t end) {
    for (std::uint32_t i = first; i < end; ++i) {
        Node& node = tree->nodes[i];
        if (!node.reads_first_run) continue;
        const Polynomial left_out = node.work.times(Operation::NoGradient);
        node.work.add(Operation::NoGradient, left_out / repeats - left_out);
        node.gradients_assumed = node.gradients_assumed || node.calls > 1;
        node.reads_first_run = !is_of_model;
    }
}

}  // namespace paramscope
