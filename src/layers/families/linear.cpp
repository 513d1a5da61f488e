// Dense layers: Linear, Bilinear, and their quantized, lazy and subclassed variants.
#include "base/concat.h"
#include "layers/families/families.h"

namespace paramscope {
namespace {

constexpr std::string_view kLinear = "in_features, out_features, bias=True";

// Subclasses may print no argument.
constexpr std::string_view kLinearSubclass = "in_features=None, out_features=None, bias=True";

constexpr std::string_view kGroupwise =
    "in_features=None, out_features=None, bias=True, bits=None, w_bit=None, group_size=None";

/// torch.nn.Linear: weight (out, in) and bias (out).
void linear_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("in_features") || !a.expect_shown("out_features")) return;
    const Polynomial in = a.size("in_features"), out = a.size("out_features");
    tensors.push_back(parameter("weight", {out, in}));
    if (!a.flag("bias")) return;
    tensors.push_back(parameter("bias", {out}));
    tensors.back().assumed = hides_bias(a.module());
}

/// A dense layer with a norm before it, of Transformer Engine and Megatron: print() shows neither the norm
/// nor whether it has a bias.
void normalized_linear_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    linear_tensors(a, tensors);
    if (tensors.empty()) return;
    tensors.push_back(parameter("layer_norm_weight", {a.size("in_features")}));
    tensors.back().assumed = true;
}

/// A weight that is not trained. `dtype` is that of an element; `packed_in` is the number of bits of the
/// stored numbers that hold several elements each, 0 for none.
Tensor packed(std::string name, Dims shape, std::string dtype, int packed_in) {
    Tensor tensor = parameter(std::move(name), std::move(shape));
    tensor.trainable = false;
    tensor.dtype = std::move(dtype);
    tensor.packed_in = packed_in;
    return tensor;
}

void quantized_tensors(const Arguments& a, std::string_view dtype, int packed_in,
                       std::vector<Tensor>& tensors) {
    linear_tensors(a, tensors);
    if (!tensors.empty()) tensors[0] = packed("weight", tensors[0].shape, std::string(dtype), packed_in);
}

/// bitsandbytes: two elements in each byte.
void four_bit_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    quantized_tensors(a, "int4", 8, tensors);
}

void eight_bit_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    quantized_tensors(a, "int8", 0, tensors);
}

/// GPTQ and AWQ: elements packed in 32-bit words, and a zero point and a scale for each group of inputs.
void groupwise_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const std::string_view bits_name = a.has("w_bit") ? "w_bit" : "bits";
    for (const std::string_view name :
         {std::string_view("in_features"), std::string_view("out_features"), bits_name}) {
        if (!a.expect_shown(name)) return;
    }
    constexpr int word = 32;
    const Polynomial in = a.size("in_features"), out = a.size("out_features"), bits = a.size(bits_name, 1);
    const Polynomial group = a.has("group_size") ? a.number("group_size") : in;
    const Polynomial groups = a.integer(group).value_or(0) < 1 ? Polynomial(1) : in / group;
    tensors.push_back(packed("qweight", {in, out}, concat("int", a.show(bits)), word));
    tensors.push_back(buffer("qzeros", {groups, out * bits / Polynomial(word)}));
    tensors.push_back(buffer("scales", {groups, out}));
    if (a.flag("bias")) tensors.push_back(buffer("bias", {out}));
}

/// A lazy layer prints 0 input features and has no tensors before its first run.
void lazy_linear_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (a.expect_initialized("in_features")) linear_tensors(a, tensors);
}

/// (*, in) -> (*, out) with in·out MACs for each position.
Signal dense(const LayerCall& call, const Polynomial& in, const Polynomial& out, bool has_bias) {
    if (!expect_rank(call, 1)) return Signal::unknown();
    Dims output = call.input();
    if (!expect_size(call, output.back(), in, "input.features")) return Signal::unknown();
    output.back() = out;
    const Polynomial elements = product(output);
    call.work.add(Operation::Linear, elements * in);
    if (has_bias) call.work.add(Operation::BiasAdd, elements);
    return Signal::tensor(std::move(output));
}

Signal linear_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    return dense(call, a.size("in_features"), a.size("out_features"), a.flag("bias"));
}

Polynomial linear_width(const Arguments& a) {
    return a.number("in_features");
}

/// Hugging Face's Conv1D, a Linear with a transposed weight: weight (nx, nf) and bias (nf). Paddle's
/// `Conv1D(in, out, kernel_size=[3])` is another layer.
void conv1d_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("nf") || !a.expect_shown("nx")) return;
    if (a.has("kernel_size")) {
        tensors.push_back(parameter("weight", {a.size("nx"), a.size("nf"), a.sizes("kernel_size", 1, 1)[0]}));
        tensors.push_back(parameter("bias", {a.size("nx")}));
        tensors.back().assumed = true;
        return;
    }
    tensors.push_back(parameter("weight", {a.size("nx"), a.size("nf")}));
    tensors.push_back(parameter("bias", {a.size("nf")}));
}

