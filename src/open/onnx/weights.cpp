// Weights of the graph as tensors of layers, and as parameters and buffers of the model.
#include "base/concat.h"
#include "base/ranges.h"
#include "open/onnx/translator.h"
#include "open/support/opened_model.h"

namespace paramscope::open::onnx {
namespace {

/// The dtype of a TensorProto.DataType in model text.
struct TypeName {
    std::int32_t type;
    std::string_view dtype;
};
constexpr TypeName kTypes[] = {
    {1, "float32"},    {2, "uint8"},       {3, "int8"},      {4, "uint16"},         {5, "int16"},
    {6, "int32"},      {7, "int64"},       {9, "bool"},      {10, "float16"},       {11, "float64"},
    {14, "complex64"}, {15, "complex128"}, {16, "bfloat16"}, {17, "float8_e4m3fn"}, {19, "float8_e5m2"},
};

std::string_view dtype_of(std::int32_t type) {
    const auto* found = find_by(kTypes, &TypeName::type, type);
    return found == nullptr ? std::string_view() : found->dtype;
}

std::string tensor_text(const Tensor& tensor, bool is_buffer) {
    std::string text = is_buffer ? "Buffer(" : "Parameter(";
    for (const std::int64_t dim : tensor.dims) text += concat(std::to_string(dim), ", ");
    if (text.ends_with(", ")) text.resize(text.size() - 2);
    std::string dtype = dtype_argument(tensor);
    if (tensor.dims.empty() && !dtype.empty()) dtype.erase(0, 2);
    return concat(text, dtype, ')');
}

}  // namespace

bool has_weight_type(const Tensor& tensor) {
    constexpr std::int32_t kOtherTypes[] = {0, 6, 7, 8, 9, 12, 13};
    return !contains(kOtherTypes, tensor.type);
}

std::string dtype_argument(const Tensor& tensor) {
    const std::string_view dtype = dtype_of(tensor.type);
    return dtype.empty() || dtype == "float32" ? std::string() : concat(", dtype=", dtype);
}

void Translator::keep_as_buffer(const Node& node, std::size_t input) {
    const Tensor* found = constant(node, input);
    if (found != nullptr) is_buffer_[found->name] = true;
}

void Translator::add_unused_weights(const Graph& graph) {
    for (const Tensor& weight : graph.initializers) {
        if (has_weight_type(weight) && !is_used_[weight.name] && placed_[weight.name].path.empty())
            path_of_tensor(weight);
    }
    add_unused_weights(graph.nodes);
}

/// The same for the subgraphs of nodes.
void Translator::add_unused_weights(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
        for (const Attribute& attribute : node.attributes) {
            if (!attribute.g) continue;
            add_unused_weights(*attribute.g);
            add_unused_constants(attribute.g->nodes);
        }
    }
}

/// Adds the matrices and kernels that Constant nodes make in a part of the graph that is not followed. Which
/// of them are weights is not known there.
void Translator::add_unused_constants(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
        const Attribute* value = node.op == "Constant" ? node.find("value") : nullptr;
        if (value == nullptr || !value->t || value->t->dims.size() < 2 || !has_weight_type(*value->t))
            continue;
        if (info(node.output()).constant != nullptr || count_of(*value->t) < 2) continue;
        Tensor tensor = *value->t;
        tensor.name = node.output();
        path_of_tensor(tensor);
        ++constants_in_parts_;
    }
}

/// The parameter or buffer that is this constant, as the forward line writes it; adds it to the tree the
/// first time. A function that is called again makes constants of the same name, which are others.
std::string Translator::path_of_tensor(const Tensor& tensor) {
    Placed& placed = placed_[tensor.name];
    const bool is_same = element_count(placed.dims) == element_count(tensor.dims);
    if (!placed.path.empty() && placed.dims == tensor.dims) return placed.path;
    if (!placed.path.empty() && is_same)
        return add_step(concat("reshape(", placed.path, ", size=", size_text(dims_of(tensor.dims)), ')'));
    if (!placed.path.empty()) owners_[tensor.name].clear();
    placed = {built_.tree.add_tensor(path_of_weight(file_.names[tensor.name], true),
                                     tensor_text(tensor, tensor.is_literal || is_buffer_[tensor.name])),
              tensor.dims};
    tie_to_owner(tensor, {placed.path});
    return placed.path;
}

/// The path that names wish for a layer: that of its weight or, where this is a number of the exporter, one
/// word, or another layer's already, that of its node.
std::string Translator::layer_path(const Node& node, const Tensor& weight) const {
    const std::string& name = file_.names[weight.name];
    std::string wish = path_of_weight(name, false);
    const bool is_named = name.find_first_not_of("0123456789") != std::string::npos;
    const bool is_single = !wish.empty() && wish.find('.') == std::string::npos;
    const bool has_path = node.name.starts_with('/');
    if (!is_named || (has_path && (is_single || is_used_[weight.name]))) {
        if (std::string named = path_of_node(node.name, node.op); !named.empty()) wish = std::move(named);
    }
    return wish.empty() ? path_of_weight(node.op, true) : wish;
}

std::string Translator::add_layer(const Node& node, const std::vector<LayerWeight>& weights, std::string head,
                                  std::vector<std::string> lines) {
    for (const LayerWeight& weight : weights) {
        const std::string dtype = weight.constant == nullptr || weight.sizes.empty()
                                      ? std::string()
                                      : dtype_argument(*weight.constant);
        for (const std::string_view name : weight.names) {
            if (!dtype.empty()) lines.push_back(concat('(', name, "): Parameter(", weight.sizes, dtype, ')'));
        }
    }
    std::string key = head;
    for (const std::string& line : lines) append_all(key, "\n", line);
    for (const LayerWeight& weight : weights)
        append_all(key, "\n", std::to_string(weight.constant == nullptr ? 0 : weight.constant->name));
    std::string& path = layer_paths_[key];
    if (!path.empty()) return path;
    path = built_.tree.add_module(layer_path(node, *weights.front().constant), std::move(head),
                                  std::move(lines));
    for (const auto& [constant, names, elements, sizes] : weights) {
        if (constant == nullptr) continue;
        is_used_[constant->name] = true;
        if (element_count(constant->dims) != elements * names.size()) continue;
        std::vector<std::string> paths;
        for (const std::string_view name : names) paths.push_back(concat(path, '.', name));
        tie_to_owner(*constant, std::move(paths));
    }
    return path;
}

/// Notes that the tensors at `paths` are this constant or, in order, its parts: the first of a constant own
/// it, others are tied to them.
void Translator::tie_to_owner(const Tensor& tensor, std::vector<std::string> paths) {
    std::vector<std::string>& owners = owners_[tensor.name];
    if (owners.empty()) {
        owners = std::move(paths);
    } else if (owners.size() == paths.size()) {
        for (std::size_t i = 0; i < paths.size(); ++i)
            ties_.push_back({std::move(paths[i]), owners[i], kUnwritten});
    }
}

}  // namespace paramscope::open::onnx
