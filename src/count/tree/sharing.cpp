#include "count/tree/sharing.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/ranges.h"
#include "count/messages.h"
#include "layers/catalogue/known_types.h"
#include "model/names.h"

namespace paramscope {
namespace {

/// Finds tensors by dotted paths in a time that does not grow with the tensors of a module: a text may have a
/// line for each of many.
class TensorIndex {
  public:
    explicit TensorIndex(Tree& tree) : tree_(tree) {
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i)
            if (tree.nodes[i].tensors.size() > kFewTensors) add_tensors(i);
    }

    /// The tensor with a path, nullptr when there is none. A name may hold dots: the module that is nearest
    /// to the root and has a tensor with the rest of the path as its name is taken.
    TensorReport* find_tensor(std::string_view path) const { return find_tensor(0, path); }

  private:
    using Key = std::pair<std::uint32_t, std::string_view>;  // a module, and the name of a tensor

    static constexpr std::size_t kFewTensors = 8;  ///< that are looked through faster than found in a map

    void add_tensors(std::uint32_t node) {
        std::uint32_t place = 0;
        // edit() unshares the list, so that views of its names stay valid.
        for (const TensorReport& tensor : tree_.nodes[node].tensors.edit())
            tensors_.emplace(Key{node, tensor.name}, place++);
    }

    TensorReport* find_tensor(std::uint32_t node, std::string_view path) const {
        if (const auto place = place_of(node, path)) return &tree_.nodes[node].tensors.edit()[*place];
        for (std::size_t dot = path.find('.'); dot <= kLongestName; dot = path.find('.', dot + 1)) {
            const std::optional<std::uint32_t> child = tree_.find_child(node, path.substr(0, dot));
            if (!child) continue;
            if (TensorReport* tensor = find_tensor(*child, path.substr(dot + 1))) return tensor;
        }
        return nullptr;
    }

    /// The place of a tensor in the list of its module.
    std::optional<std::uint32_t> place_of(std::uint32_t node, std::string_view name) const {
        const SharedList<TensorReport>& tensors = tree_.nodes[node].tensors.pattern();
        if (tensors.size() > kFewTensors) {
            const auto found = tensors_.find({node, name});
            return found == tensors_.end() ? std::nullopt : std::optional(found->second);
        }
        const auto* found = find_by(tensors, &TensorReport::name, name);
        if (found == nullptr) return std::nullopt;
        return static_cast<std::uint32_t>(found - &tensors.front());
    }

    Tree& tree_;
    std::map<Key, std::uint32_t> tensors_;  ///< the first of equal names
};

void tie(const Tie& tie, const TensorIndex& tensors, const Environment& environment,
         Diagnostics* diagnostics) {
    const auto fail = [&](Message error) {
        diagnostics->push_back({Severity::Error, std::move(error), tie.span});
    };
    TensorReport* tied = tensors.find_tensor(tie.tied);
    if (!tied) return fail(message("tie.no_tensor", {{"path", tie.tied}}));
    const TensorReport* source = tensors.find_tensor(tie.source);
    if (!source) return fail(message("tie.no_tensor", {{"path", tie.source}}));
    if (tied == source) return fail(message("tie.itself", {{"path", tie.tied}}));
    if (!source->tied_to.empty())
        return fail(message("tie.source_is_tied", {{"path", tie.source}, {"other", source->tied_to}}));
    if (!environment.values().equal(product(source->shape), product(tied->shape))) {
        return fail(message("tie.shapes", {{"tied", tie.tied},
                                           {"tied_shape", to_string(tied->shape)},
                                           {"source", tie.source},
                                           {"source_shape", to_string(source->shape)}}));
    }
    if (tie.is_possible) return;
    tied->tied_to = tie.source;
    tied->elements = 0;
    tied->count = 0;
}

/// `frozen` are the modules that earlier lines froze.
void freeze(const Freeze& freeze, const TensorIndex& tensors, Tree* tree, std::set<std::uint32_t>* frozen,
            Diagnostics* diagnostics) {
    if (TensorReport* tensor = tensors.find_tensor(freeze.path)) {
        tensor->trainable = false;
        return;
    }
    const std::optional<std::uint32_t> node = tree->find(0, freeze.path);
    if (!node) {
        diagnostics->push_back(
            {Severity::Error, message("freeze.no_target", {{"path", freeze.path}}), freeze.span});
        return;
    }
    if (!frozen->insert(*node).second) return;
    for (std::uint32_t i = *node; i < tree->nodes[*node].subtree_end; ++i) {
        tree->nodes[i].tensors.change([](TensorReport& tensor) { tensor.trainable = false; });
    }
}

/// True for names of modules and tensors that peft trains: adapters, and copies of modules to be saved.
bool is_adapter(std::string_view name) {
    constexpr std::string_view kinds[] = {"lora_", "ranknum", "ia3_",  "adapter_",        "hada_",
                                          "lokr_", "vera_",   "oft_R", "modules_to_save", "prompt_encoder"};
    return any_of(kinds, [&](std::string_view kind) { return name.starts_with(kind); });
}

/// Freezes all but the adapters inside a PeftModel, as peft does; print() does not show it.
void freeze_below_adapters(Tree* tree) {
    constexpr std::string_view peft = "PeftModel";
    std::vector<bool> is_frozen(tree->nodes.size(), false);
    for (std::uint32_t i = 0; i < tree->nodes.size(); ++i) {
        Node& node = tree->nodes[i];
        const bool is_peft = std::string_view(node.module->type).starts_with(peft);
        is_frozen[i] = is_peft || (is_frozen[node.parent] && !is_adapter(node.module->name));
        if (is_peft) node.notes.push_back(message("freeze.adapters"));
        if (!is_frozen[i]) continue;
        node.tensors.change([](TensorReport& tensor) {
            if (!is_adapter(tensor.name)) tensor.trainable = false;
        });
    }
}

/// Adds the bias that the type of a module is known to hold beside that of its `decoder`, unless the
/// decoder's weight is tied: then both are one.
void add_biases_beside_decoders(Tree* tree) {
    for (std::uint32_t i = 1; i < tree->nodes.size(); ++i) {
        const Node& decoder = tree->nodes[i];
        if (decoder.module->name != "decoder") continue;
        Node& head = tree->nodes[decoder.parent];
        const KnownType* known = find_known_type(head.module->type);
        const auto find = [](const Node& node, std::string_view name) {
            return node.tensors.find([&](const TensorReport& tensor) { return tensor.name == name; });
        };
        if (known == nullptr || !known->has_bias_beside_decoder || find(head, "bias")) continue;
        const auto weight = find(decoder, "weight");
        std::optional<TensorReport> bias = find(decoder, "bias");
        if (!weight || !weight->tied_to.empty() || !bias) continue;
        bias->hidden = true;
        head.tensors.edit().push_back(*std::move(bias));
    }
}

}  // namespace

void apply_sharing(const Model& model, Tree* tree, const Environment& environment, Diagnostics* diagnostics) {
    freeze_below_adapters(tree);
    if (!model.ties.empty()) {
        const TensorIndex tensors(*tree);
        for (const Tie& line : model.ties) tie(line, tensors, environment, diagnostics);
    }
    if (!lists_all_tensors(model) || model.basis == Basis::Range) add_biases_beside_decoders(tree);
    if (model.frozen.empty()) return;
    const TensorIndex tensors(*tree);
    std::set<std::uint32_t> frozen;
    for (const Freeze& line : model.frozen) freeze(line, tensors, tree, &frozen, diagnostics);
}

}  // namespace paramscope
