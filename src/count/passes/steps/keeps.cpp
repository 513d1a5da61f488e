#include "count/passes/steps/keeps.h"

#include <span>

#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr std::uint8_t kBytesOfAnIndex = 8;

constexpr Keeps kKeepsNothing = {};
constexpr Keeps kPassesGradient = {.passes_gradient = true};
constexpr Keeps kGivesViews = {.gives_views = true};
constexpr Keeps kKeepsView = {.is_view = true};
constexpr Keeps kKeepsInput = {.input = true};
constexpr Keeps kKeepsOutput = {.output = true};
constexpr Keeps kKeepsBoth = {.input = true, .others = true, .for_others = true};
/// The input twice, or all inputs: of a largest one, of two.
constexpr Keeps kKeepsAll = {.input = true, .others = true};
/// A GPU's kernels keep a byte where a CPU's keep a factor.
constexpr Keeps kKeepsMask = {.bytes = 1, .cpu_copies = 1};
constexpr Keeps kKeepsOwnIndices = {.bytes = kBytesOfAnIndex};
constexpr Keeps kKeepsIndices = {.input = true, .bytes = kBytesOfAnIndex};
constexpr Keeps kKeepsRows = {.input = true, .row_numbers = 2};
constexpr Keeps kKeepsChannels = {.input = true, .channel_numbers = 2};
/// A factor for each channel of each sample.
constexpr Keeps kKeepsFactors = {.sample_factors = 1};
constexpr Keeps kKeepsInputAndCopy = {.input = true, .copies = 1};

/// For the gradient of the divisor, with that itself: that of the dividend is passed on.
constexpr Keeps kRest = {.input = true, .others = true, .passes_gradient = true, .temporaries_for_others = 3};
constexpr Keeps kLargerOfTwo = {.input = true, .others = true, .temporaries = 1, .temporary_bytes = 2};
constexpr Keeps kSoftMargin = {.input = true, .others = true, .temporaries = 2};
// Inverse functions, by the formulas of derivatives.yaml.
constexpr Keeps kArcSine = {.input = true, .temporaries = 4};
constexpr Keeps kArcCosine = {.input = true, .temporaries = 5};
constexpr Keeps kArcTangent = {.input = true, .temporaries = 2};
constexpr Keeps kAreaFunction = {.input = true, .temporaries = 3};

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
    {"LogSoftmax", kKeepsOutput},
    {"LogSigmoid", {.input = true, .cpu_copies = 1}},
    {"RReLU", kKeepsInputAndCopy},
    {"GLU", kKeepsInput},
    // x · sigmoid(1.702·x)
    {"QuickGELUActivation", kKeepsInputAndCopy},
    // relu(x)^2
    {"ReLUSquaredActivation", {.copies = 1}},
    {"BatchNorm1d", kKeepsChannels},
    {"BatchNorm2d", kKeepsChannels},
    {"BatchNorm3d", kKeepsChannels},
    {"SyncBatchNorm", kKeepsChannels},
    {"LayerNorm", kKeepsRows},
    {"LayerNorm2d", kKeepsRows},
    {"ConvNextLayerNorm", kKeepsRows},
    {"ConvNextV2LayerNorm", kKeepsRows},
    {"NemotronLayerNorm1P", kKeepsRows},
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
    {"FractionalMaxPool2d", kKeepsIndices},
    {"FractionalMaxPool3d", kKeepsIndices},
    {"AvgPool1d", kKeepsInput},
    {"AvgPool2d", kKeepsInput},
    {"AvgPool3d", kKeepsInput},
    {"AdaptiveAvgPool1d", kKeepsInput},
    {"AdaptiveAvgPool2d", kKeepsInput},
    {"AdaptiveAvgPool3d", kKeepsInput},
    {"Dropout", kKeepsMask},
    {"AlphaDropout", {.copies = 1, .temporaries = 1}},
    {"Dropout1d", kKeepsFactors},
    {"Dropout2d", kKeepsFactors},
    {"Dropout3d", kKeepsFactors},
    {"FeatureAlphaDropout", kKeepsFactors},
    {"Bilinear", kKeepsAll},
    {"MSELoss", kKeepsAll},
    {"SmoothL1Loss", kKeepsAll},
    {"HuberLoss", kKeepsAll},
    {"BCELoss", kKeepsAll},
    {"BCEWithLogitsLoss", kKeepsAll},
    {"SoftMarginLoss", kSoftMargin},
    {"NLLLoss", kKeepsAll},
    {"Unfold", kKeepsNothing},
    {"Fold", kKeepsNothing},
    {"Upsample", kKeepsNothing},
    {"UpsamplingNearest2d", kKeepsNothing},
    {"UpsamplingBilinear2d", kKeepsNothing},
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

