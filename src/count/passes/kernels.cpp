#include "count/passes/kernels.h"

#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr Keeps kOfInput = {.input = true};
constexpr Keeps kOfOutput = {.output = true};
constexpr Keeps kNorm = {.input = true, .output = true, .temporaries = 1};
constexpr Keeps kSum = {.passes_gradient = true};

/// softmax(-x)
TensorId write_softmin(TapeWriter& tape, const KernelCall& call) {
    const TensorId negative = tape.run({}, {call.input}, product(call.shape));
    return tape.run(kOfOutput, {negative}, product(call.output));
}

/// x / (1 + |x|)
TensorId write_softsign(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.output);
    tape.name("abs");
    const TensorId size = tape.run(kSize, {call.input}, elements);
    const TensorId divisor = tape.run(kSum, {size}, elements);
    tape.name("/");
    return tape.run(kQuotient, {call.input, divisor}, elements);
}

/// x - tanh(x)
TensorId write_tanhshrink(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.output);
    const TensorId tanh = tape.run(kOfOutput, {call.input}, elements);
    return tape.run({}, {call.input, tanh}, elements);
}

/// x / max(norm(x), eps)
TensorId write_normalize(TapeWriter& tape, const KernelCall& call) {
    tape.name("vector_norm");
    const TensorId norm = tape.run(kNorm, {call.input}, call.parts);
    tape.name("clamp");
    const TensorId divisor = tape.run(kOfInput, {norm}, call.parts);
    tape.name("/");
    return tape.run(kQuotient, {call.input, divisor}, product(call.output));
}

/// (sign(y) * relu(|y|) * k)^(1/p) with the mean y of x^p
TensorId write_lp_pool(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.output);
    tape.name("pow");
    const TensorId power = tape.run(kPower, {call.input}, product(call.shape));
    tape.name("AvgPool");
    const TensorId mean = tape.run(kOfInput, {power}, elements);
    const TensorId sign = tape.run({}, {mean}, elements);
    tape.name("abs");
    const TensorId size = tape.run(kSize, {mean}, elements);
    tape.name("relu");
    const TensorId positive = tape.run(kOfOutput, {size}, elements);
    tape.name("*");
    const TensorId signed_mean = tape.run({.input = true, .others = true}, {sign, positive}, elements);
    tape.hold(mean);
    const TensorId sum = tape.run({}, {signed_mean}, elements);
    tape.name("pow");
    return tape.run(kPower, {sum}, elements);
}

/// x / (k + alpha * mean of the squares of `window` channels)^beta
TensorId write_local_response_norm(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.shape);
    const Polynomial channels = call.shape.size() > 1 ? call.shape[1] : Polynomial(1);
    tape.name("*");
    const TensorId squares = tape.run(kOfInput, {call.input}, elements);
    const TensorId padded = tape.run({}, {squares}, elements / channels * (channels + call.window - 1));
    tape.name("AvgPool");
    const TensorId mean = tape.run(kOfInput, {padded}, elements);
    const TensorId scaled = tape.run({}, {mean}, elements);
    const TensorId sum = tape.run(kSum, {scaled}, elements);
    tape.name("pow");
    const TensorId divisor = tape.run(kPower, {sum}, elements);
    tape.hold(mean);
    tape.name("/");
    return tape.run(kQuotient, {call.input, divisor}, elements);
}

/// torch.nn.RMSNorm: one kernel of a GPU; on a CPU functions, in float32.
TensorId write_torch_rms_norm(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.output);
    if (!tape.types().on_cpu) {
        const TensorId made = tape.run(kOfInput, {call.input}, elements);
        tape.keep_beside(call.parts, kBytesOfFloat32);
        return made;
    }
    const int bytes = tape.at(call.input).element_bytes;
    const TensorId wide = tape.convert(call.input, kBytesOfFloat32);
    const TensorId squares = tape.run(kPower, {wide}, elements);
    const TensorId factors = tape.run(kInverseRoot, {tape.run({}, {squares}, call.parts)}, call.parts);
    TensorId made = tape.run(kProduct, {wide, factors}, elements);
    if (call.has_weight) made = tape.run(kOfInput, {made}, elements);
    tape.hold(wide);
    return tape.convert(made, bytes);
}

