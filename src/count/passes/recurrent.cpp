// Recurrent layers: one operation for all steps.
#include "count/passes/kernels.h"
#include "count/passes/steps/arguments.h"

namespace paramscope {
namespace {

constexpr int kGatesOfLstm = 4;
/// Of the output, what cuDNN's LSTM needs while it runs, from a run on an H100.
constexpr int kPercentOfLstm = 734;
/// Tensors of the size of its output that a step of a GRU keeps: gates, what they are multiplied with, the
/// state of the step before.
constexpr int kKeptByGru = 7;
/// Gates whose parts of the input are computed for all steps at once.
constexpr int kGatesOfGru = 3, kGatesOfRnn = 1;

Polynomial layers_of(const NodeReport& row) {
    return argument_named(row, "num_layers").value_or(1);
}

}  // namespace

TensorId write_lstm(TapeWriter& tape, const NodeReport& row, TensorId input, const Dims& output,
                    bool is_training) {
    const Polynomial elements = product(output), layers = layers_of(row);
    const TensorId made = tape.run({.input = true, .output = true}, {input}, elements);
    const int bytes = tape.at(made).element_bytes;
    if (is_training) tape.keep_beside(elements * (layers * (kGatesOfLstm + 1) + layers - 1), bytes);
    tape.add_workspace(elements * kPercentOfLstm / 100, bytes);
    return made;
}

TensorId write_steps(TapeWriter& tape, const NodeReport& row, TensorId input, const Dims& shape,
                     const Dims& output, bool is_training) {
    const bool is_batch_first = has_flag(row, "batch_first");
    const Polynomial elements = product(output), layers = layers_of(row);
    const Polynomial& steps = output[output.size() > 2 && is_batch_first ? 1 : 0];
    const bool is_gru = row.type == "GRU", is_two_way = has_flag(row, "bidirectional");
    const TensorId made = tape.run({.input = !is_batch_first}, {input}, elements);
    // When the last layer ends: gates of one direction, and outputs step by step, of a direction, and of
    // both. Training keeps the steps.
    const Polynomial of_direction = is_two_way ? elements / 2 : elements;
    Polynomial beside = of_direction * ((is_gru ? kGatesOfGru : kGatesOfRnn) - (is_training ? 1 : 0));
    if (is_two_way) beside += elements;
    if (!is_training) beside += layers == Polynomial(1) ? elements : elements * 2;
    tape.add_workspace(beside, tape.at(made).element_bytes);
    if (!is_training) return made;
    const Polynomial of_layer = is_gru ? elements * kKeptByGru : elements + elements / steps;
    const bool drops = argument_named(row, "dropout").value_or(0) != Polynomial(0);
    const Polynomial between = (layers - 1) * elements * (drops ? 2 : 1);
    const int bytes = tape.at(made).element_bytes;
    tape.keep_beside(of_layer * layers + between, bytes);
    // Each direction has a copy of the input with the steps first.
    if (is_batch_first) tape.keep_beside(product(shape) * (is_two_way ? 2 : 1), bytes);
    return made;
}

}  // namespace paramscope
