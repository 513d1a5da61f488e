#include "open/tensors/layers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/characters.h"
#include "base/concat.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kMostTensors = 512;  ///< of a layer; a module with more is none

/// True for `ln_1`, `ln2`, `ln`.
bool is_short_norm(const std::string& name) {
    return name.starts_with("ln") && (name.size() == 2 || name[2] == '_' || is_digit(name[2]));
}

/// The variant of a type for weights of `rank` dimensions: Conv -> Conv2d for 4.
std::string dimensional(std::string_view type, std::uint32_t rank) {
    return concat(type, std::clamp(rank, 3u, 5u) - 2, "d");
}

std::string norm_type(const LeafModule& leaf) {
    // A batch norm behind Conv2d is a BatchNorm2d.
    if (leaf.find("running_mean") && leaf.find("running_var")) return dimensional("BatchNorm", leaf.rank);
    if (leaf.is_named({"group", "instance", "batch"})) return "";
    if (leaf.is_named({"prelu"})) return "PReLU";
    if (!leaf.is_named({"norm"}) && !is_short_norm(leaf.name)) return "";
    return leaf.find("bias") ? "LayerNorm" : "RMSNorm";
}

std::string matrix_type(const LeafModule& leaf, const Sizes& weight) {
    const Sizes* bias = leaf.shape("bias", 1);
    const bool is_table =
        leaf.is_named({"emb", "wte", "wpe"}) && !leaf.is_named({"proj", "out", "linear", "mlp", "dense"});
    if (is_table && !bias) return "Embedding";
    return bias && bias->front() == weight[1] && bias->front() != weight[0] ? "Conv1D" : "Linear";
}

std::string convolution_type(const LeafModule& leaf, const Sizes& weight) {
    const Sizes* bias = leaf.shape("bias", 1);
    // The length of the bias decides, unless inputs equal outputs.
    const bool is_transposed =
        bias && weight[0] != weight[1] ? bias->front() == weight[1] : leaf.is_named({"deconv", "transpose"});
    return dimensional(is_transposed ? "ConvTranspose" : "Conv", static_cast<std::uint32_t>(weight.size()));
}

/// The type that the name and the dimensions of the weight suggest; "" for none.
std::string suggested_type(const LeafModule& leaf) {
    const OwnTensor* weight = leaf.find("weight");
    const std::size_t rank = weight ? weight->tensor->shape.size() : 1;
    if (rank == 2) return matrix_type(leaf, weight->tensor->shape);
    return rank == 1 ? norm_type(leaf) : rank > 2 ? convolution_type(leaf, weight->tensor->shape) : "";
}

/// The first recurrent type that matches; recurrent layers are recognised by the names of their tensors.
std::optional<Layer> recurrent_layer(const LeafModule& leaf, std::string& type) {
    for (const char* name : {"LSTM", "GRU", "RNN", "LSTMCell", "GRUCell", "RNNCell"}) {
        type = name;
        if (auto layer = layer_of_type(type, leaf)) return layer;
    }
    return std::nullopt;
}

void recognise(TensorTree& tree, std::uint32_t index, const LeafModule& leaf) {
    TensorNode& node = tree.nodes[index];
    if (node.tensors.size() - 1 >= kMostTensors) return;
    std::string type = suggested_type(leaf);
    std::optional<Layer> layer = layer_of_type(type, leaf);
    if (!layer) layer = recurrent_layer(leaf, type);
    if (layer) assign_type(tree, node, type, *layer);
}