/// The mean of |x - y|.
TensorId write_l1_loss(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.shape);
    tape.name("-");
    const TensorId difference = tape.run({.sums_broadcast = true}, {call.input, call.other}, elements);
    tape.name("abs");
    const TensorId sizes = tape.run(kSize, {difference}, elements);
    return product(call.output) == elements ? sizes : tape.run({}, {sizes}, product(call.output));
}

/// The sum of y·log(y) - y·x.
TensorId write_kl_div(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.shape);
    tape.name("xlogy");
    const TensorId entropy = tape.run({.input = true, .others = true}, {call.other, call.other}, elements);
    tape.name("*");
    const TensorId crossed = tape.run(kProduct, {call.other, call.input}, elements);
    const TensorId difference = tape.run({}, {entropy, crossed}, elements);
    return tape.run({}, {difference}, product(call.output));
}

/// The mean of exp(x) - y·x.
TensorId write_poisson_loss(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.shape);
    tape.name("exp");
    const TensorId rates = tape.run(kOfOutput, {call.input}, elements);
    tape.name("*");
    const TensorId likelihood = tape.run(kProduct, {call.other, call.input}, elements);
    const TensorId difference = tape.run({}, {rates, likelihood}, elements);
    return tape.run({}, {difference}, product(call.output));
}

/// Logarithms times probabilities, added up: cross-entropy after log_softmax.
TensorId write_loss_of_probabilities(TapeWriter& tape, const KernelCall& call) {
    tape.name("*");
    const TensorId weighted = tape.run(kProduct, {call.input, call.other}, product(call.shape));
    return tape.run({.gives_views = true}, {weighted}, product(call.output));
}

/// torch.nn.CrossEntropyLoss: the target has classes, or probabilities of all.
TensorId write_cross_entropy_loss(TapeWriter& tape, const KernelCall& call) {
    tape.name("log_softmax");
    KernelCall of_logarithms = call;
    of_logarithms.input = tape.run(kOfOutput, {call.input}, product(call.shape));
    if (tape.at(call.other).elements == product(call.shape))
        return write_loss_of_probabilities(tape, of_logarithms);
    tape.name("nll_loss");
    return tape.run({.input = true, .others = true}, {of_logarithms.input, call.other}, product(call.output));
}

/// The sum of x / |x| · y / |y|; what divides is a copy of the norm.
TensorId write_cosine_similarity(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.shape), rows = product(call.output);
    TensorId normal[2];
    for (const bool is_second : {false, true}) {
        const TensorId input = is_second ? call.other : call.input;
        tape.name("vector_norm");
        const TensorId norm = tape.run({}, {tape.run(kNorm, {input}, rows)}, rows);
        tape.name("/");
        normal[is_second ? 1 : 0] = tape.run(kQuotient, {input, norm}, elements);
    }
    tape.name("*");
    const TensorId crossed = tape.run(kProduct, {normal[0], normal[1]}, elements);
    return tape.run({.gives_views = true}, {crossed}, rows);
}

/// The norm of x - y + eps.
TensorId write_pairwise_distance(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.shape);
    tape.name("-");
    const TensorId difference = tape.run({.sums_broadcast = true}, {call.input, call.other}, elements);
    tape.name("vector_norm");
    return tape.run(kNorm, {tape.run(kSum, {difference}, elements)}, product(call.output));
}

/// A norm in float32, as OlmoLayerNorm of transformers.
TensorId write_wide_layer_norm(TapeWriter& tape, const KernelCall& call) {
    const TensorId wide = tape.convert(call.input, kBytesOfFloat32);
    const TensorId made = tape.run(kOfInput, {wide}, product(call.output));
    tape.keep_beside(call.parts * 2, kBytesOfFloat32);
    return tape.convert(made, tape.at(call.input).element_bytes);
}

