// Operators with weights, which become modules of PyTorch's types, and those that slide windows over a map.
// Source of what each computes: the ONNX operator specification; of the types' arguments: PyTorch's
// documentation.
#include <algorithm>

#include "base/concat.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

using Sizes = std::optional<std::vector<std::string>>;
using Numbers = std::vector<std::int64_t>;

/// A bias that a layer takes in; false when one is given that is no constant.
bool take_bias(Translator& to, const Node& node, std::size_t input, bool* has_bias) {
    *has_bias = !node.input(input).empty();
    if (!*has_bias) return true;
    const Tensor* bias = to.constant(node, input);
    to.use(bias);
    return bias != nullptr;
}

/// Where windows lie.
struct Windows {
    Numbers kernel;
    Numbers strides;
    Numbers dilations;
    Numbers before;  ///< padding
    Numbers after;

    bool is_even() const { return before == after; }
};

std::optional<Windows> windows_of(const Node& node, Numbers kernel) {
    const std::size_t rank = kernel.size();
    const auto given = [&](std::string_view name, std::int64_t usual) {
        Numbers numbers = node.integers(name);
        return numbers.empty() ? Numbers(rank, usual) : numbers;
    };
    const Numbers pads = node.integers("pads");
    const Attribute* automatic = node.find("auto_pad");
    Windows windows{std::move(kernel), given("strides", 1), given("dilations", 1), Numbers(rank),
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
        if (!std::all_of(numbers->begin(), numbers->end(), is_small)) return std::nullopt;
    }
    if (automatic == nullptr || automatic->s == "NOTSET" || automatic->s == "VALID") return windows;
    // As many windows as positions; with longer strides that depends on the map.
    const bool steps_by_one =
        std::all_of(windows.strides.begin(), windows.strides.end(), [](std::int64_t s) { return s == 1; });
    if (!steps_by_one) return std::nullopt;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t total = (windows.kernel[i] - 1) * windows.dilations[i];
        windows.before[i] = total / 2;
        windows.after[i] = total - total / 2;
    }
    return windows;
}

/// The map with a border of its own, where the layer's padding cannot be as wide on both sides.
std::string bordered(const std::string& x, const Windows& windows) {
    std::string line = concat("ZeroPad", windows.kernel.size(), "d(", x, ", padding=(");
    for (std::size_t i = windows.kernel.size(); i > 0; --i) {
        line += concat(std::to_string(windows.before[i - 1]), ", ", std::to_string(windows.after[i - 1]),
                       i > 1 ? ", " : "))");
    }
    return line;
}

std::string window_arguments(const Windows& windows) {
    return concat("kernel_size=", tuple(windows.kernel), ", stride=", tuple(windows.strides),
                  ", padding=", tuple(windows.is_even() ? windows.before : Numbers(windows.kernel.size())),
                  ", dilation=", tuple(windows.dilations));
}

/// How many windows fit along each size that is known.
Sizes map_sizes(const Sizes& before, const Windows& windows, const std::string& channels, bool is_ceiled) {
    if (!before || before->size() != windows.kernel.size() + 2) return std::nullopt;
    std::vector<std::string> sizes = {before->front(), channels.empty() ? (*before)[1] : channels};
    for (std::size_t i = 0; i < windows.kernel.size(); ++i) {
        const std::optional<std::int64_t> size = number_of((*before)[i + 2]);
        const std::int64_t step = windows.strides[i];
        if (!size || step == 0) {
            sizes.emplace_back();
            continue;
        }
        const std::int64_t room =
            *size + windows.before[i] + windows.after[i] - (windows.kernel[i] - 1) * windows.dilations[i] - 1;
        sizes.push_back(std::to_string(room < 0 ? 0 : (room + (is_ceiled ? step - 1 : 0)) / step + 1));
    }
    return sizes;
}

/// What both kinds of convolution have: a map, a kernel of weights, windows, groups.
struct Convolution {
    std::string x;
    const Tensor* weight = nullptr;
    Windows windows;
    std::int64_t groups = 1;

    /// The weight's second size is that of one group.
    std::string whole(std::int64_t channels) const {
        return groups > 1 ? concat(std::to_string(channels), " * ", std::to_string(groups))
                          : std::to_string(channels);
    }
};

std::optional<Convolution> convolution_of(Translator& to, const Node& node) {
    const Tensor* weight = to.constant(node, 1);
    const std::int64_t groups = node.integer("group", 1);
    std::string x = to.said(node, 0);
    if (weight == nullptr || weight->dims.size() < 3 || !elements(weight->dims)) return std::nullopt;
    if (x.empty() || groups < 1 || groups > (1 << 24)) return std::nullopt;
    std::optional<Windows> windows = windows_of(node, {weight->dims.begin() + 2, weight->dims.end()});
    if (!windows) return std::nullopt;
    return Convolution{std::move(x), weight, std::move(*windows), groups};
}