Signal conv1d_forward(const LayerCall& call) {
    if (call.arguments.has("kernel_size")) return Signal::unknown();
    return dense(call, call.arguments.size("nx"), call.arguments.size("nf"), true);
}

Polynomial conv1d_width(const Arguments& a) {
    return a.number("nx");
}

/// torch.nn.Bilinear, y = x1ᵀ·A·x2 + b: weight (out, in1, in2) and bias (out).
void bilinear_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Polynomial out = a.size("out_features");
    tensors.push_back(parameter("weight", {out, a.size("in1_features"), a.size("in2_features")}));
    if (a.flag("bias")) tensors.push_back(parameter("bias", {out}));
}

/// (*, in1), (*, in2) -> (*, out) with in1·in2 MACs for each output element.
Signal bilinear_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    if (call.inputs.size() < 2) {
        call.fail(message("input.two_inputs", {{"type", a.module().type}}));
        return Signal::unknown();
    }
    if (!call.inputs[1].is_tensor()) return Signal::unknown();
    const Dims& second = call.inputs[1].dims;
    if (!expect_rank(call, 1)) return Signal::unknown();
    if (second.size() != call.input().size()) {
        call.fail(message(
            "bilinear.ranks",
            {{"type", a.module().type}, {"first", to_string(call.input())}, {"second", to_string(second)}}));
        return Signal::unknown();
    }
    const Polynomial in1 = a.size("in1_features"), in2 = a.size("in2_features");
    if (!expect_size(call, call.input().back(), in1, "bilinear.first_features") ||
        !expect_size(call, second.back(), in2, "bilinear.second_features")) {
        return Signal::unknown();
    }
    Dims output = call.input();
    output.back() = a.size("out_features");
    call.work.add(Operation::Bilinear, product(output) * in1 * in2);
    if (a.flag("bias")) call.work.add(Operation::BiasAdd, product(output));
    return Signal::tensor(std::move(output));
}

constexpr LayerRule linear(std::string_view type, std::string_view signature = kLinear) {
    return {.type = type,
            .signature = signature,
            .tensors = linear_tensors,
            .forward = linear_forward,
            .width = linear_width,
            .has_work = true};
}

constexpr LayerRule quantized(std::string_view type, std::string_view signature,
                              void (*tensors)(const Arguments&, std::vector<Tensor>&)) {
    LayerRule rule = linear(type, signature);
    rule.tensors = tensors;
    return rule;
}

constexpr LayerRule normalized_linear(std::string_view type) {
    LayerRule rule = linear(type, kLinearSubclass);
    rule.tensors = normalized_linear_tensors;
    return rule;
}

constexpr LayerRule lazy_linear() {
    LayerRule rule = linear("LazyLinear", "out_features, bias=True, in_features=0");
    rule.tensors = lazy_linear_tensors;
    rule.width = nullptr;
    return rule;
}

/// A weight of `out` rows, each over the features of one group. The output is unknown: it depends on the
/// groups.
constexpr LayerRule grouped_linear() {
    LayerRule rule = linear("*GroupedLinear", kLinearSubclass);
    rule.forward = unknown_output;
    return rule;
}

}  // namespace

std::span<const LayerRule> linear_layers() {
    static constexpr LayerRule rules[] = {
        linear("Linear"),
        linear("NonDynamicallyQuantizableLinear"),
        lazy_linear(),
        // Quantized weights: parameters are the logical elements, bytes are those of the packed storage.
        quantized("Linear4bit", kLinear, four_bit_tensors),
        quantized("Linear8bitLt", kLinear, eight_bit_tensors),
        quantized("QuantLinear", kGroupwise, groupwise_tensors),
        quantized("WQLinear_GEMM", kGroupwise, groupwise_tensors),
        quantized("WQLinear_GEMV", kGroupwise, groupwise_tensors),
        normalized_linear("LayerNormLinear"),
        normalized_linear("TELayerNormColumnParallelLinear"),
        // Subclasses print the same arguments as Linear.
        linear("*Linear", kLinearSubclass),
        grouped_linear(),
        linear("Dense", kLinearSubclass),  // MindSpore
        {.type = "Conv1D",
         .signature = "nf=None, nx=None, kernel_size=None",
         .tensors = conv1d_tensors,
         .forward = conv1d_forward,
         .width = conv1d_width,
         .has_work = true},
        {.type = "Bilinear",
         .signature = "in1_features, in2_features, out_features, bias=True",
         .tensors = bilinear_tensors,
         .forward = bilinear_forward,
         .has_work = true},
    };
    return rules;
}

}  // namespace paramscope
