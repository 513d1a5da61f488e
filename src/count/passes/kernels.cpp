#include "count/passes/kernels.h"

namespace paramscope {
namespace {

constexpr Keeps kProduct = {.input = true, .others = true, .for_others = true};
constexpr Keeps kOfInput = {.input = true};
constexpr Keeps kOfOutput = {.output = true};
/// For each score two flags of rows that are masked out: PyTorch's math kernel looks for them.
constexpr int kBytesOfMasks = 2;
constexpr int kGates = 4;
/// Of the output, what cuDNN's LSTM needs while it runs, from a run on an H100.
constexpr int kPercentOfLstm = 734;
constexpr Keeps kSum = {.passes_gradient = true};

/// Scores and their softmax in memory, with the softmax in float32.
TensorId write_scores(TapeWriter& tape, TensorId query, TensorId key, const AttentionSizes& sizes) {
    const Polynomial scores = sizes.heads * sizes.queries * sizes.keys;
    const int bytes = tape.at(query).element_bytes;
    TensorId made = tape.run(kProduct, {query, key}, scores);
    made = tape.run({}, {made}, scores);  // times the scale
    if (sizes.is_causal) made = tape.run(kSum, {made}, scores);
    made = tape.run(kOfOutput, {made}, scores, kBytesOfFloat32);
    if (tape.types().attention == AttentionKernel::Fused) tape.add_workspace(scores, kBytesOfMasks);
    made = tape.convert(made, bytes);
    return sizes.drops ? tape.run({.bytes = 1}, {made}, scores) : made;
}

TensorId write_products(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                        const Polynomial& output) {
    TensorId query = inputs[0], key = inputs[1], value = inputs[2];
    if (sizes.shares_a_tensor) query = tape.run({}, {query}, sizes.width);
    const bool copies = sizes.is_grouped || sizes.shares_a_tensor;
    const Polynomial keys = sizes.width / sizes.queries * sizes.keys;
    if (copies) key = tape.run({}, {key}, keys);
    if (copies) value = tape.run({}, {value}, keys);
    const std::uint32_t block = tape.begin_block(true);
    const TensorId scores = write_scores(tape, query, key, sizes);
    const TensorId mixed = tape.run(kProduct, {scores, value}, output);
    tape.end_block(block, mixed);
    return tape.run({}, {mixed}, output);  // the heads side by side
}

}  // namespace

TensorId write_rms_norm(TapeWriter& tape, TensorId input, const Polynomial& elements,
                        const Polynomial& rows) {
    const int bytes = tape.at(input).element_bytes;
    const TensorId wide = tape.convert(input, kBytesOfFloat32);
    const TensorId squares = tape.run(kOfInput, {wide}, elements);
    const TensorId means = tape.run({}, {squares}, rows);
    const TensorId factors = tape.run(kOfOutput, {means}, rows);
    const TensorId normal = tape.run(kProduct, {wide, factors}, elements);
    return tape.run(kOfInput, {tape.convert(normal, bytes)}, elements);
}

TensorId write_new_gelu(TapeWriter& tape, TensorId input, const Polynomial& elements) {
    const TensorId half = tape.run({}, {input}, elements);
    const TensorId cube = tape.run(kOfInput, {input}, elements);
    const TensorId scaled = tape.run({}, {cube}, elements);
    const TensorId sum = tape.run(kSum, {input, scaled}, elements);
    const TensorId argument = tape.run({}, {sum}, elements);
    const TensorId tanh = tape.run(kOfOutput, {argument}, elements);
    const TensorId plus_one = tape.run(kSum, {tanh}, elements);
    return tape.run(kProduct, {half, plus_one}, elements);
}

bool has_scores(const TapeWriter& tape, TensorId query, const AttentionSizes& sizes) {
    const bool is_eager =
        tape.types().attention == AttentionKernel::Eager || sizes.kernel == AttentionKernel::Eager;
    return is_eager || (sizes.is_grouped && tape.at(query).element_bytes == kBytesOfFloat32);
}

TensorId write_attention(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                         const Polynomial& output) {
    if (has_scores(tape, inputs[0], sizes)) return write_products(tape, inputs, sizes, output);
    const TensorId made = tape.run({.input = true, .others = true, .output = true}, inputs, output);
    tape.keep_beside(sizes.heads * sizes.queries, kBytesOfFloat32);
    return made;
}

TensorId write_multihead(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes) {
    const TensorId projected = tape.run({.input = true, .others = true}, inputs, sizes.width * 3);
    const TensorId copied = tape.run({}, {projected}, sizes.width * 3);
    const TensorId parts[] = {copied, copied, copied};
    const TensorId mixed = write_attention(tape, parts, sizes, sizes.width);
    return tape.run(kOfInput, {tape.run({}, {mixed}, sizes.width)}, sizes.width);
}

TensorId write_lstm(TapeWriter& tape, TensorId input, const Polynomial& output, const Polynomial& layers) {
    const TensorId made = tape.run({.input = true, .output = true}, {input}, output);
    if (!layers.is_zero())
        tape.keep_beside(output * (layers * (kGates + 1) + layers - 1), tape.at(made).element_bytes);
    tape.add_workspace(output * kPercentOfLstm / 100, tape.at(made).element_bytes);
    return made;
}

TensorId write_cross_entropy(TapeWriter& tape, TensorId scores) {
    const Polynomial elements = tape.at(scores).elements;
    const TensorId wide = tape.convert(scores, kBytesOfFloat32);
    const TensorId logarithms = tape.run(kOfOutput, {wide}, elements);
    const TensorId loss = tape.run(kOfInput, {logarithms}, 1);
    tape.hold(wide);
    return loss;
}

}  // namespace paramscope