bool convolution(Translator& to, const Node& node, std::string_view) {
    const std::optional<Convolution> found = convolution_of(to, node);
    bool has_bias = false;
    if (!found || !take_bias(to, node, 2, &has_bias)) return false;
    const Windows& windows = found->windows;
    const Numbers& dims = found->weight->dims;
    const std::string out = std::to_string(dims[0]);
    const std::string called =
        to.layer(node, found->weight,
                 concat("Conv", windows.kernel.size(), "d(", found->whole(dims[1]), ", ", out, ", ",
                        window_arguments(windows), ", groups=", std::to_string(found->groups),
                        has_bias ? "" : ", bias=False"));
    return to.bind(node, concat(called, '(', windows.is_even() ? found->x : bordered(found->x, windows), ')'),
                   map_sizes(to.known(node, 0).sizes, windows, out, false));
}

bool transposed_convolution(Translator& to, const Node& node, std::string_view) {
    const std::optional<Convolution> found = convolution_of(to, node);
    if (!found || !found->windows.is_even() || node.find("output_shape") != nullptr) return false;
    const Windows& windows = found->windows;
    const Numbers& dims = found->weight->dims;
    Numbers more = node.integers("output_padding");
    if (more.empty()) more.assign(windows.kernel.size(), 0);
    bool has_bias = false;
    if (more.size() != windows.kernel.size() || !take_bias(to, node, 2, &has_bias)) return false;
    const std::string called = to.layer(
        node, found->weight,
        concat("ConvTranspose", windows.kernel.size(), "d(", std::to_string(dims[0]), ", ",
               found->whole(dims[1]), ", ", window_arguments(windows), ", output_padding=", tuple(more),
               ", groups=", std::to_string(found->groups), has_bias ? "" : ", bias=False"));
    return to.bind(node, concat(called, '(', found->x, ')'));
}

/// A layer that leaves all sizes but the last, which becomes `features`.
bool bind_linear(Translator& to, const Node& node, const std::string& called, const std::string& x,
                 const std::string& features) {
    Sizes sizes = to.known(node, 0).sizes;
    if (sizes && !sizes->empty()) sizes->back() = features;
    return to.bind(node, concat(called, '(', x, ')'), std::move(sizes));
}

bool linear(Translator& to, const Node& node, std::string_view) {
    const Tensor* weight = to.constant(node, 1);
    const std::string x = to.said(node, 0);
    bool has_bias = false;
    if (weight == nullptr || weight->dims.size() != 2 || !elements(weight->dims) || x.empty() ||
        node.integer("transA", 0) != 0)
        return false;
    if (!take_bias(to, node, 2, &has_bias)) return false;
    const bool is_turned = node.integer("transB", 0) != 0;
    const std::string in = std::to_string(weight->dims[is_turned ? 1 : 0]),
                      out = std::to_string(weight->dims[is_turned ? 0 : 1]);
    const std::string called =
        to.layer(node, weight, concat("Linear(", in, ", ", out, has_bias ? "" : ", bias=False"));
    return bind_linear(to, node, called, x, out);
}

/// A matrix of weights on the right is a layer without bias.
bool product(Translator& to, const Node& node, std::string_view) {
    const Known right = to.known(node, 1);
    const bool is_weight = right.said.empty() && right.constant != nullptr &&
                           right.constant->dims.size() == 2 && !right.constant->is_written;
    if (is_weight && to.constant(node, 0) == nullptr && linear(to, node, {})) return true;
    const std::string a = to.said(node, 0), b = to.said(node, 1);
    if (a.empty() || b.empty()) return false;
    Sizes sizes = to.known(node, 0).sizes;
    if (sizes && right.sizes && sizes->size() >= right.sizes->size() && right.sizes->size() >= 2)
        sizes->back() = right.sizes->back();
    else
        sizes.reset();
    return to.bind(node, concat("matmul(", a, ", ", b, ')'), std::move(sizes));
}

