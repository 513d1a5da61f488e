// Rules for operators with weights, which become modules of PyTorch's types, and for those that slide windows
// over a map. Source of the operators: the ONNX operator specification; of the modules' arguments: PyTorch's
// documentation.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

using Numbers = std::vector<std::int64_t>;

/// The elements of a constant, whose sizes are possible.
std::uint64_t count_of(const Tensor& constant) {
    return element_count(constant.dims).value_or(0);
}

/// The bias of a layer: one number for each output. nullopt when it is no such constant.
std::optional<LayerWeight> read_bias(Translator& translator, const Node& node, std::size_t input,
                                     std::int64_t outputs) {
    LayerWeight bias{nullptr, {"bias"}, static_cast<std::uint64_t>(outputs)};
    if (node.input(input) == 0) return bias;
    bias.constant = translator.constant(node, input);
    const bool fits = bias.constant != nullptr && element_count(bias.constant->dims) == bias.elements;
    return fits ? std::optional(bias) : std::nullopt;
}

/// The last argument of a layer without bias.
std::string_view bias_argument(const LayerWeight& bias) {
    return bias.constant == nullptr ? ", bias=False" : "";
}

/// The windows of a convolution or pooling layer.
struct Windows {
    Numbers kernel;
    Numbers strides;
    Numbers dilations;
    Numbers before;  ///< padding before the first element of each dimension
    Numbers after;   ///< padding after the last element

    bool is_symmetric() const { return before == after; }
};

/// Reads kernel, strides, dilations and padding; nullopt for windows that PyTorch cannot express.
std::optional<Windows> read_windows(const Node& node, Numbers kernel) {
    const std::size_t rank = kernel.size();
    const auto attribute = [&](std::string_view name, std::int64_t fallback) {
        const Numbers& numbers = node.integers(name);
        return numbers.empty() ? Numbers(rank, fallback) : numbers;
    };
    const Numbers& pads = node.integers("pads");
    const Attribute* auto_pad = node.find("auto_pad");
    Windows windows{std::move(kernel), attribute("strides", 1), attribute("dilations", 1), Numbers(rank),
                    Numbers(rank)};
    if (!pads.empty() && pads.size() != 2 * rank) return std::nullopt;
    if (!pads.empty()) {
        std::copy_n(pads.begin(), rank, windows.before.begin());
        std::copy_n(pads.begin() + static_cast<std::ptrdiff_t>(rank), rank, windows.after.begin());
    }
    if (rank == 0 || rank > 3 || windows.strides.size() != rank || windows.dilations.size() != rank)
        return std::nullopt;
    const auto is_small = [](std::int64_t number) { return number >= 0 && number < (1 << 24); };
    for (const Numbers* numbers :
         {&windows.kernel, &windows.strides, &windows.dilations, &windows.before, &windows.after}) {
        if (!all_of(*numbers, is_small)) return std::nullopt;
    }
    if (auto_pad == nullptr || auto_pad->s == "NOTSET" || auto_pad->s == "VALID") return windows;
    // SAME padding. With strides above 1 it depends on the size of the map.
    const bool steps_by_one = all_of(windows.strides, [](std::int64_t s) { return s == 1; });
    if (!steps_by_one) return std::nullopt;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t total = (windows.kernel[i] - 1) * windows.dilations[i];
        windows.before[i] = total / 2;
        windows.after[i] = total - total / 2;
    }
    return windows;
}

/// The map with its padding added by a step of its own: PyTorch's layers pad both sides alike.
std::string zero_padded(const std::string& x, const Windows& windows) {
    return concat("ZeroPad", windows.kernel.size(), "d(", x, ", ",
                  padding_argument(windows.before, windows.after), ')');
}

std::string window_arguments(const Windows& windows) {
    return concat(
        "kernel_size=", tuple_text(windows.kernel), ", stride=", tuple_text(windows.strides),
        ", padding=", tuple_text(windows.is_symmetric() ? windows.before : Numbers(windows.kernel.size())),
        ", dilation=", tuple_text(windows.dilations));
}

