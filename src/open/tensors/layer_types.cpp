#include "open/tensors/layer_types.h"

#include <array>

#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open {
namespace {

std::string flag(std::string_view name, bool value) {
    return concat(", ", name, "=", value ? "True" : "False");
}

std::optional<Layer> batch_norm(std::string_view, const LeafModule& leaf) {
    const Sizes* mean = leaf.shape("running_mean", 1);
    const Sizes* weight = leaf.shape("weight", 1);
    if (!mean && !weight) return std::nullopt;
    const Sizes size = mean ? *mean : *weight;
    const bool has_bias = leaf.find("bias");
    Layer layer{std::to_string(size.front()), {}};
    if (weight) layer.tensors.push_back({"weight", size});
    if (weight && has_bias) layer.tensors.push_back({"bias", size});
    if (!weight) layer.arguments += flag("affine", false);
    if (weight && !has_bias) layer.arguments += flag("bias", false);
    if (!leaf.find("num_batches_tracked")) {  // before PyTorch 0.4.1: the statistics are written as tensors
        layer.arguments += flag("track_running_stats", false);
        return layer;
    }
    layer.tensors.push_back({"running_mean", size, true});
    layer.tensors.push_back({"running_var", size, true});
    layer.tensors.push_back({"num_batches_tracked", {}, true});
    return layer;
}

std::optional<Layer> rms_norm(std::string_view, const LeafModule& leaf) {
    const Sizes* weight = leaf.shape("weight", 1);
    if (!weight) return std::nullopt;
    return Layer{concat("(", weight->front(), ",)"), {{"weight", *weight}}};
}

std::optional<Layer> layer_norm(std::string_view type, const LeafModule& leaf) {
    std::optional<Layer> layer = rms_norm(type, leaf);
    if (!layer) return layer;
    if (leaf.find("bias")) {
        layer->tensors.push_back({"bias", layer->tensors.front().shape});
    } else {
        layer->arguments += flag("bias", false);
    }
    return layer;
}

std::optional<Layer> prelu(std::string_view, const LeafModule& leaf) {
    const Sizes* weight = leaf.shape("weight", 1);
    if (!weight) return std::nullopt;
    return Layer{concat("num_parameters=", weight->front()), {{"weight", *weight}}};
}

std::optional<Layer> embedding(std::string_view, const LeafModule& leaf) {
    const Sizes* weight = leaf.shape("weight", 2);
    if (!weight) return std::nullopt;
    return Layer{concat((*weight)[0], ", ", (*weight)[1]), {{"weight", *weight}}};
}

std::optional<Layer> linear(std::string_view, const LeafModule& leaf) {
    const Sizes* weight = leaf.shape("weight", 2);
    if (!weight) return std::nullopt;
    const bool has_bias = leaf.find("bias");
    Layer layer{concat("in_features=", (*weight)[1], ", out_features=", (*weight)[0]), {{"weight", *weight}}};
    layer.arguments += flag("bias", has_bias);
    if (has_bias) layer.tensors.push_back({"bias", {(*weight)[0]}});
    return layer;
}

/// GPT-2's Conv1D: a linear layer whose weight is stored transposed.
std::optional<Layer> transposed_linear(std::string_view, const LeafModule& leaf) {
    const Sizes* weight = leaf.shape("weight", 2);
    if (!weight) return std::nullopt;
    return Layer{concat("nf=", (*weight)[1], ", nx=", (*weight)[0]),
                 {{"weight", *weight}, {"bias", {(*weight)[1]}}}};
}

constexpr std::uint64_t kLargestKernel = 512;

/// `(7, 7)`; "" when the sizes are too large for a kernel.
std::string kernel_text(const Sizes& weight) {
    std::string kernel = "(";
    for (std::size_t i = 2; i < weight.size(); ++i) {
        if (weight[i] > kLargestKernel) return "";
        kernel += concat(i > 2 ? ", " : "", weight[i]);
    }
    return kernel + (weight.size() == 3 ? ",)" : ")");
}

std::optional<Layer> convolution(std::string_view type, const LeafModule& leaf) {
    const auto dimensions = static_cast<std::size_t>(type[type.size() - 2] - '0');
    const Sizes* weight = leaf.shape("weight", dimensions + 2);
    const std::string kernel = weight ? kernel_text(*weight) : "";
    if (kernel.empty()) return std::nullopt;
    const bool is_transposed = type.find("Transpose") != std::string_view::npos;
    const std::uint64_t out = (*weight)[is_transposed ? 1 : 0];
    std::uint64_t in = (*weight)[is_transposed ? 0 : 1], groups = 1;
    if (!is_transposed && leaf.inputs > in && in > 0 && leaf.inputs % in == 0) {
        groups = leaf.inputs / in;
        in = leaf.inputs;
    }
    Layer layer{concat(in, ", ", out, ", kernel_size=", kernel), {{"weight", *weight}}};
    if (groups > 1) layer.arguments += concat(", groups=", groups);
    const bool has_bias = leaf.find("bias");
    if (has_bias) layer.tensors.push_back({"bias", {out}});
    if (!has_bias) layer.arguments += flag("bias", false);
    return layer;
}

/// Gates of a recurrent cell: rows of its weights for each hidden unit.
std::uint64_t gates_of(std::string_view type) {
    return type.starts_with("LSTM") ? 4 : type.starts_with("GRU") ? 3 : 1;
}

std::optional<Layer> recurrent_cell(std::string_view type, const LeafModule& leaf) {
    const Sizes* input = leaf.shape("weight_ih", 2);
    const Sizes* hidden = leaf.shape("weight_hh", 2);
    if (!input || !hidden) return std::nullopt;
    const std::uint64_t rows = gates_of(type) * (*hidden)[1];
    Layer layer{concat((*input)[1], ", ", (*hidden)[1]),
                {{"weight_ih", {rows, (*input)[1]}}, {"weight_hh", {rows, (*hidden)[1]}}}};
    const bool has_bias = leaf.find("bias_ih");
    if (!has_bias) layer.arguments += flag("bias", false);
    if (has_bias) layer.tensors.push_back({"bias_ih", {rows}});
    if (has_bias) layer.tensors.push_back({"bias_hh", {rows}});
    return layer;
}

struct Recurrent {
    std::uint64_t input, units, output, rows, layers = 1;
    bool has_bias, is_projected, is_bidirectional;
};

void add_direction(const Recurrent& network, std::uint64_t index, const char* direction, Layer& layer) {
    const std::uint64_t below = network.output * (network.is_bidirectional ? 2 : 1);
    const std::string ending = concat("_l", index, direction);
    layer.tensors.push_back(
        {concat("weight_ih", ending), {network.rows, index == 0 ? network.input : below}});
    layer.tensors.push_back({concat("weight_hh", ending), {network.rows, network.output}});
    if (network.is_projected)
        layer.tensors.push_back({concat("weight_hr", ending), {network.output, network.units}});
    if (!network.has_bias) return;
    layer.tensors.push_back({concat("bias_ih", ending), {network.rows}});
    layer.tensors.push_back({concat("bias_hh", ending), {network.rows}});
}

std::optional<Layer> recurrent(std::string_view type, const LeafModule& leaf) {
    const Sizes* input = leaf.shape("weight_ih_l0", 2);
    const Sizes* hidden = leaf.shape("weight_hh_l0", 2);
    if (!input || !hidden) return std::nullopt;
    const Sizes* projection = leaf.shape("weight_hr_l0", 2);
    if (projection && type != "LSTM") return std::nullopt;
    Recurrent network{.input = (*input)[1],
                      .units = projection ? (*projection)[1] : (*hidden)[1],
                      .output = (*hidden)[1],
                      .rows = (*hidden)[0],
                      .has_bias = leaf.find("bias_ih_l0") != nullptr,
                      .is_projected = projection != nullptr,
                      .is_bidirectional = leaf.find("weight_ih_l0_reverse") != nullptr};
    if (network.rows != gates_of(type) * network.units) return std::nullopt;
    while (leaf.find(concat("weight_ih_l", network.layers))) ++network.layers;
    Layer layer{concat(network.input, ", ", network.units), {}};
    if (network.layers > 1) layer.arguments += concat(", num_layers=", network.layers);
    if (!network.has_bias) layer.arguments += flag("bias", false);
    if (network.is_bidirectional) layer.arguments += flag("bidirectional", true);
    if (projection) layer.arguments += concat(", proj_size=", network.output);
    for (std::uint64_t i = 0; i < network.layers; ++i) {
        add_direction(network, i, "", layer);
        if (network.is_bidirectional) add_direction(network, i, "_reverse", layer);
    }
    return layer;
}

struct LayerFactory {
    std::string_view ending;  ///< of the type names; a longer ending precedes one that it ends with
    std::optional<Layer> (*make)(std::string_view type, const LeafModule& leaf);
};
constexpr std::array<LayerFactory, 21> kFactories = {{
    {"RMSNorm", rms_norm},
    {"LayerNorm", layer_norm},
    {"BatchNorm1d", batch_norm},
    {"BatchNorm2d", batch_norm},
    {"BatchNorm3d", batch_norm},
    {"PReLU", prelu},
    {"Embedding", embedding},
    {"Linear", linear},
    {"Conv1D", transposed_linear},
    {"Conv1d", convolution},
    {"Conv2d", convolution},
    {"Conv3d", convolution},
    {"ConvTranspose1d", convolution},
    {"ConvTranspose2d", convolution},
    {"ConvTranspose3d", convolution},
    {"LSTM", recurrent},
    {"GRU", recurrent},
    {"RNN", recurrent},
    {"LSTMCell", recurrent_cell},
    {"GRUCell", recurrent_cell},
    {"RNNCell", recurrent_cell},
}};

const LayerFactory* find_factory(std::string_view type) {
    return find_where(kFactories,
                      [&](const LayerFactory& factory) { return type.ends_with(factory.ending); });
}

/// True for tensors that any layer may have besides its own: buffers, and parts of a quantised weight.
bool is_extra_tensor(const OwnTensor& own) {
    const auto has = [&](std::string_view part) { return own.name.find(part) != std::string_view::npos; };
    return own.buffer || own.name.starts_with("weight_") || has("scale") || has("zero_point");
}

const Layer::Expected* find_expected(const Layer& layer, const OwnTensor& own) {
    return find_by(layer.tensors, &Layer::Expected::name, own.name);
}

}  // namespace