/// Padding with values of the input, by what a type's name begins with; padding with others keeps nothing.
constexpr NamedKeeps kKeepsOfPadding[] = {
    {"Reflection", kKeepsInput},
    {"Replication", kKeepsInput},
    {"", kKeepsNothing},
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
    "Softshrink",
    "Hardshrink",
    "GELUActivation",
    "SiLUActivation",
    "PytorchGELUTanh",
    "GELUTanh",
    "MishActivation",
    "BloomGelu",  // a function of its own, which computes the rest again
};

/// Activations that work in place, of which the backward pass can do with the output: LeakyReluBackward1 and
/// others beside it. All others keep a copy of their input.
constexpr std::string_view kInPlaceOutputs[] = {"ReLU", "LeakyReLU", "ELU", "CELU", "SELU"};
/// The same of functions: celu() and selu() are steps elu().
constexpr std::string_view kInPlaceOutputsOfFunctions[] = {"relu", "leaky_relu", "elu"};

/// What torch.autocast computes in float32, of copies of its tensors.
constexpr std::string_view kFloat32[] = {
    "LayerNorm",
    "LayerNorm2d",
    "GroupNorm",
    "Softmax",
    "Softmax2d",
    "Softmin",
    "LogSoftmax",
    "LogSigmoid",
    "Softplus",
    "Upsample",
    "UpsamplingNearest2d",
    "UpsamplingBilinear2d",
    "L1Loss",
    "MSELoss",
    "SmoothL1Loss",
    "HuberLoss",
    "KLDivLoss",
    "PoissonNLLLoss",
    "BCEWithLogitsLoss",
    "SoftMarginLoss",
    "NLLLoss",
    "CrossEntropyLoss",
    "CosineSimilarity",
    "F.layer_norm",
    "F.group_norm",
    "softmax",
    "log_softmax",
    "softplus",
    "interpolate",
    "pow",
    "**",
    "exp",
    "expm1",
    "log",
    "log1p",
    "reciprocal",
    "rsqrt",
    "tan",
    "sinh",
    "cosh",
    "asin",
    "acos",
    "prod",
    "cumsum",
    "cumprod",
    "logsumexp",
    "l1_loss",
    "mse_loss",
    "smooth_l1_loss",
    "huber_loss",
    "kl_div",
    "poisson_nll_loss",
    "binary_cross_entropy_with_logits",
    "soft_margin_loss",
    "nll_loss",
};