/// (x - mean) / sqrt(variance + eps) * weight in float32, as CohereLayerNorm of transformers.
TensorId write_cohere_norm(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.output);
    const TensorId wide = tape.convert(call.input, kBytesOfFloat32);
    const TensorId mean = tape.run({}, {wide}, call.parts);
    const TensorId shifted = tape.run({}, {wide, mean}, elements);
    tape.name("pow");
    const TensorId squares = tape.run(kPower, {shifted}, elements);
    const TensorId variance = tape.run({}, {squares}, call.parts);
    tape.name("sqrt");
    const TensorId factors = tape.run(kInverseRoot, {variance}, call.parts);
    const TensorId shifted_again = tape.run({}, {wide, mean}, elements);
    tape.name("*");
    const TensorId normal = tape.run(kProduct, {shifted_again, factors}, elements);
    return tape.convert(tape.run(kOfInput, {normal}, elements), tape.at(call.input).element_bytes);
}

/// (erf(x / sqrt(2)) + 1) / 2
TensorId write_ndtr(TapeWriter& tape, const KernelCall& call) {
    const Polynomial elements = product(call.output);
    const TensorId scaled = tape.run({}, {call.input}, elements);
    tape.name("erf");
    const TensorId erf = tape.run(*keeps_of_function("erf"), {scaled}, elements);
    return tape.run({}, {tape.run(kSum, {erf}, elements)}, elements);
}

/// A new tensor, into whose parts the input and each of its ends are copied.
TensorId write_circular_pad(TapeWriter& tape, const KernelCall& call) {
    const TensorId made = tape.run({}, {call.input}, product(call.output));
    // The backward pass of what is copied into a part (CopySlices) copies the gradient.
    tape.add_temporary(product(call.output));
    return made;
}

struct NamedKernels {
    std::string_view name;
    TensorId (*write)(TapeWriter&, const KernelCall&);
    bool takes_two = false;
};
constexpr NamedKernels kKernels[] = {
    {"Softmin", write_softmin},
    {"softmin", write_softmin},
    {"Softsign", write_softsign},
    {"softsign", write_softsign},
    {"Tanhshrink", write_tanhshrink},
    {"tanhshrink", write_tanhshrink},
    {"normalize", write_normalize},
    {"LPPool1d", write_lp_pool},
    {"LPPool2d", write_lp_pool},
    {"LPPool3d", write_lp_pool},
    {"LocalResponseNorm", write_local_response_norm},
    {"RMSNorm", write_torch_rms_norm},
    {"F.rms_norm", write_torch_rms_norm},
    {"*OlmoLayerNorm", write_wide_layer_norm},
    {"CohereLayerNorm", write_cohere_norm},
    {"Cohere2LayerNorm", write_cohere_norm},
    {"L1Loss", write_l1_loss, true},
    {"ndtr", write_ndtr},
    {"circular_pad", write_circular_pad},
    {"CircularPad1d", write_circular_pad},
    {"CircularPad2d", write_circular_pad},
    {"CircularPad3d", write_circular_pad},
    {"l1_loss", write_l1_loss, true},
    {"KLDivLoss", write_kl_div, true},
    {"kl_div", write_kl_div, true},
    {"PoissonNLLLoss", write_poisson_loss, true},
    {"poisson_nll_loss", write_poisson_loss, true},
    {"CrossEntropyLoss", write_cross_entropy_loss, true},
    {"cross_entropy", write_loss_of_probabilities, true},
    {"CosineSimilarity", write_cosine_similarity, true},
    {"PairwiseDistance", write_pairwise_distance, true},
};

}  // namespace

/// True where the first tensor is broadcast: the result has more rows than it.
static bool is_broadcast(const KernelCall& call) {
    const Polynomial elements = product(call.shape), rows = product(call.output);
    return none_of(call.shape, [&](const Polynomial& size) { return rows * size == elements; });
}

bool has_kernels(std::string_view name) {
    return find_by(kKernels, &NamedKernels::name, name) != nullptr;
}

std::optional<TensorId> write_kernels(TapeWriter& tape, std::string_view name, const KernelCall& call) {
    const NamedKernels* const found = find_by(kKernels, &NamedKernels::name, name);
    const bool is_known = found != nullptr && (!found->takes_two || call.other != kNoTensor) &&
                          !(name == "CosineSimilarity" && is_broadcast(call));
    return is_known ? std::optional(found->write(tape, call)) : std::nullopt;
}