/// torch.nn.MultiheadAttention has its input projections as tensors and the output projection as a child.
void recognise_attention(TensorTree& tree, std::uint32_t index) {
    TensorNode& node = tree.nodes[index];
    if (node.children.size() != 1 || tree.nodes[node.children.front()].name != "out_proj") return;
    TensorNode& output = tree.nodes[node.children.front()];
    const LeafModule leaf{node, ""}, output_leaf{output, ""};
    const Sizes* matrix = output_leaf.shape("weight", 2);
    if (output.type != "Linear" || !matrix || (*matrix)[0] != (*matrix)[1]) return;
    const std::uint64_t width = (*matrix)[0];
    const bool has_bias = output_leaf.find("bias"), is_biased = leaf.find("bias_k");
    Layer layer{concat("embed_dim=", width), {}};
    if (leaf.find("in_proj_weight")) {
        layer.tensors.push_back({"in_proj_weight", {3 * width, width}});
    } else {
        const Sizes *key = leaf.shape("k_proj_weight", 2), *value = leaf.shape("v_proj_weight", 2);
        if (!key || !value) return;
        layer.arguments += concat(", kdim=", (*key)[1], ", vdim=", (*value)[1]);
        layer.tensors = {{"q_proj_weight", {width, width}},
                         {"k_proj_weight", {width, (*key)[1]}},
                         {"v_proj_weight", {width, (*value)[1]}}};
    }
    if (has_bias) layer.tensors.push_back({"in_proj_bias", {3 * width}});
    if (!has_bias) layer.arguments += ", bias=False";
    if (is_biased) layer.arguments += ", add_bias_kv=True";
    if (is_biased) layer.tensors.push_back({"bias_k", {1, 1, width}});
    if (is_biased) layer.tensors.push_back({"bias_v", {1, 1, width}});
    if (!fits(layer, leaf)) return;
    assign_type(tree, node, "MultiheadAttention", layer);
    output.type = "NonDynamicallyQuantizableLinear";
    output.kind = kOnlyOne;
}

/// What the rules for layer types see around a module.
struct Surroundings {
    std::string_view name;   ///< its own, or that of the nearest module around it that has no number for one
    std::uint32_t rank = 0;  ///< of the nearest module around it that has a large weight
    friend bool operator==(const Surroundings&, const Surroundings&) = default;
};

Surroundings surroundings_of(const TensorTree& tree, std::uint32_t index) {
    std::uint32_t around = tree.nodes[index].parent, named = index;
    while (around != 0 && tree.nodes[around].rank < 2) around = tree.nodes[around].parent;
    while (named != 0 && tree.nodes[named].number) named = tree.nodes[named].parent;
    return {tree.nodes[named].name, tree.nodes[around].rank};
}

/// Numbers the kinds of modules, and recognises the layers of each kind once.
class Kinds {
  public:
    explicit Kinds(TensorTree& tree) : tree_(tree) {}

    /// Recognises a module without children like the first of its kind.
    void recognise_leaf(std::uint32_t index) {
        const Surroundings around = surroundings_of(tree_, index);
        const std::uint32_t first =
            find_recent(index, around) ? same_kind(index) : number_leaf(index, around);
        if (first == index) return recognise(tree_, index, leaf_of(tree_, index));
        TensorNode& node = tree_.nodes[index];
        const TensorNode& same = tree_.nodes[first];
        node.type = same.type;
        node.arguments = same.arguments;
        for (std::size_t i = 0; i < node.tensors.size(); ++i)
            node.tensors[i].is_implied = same.tensors[i].is_implied;
    }

    void number_inner(std::uint32_t index) {
        if (find_recent(index, {})) return;
        begin_key(index);
        for (const std::uint32_t child : tree_.nodes[index].children) {
            add(tree_.nodes[child].name);
            add(tree_.nodes[child].kind);
        }
        number(index, {});
    }

  private:
    /// A module that was numbered lately.
    struct Recent {
        std::uint32_t node = 0;
        Surroundings around;
    };
    static constexpr std::size_t kRecent = 32;

    /// Gives a module the kind of one that was numbered lately, if one of those is like it. Most modules are
    /// in repeated blocks: their like is the one behind the like of the module before.
    bool find_recent(std::uint32_t index, const Surroundings& around) {
        for (std::size_t i = 0; i < recent_.size(); ++i) {
            const std::size_t at = (next_ + i) % recent_.size();
            if (!(recent_[at].around == around) || !are_alike(index, recent_[at].node)) continue;
            tree_.nodes[index].kind = tree_.nodes[recent_[at].node].kind;
            next_ = at + 1;
            return true;
        }
        return false;
    }