/// What Conv and ConvTranspose have in common.
struct Convolution {
    std::string x;  ///< the expression of the map
    const Tensor* weight = nullptr;
    Windows windows;
    std::int64_t groups = 1;
    LayerWeight bias;

    std::vector<LayerWeight> weights() const { return {{weight, {"weight"}, count_of(*weight)}, bias}; }
    /// The channels of all groups, as an expression: the weight's second dimension counts those of one group.
    std::string all_groups(std::int64_t channels) const {
        return groups > 1 ? concat(std::to_string(channels), " * ", std::to_string(groups))
                          : std::to_string(channels);
    }
};

/// nullopt when a weight is no constant, or the layer is none that PyTorch can express.
std::optional<Convolution> read_convolution(Translator& translator, const Node& node, bool is_transposed) {
    const Tensor* weight = translator.constant(node, 1);
    const std::int64_t groups = node.integer("group", 1);
    std::string x = translator.expression(node, 0);
    if (weight == nullptr || weight->dims.size() < 3 || !element_count(weight->dims)) return std::nullopt;
    constexpr std::int64_t most_channels = std::int64_t{1}
                                           << 36;  // of one group: a product does not overflow
    if (x.empty() || groups < 1 || groups > (1 << 24) || weight->dims[1] > most_channels) return std::nullopt;
    std::optional<Windows> windows = read_windows(node, {weight->dims.begin() + 2, weight->dims.end()});
    if (!windows) return std::nullopt;
    std::optional<LayerWeight> bias =
        read_bias(translator, node, 2, is_transposed ? weight->dims[1] * groups : weight->dims[0]);
    if (!bias) return std::nullopt;
    return Convolution{std::move(x), weight, std::move(*windows), groups, std::move(*bias)};
}

bool convolution(Translator& translator, const Node& node, std::string_view) {
    const std::optional<Convolution> found = read_convolution(translator, node, false);
    if (!found) return false;
    const Windows& windows = found->windows;
    const Numbers& dims = found->weight->dims;
    const std::string path =
        translator.add_layer(node, found->weights(),
                             concat("Conv", windows.kernel.size(), "d(", found->all_groups(dims[1]), ", ",
                                    std::to_string(dims[0]), ", ", window_arguments(windows),
                                    ", groups=", std::to_string(found->groups), bias_argument(found->bias)));
    return translator.bind(
        node, concat(path, '(', windows.is_symmetric() ? found->x : zero_padded(found->x, windows), ')'));
}

bool transposed_convolution(Translator& translator, const Node& node, std::string_view) {
    const std::optional<Convolution> found = read_convolution(translator, node, true);
    if (!found || !found->windows.is_symmetric() || node.find("output_shape") != nullptr) return false;
    const Windows& windows = found->windows;
    const Numbers& dims = found->weight->dims;
    Numbers more = node.integers("output_padding");
    if (more.empty()) more.assign(windows.kernel.size(), 0);
    if (more.size() != windows.kernel.size()) return false;
    const std::string path =
        translator.add_layer(node, found->weights(),
                             concat("ConvTranspose", windows.kernel.size(), "d(", std::to_string(dims[0]),
                                    ", ", found->all_groups(dims[1]), ", ", window_arguments(windows),
                                    ", output_padding=", tuple_text(more),
                                    ", groups=", std::to_string(found->groups), bias_argument(found->bias)));
    return translator.bind(node, concat(path, '(', found->x, ')'));
}

bool linear(Translator& translator, const Node& node, std::string_view) {
    const Tensor* weight = translator.constant(node, 1);
    const std::string x = translator.expression(node, 0);
    if (weight == nullptr || weight->dims.size() != 2 || !element_count(weight->dims) || x.empty() ||
        node.integer("transA", 0) != 0)
        return false;
    const bool is_transposed = node.integer("transB", 0) != 0;
    const std::int64_t inputs = weight->dims[is_transposed ? 1 : 0],
                       outputs = weight->dims[is_transposed ? 0 : 1];
    const std::optional<LayerWeight> vector = read_bias(translator, node, 2, outputs);
    const LayerWeight bias = vector.value_or(LayerWeight());
    const std::string addend = vector ? std::string() : translator.expression(node, 2);
    if (!vector && addend.empty()) return false;
    const std::string path = translator.add_layer(
        node, {{weight, {"weight"}, count_of(*weight)}, bias},
        concat("Linear(", std::to_string(inputs), ", ", std::to_string(outputs), bias_argument(bias)));
    return translator.bind(node, concat(path, '(', x, ')', addend.empty() ? "" : " + ", addend));
}