TensorId write_rms_norm(TapeWriter& tape, TensorId input, const Polynomial& elements, const Polynomial& rows,
                        bool multiplies_wide) {
    const int bytes = tape.at(input).element_bytes;
    const TensorId wide = tape.convert(input, kBytesOfFloat32);
    tape.name("pow");
    const TensorId squares = tape.run(kPower, {wide}, elements);
    const TensorId means = tape.run({}, {squares}, rows);
    tape.name("sqrt");
    const TensorId factors = tape.run(kInverseRoot, {means}, rows);
    tape.name("*");
    const TensorId normal = tape.run(kProduct, {wide, factors}, elements);
    const TensorId factor = multiplies_wide ? normal : tape.convert(normal, bytes);
    return tape.convert(tape.run(kOfInput, {factor}, elements), bytes);
}

TensorId write_new_gelu(TapeWriter& tape, TensorId input, const Polynomial& elements) {
    const TensorId half = tape.run({}, {input}, elements);
    tape.name("pow");
    const TensorId cube = tape.run(kPower, {input}, elements);
    const TensorId scaled = tape.run({}, {cube}, elements);
    const TensorId sum = tape.run(kSum, {input, scaled}, elements);
    const TensorId argument = tape.run({}, {sum}, elements);
    tape.name("tanh");
    const TensorId tanh = tape.run(kOfOutput, {argument}, elements);
    const TensorId plus_one = tape.run(kSum, {tanh}, elements);
    tape.name("*");
    return tape.run(kProduct, {half, plus_one}, elements);
}

TensorId put_in_place(TapeWriter& tape, TensorId made) {
    std::vector<TapeOperation>& operations = tape.tape().operations;
    if (operations.empty() || operations.back().output != made || operations.back().inputs.empty())
        return made;
    const TensorId input = operations.back().inputs.front();
    const TapeTensor before = tape.at(input), after = tape.at(made);
    const bool fits = before.elements == after.elements && before.element_bytes == after.element_bytes;
    if (!fits || operations.back().is_alias) return made;
    TapeOperation done = std::move(operations.back());
    operations.pop_back();
    tape.tape().steps.pop_back();
    tape.at(input).has_gradient |= after.has_gradient;
    tape.run_in_place({}, input, before.elements);
    TapeOperation& placed = operations.back();
    placed.kind = done.kind;
    placed.inputs = std::move(done.inputs);
    placed.parts = std::move(done.parts);
    placed.passes_gradient = done.passes_gradient;
    placed.passes_first = done.passes_first;
    const bool keeps_output = keeps_output_in_place(tape.tape().kinds[done.kind]);
    for (std::size_t i = 0; i < done.kept.size(); ++i) {
        const bool is_output = done.kept[i] == made || (keeps_output && done.kept[i] == input);
        if (!is_output && done.kept[i] == input) {  // what it keeps of the numbers before is a copy
            if (placed.beside.empty()) placed.beside.push_back(done.kept_parts[i]);
            continue;
        }
        placed.kept.push_back(is_output ? input : done.kept[i]);
        placed.kept_parts.push_back(is_output ? input : done.kept_parts[i]);
    }
    placed.beside.insert(placed.beside.end(), done.beside.begin(), done.beside.end());
    placed.workspace = done.workspace;
    if (done.temporary != kNoTensor) tape.add_temporary(tape.at(done.temporary).elements);
    return input;
}

TensorId write_cross_entropy(TapeWriter& tape, TensorId scores) {
    const Polynomial elements = tape.at(scores).elements;
    const TensorId wide = tape.convert(scores, kBytesOfFloat32);
    tape.name("log_softmax");
    const TensorId logarithms = tape.run(kOfOutput, {wide}, elements);
    tape.name("nll_loss");
    const TensorId loss = tape.run(kOfInput, {logarithms}, 1);
    tape.hold(wide);
    return loss;
}

}  // namespace paramscope
