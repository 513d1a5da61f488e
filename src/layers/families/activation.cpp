// Activations: functions of each element, or of all elements along a dimension.
#include "layers/families/elementwise.h"
#include "layers/families/families.h"

namespace paramscope {
namespace {

/// torch.nn.PReLU: weight (num_parameters), the slope for negative values.
void prelu_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    tensors.push_back(parameter("weight", {a.size("num_parameters", 1)}));
}

/// Keeps the shape. There is one slope for all elements, or one for each channel.
Signal prelu_forward(const LayerCall& call) {
    const Polynomial slopes = call.arguments.size("num_parameters", 1);
    const Polynomial channels = call.input().size() < 2 ? Polynomial(1) : call.input()[1];
    const bool is_by_channel = call.arguments.size_kind(slopes, 2) == SizeKind::Fits;
    if (is_by_channel && !expect_size(call, channels, slopes, "input.channels")) return Signal::unknown();
    return Signal::tensor(call.input());
}

/// torch.nn.GLU: one half of a dimension gates the other, so that its size halves.
Signal glu_forward(const LayerCall& call) {
    const std::optional<std::size_t> dimension = dimension_index(call, "dim", call.input().size());
    if (!dimension) return Signal::unknown();
    Dims output = call.input();
    if (!expect_multiple(call, output[*dimension], 2, "glu.size")) return Signal::unknown();
    output[*dimension] /= 2;
    return Signal::tensor(std::move(output));
}

/// torch.nn.Softmax: keeps the shape and normalizes each row along `dim`.
Signal softmax_forward(const LayerCall& call) {
    if (!call.arguments.has("dim")) return Signal::tensor(call.input());
    const std::optional<std::size_t> dimension = dimension_index(call, "dim", call.input().size());
    if (!dimension) return Signal::unknown();
    call.work.add(Operation::Row, product(call.input()) / call.input()[*dimension]);
    return Signal::tensor(call.input());
}

/// Hugging Face's xIELU (https://arxiv.org/abs/2411.13010): two learned slopes and two constants.
void xielu_tensors(const Arguments&, std::vector<Tensor>& tensors) {
    for (const char* name : {"alpha_p", "alpha_n"}) tensors.push_back(parameter(name, {1}));
    for (const char* name : {"beta", "eps"}) tensors.push_back(buffer(name, {}));
}

constexpr LayerRule element(std::string_view type, std::string_view signature, ElementOperations operations) {
    return {.type = type, .signature = signature, .per_element = operations};
}

}  // namespace

std::span<const LayerRule> activation_layers() {
    static constexpr LayerRule rules[] = {
        {.type = "PReLU",
         .signature = "num_parameters=1, init=0.25",
         .tensors = prelu_tensors,
         .forward = prelu_forward,
         .per_element = elementwise::kScaledCompare},
        {.type = "GLU", .signature = "dim=-1", .forward = glu_forward, .per_element = elementwise::kSilu},
        element("CELU", "alpha=1.0, inplace=False", elementwise::kExponentialUnit),
        element("ELU", "alpha=1.0, inplace=False", elementwise::kExponentialUnit),
        element("GELU", "approximate='none'", elementwise::kGelu),
        element("Hardshrink", "lambd=0.5", elementwise::kClamp),
        element("Hardsigmoid", "inplace=False", elementwise::kHardGate),
        element("Hardswish", "inplace=False", elementwise::kHardSwish),
        element("Hardtanh", "min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None",
                elementwise::kClamp),
        element("LeakyReLU", "negative_slope=0.01, inplace=False", elementwise::kScaledCompare),
        element("LogSigmoid", "", elementwise::kSoftplus),
        element("LogSoftmax", "dim=None", elementwise::kSoftmax),
        element("Mish", "inplace=False", elementwise::kMish),
        element("ReLU", "inplace=False", elementwise::kCompare),
        element("ReLU6", "inplace=False", elementwise::kClamp),
        element("RReLU", "lower=0.125, upper=0.3333333333333333, inplace=False", elementwise::kScaledCompare),
        element("SELU", "inplace=False", elementwise::kExponentialUnit),
        element("SiLU", "inplace=False", elementwise::kSilu),
        element("Sigmoid", "", elementwise::kSigmoid),
        {.type = "Softmax",
         .signature = "dim=None",
         .forward = softmax_forward,
         .per_element = elementwise::kSoftmax},
        element("Softmax2d", "", elementwise::kSoftmax),
        element("Softmin", "dim=None", elementwise::kSoftmax),
        element("Softplus", "beta=1, threshold=20", elementwise::kSoftplus),
        element("Softshrink", "lambd=0.5", elementwise::kClamp),
        element("Softsign", "", elementwise::kSigmoid),
        element("Tanh", "", elementwise::kTanh),
        element("Tanhshrink", "", elementwise::kTanh),
        element("Threshold", "threshold, value, inplace=False", elementwise::kCompare),
        // Hugging Face
        {"XIELUActivation", "", xielu_tensors},
        element("AccurateGELUActivation", "", elementwise::kGelu),
        element("BloomGelu", "", elementwise::kGelu),
        element("ClippedGELUActivation", "", elementwise::kGelu),
        element("FastGELUActivation", "", elementwise::kGelu),
        element("GELUActivation", "", elementwise::kGelu),
        element("GELUTanh", "", elementwise::kGelu),
        element("LaplaceActivation", "", elementwise::kGelu),
        {"LinearActivation", ""},
        element("MishActivation", "", elementwise::kMish),
        element("NewGELUActivation", "", elementwise::kGelu),
        element("PytorchGELUTanh", "", elementwise::kGelu),
        element("QuickGELU", "", elementwise::kSilu),
        element("QuickGELUActivation", "", elementwise::kSilu),
        element("ReLUSquaredActivation", "", elementwise::kScaledCompare),
        element("SiLUActivation", "", elementwise::kSilu),
        element("SqrtSoftplusActivation", "", elementwise::kSoftplus),
        // timm, EfficientNet, fastai
        element("GeneralRelu", "", elementwise::kScaledCompare),
        element("HardMish", "inplace=False", elementwise::kHardSwish),
        element("HardSigmoid", "inplace=False", elementwise::kHardGate),
        element("HardSwish", "inplace=False", elementwise::kHardSwish),
        element("MemoryEfficientSwish", "", elementwise::kSilu),
        element("Swish", "inplace=False", elementwise::kSilu),
    };
    return rules;
}

}  // namespace paramscope