/// A matrix of weights on the right is a linear layer without bias.
bool matmul(Translator& translator, const Node& node, std::string_view) {
    const TensorInfo right = translator.info(node, 1);
    const bool is_weight = right.expression.empty() && right.constant != nullptr &&
                           right.constant->dims.size() == 2 && !right.constant->is_literal;
    if (is_weight && translator.constant(node, 0) == nullptr && linear(translator, node, {})) return true;
    const std::string a = translator.expression(node, 0), b = translator.expression(node, 1);
    if (a.empty() || b.empty()) return false;
    return translator.bind(node, concat("matmul(", a, ", ", b, ')'));
}

/// A norm becomes a module of the operator's own name with its scale and shift as tensors: the graph lacks
/// some of what print() shows of PyTorch's types and their buffers.
bool norm(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const Tensor* scale = translator.constant(node, 1);
    if (x.empty() || scale == nullptr || !element_count(scale->dims)) return false;
    const bool normalizes_last =
        node.op.ends_with("LayerNormalization") || node.op.starts_with("SimplifiedLayer");
    const std::optional<std::size_t> rank = translator.rank(node, 0);
    const std::uint64_t elements = count_of(*scale);
    const std::string size = std::to_string(elements);
    std::string sizes = size;
    if (normalizes_last) {
        if (!scale->dims.empty()) sizes = list_text(scale->dims);
    } else {
        for (std::size_t i = 2; i < rank.value_or(4); ++i) sizes += ", 1";
    }
    const bool has_shift = node.input(2) != 0;
    std::vector<std::string> lines = {
        concat("forward(x) = normalize(x) * weight", has_shift ? " + bias" : ""),
        concat("(weight): Parameter(", sizes, ")")};
    if (has_shift) lines.push_back(concat("(bias): Parameter(", sizes, ")"));
    if (node.op == "BatchNormalization") {
        lines.front() = "forward(x) = x * weight + bias";
        for (const std::string_view name : {"running_mean", "running_var"})
            lines.push_back(concat('(', name, "): Buffer(", size, ')'));
    }
    constexpr std::string_view names[] = {"weight", "bias", "running_mean", "running_var"};
    std::vector<LayerWeight> weights;
    for (std::size_t i = 1; i < node.inputs.size() && i <= std::size(names); ++i)
        weights.push_back({translator.constant(node, i), {names[i - 1]}, elements});
    const std::string path = translator.add_layer(node, weights, concat(node.op, '('), std::move(lines));
    return translator.bind(node, concat(path, '(', x, ')'));
}

bool pool(Translator& translator, const Node& node, std::string_view function) {
    const std::string x = translator.expression(node, 0);
    const std::optional<Windows> windows = read_windows(node, node.integers("kernel_shape"));
    if (x.empty() || !windows) return false;
    const bool has_ceil_mode = node.integer("ceil_mode", 0) != 0;
    const bool has_dilation = function.starts_with("Max");
    const bool is_dilated = any_of(windows->dilations, [](std::int64_t d) { return d != 1; });
    if (is_dilated && !has_dilation) return false;
    // PyTorch pads at most half of the kernel. Wider padding is added by a step of its own.
    bool fits = windows->is_symmetric();
    for (std::size_t i = 0; i < windows->kernel.size(); ++i)
        fits = fits && windows->before[i] * 2 <= windows->kernel[i];
    const std::string map = fits ? x : zero_padded(x, *windows);
    const std::string padding = tuple_text(fits ? windows->before : Numbers(windows->kernel.size()));
    return translator.bind(
        node,
        concat(function, windows->kernel.size(), "d(", map, ", kernel_size=", tuple_text(windows->kernel),
               ", stride=", tuple_text(windows->strides), ", padding=", padding,
               has_dilation ? concat(", dilation=", tuple_text(windows->dilations)) : "",
               has_ceil_mode ? ", ceil_mode=True)" : ")"));
}