/// Scale and shift of a norm, as tensors of a module of the operator's own name: what print() would show of
/// PyTorch's types (and the buffers those carry) is not all in the graph.
bool norm(Translator& to, const Node& node, std::string_view) {
    const std::string x = to.said(node, 0);
    const Tensor* scale = to.constant(node, 1);
    if (x.empty() || scale == nullptr || !elements(scale->dims)) return false;
    const bool is_last = node.op.ends_with("LayerNormalization") || node.op.starts_with("SimplifiedLayer");
    const std::optional<std::size_t> rank = to.rank(node, 0);
    std::string ones;
    if (!is_last) {
        for (std::size_t i = 2; i < rank.value_or(4); ++i) ones += ", 1";
    }
    const bool has_shift = !node.input(2).empty();
    const std::string size = sizes_of(*scale).empty() ? "1" : sizes_of(*scale).front();
    std::vector<std::string> lines = {
        concat("forward(x) = normalize(x) * weight", has_shift ? " + bias" : ""),
        concat("(weight): Parameter(", size, ones, ")")};
    if (has_shift) lines.push_back(concat("(bias): Parameter(", size, ones, ")"));
    if (node.op == "BatchNormalization") {
        lines.front() = "forward(x) = x * weight + bias";
        for (const std::string_view name : {"running_mean", "running_var"})
            lines.push_back(concat('(', name, "): Buffer(", size, ')'));
    }
    for (std::size_t i = 1; i < node.inputs.size(); ++i) to.use(to.constant(node, i));
    const std::string called = to.layer(node, scale, concat(node.op, '('), std::move(lines));
    return to.bind(node, concat(called, '(', x, ')'), to.known(node, 0).sizes);
}

bool pool(Translator& to, const Node& node, std::string_view function) {
    const std::string x = to.said(node, 0);
    const std::optional<Windows> windows = windows_of(node, node.integers("kernel_shape"));
    if (x.empty() || !windows) return false;
    const bool is_ceiled = node.integer("ceil_mode", 0) != 0;
    const bool dilates = function.starts_with("Max");
    const bool is_dilated = std::any_of(windows->dilations.begin(), windows->dilations.end(),
                                        [](std::int64_t d) { return d != 1; });
    if (is_dilated && !dilates) return false;
    // A wide border, which PyTorch's own padding may not be, gives as many windows.
    bool fits = windows->is_even();
    for (std::size_t i = 0; i < windows->kernel.size(); ++i)
        fits = fits && windows->before[i] * 2 <= windows->kernel[i];
    const std::string map = fits ? x : bordered(x, *windows);
    const std::string padding = tuple(fits ? windows->before : Numbers(windows->kernel.size()));
    return to.bind(node,
                   concat(function, windows->kernel.size(), "d(", map, ", kernel_size=",
                          tuple(windows->kernel), ", stride=", tuple(windows->strides), ", padding=", padding,
                          dilates ? concat(", dilation=", tuple(windows->dilations)) : "",
                          is_ceiled ? ", ceil_mode=True)" : ")"),
                   map_sizes(to.known(node, 0).sizes, *windows, {}, is_ceiled));
}

bool global_pool(Translator& to, const Node& node, std::string_view function) {
    const std::string x = to.said(node, 0);
    const std::size_t rank = to.rank(node, 0).value_or(4);
    Sizes sizes = to.known(node, 0).sizes;
    Numbers dims;
    for (std::size_t i = 2; i < rank; ++i) {
        dims.push_back(static_cast<std::int64_t>(i));
        if (sizes) (*sizes)[i] = "1";
    }
    return !x.empty() && !dims.empty() &&
           to.bind(node, concat(function, '(', x, ", dim=", tuple(dims), ", keepdim=True)"),
                   std::move(sizes));
}

/// Sequences run first to last as PyTorch's do, (steps, batch, features); the operator gives directions a
/// dimension of their own behind the steps.
bool recurrent(Translator& to, const Node& node, std::string_view type) {
    const Tensor* weight = to.constant(node, 1);
    const Tensor* recurrence = to.constant(node, 2);
    const std::string x = to.said(node, 0);
    if (weight == nullptr || recurrence == nullptr || weight->dims.size() != 3 ||
        recurrence->dims.size() != 3 || x.empty())
        return false;
    if (!elements(weight->dims) || !elements(recurrence->dims) || node.integer("layout", 0) != 0)
        return false;
    const std::int64_t directions = weight->dims[0];
    const std::string hidden = std::to_string(recurrence->dims[2]);
    bool has_bias = false;
    if ((directions != 1 && directions != 2) || !take_bias(to, node, 3, &has_bias) || node.input(7) != "")
        return false;
    to.use(recurrence);
    const std::string called =
        to.layer(node, weight,
                 concat(type, '(', std::to_string(weight->dims[2]), ", ", hidden,
                        has_bias ? "" : ", bias=False", directions == 2 ? ", bidirectional=True" : ""));
    const std::string given = to.step(concat(called, '(', x, ')'));
    const std::string all =
        directions == 1 ? concat("unsqueeze(", given, "[0], 1)")
                        : concat("permute(reshape(", given, "[0], 0, 0, 2, ", hidden, "), 0, 2, 1, 3)");
    Sizes sizes = to.known(node, 0).sizes;
    if (sizes && sizes->size() == 3) *sizes = {(*sizes)[0], std::to_string(directions), (*sizes)[1], hidden};
    to.bind(node, all, sizes);
    Sizes last = sizes;
    if (last && last->size() == 4) last->erase(last->begin());
    const bool has_cell = type == "LSTM";
    to.bind(node, concat(given, has_cell ? "[1][0]" : "[1]"), last, 1);
    return to.bind(node, concat(given, has_cell ? "[1][1]" : "[1]"), last, 2);
}

