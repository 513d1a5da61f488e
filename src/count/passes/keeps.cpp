#include "count/passes/keeps.h"

#include <span>

#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr Keeps kKeepsNothing = {};
constexpr Keeps kPassesGradient = {.passes_gradient = true};
constexpr Keeps kKeepsView = {.is_view = true};
constexpr Keeps kKeepsInput = {.input = true};
constexpr Keeps kKeepsOutput = {.output = true};
constexpr Keeps kKeepsBoth = {.input = true, .others = true, .for_others = true};
constexpr Keeps kKeepsMask = {.bytes = 1};
constexpr Keeps kKeepsIndices = {.input = true, .bytes = 8};
constexpr Keeps kKeepsRows = {.input = true, .row_numbers = 2};
constexpr Keeps kKeepsChannels = {.input = true, .channel_numbers = 2};
/// x · rsqrt(mean(x²) + ε) · weight, written with PyTorch's functions.
constexpr Keeps kKeepsOfRmsNorm = {.input = true, .copies = 1, .in_float32 = true, .row_numbers = 1};
constexpr Keeps kKeepsInputAndCopy = {.input = true, .copies = 1};

struct NamedKeeps {
    std::string_view name;
    Keeps keeps;
};

/// Types of layers that keep something else than the other types of their family.
constexpr NamedKeeps kKeepsOfLayers[] = {
    {"ReLU", kKeepsOutput},
    {"Sigmoid", kKeepsOutput},
    {"Tanh", kKeepsOutput},
    {"Softmax", kKeepsOutput},
    {"Softmax2d", kKeepsOutput},
    {"Softmin", kKeepsOutput},
    {"LogSoftmax", kKeepsOutput},
    {"Softsign", kKeepsInputAndCopy},
    {"LogSigmoid", kKeepsInputAndCopy},
    {"GLU", kKeepsInput},
    // 0.5·x · (1 + tanh(√(2/π)·(x + 0.044715·x³))): x for the power, the tanh, and both factors
    {"NewGELUActivation", {.input = true, .copies = 3}},
    // x · sigmoid(1.702·x)
    {"QuickGELUActivation", kKeepsInputAndCopy},
    {"BatchNorm1d", kKeepsChannels},
    {"BatchNorm2d", kKeepsChannels},
    {"BatchNorm3d", kKeepsChannels},
    {"SyncBatchNorm", kKeepsChannels},
    {"LayerNorm", kKeepsRows},
    {"LayerNorm2d", kKeepsRows},
    {"*RMSNorm", kKeepsOfRmsNorm},
    {"GroupNorm", {.input = true, .group_numbers = 2}},
    {"InstanceNorm1d", {.input = true, .sample_numbers = 2}},
    {"InstanceNorm2d", {.input = true, .sample_numbers = 2}},
    {"InstanceNorm3d", {.input = true, .sample_numbers = 2}},
    {"MaxPool1d", kKeepsIndices},
    {"MaxPool2d", kKeepsIndices},
    {"MaxPool3d", kKeepsIndices},
    {"AdaptiveMaxPool1d", kKeepsIndices},
    {"AdaptiveMaxPool2d", kKeepsIndices},
    {"AdaptiveMaxPool3d", kKeepsIndices},
    {"AvgPool1d", kKeepsInput},
    {"AvgPool2d", kKeepsInput},
    {"AvgPool3d", kKeepsInput},
    {"AdaptiveAvgPool1d", kKeepsInput},
    {"AdaptiveAvgPool2d", kKeepsInput},
    {"AdaptiveAvgPool3d", kKeepsInput},
    {"Dropout", kKeepsMask},
    {"ZeroPad2d", kKeepsNothing},
    {"ConstantPad2d", kKeepsNothing},
    {"ReflectionPad2d", kKeepsInput},
    {"Upsample", kKeepsNothing},
    {"PixelShuffle", kKeepsNothing},
    {"PixelUnshuffle", kKeepsNothing},
    {"ChannelShuffle", kKeepsNothing},
    {"Identity", kKeepsView},
    {"Flatten", kKeepsView},
    {"Unflatten", kKeepsView},
};

/// Families whose other types all keep the same.
constexpr NamedKeeps kKeepsOfFamilies[] = {
    {"linear", kKeepsInput},
    {"convolution", kKeepsInput},
    {"embedding", kKeepsInput},
};

/// Activations that keep their input, which do all but those of kKeepsOfLayers.
constexpr std::string_view kInputActivations[] = {
    "ReLU6",
    "LeakyReLU",
    "ELU",
    "SELU",
    "CELU",
    "GELU",
    "SiLU",
    "Mish",
    "Softplus",
    "Hardswish",
    "Hardsigmoid",
    "PReLU",
    "Threshold",
    "Hardtanh",
    "Tanhshrink",
    "Softshrink",
    "Hardshrink",
    "GELUActivation",
    "SiLUActivation",
    "PytorchGELUTanh",
    "MishActivation",
};