constexpr NamedKeeps kKeepsOfFunctions[] = {
    {"relu", kKeepsOutput},
    {"sigmoid", kKeepsOutput},
    {"tanh", kKeepsOutput},
    {"softmax", kKeepsOutput},
    {"log_softmax", kKeepsOutput},
    {"exp", kKeepsOutput},
    {"sqrt", kSquareRoot},
    {"rsqrt", kInverseRoot},
    {"expm1", {.output = true, .temporaries = 1}},
    {"reciprocal", {.output = true, .temporaries = 2}},
    {"log1p", {.input = true, .temporaries = 1}},
    {"relu6", kKeepsInput},
    {"clamp", {.input = true, .temporary_bytes = 1}},
    {"hardtanh", kKeepsInput},
    {"threshold", kKeepsInput},
    {"hardshrink", kKeepsInput},
    {"softshrink", kKeepsInput},
    {"logsigmoid", {.input = true, .cpu_copies = 1}},
    {"rrelu", kKeepsInputAndCopy},
    {"erf", {.input = true, .temporaries = 4}},
    {"nan_to_num", {.input = true, .temporary_bytes = 3}},
    {"maximum", kLargerOfTwo},
    {"minimum", kLargerOfTwo},
    {"fmax", kLargerOfTwo},
    {"fmin", kLargerOfTwo},
    {"atan2", {.input = true, .others = true, .temporaries = 5}},
    {"hypot", {.input = true, .others = true, .output = true, .temporaries = 1}},
    {"xlogy", {.input = true, .others = true, .temporaries = 2}},
    {"**", {.input = true, .others = true, .output = true, .temporaries = 4}},
    {"div.rounding", {.input = true, .others = true, .for_others = true}},
    {"lerp", kKeepsNothing},
    {"addcmul", {.others = true}},
    {"addcdiv", {.others = true, .temporaries_for_others = 3}},
    {"logaddexp", {.input = true, .others = true, .temporaries = 3}},
    {"amax", {.input = true, .output = true, .temporaries = 1, .temporary_bytes = 1}},
    // flip(cumsum(flip(gradient)))
    {"cumsum", {.temporaries = 2}},
    {"max", kKeepsOwnIndices},
    {"median", {.bytes = kBytesOfAnIndex, .workspace = 1}},
    {"argmax", kKeepsNothing},
    {"any", kKeepsNothing},
    {"var", {.input = true, .temporaries = 1}},
    {"std", {.input = true, .output = true, .temporaries = 1}},
    {"vector_norm.inf", {.input = true, .output = true, .temporaries = 3, .temporary_bytes = 2}},
    {"vector_norm", {.input = true, .output = true, .temporaries = 1}},
    {"logsumexp", {.input = true, .output = true, .temporaries = 2, .workspace = 1}},
    {"prod", {.input = true, .output = true, .temporaries = 1}},
    {"loss", kKeepsAll},
    {"mse_loss", kKeepsAll},
    {"smooth_l1_loss", kKeepsAll},
    {"huber_loss", kKeepsAll},
    {"binary_cross_entropy", kKeepsAll},
    {"binary_cross_entropy_with_logits", kKeepsAll},
    {"soft_margin_loss", kSoftMargin},
    {"tan", {.output = true, .temporaries = 2}},
    {"sinh", {.input = true, .temporaries = 1}},
    {"cosh", {.input = true, .temporaries = 1}},
    {"asin", kArcSine},
    {"arcsin", kArcSine},
    {"acos", kArcCosine},
    {"arccos", kArcCosine},
    {"atan", kArcTangent},
    {"arctan", kArcTangent},
    {"asinh", kAreaFunction},
    {"acosh", kAreaFunction},
    {"atanh", kAreaFunction},
    {"sinc", {.input = true, .temporaries = 7}},
    {"rpow", {.input = true, .output = true, .temporaries = 1}},
    {"fmod", kRest},
    {"remainder", kRest},
    {"sgn", {.input = true, .output = true, .passes_gradient = true}},
    {"exp2", {.output = true, .temporaries = 1}},
    {"lgamma", {.input = true, .temporaries = 1}},
    {"digamma", {.input = true, .temporaries = 1}},
    {"alpha_dropout", {.copies = 1, .temporaries = 1}},
    {"dropout1d", kKeepsFactors},
    {"dropout2d", kKeepsFactors},
    {"dropout3d", kKeepsFactors},
    {"feature_dropout", kKeepsFactors},
    {"feature_alpha_dropout", kKeepsFactors},
    {"topk", kKeepsOwnIndices},
    {"cummax", kKeepsIndices},
    {"sort", kKeepsOwnIndices},
    {"grid_sample", kKeepsAll},
    {"affine_grid", kKeepsNothing},
    {"max_unpool", kKeepsNothing},  // the pooling keeps its indices
    {"pdist", {.input = true, .output = true}},
    {"cdist", {.input = true, .others = true, .output = true, .temporaries = 1}},
    {"scatter", kKeepsNothing},
    {"contiguous", kKeepsView},
    {"put", kKeepsNothing},
    {"multi_margin_loss", kKeepsAll},
    {"clamp.Tensor", {.input = true, .others = true, .temporaries = 1, .temporary_bytes = 2}},
    {"entr", {.input = true, .temporaries = 3}},
    {"log_ndtr", {.input = true, .output = true, .temporaries = 6}},
    {"erfcx", {.input = true, .output = true, .temporaries = 3}},
    {"i0", {.input = true, .temporaries = 1}},
    {"i0e", {.input = true, .output = true, .temporaries = 4}},
    {"i1", {.input = true, .output = true, .temporaries = 4}},
    {"i1e", {.input = true, .output = true, .temporaries = 4}},
    {"psi", {.input = true, .temporaries = 1}},
    {"gammaln", {.input = true, .temporaries = 1}},
    {"xlog1py", {.input = true, .others = true, .temporaries = 2}},
    {"logaddexp2", {.input = true, .others = true, .temporaries = 3}},
    {"copysign", {.input = true, .output = true, .temporaries = 1}},
    {"cumprod", {.input = true, .output = true, .temporaries = 3}},
    {"logcumsumexp", {.input = true, .output = true, .temporaries = 7}},
    {"nansum", {.input = true, .temporaries = 1, .temporary_bytes = 2}},
    {"gather", kKeepsIndices},
    {"repeat", kKeepsNothing},
    {"take", kKeepsNothing},
    {"pad", kKeepsNothing},
    {"reflection_pad", kKeepsInput},
    {"gelu", kKeepsInput},
    {"silu", kKeepsInput},
    {"mish", kKeepsInput},
    {"elu", kKeepsInput},
    {"leaky_relu", kKeepsInput},
    {"prelu", {.input = true, .temporaries = 1}},
    {"hardswish", kKeepsInput},
    {"hardsigmoid", kKeepsInput},
    {"softplus", kKeepsInput},
    {"abs", kSize},
    {"log", kKeepsInput},
    {"sin", {.input = true, .temporaries = 1}},
    {"cos", {.input = true, .temporaries = 2}},
    {"pow", kPower},
    {"dropout", kKeepsMask},
    {"roll", kKeepsNothing},
    {"masked_fill", kKeepsNothing},
    {"where", kKeepsNothing},
    {"scaled", kKeepsNothing},
    {"shifted", kPassesGradient},
    {"residual", kPassesGradient},
    {"channel_shuffle", kKeepsNothing},
    {"space_to_depth", kKeepsNothing},
    {"cat", kGivesViews},
    {"concat", kGivesViews},
    {"stack", kGivesViews},
    {"interpolate", kKeepsNothing},
    {"mean", kKeepsNothing},
    {"sum", kGivesViews},
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
    {"detach", kKeepsView},
    {"state", kKeepsView},
    {"cache", kKeepsView},
    {"tensor", kKeepsNothing},
    {"lookup", kKeepsNothing},
    {"matmul", kKeepsBoth},
    {"einsum", kKeepsBoth},
    {"@", kKeepsBoth},
    {"*", kProduct},
    {"/", kQuotient},
    {"+", kPassesGradient},
    {"-", {.passes_first = true, .sums_broadcast = true}},
    {"F.linear", kKeepsBoth},
    {"F.embedding", kKeepsNothing},
    {"F.conv1d", kKeepsAll},
    {"F.conv2d", kKeepsAll},
    {"F.conv3d", kKeepsAll},
    {"F.conv_transpose1d", kKeepsAll},
    {"F.conv_transpose2d", kKeepsAll},
    {"F.conv_transpose3d", kKeepsAll},
    {"F.layer_norm", kKeepsRows},
    {"F.batch_norm", kKeepsChannels},
    {"F.group_norm", {.input = true, .group_numbers = 2}},
    {"F.instance_norm", {.input = true, .sample_numbers = 2}},
    // by a fused kernel: query, key, value and output, and the logarithm of each row's sum
    {"attention", {.input = true, .others = true, .output = true, .row_numbers = 1}},
};