const OwnTensor* LeafModule::find(std::string_view tensor) const {
    return find_by(node.tensors, &OwnTensor::name, tensor);
}

const Sizes* LeafModule::shape(std::string_view tensor, std::size_t dimensions) const {
    const OwnTensor* own = find(tensor);
    return own && own->tensor->shape.size() == dimensions ? &own->tensor->shape : nullptr;
}

bool LeafModule::is_named(std::initializer_list<std::string_view> parts) const {
    return any_of(parts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

bool fits(const Layer& layer, const LeafModule& leaf) {
    std::size_t found = 0;
    for (const OwnTensor& own : leaf.node.tensors) {
        const Layer::Expected* expected = find_expected(layer, own);
        if (!expected && !is_extra_tensor(own)) return false;
        if (!expected) continue;
        if (own.tensor->shape != expected->shape || own.buffer != expected->buffer) return false;
        ++found;
    }
    return found == layer.tensors.size();
}

bool is_known_type(std::string_view type) {
    return find_factory(type) != nullptr;
}

std::optional<Layer> layer_of_type(std::string_view type, const LeafModule& leaf) {
    const LayerFactory* factory = find_factory(type);
    if (!factory) return std::nullopt;
    std::optional<Layer> layer = factory->make(factory->ending, leaf);
    return layer && fits(*layer, leaf) ? std::move(layer) : std::nullopt;
}

void assign_type(TensorTree& tree, TensorNode& node, std::string_view type, const Layer& layer) {
    node.type = tree.texts.emplace_back(type);
    node.arguments = tree.texts.emplace_back(layer.arguments);
    for (OwnTensor& own : node.tensors) own.is_implied = find_expected(layer, own) != nullptr;
}

}  // namespace paramscope::open
