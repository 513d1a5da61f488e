#include "open/tensors/layers.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "base/concat.h"

namespace paramscope::open {
namespace {

using Shape = std::vector<std::uint64_t>;

/// A tensor that a type has.
struct Expected {
    std::string name;
    Shape shape;
    bool buffer = false;
};

/// A type that a module may be of.
struct Layer {
    std::string type;
    std::string arguments;
    std::vector<Expected> tensors;
};

/// What a rule sees of a module.
struct Leaf {
    const TensorNode& node;
    std::string name;        ///< of the module, in small letters; of its parent where it is only a number
    std::uint32_t rank = 0;  ///< dimensions of the weights around it

    const OwnTensor* find(std::string_view tensor) const {
        const auto found = std::find_if(node.tensors.begin(), node.tensors.end(),
                                        [&](const OwnTensor& own) { return own.name == tensor; });
        return found == node.tensors.end() ? nullptr : &*found;
    }

    /// The shape of a tensor, nullptr when there is none of that name and so many dimensions.
    const Shape* shape(std::string_view tensor, std::size_t dimensions) const {
        const OwnTensor* own = find(tensor);
        return own && own->tensor->shape.size() == dimensions ? &own->tensor->shape : nullptr;
    }

    bool is_named(std::initializer_list<std::string_view> parts) const {
        return std::any_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return name.find(part) != std::string::npos; });
    }
};

using Rule = std::optional<Layer> (*)(const Leaf& leaf);

std::string flag(std::string_view name, bool value) {
    return concat(", ", name, "=", value ? "True" : "False");
}

/// `ln_1`, `bn2`: short names of norms.
bool is_short_norm(const std::string& name, std::string_view initials) {
    return name.starts_with(initials) &&
           (name.size() == 2 || name[2] == '_' || (name[2] >= '0' && name[2] <= '9'));
}

/// As many dimensions as the weights around: a batch norm behind Conv2d is a BatchNorm2d.
std::string batch_norm_type(const Leaf& leaf) {
    return leaf.rank == 4 ? "BatchNorm2d" : leaf.rank == 5 ? "BatchNorm3d" : "BatchNorm1d";
}

std::optional<Layer> batch_norm(const Leaf& leaf) {
    const Shape* mean = leaf.shape("running_mean", 1);
    if (!mean || !leaf.find("running_var")) return std::nullopt;
    const bool has_weight = leaf.find("weight"), has_bias = leaf.find("bias");
    Layer layer{batch_norm_type(leaf), std::to_string(mean->front()), {}};
    if (has_weight) layer.tensors.push_back({"weight", *mean});
    if (has_weight && has_bias) layer.tensors.push_back({"bias", *mean});
    if (!has_weight) layer.arguments += flag("affine", false);
    if (has_weight && !has_bias) layer.arguments += flag("bias", false);
    if (!leaf.find(
            "num_batches_tracked")) {  // saved before PyTorch 0.4.1: the statistics get lines of their own
        layer.arguments += flag("track_running_stats", false);
        return layer;
    }
    layer.tensors.push_back({"running_mean", *mean, true});
    layer.tensors.push_back({"running_var", *mean, true});
    layer.tensors.push_back({"num_batches_tracked", {}, true});
    return layer;
}

std::optional<Layer> norm(const Leaf& leaf) {
    const Shape* weight = leaf.shape("weight", 1);
    if (!weight || leaf.is_named({"group", "instance", "weight_norm"})) return std::nullopt;
    const bool is_layer_norm = leaf.is_named({"norm"}) || is_short_norm(leaf.name, "ln");
    if (!is_layer_norm) return std::nullopt;
    if (leaf.is_named({"batch"})) return std::nullopt;
    const std::string size = concat("(", weight->front(), ",)");
    if (!leaf.find("bias")) return Layer{"RMSNorm", size, {{"weight", *weight}}};
    return Layer{"LayerNorm", size, {{"weight", *weight}, {"bias", *weight}}};
}

std::optional<Layer> prelu(const Leaf& leaf) {
    const Shape* weight = leaf.shape("weight", 1);
    if (!weight || !leaf.is_named({"prelu"}) || leaf.node.tensors.size() != 1) return std::nullopt;
    return Layer{"PReLU", concat("num_parameters=", weight->front()), {{"weight", *weight}}};
}