std::optional<Keeps> find_keeps(std::span<const NamedKeeps> table, std::string_view name) {
    const NamedKeeps* found = find_by(table, &NamedKeeps::name, name);
    return found == nullptr ? std::nullopt : std::optional(found->keeps);
}

}  // namespace

Keeps keeps_in_place(std::string_view type) {
    if (type == "RReLU") return {.output = true, .is_view = true, .copies = 1};  // its slopes
    if (contains(kInPlaceOutputs, type)) return {.output = true, .is_view = true};
    return {.is_view = true, .copies = 1};
}

std::optional<Keeps> keeps_of_layer(std::string_view type, std::string_view family) {
    if (const auto own = find_keeps(kKeepsOfLayers, type)) return own;
    if (contains(kInputActivations, type)) return kKeepsInput;
    if (type.find("Pad") != std::string_view::npos)
        return find_where(kKeepsOfPadding, [&](const NamedKeeps& row) { return type.starts_with(row.name); })
            ->keeps;
    return find_keeps(kKeepsOfFamilies, family);
}

bool keeps_output_in_place(std::string_view function) {
    return contains(kInPlaceOutputsOfFunctions, function);
}

std::optional<Keeps> keeps_of_function(std::string_view name) {
    return find_keeps(kKeepsOfFunctions, name);
}

Autocast autocast_of(std::string_view name, std::string_view family) {
    constexpr std::string_view kHalf[] = {"matmul",   "@",        "einsum",   "attention",
                                          "F.linear", "F.conv1d", "F.conv2d", "F.conv3d"};
    if (contains(kHalf, name) || family == "linear" || family == "convolution" || family == "attention")
        return Autocast::Half;
    if (name == "sum" || name == "vector_norm") return Autocast::Float32Result;
    return contains(kFloat32, name) ? Autocast::Float32 : Autocast::Follows;
}

}  // namespace paramscope