bool pad(Translator& to, const Node& node, std::string_view) {
    const std::string x = to.said(node, 0);
    const auto pads = to.integers(node, 1, "pads");
    const std::size_t rank = pads ? pads->size() / 2 : 0;
    if (x.empty() || rank < 1 || rank > 5 || pads->size() % 2 != 0) return false;
    const auto is_small = [](std::int64_t number) { return number >= 0 && number < (1 << 24); };
    if (!std::all_of(pads->begin(), pads->end(), is_small)) return false;
    std::size_t first = 0;
    while (first < rank && (*pads)[first] == 0 && (*pads)[first + rank] == 0) ++first;
    if (first == rank) return to.alias(node, to.known(node, 0));
    if (rank - first > 3) return false;
    std::string line = concat("ConstantPad", rank - first, "d(", x, ", padding=(");
    Sizes sizes = to.known(node, 0).sizes;
    for (std::size_t i = rank; i > first; --i) {
        const std::int64_t before = (*pads)[i - 1], after = (*pads)[i - 1 + rank];
        line +=
            concat(std::to_string(before), ", ", std::to_string(after), i > first + 1 ? ", " : "), value=0)");
        if (!sizes || sizes->size() != rank) continue;
        const std::optional<std::int64_t> size = number_of((*sizes)[i - 1]);
        (*sizes)[i - 1] = size ? std::to_string(*size + before + after) : std::string();
    }
    return to.bind(node, std::move(line), std::move(sizes));
}

/// Whole numbers of times larger, or sizes that are known.
bool resize(Translator& to, const Node& node, std::string_view) {
    const std::string x = to.said(node, 0);
    const bool is_old = node.op == "Upsample";
    if (const auto sizes = to.integers(node, 3, {});
        sizes && !is_old && sizes->size() > 2 && sizes->size() <= 5) {
        if (std::any_of(sizes->begin(), sizes->end(), [](std::int64_t size) { return size < 1; }))
            return false;
        std::vector<std::string> said;
        for (const std::int64_t size : *sizes) said.push_back(std::to_string(size));
        return !x.empty() &&
               to.bind(node,
                       concat("Upsample(", x, ", size=", tuple(Numbers(sizes->begin() + 2, sizes->end())), ')'),
                       std::move(said));
    }
    const Tensor* scales = to.constant(node, is_old ? 1 : node.inputs.size() > 2 ? 2 : 1);
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
    Sizes sizes = to.known(node, 0).sizes;
    if (sizes && sizes->size() != factors.size()) return false;
    for (std::size_t i = 2; sizes && i < sizes->size(); ++i) {
        const std::optional<std::int64_t> size = number_of((*sizes)[i]);
        (*sizes)[i] = size ? std::to_string(*size * whole[i - 2]) : std::string();
    }
    return to.bind(node, concat("Upsample(", x, ", scale_factor=", tuple(whole), ')'), std::move(sizes));
}

bool depth_to_space(Translator& to, const Node& node, std::string_view) {
    const std::string x = to.said(node, 0);
    const std::int64_t block = node.integer("blocksize", 0);
    return !x.empty() && block > 0 && block < 1000 &&
           to.bind(node, concat("PixelShuffle(", x, ", upscale_factor=", std::to_string(block), ')'));
}

bool space_to_depth(Translator& to, const Node& node, std::string_view) {
    const std::string x = to.said(node, 0);
    const std::int64_t block = node.integer("blocksize", 0);
    return !x.empty() && block > 0 && block < 1000 &&
           to.bind(node, concat("PixelUnshuffle(", x, ", downscale_factor=", std::to_string(block), ')'));
}

constexpr OperatorRule kRules[] = {
    {"Conv", convolution},
    {"FusedConv", convolution},
    {"ConvTranspose", transposed_convolution},
    {"Gemm", linear},
    {"MatMul", product, "matmul"},
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
    return kRules;
}

}  // namespace paramscope::open::onnx