bool global_pool(Translator& translator, const Node& node, std::string_view function) {
    const std::string x = translator.expression(node, 0);
    const std::size_t rank = translator.rank(node, 0).value_or(4);
    Numbers dims;
    for (std::size_t i = 2; i < rank; ++i) dims.push_back(static_cast<std::int64_t>(i));
    return !x.empty() && !dims.empty() &&
           translator.bind(node, concat(function, '(', x, ", dim=", tuple_text(dims), ", keepdim=True)"));
}

/// The operator's weights hold those of all directions, and its bias that of inputs and that of states.
std::vector<LayerWeight> recurrent_weights(const Tensor& weight, const Tensor& recurrence,
                                           const Tensor* bias) {
    std::vector<LayerWeight> weights = {{&weight, {"weight_ih_l0"}, 0},
                                        {&recurrence, {"weight_hh_l0"}, 0},
                                        {bias, {"bias_ih_l0", "bias_hh_l0"}, 0}};
    if (weight.dims[0] == 2) {
        weights[0].names.push_back("weight_ih_l0_reverse");
        weights[1].names.push_back("weight_hh_l0_reverse");
        weights[2].names.insert(weights[2].names.end(), {"bias_ih_l0_reverse", "bias_hh_l0_reverse"});
    }
    for (LayerWeight& part : weights) {
        if (part.constant != nullptr) part.elements = count_of(*part.constant) / part.names.size();
    }
    return weights;
}

/// Input and states have PyTorch's order, (steps, batch, features). The operator's output has a dimension for
/// directions after the steps, which PyTorch folds into the features.
bool recurrent(Translator& translator, const Node& node, std::string_view type) {
    const Tensor* weight = translator.constant(node, 1);
    const Tensor* recurrence = translator.constant(node, 2);
    const std::string x = translator.expression(node, 0);
    if (weight == nullptr || recurrence == nullptr || weight->dims.size() != 3 ||
        recurrence->dims.size() != 3 || x.empty())
        return false;
    if (!element_count(weight->dims) || !element_count(recurrence->dims) || node.integer("layout", 0) != 0)
        return false;
    const std::int64_t directions = weight->dims[0];
    const std::string hidden = std::to_string(recurrence->dims[2]);
    const Tensor* bias = translator.constant(node, 3);
    const bool has_bias = node.input(3) != 0;
    if ((directions != 1 && directions != 2) || (has_bias && bias == nullptr) || node.input(7) != 0)
        return false;
    const std::string path = translator.add_layer(
        node, recurrent_weights(*weight, *recurrence, bias),
        concat(type, '(', std::to_string(weight->dims[2]), ", ", hidden, has_bias ? "" : ", bias=False",
               directions == 2 ? ", bidirectional=True" : ""));
    const std::string output = translator.add_step(concat(path, '(', x, ')'));
    const std::string all =
        directions == 1 ? concat("unsqueeze(", output, "[0], 1)")
                        : concat("permute(reshape(", output, "[0], 0, 0, 2, ", hidden, "), 0, 2, 1, 3)");
    translator.bind(node, all);
    const bool has_cell = type == "LSTM";
    translator.bind(node, concat(output, has_cell ? "[1][0]" : "[1]"), 1);
    return translator.bind(node, concat(output, has_cell ? "[1][1]" : "[1]"), 2);
}

