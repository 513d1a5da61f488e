// Activations: a function of each element, or of all elements along a dimension.
#include "layers/families.h"

namespace paramscope {
namespace {

/// weight (num_parameters), the slope of negative values: torch.nn.PReLU.
void prelu_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    tensors.push_back(parameter("weight", {a.size("num_parameters", 1)}));
}

/// The shape stays; one slope for all, or one for each channel.
Signal prelu_forward(const LayerCall& call) {
    const Polynomial slopes = call.arguments.size("num_parameters", 1);
    const std::optional<Integer> known = call.arguments.integer(slopes);
    const Polynomial channels = call.input().size() < 2 ? Polynomial(1) : call.input()[1];
    if (known && *known != 1 && !expect_size(call, channels, slopes, "channels")) return Signal::unknown();
    return Signal::tensor(call.input());
}

/// One half gates the other: torch.nn.GLU.
Signal glu_forward(const LayerCall& call) {
    const std::optional<std::size_t> dimension = dimension_index(call, "dim", call.input().size());
    if (!dimension) return Signal::unknown();
    Dims output = call.input();
    if (!expect_multiple(call, output[*dimension], 2, "a size")) return Signal::unknown();
    output[*dimension] /= 2;
    return Signal::tensor(std::move(output));
}

/// Two learned slopes, and two constants: Hugging Face's xIELU (https://arxiv.org/abs/2411.13010).
void xielu_tensors(const Arguments&, std::vector<Tensor>& tensors) {
    for (const char* name : {"alpha_p", "alpha_n"}) tensors.push_back(parameter(name, {1}));
    for (const char* name : {"beta", "eps"}) tensors.push_back(buffer(name, {}));
}

}  // namespace

std::span<const LayerRule> activation_layers() {
    static constexpr LayerRule rules[] = {
        {"PReLU", "num_parameters=1, init=0.25", prelu_tensors, prelu_forward},
        {"GLU", "dim=-1", nullptr, glu_forward},
        {"CELU", "alpha=1.0, inplace=False"},
        {"ELU", "alpha=1.0, inplace=False"},
        {"GELU", "approximate='none'"},
        {"Hardshrink", "lambd=0.5"},
        {"Hardsigmoid", "inplace=False"},
        {"Hardswish", "inplace=False"},
        {"Hardtanh", "min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None"},
        {"LeakyReLU", "negative_slope=0.01, inplace=False"},
        {"LogSigmoid", ""},
        {"LogSoftmax", "dim=None"},
        {"Mish", "inplace=False"},
        {"ReLU", "inplace=False"},
        {"ReLU6", "inplace=False"},
        {"RReLU", "lower=0.125, upper=0.3333333333333333, inplace=False"},
        {"SELU", "inplace=False"},
        {"SiLU", "inplace=False"},
        {"Sigmoid", ""},
        {"Softmax", "dim=None"},
        {"Softmax2d", ""},
        {"Softmin", "dim=None"},
        {"Softplus", "beta=1, threshold=20"},
        {"Softshrink", "lambd=0.5"},
        {"Softsign", ""},
        {"Tanh", ""},
        {"Tanhshrink", ""},
        {"Threshold", "threshold, value, inplace=False"},
        // Hugging Face
        {"XIELUActivation", "", xielu_tensors},
        {"AccurateGELUActivation", ""},
        {"BloomGelu", ""},
        {"ClippedGELUActivation", ""},
        {"FastGELUActivation", ""},
        {"GELUActivation", ""},
        {"GELUTanh", ""},
        {"LaplaceActivation", ""},
        {"LinearActivation", ""},
        {"MishActivation", ""},
        {"NewGELUActivation", ""},
        {"PytorchGELUTanh", ""},
        {"QuickGELU", ""},
        {"QuickGELUActivation", ""},
        {"ReLUSquaredActivation", ""},
        {"SiLUActivation", ""},
        {"SqrtSoftplusActivation", ""},
        // timm, EfficientNet, fastai
        {"GeneralRelu", ""},
        {"HardMish", "inplace=False"},
        {"HardSigmoid", "inplace=False"},
        {"HardSwish", "inplace=False"},
        {"MemoryEfficientSwish", ""},
        {"Swish", "inplace=False"},
    };
    return rules;
}

}  // namespace paramscope