std::optional<Layer> dense(const Leaf& leaf) {
    const Shape* weight = leaf.shape("weight", 2);
    if (!weight) return std::nullopt;
    const std::uint64_t rows = (*weight)[0], columns = (*weight)[1];
    const Shape* bias = leaf.shape("bias", 1);
    const bool is_table =
        leaf.is_named({"emb", "wte", "wpe"}) && !leaf.is_named({"proj", "out", "linear", "mlp", "dense"});
    if (is_table && !bias) return Layer{"Embedding", concat(rows, ", ", columns), {{"weight", *weight}}};
    // GPT-2 keeps its matrices the other way round.
    if (bias && bias->front() == columns && rows != columns) {
        return Layer{
            "Conv1D", concat("nf=", columns, ", nx=", rows), {{"weight", *weight}, {"bias", {columns}}}};
    }
    Layer layer{"Linear", concat("in_features=", columns, ", out_features=", rows), {{"weight", *weight}}};
    layer.arguments += flag("bias", bias != nullptr);
    if (bias) layer.tensors.push_back({"bias", {rows}});
    return layer;
}

constexpr std::uint64_t kLargestKernel = 512;

std::optional<Layer> convolution(const Leaf& leaf) {
    const OwnTensor* weight = leaf.find("weight");
    if (!weight) return std::nullopt;
    const Shape& shape = weight->tensor->shape;
    if (shape.size() < 3 || shape.size() > 5) return std::nullopt;
    std::string kernel;
    for (std::size_t i = 2; i < shape.size(); ++i) {
        if (shape[i] > kLargestKernel) return std::nullopt;
        kernel += concat(i > 2 ? ", " : "", shape[i]);
    }
    if (shape.size() == 3) kernel += ",";
    const Shape* bias = leaf.shape("bias", 1);
    const bool is_transposed = bias ? bias->front() != shape[0] && bias->front() == shape[1]
                                    : leaf.is_named({"deconv", "transpose"});
    const bool is_depthwise = !is_transposed && shape[1] == 1 && leaf.is_named({"dw", "depthwise"});
    const std::uint64_t in = is_transposed || is_depthwise ? shape[0] : shape[1];
    const std::uint64_t out = is_transposed ? shape[1] : shape[0];
    Layer layer{concat(is_transposed ? "ConvTranspose" : "Conv", shape.size() - 2, "d"),
                concat(in, ", ", out, ", kernel_size=(", kernel, ")"),
                {{"weight", shape}}};
    if (is_depthwise && in > 1) layer.arguments += concat(", groups=", in);
    if (bias) layer.tensors.push_back({"bias", {out}});
    if (!bias) layer.arguments += flag("bias", false);
    return layer;
}

/// The gates of a recurrent layer tell it: its input weights have so many rows for each hidden unit.
struct Recurrent {
    std::string_view type;
    std::uint64_t gates;
};
constexpr std::array<Recurrent, 3> kRecurrent = {{{"RNN", 1}, {"GRU", 3}, {"LSTM", 4}}};

std::optional<Layer> recurrent_cell(const Leaf& leaf) {
    const Shape* input = leaf.shape("weight_ih", 2);
    const Shape* hidden = leaf.shape("weight_hh", 2);
    if (!input || !hidden) return std::nullopt;
    for (const auto& [type, gates] : kRecurrent) {
        if ((*hidden)[0] != gates * (*hidden)[1]) continue;
        Layer layer{concat(type, "Cell"),
                    concat((*input)[1], ", ", (*hidden)[1]),
                    {{"weight_ih", {(*hidden)[0], (*input)[1]}}, {"weight_hh", *hidden}}};
        const bool has_bias = leaf.find("bias_ih");
        if (!has_bias) layer.arguments += flag("bias", false);
        if (has_bias) layer.tensors.push_back({"bias_ih", {(*hidden)[0]}});
        if (has_bias) layer.tensors.push_back({"bias_hh", {(*hidden)[0]}});
        return layer;
    }
    return std::nullopt;
}