/// Activations that work in place keep their output where the backward pass can do with it; the others keep a
/// copy of their input.
constexpr std::string_view kInPlaceOutputs[] = {"ReLU", "ReLU6", "Hardtanh", "LeakyReLU", "ELU",
                                                "CELU", "SELU",  "RReLU",    "Threshold"};

constexpr NamedKeeps kKeepsOfFunctions[] = {
    {"relu", kKeepsOutput},
    {"sigmoid", kKeepsOutput},
    {"tanh", kKeepsOutput},
    {"softmax", kKeepsOutput},
    {"log_softmax", kKeepsOutput},
    {"exp", kKeepsOutput},
    {"sqrt", kKeepsOutput},
    {"relu6", kKeepsInput},
    {"clamp", kKeepsInput},
    {"gelu", kKeepsInput},
    {"silu", kKeepsInput},
    {"mish", kKeepsInput},
    {"elu", kKeepsInput},
    {"leaky_relu", kKeepsInput},
    {"hardswish", kKeepsInput},
    {"hardsigmoid", kKeepsInput},
    {"softplus", kKeepsInput},
    {"abs", kKeepsInput},
    {"log", kKeepsInput},
    {"sin", kKeepsInput},
    {"cos", kKeepsInput},
    {"pow", kKeepsInput},
    {"dropout", kKeepsMask},
    {"roll", kKeepsNothing},
    {"masked_fill", kKeepsNothing},
    {"where", kKeepsNothing},
    {"residual", kPassesGradient},
    {"channel_shuffle", kKeepsNothing},
    {"space_to_depth", kKeepsNothing},
    {"cat", kKeepsNothing},
    {"concat", kKeepsNothing},
    {"stack", kKeepsNothing},
    {"interpolate", kKeepsNothing},
    {"mean", kKeepsNothing},
    {"sum", kKeepsNothing},
    {"window_partition", kKeepsNothing},
    {"window_reverse", kKeepsNothing},
    {"pad_to", kKeepsNothing},
    {"expand", kKeepsView},
    {"select", kKeepsView},
    {"slice", kKeepsView},
    {"resize", kKeepsView},
    {"unflatten", kKeepsView},
    {"chunk", kKeepsView},
    {"flatten", kKeepsView},
    {"reshape", kKeepsView},
    {"view", kKeepsView},
    {"permute", kKeepsView},
    {"transpose", kKeepsView},
    {"unsqueeze", kKeepsView},
    {"squeeze", kKeepsView},
    {"pick", kKeepsView},
    {"state", kKeepsView},
    {"cache", kKeepsView},
    {"tensor", kKeepsNothing},
    {"lookup", kKeepsNothing},
    {"matmul", kKeepsBoth},
    {"@", kKeepsBoth},
    {"*", kKeepsBoth},
    {"/", kKeepsBoth},
    {"+", kPassesGradient},
    {"-", kKeepsNothing},
    {"F.linear", kKeepsInput},
    {"F.embedding", kKeepsNothing},
    {"F.conv1d", kKeepsInput},
    {"F.conv2d", kKeepsInput},
    {"F.conv3d", kKeepsInput},
    {"F.layer_norm", kKeepsRows},
    {"F.batch_norm", kKeepsChannels},
    // by a fused kernel: query, key, value and output, and the logarithm of each row's sum
    {"attention", {.input = true, .others = true, .output = true, .row_numbers = 1}},
};

std::optional<Keeps> find_keeps(std::span<const NamedKeeps> table, std::string_view name) {
    const NamedKeeps* found = find_by(table, &NamedKeeps::name, name);
    return found == nullptr ? std::nullopt : std::optional(found->keeps);
}

}  // namespace

Keeps keeps_in_place(std::string_view type) {
    if (contains(kInPlaceOutputs, type)) return {.output = true, .is_view = true};
    return {.is_view = true, .copies = 1};
}

std::optional<Keeps> keeps_of_layer(std::string_view type, std::string_view family) {
    if (const auto own = find_keeps(kKeepsOfLayers, type)) return own;
    if (contains(kInputActivations, type)) return kKeepsInput;
    return find_keeps(kKeepsOfFamilies, family);
}

std::optional<Keeps> keeps_of_function(std::string_view name) {
    return find_keeps(kKeepsOfFunctions, name);
}

Autocast autocast_of(std::string_view name, std::string_view family) {
    constexpr std::string_view kHalf[] = {"matmul",   "@",        "attention", "F.linear",
                                          "F.conv1d", "F.conv2d", "F.conv3d"};
    constexpr std::string_view kFloat32[] = {"LayerNorm", "LayerNorm2d", "GroupNorm",    "Softmax",
                                             "Softmax2d", "Softmin",     "LogSoftmax",   "Softplus",
                                             "softmax",   "log_softmax", "softplus",     "pow",
                                             "exp",       "log",         "F.layer_norm", "LogSigmoid"};
    if (contains(kHalf, name) || family == "linear" || family == "convolution" || family == "attention")
        return Autocast::Half;
    return contains(kFloat32, name) ? Autocast::Float32 : Autocast::Follows;
}

}  // namespace paramscope
