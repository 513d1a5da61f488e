// Rules for convolutions, which become modules of PyTorch's types, and for other operators on maps. Source of
// the operators: the ONNX operator specification; of the modules' arguments: PyTorch's documentation.
#include <algorithm>

#include "algebra/whole_quotients.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

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

    std::vector<LayerWeight> weights() const {
        return {{weight, {"weight"}, count_of(*weight), list_text(weight->dims)}, bias};
    }
    /// The channels of all groups, as an expression: the weight's second dimension counts those of one group.
    std::string all_groups(std::int64_t channels) const {
        return groups > 1 ? concat(std::to_string(channels), " * ", std::to_string(groups))
                          : std::to_string(channels);
    }
};

/// nullopt when a weight is no constant, or the layer is none that PyTorch can express.
std::optional<Convolution> read_convolution(Translator& translator, const Node& node, bool is_transposed) {
    const Tensor* weight = translator.info(node, 1).is_computed() ? nullptr : translator.constant(node, 1);
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

/// A convolution whose weight the graph computes.
bool computed_convolution(Translator& translator, const Node& node) {
    const std::optional<Dims> weight = translator.dims(node, 1);
    Numbers kernel;
    for (std::size_t i = 2; weight && i < weight->size(); ++i)
        kernel.push_back(ShapeItem{(*weight)[i]}.number().value_or(-1));
    const std::optional<Windows> windows = read_windows(node, kernel);
    const std::string x = translator.expression(node, 0), w = translator.expression(node, 1),
                      bias = translator.expression(node, 2);
    if (!windows || x.empty() || w.empty() || (bias.empty() && node.input(2) != 0)) return false;
    return translator.bind(
        node,
        concat("F.conv", kernel.size(), "d(", windows->is_symmetric() ? x : zero_padded(x, *windows), ", ", w,
               bias.empty() ? "" : ", ", bias, ", stride=", tuple_text(windows->strides),
               ", padding=", tuple_text(windows->is_symmetric() ? windows->before : Numbers(kernel.size())),
               ", dilation=", tuple_text(windows->dilations),
               ", groups=", std::to_string(node.integer("group", 1)), ')'));
}

bool convolution(Translator& translator, const Node& node, std::string_view) {
    const std::optional<Convolution> found = read_convolution(translator, node, false);
    if (!found) return computed_convolution(translator, node);
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

/// Padding of the last dimensions by numbers; "" where it is another.
std::string constant_pad(const std::string& x, const Numbers& pads) {
    const std::size_t rank = pads.size() / 2;
    const auto is_small = [](std::int64_t number) { return number >= 0 && number < (1 << 24); };
    if (rank > 5 || !all_of(pads, is_small)) return {};
    std::size_t first = 0;
    while (first < rank && pads[first] == 0 && pads[first + rank] == 0) ++first;
    if (first == rank) return x;
    if (rank - first > 3) return {};
    const std::span<const std::int64_t> all = pads;
    const std::string padding = padding_argument(all.subspan(first, rank - first), all.subspan(first + rank));
    return concat("ConstantPad", rank - first, "d(", x, ", ", padding, ", value=0)");
}

bool pad(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const bool names_axes = node.input(3) != 0;
    if (const auto pads = translator.integers(node, 1, "pads"); pads && !names_axes && !x.empty()) {
        const std::string line = constant_pad(x, *pads);
        if (line == x) return translator.set_output(node, translator.info(node, 0));
        if (pads->size() % 2 == 0 && !line.empty()) return translator.bind(node, line);
    }
    std::optional<Dims> sizes = translator.dims(node, 0);
    const std::optional<SmallTensor>& pads = translator.info(node, 1).values;
    std::optional<Numbers> axes = translator.integers(node, 3, {});
    if (!sizes || !pads || (names_axes && !axes)) return false;
    if (!axes) axes = counted(sizes->size());
    if (pads->items.size() != 2 * axes->size()) return false;
    for (std::size_t i = 0; i < axes->size(); ++i) {
        const std::optional<std::size_t> dim = axis_of((*axes)[i], sizes->size());
        if (!dim) return false;
        (*sizes)[*dim] += pads->items[i].size + pads->items[axes->size() + i].size;
    }
    return translator.bind_sized(node, "pad", x, *sizes);
}

/// The sizes of a Resize: those that it is given, or those of its input times its factors, rounded down.
std::optional<Dims> resized(Translator& translator, const Node& node) {
    std::optional<Dims> sizes = translator.dims(node, 0);
    const bool is_old = node.op == "Upsample";
    if (const std::optional<SmallTensor>& wanted = translator.info(node, 3).values; wanted && !is_old) {
        Dims given;
        for (const ShapeItem& item : wanted->items) given.push_back(item.size);
        return given;
    }
    const std::size_t input = is_old || node.inputs.size() < 3 ? 1 : 2;
    const Tensor* scales = translator.constant(node, input);
    const std::optional<SmallTensor>& computed = translator.info(node, input).values;
    const Attribute* attribute = node.find("scales");
    const std::vector<double> factors = scales != nullptr      ? scales->numbers
                                        : attribute != nullptr ? attribute->floats
                                                               : std::vector<double>();
    const std::size_t count = factors.empty() && computed ? computed->items.size() : factors.size();
    if (!sizes || sizes->size() != count) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
        Polynomial& size = (*sizes)[i];
        const std::optional<std::int64_t> length = ShapeItem{size}.number();
        const bool is_whole = !factors.empty() && factors[i] >= 1 && factors[i] < 1e6 &&
                              factors[i] == static_cast<double>(static_cast<std::int64_t>(factors[i]));
        if (is_whole)
            size *= Polynomial(static_cast<std::int64_t>(factors[i]));
        else if (factors.empty())
            size = floor_divide_whole(size * computed->items[i].size, 1);
        else if (length && factors[i] > 0 && factors[i] < 1e6)
            size = static_cast<std::int64_t>(static_cast<double>(*length) * factors[i]);
        else
            return std::nullopt;
    }
    return sizes;
}

/// Maps are stretched by a layer, where it can say the sizes.
bool resize(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const std::optional<Dims> sizes = resized(translator, node);
    if (x.empty() || !sizes || size_text(*sizes).empty()) return false;
    const std::optional<Dims> before = translator.dims(node, 0);
    const bool is_map = sizes->size() > 2 && sizes->size() <= 5 &&
                        (!before || (before->size() == sizes->size() && (*before)[0] == (*sizes)[0] &&
                                     (*before)[1] == (*sizes)[1]));
    if (!is_map) return translator.bind_sized(node, "resize", x, *sizes);
    return translator.bind(
        node, concat("Upsample(", x, ", size=", size_text({sizes->begin() + 2, sizes->end()}), ')'), 0,
        Signal::tensor(*sizes));
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
    {"MaxPool", pool, "MaxPool"},
    {"AveragePool", pool, "AvgPool"},
    {"GlobalAveragePool", global_pool, "mean"},
    {"GlobalMaxPool", global_pool, "amax"},
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