std::optional<Layer> recurrent(const Leaf& leaf) {
    const Shape* input = leaf.shape("weight_ih_l0", 2);
    const Shape* hidden = leaf.shape("weight_hh_l0", 2);
    if (!input || !hidden) return std::nullopt;
    const Shape* projection = leaf.shape("weight_hr_l0", 2);
    const std::uint64_t rows = (*hidden)[0], output = (*hidden)[1];
    const std::uint64_t units = projection ? (*projection)[1] : output;
    const bool has_bias = leaf.find("bias_ih_l0"), is_both_ways = leaf.find("weight_ih_l0_reverse");
    std::uint64_t layers = 1;
    while (leaf.find(concat("weight_ih_l", layers))) ++layers;
    for (const auto& [type, gates] : kRecurrent) {
        if (units == 0 || rows != gates * units || (projection && type != "LSTM")) continue;
        Layer layer{std::string(type), concat((*input)[1], ", ", units), {}};
        if (layers > 1) layer.arguments += concat(", num_layers=", layers);
        if (!has_bias) layer.arguments += flag("bias", false);
        if (is_both_ways) layer.arguments += flag("bidirectional", true);
        if (projection) layer.arguments += concat(", proj_size=", output);
        for (std::uint64_t i = 0; i < layers; ++i) {
            const std::uint64_t width = i == 0 ? (*input)[1] : output * (is_both_ways ? 2 : 1);
            for (const char* direction : {"", "_reverse"}) {
                if (*direction && !is_both_ways) continue;
                const std::string ending = concat("_l", i, direction);
                layer.tensors.push_back({concat("weight_ih", ending), {rows, width}});
                layer.tensors.push_back({concat("weight_hh", ending), {rows, output}});
                if (projection) layer.tensors.push_back({concat("weight_hr", ending), {output, units}});
                if (!has_bias) continue;
                layer.tensors.push_back({concat("bias_ih", ending), {rows}});
                layer.tensors.push_back({concat("bias_hh", ending), {rows}});
            }
        }
        return layer;
    }
    return std::nullopt;
}

constexpr std::array<Rule, 7> kRules = {batch_norm,  norm,      prelu,         dense,
                                        convolution, recurrent, recurrent_cell};

/// Whether a tensor may stand in a layer that does not have it: a buffer, or a part of a quantised weight.
bool may_stand_beside(const OwnTensor& own) {
    const auto has = [&](std::string_view part) { return own.name.find(part) != std::string_view::npos; };
    return own.buffer || own.name.starts_with("weight_") || has("scale") || has("zero_point");
}

/// Takes the type when the module has all its tensors in their shapes, and none that makes it something else.
bool apply(const Layer& layer, const Leaf& leaf, TensorNode& node) {
    std::vector<std::size_t> implied;
    for (const Expected& expected : layer.tensors) {
        const OwnTensor* own = leaf.find(expected.name);
        if (!own || own->tensor->shape != expected.shape || own->buffer != expected.buffer) return false;
        implied.push_back(static_cast<std::size_t>(own - node.tensors.data()));
    }
    for (std::size_t i = 0; i < node.tensors.size(); ++i) {
        const bool is_implied = std::find(implied.begin(), implied.end(), i) != implied.end();
        if (!is_implied && !may_stand_beside(node.tensors[i])) return false;
    }
    node.type = layer.type;
    node.arguments = layer.arguments;
    for (const std::size_t i : implied) node.tensors[i].implied = true;
    return true;
}

std::string small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return small;
}

void recognise(TensorTree& tree, std::uint32_t index) {
    TensorNode& node = tree.nodes[index];
    if (node.tensors.empty() || !node.children.empty()) return;
    std::uint32_t around = node.parent, named = index;
    while (around != 0 && tree.nodes[around].rank < 2) around = tree.nodes[around].parent;
    while (named != 0 && number_of(tree.nodes[named].name)) named = tree.nodes[named].parent;
    const Leaf leaf{node, small_letters(tree.nodes[named].name), tree.nodes[around].rank};
    for (const Rule rule : kRules) {
        const std::optional<Layer> layer = rule(leaf);
        if (layer && apply(*layer, leaf, node)) return;
    }
}

}  // namespace

void recognise_layers(TensorTree& tree) {
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) recognise(tree, i);
}

}  // namespace paramscope::open
