#include "count/sharing.h"

#include <algorithm>

#include "count/messages.h"

namespace paramscope {
namespace {

/// Finds the tensor of a dotted path, nullptr when there is none.
TensorReport* find_tensor(Tree* tree, std::string_view path) {
    const auto in_node = [&](std::uint32_t node, std::string_view name) -> TensorReport* {
        std::vector<TensorReport>& tensors = tree->nodes[node].tensors;
        const auto found = std::find_if(tensors.begin(), tensors.end(),
                                        [&](const TensorReport& tensor) { return tensor.name == name; });
        return found == tensors.end() ? nullptr : &*found;
    };
    if (TensorReport* own = in_node(0, path)) return own;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
        const std::optional<std::uint32_t> node = tree->find(0, path.substr(0, dot));
        if (!node) continue;
        if (TensorReport* tensor = in_node(*node, path.substr(dot + 1))) return tensor;
    }
    return nullptr;
}

void tie(const Tie& tie, Tree* tree, const Environment& environment, Diagnostics* diagnostics) {
    const auto fail = [&](Message error) {
        diagnostics->push_back({Severity::Error, std::move(error), tie.span, ""});
    };
    TensorReport* tied = find_tensor(tree, tie.tied);
    if (!tied) return fail(message("tie.no_tensor", {{"path", tie.tied}}));
    const TensorReport* source = find_tensor(tree, tie.source);
    if (!source) return fail(message("tie.no_tensor", {{"path", tie.source}}));
    if (tied == source) return fail(message("tie.itself", {{"path", tie.tied}}));
    if (!source->tied_to.empty()) return fail(message("tie.source_is_tied", {{"path", tie.source}}));
    const std::optional<Integer> count = environment.integer(product(source->shape));
    if (count != environment.integer(product(tied->shape))) {
        return fail(message("tie.shapes", {{"tied", tie.tied},
                                           {"tied_shape", to_string(tied->shape)},
                                           {"source", tie.source},
                                           {"source_shape", to_string(source->shape)}}));
    }
    tied->tied_to = tie.source;
    tied->elements = 0;
    tied->count = 0;
}

void freeze(const Freeze& freeze, Tree* tree, Diagnostics* diagnostics) {
    if (TensorReport* tensor = find_tensor(tree, freeze.path)) {
        tensor->trainable = false;
        return;
    }
    const std::optional<std::uint32_t> node = tree->find(0, freeze.path);
    if (!node) {
        diagnostics->push_back(
            {Severity::Error, message("freeze.no_target", {{"path", freeze.path}}), freeze.span, ""});
        return;
    }
    for (std::uint32_t i = *node; i < tree->nodes[*node].subtree_end; ++i) {
        for (TensorReport& tensor : tree->nodes[i].tensors) tensor.trainable = false;
    }
}

/// True for names of modules and tensors that peft trains: adapters, and copies of modules to be saved.
bool is_adapter(std::string_view name) {
    constexpr std::string_view kinds[] = {"lora_", "ia3_", "adapter_", "modules_to_save", "prompt_encoder"};
    return std::any_of(std::begin(kinds), std::end(kinds), [&](std::string_view kind) { return name.starts_with(kind); });
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
        for (TensorReport& tensor : node.tensors) {
            if (is_frozen[i] && !is_adapter(tensor.name)) tensor.trainable = false;
        }
    }
}

}  // namespace

void apply_sharing(const Model& model, Tree* tree, const Environment& environment, Diagnostics* diagnostics) {
    for (const Tie& line : model.ties) tie(line, tree, environment, diagnostics);
    freeze_below_adapters(tree);
    for (const Freeze& line : model.frozen) freeze(line, tree, diagnostics);
}

}  // namespace paramscope