bool pad(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const auto pads = translator.integers(node, 1, "pads");
    const std::size_t rank = pads ? pads->size() / 2 : 0;
    if (x.empty() || rank < 1 || rank > 5 || pads->size() % 2 != 0) return false;
    const auto is_small = [](std::int64_t number) { return number >= 0 && number < (1 << 24); };
    if (!all_of(*pads, is_small)) return false;
    std::size_t first = 0;
    while (first < rank && (*pads)[first] == 0 && (*pads)[first + rank] == 0) ++first;
    if (first == rank) return translator.set_output(node, translator.info(node, 0));
    if (rank - first > 3) return false;
    const std::span<const std::int64_t> all = *pads;
    const std::string padding = padding_argument(all.subspan(first, rank - first), all.subspan(first + rank));
    return translator.bind(node, concat("ConstantPad", rank - first, "d(", x, ", ", padding, ", value=0)"));
}

/// Upsampling by whole factors, or to known sizes.
bool resize(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const bool is_old = node.op == "Upsample";
    if (const auto sizes = translator.integers(node, 3, {});
        sizes && !is_old && sizes->size() > 2 && sizes->size() <= 5) {
        if (any_of(*sizes, [](std::int64_t size) { return size < 1; })) return false;
        return !x.empty() &&
               translator.bind(node,
                               concat("Upsample(", x,
                                      ", size=", tuple_text(Numbers(sizes->begin() + 2, sizes->end())), ')'),
                               0, Signal::tensor(Dims(sizes->begin(), sizes->end())));
    }
    const Tensor* scales = translator.constant(node, is_old ? 1 : node.inputs.size() > 2 ? 2 : 1);
    const Attribute* attribute = node.find("scales");
    const std::vector<double> factors = scales != nullptr      ? scales->numbers
                                        : attribute != nullptr ? attribute->floats
                                                               : std::vector<double>();
    if (x.empty() || factors.size() < 3 || factors.size() > 5 || factors[0] != 1 || factors[1] != 1)
        return false;
    Numbers whole;
    for (std::size_t i = 2; i < factors.size(); ++i) {
        if (!(factors[i] >= 1 && factors[i] < 1e6) ||
            factors[i] != static_cast<double>(static_cast<std::int64_t>(factors[i])))
            return false;
        whole.push_back(static_cast<std::int64_t>(factors[i]));
    }
    if (translator.rank(node, 0).value_or(factors.size()) != factors.size()) return false;
    return translator.bind(node, concat("Upsample(", x, ", scale_factor=", tuple_text(whole), ')'));
}

bool depth_to_space(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const std::int64_t block = node.integer("blocksize", 0);
    return !x.empty() && block > 0 && block < 1000 &&
           translator.bind(node, concat("PixelShuffle(", x, ", upscale_factor=", std::to_string(block), ')'));
}

bool space_to_depth(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const std::int64_t block = node.integer("blocksize", 0);
    return !x.empty() && block > 0 && block < 1000 &&
           translator.bind(node,
                           concat("PixelUnshuffle(", x, ", downscale_factor=", std::to_string(block), ')'));
}

constexpr OperatorRule kLayerRules[] = {
    {"Conv", convolution},
    {"FusedConv", convolution},
    {"ConvTranspose", transposed_convolution},
    {"Gemm", linear},
    {"MatMul", matmul, "matmul"},
    {"BatchNormalization", norm, "normalize"},
    {"InstanceNormalization", norm},
    {"GroupNormalization", norm},
    {"LayerNormalization", norm},
    {"SimplifiedLayerNormalization", norm},
    {"MaxPool", pool, "MaxPool"},
    {"AveragePool", pool, "AvgPool"},
    {"GlobalAveragePool", global_pool, "mean"},
    {"GlobalMaxPool", global_pool, "amax"},
    {"LSTM", recurrent, "LSTM"},
    {"GRU", recurrent, "GRU"},
    {"RNN", recurrent, "RNN"},
    {"Pad", pad},
    {"Resize", resize, "Upsample"},
    {"Upsample", resize, "Upsample"},
    {"DepthToSpace", depth_to_space, "PixelShuffle"},
    {"SpaceToDepth", space_to_depth, "PixelUnshuffle"},
};

}  // namespace

std::span<const OperatorRule> layer_operators() {
    return kLayerRules;
}

}  // namespace paramscope::open::onnx