    /// True where the keys of two modules in the same surroundings are the same.
    bool are_alike(std::uint32_t a, std::uint32_t b) const {
        const TensorNode &node = tree_.nodes[a], &other = tree_.nodes[b];
        return std::equal(node.tensors.begin(), node.tensors.end(), other.tensors.begin(),
                          other.tensors.end(), are_alike_tensors) &&
               std::equal(node.children.begin(), node.children.end(), other.children.begin(),
                          other.children.end(), [&](std::uint32_t child, std::uint32_t of_other) {
                              const TensorNode &own = tree_.nodes[child], &its = tree_.nodes[of_other];
                              return own.kind == its.kind && own.name == its.name;
                          });
    }

    static bool are_alike_tensors(const OwnTensor& a, const OwnTensor& b) {
        return !a.is_shared && !b.is_shared && a.name == b.name && a.buffer == b.buffer &&
               a.may_be_buffer == b.may_be_buffer && a.tensor->dtype == b.tensor->dtype &&
               a.tensor->packed_in == b.tensor->packed_in && a.tensor->shape == b.tensor->shape;
    }

    /// The first module of a numbered one's kind.
    std::uint32_t same_kind(std::uint32_t index) const { return firsts_[tree_.nodes[index].kind]; }

    std::uint32_t number_leaf(std::uint32_t index, const Surroundings& around) {
        begin_key(index);
        add(lowercase(around.name));
        add(around.rank);
        return number(index, around);
    }

    void begin_key(std::uint32_t index) {
        key_.clear();
        add(tree_.nodes[index].children.size());
    }

    /// Ends the key with the module's own tensors and numbers it; returns the first module of its kind.
    std::uint32_t number(std::uint32_t index, const Surroundings& around) {
        TensorNode& node = tree_.nodes[index];
        for (const OwnTensor& own : node.tensors) {
            add(own.name);
            add(own.tensor->dtype);
            add(static_cast<std::uint64_t>(own.tensor->packed_in));
            add(own.tensor->shape.size() << 3 | std::uint64_t{own.may_be_buffer} << 2 |
                std::uint64_t{own.buffer} << 1 | std::uint64_t{own.is_shared});
            for (const std::uint64_t size : own.tensor->shape) add(size);
            if (own.is_shared) add(index);
        }
        const auto next = static_cast<std::uint32_t>(firsts_.size());
        node.kind = numbers_.try_emplace(key_, next).first->second;
        if (node.kind == next) firsts_.push_back(index);
        remember({index, around});
        return same_kind(index);
    }

    /// Puts a module behind the one that was last found, in place of the one there if the list is full.
    void remember(const Recent& module) {
        if (recent_.size() < kRecent) {
            recent_.push_back(module);
            next_ = 0;
        } else {
            next_ %= kRecent;
            recent_[next_++] = module;
        }
    }

    void add(std::uint64_t number) { key_.append(reinterpret_cast<const char*>(&number), sizeof number); }
    void add(std::string_view text) {
        add(text.size());
        key_ += text;
    }

    TensorTree& tree_;
    std::string key_;
    std::map<std::string, std::uint32_t> numbers_;  ///< sorted: the names in the keys come from a file
    std::vector<std::uint32_t> firsts_;
    std::vector<Recent> recent_;
    std::size_t next_ = 0;  ///< of recent_: what follows on the last one found
};

}  // namespace

LeafModule leaf_of(const TensorTree& tree, std::uint32_t index) {
    const Surroundings around = surroundings_of(tree, index);
    LeafModule leaf{tree.nodes[index], lowercase(around.name), around.rank};
    // A depthwise convolution is named so and has one input channel for each filter.
    const Sizes* weight = leaf.shape("weight", leaf.rank);
    if (weight && weight->size() > 2 && (*weight)[1] == 1 && leaf.is_named({"dw", "depthwise"}))
        leaf.inputs = weight->front();
    return leaf;
}

void recognise_layers(TensorTree& tree) {
    Kinds kinds(tree);
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].children.empty()) kinds.recognise_leaf(i);
    }
    for (auto i = static_cast<std::uint32_t>(tree.nodes.size()); i-- > 0;) {
        if (tree.nodes[i].children.empty()) continue;
        kinds.number_inner(i);
        recognise_attention(tree, i);
    }
}

}  // namespace paramscope::open
