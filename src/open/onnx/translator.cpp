#include "open/onnx/translator.h"

#include <algorithm>

#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/names.h"
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

/// True unless the type is undefined, string, bool or an integer of 32 or 64 bits: shapes, axes and switches
/// have those types, weights (quantized ones included) have others.
bool has_weight_type(const Tensor& tensor) {
    constexpr std::int32_t kOtherTypes[] = {0, 6, 7, 8, 9, 12, 13};
    return !contains(kOtherTypes, tensor.type);
}

std::string tensor_text(const Tensor& tensor) {
    std::string text = tensor.is_literal ? "Buffer(" : "Parameter(";
    for (const std::int64_t dim : tensor.dims) text += concat(std::to_string(dim), ", ");
    const std::string_view dtype = dtype_of(tensor.type);
    if (!dtype.empty() && dtype != "float32") text += concat("dtype=", dtype, ", ");
    if (text.ends_with(", ")) text.resize(text.size() - 2);
    return text + ")";
}

const TensorInfo kNoInfo;

/// At most 60 ASCII characters of a name; others become `?`.
std::string printable_ascii(std::string_view name) {
    std::string text(name.substr(0, 60));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

/// True when a dimension's name can be a hyper-parameter of model text: one word without another meaning
/// there.
bool is_symbol(std::string_view name) {
    constexpr std::string_view kKeywords[] = {"input", "dtype", "tie", "freeze", "x"};
    return !name.empty() && name.find('.') == std::string_view::npos && path_of_weight(name, true) == name &&
           (name.front() > '9' || name.front() < '0') && name.front() != '_' &&
           !is_expression_function(name) && !contains(kKeywords, name);
}

Signal shape_of(const Tensor& tensor) {
    return Signal::tensor(Dims(tensor.dims.begin(), tensor.dims.end()));
}

/// The elements of an integer constant that may be a shape, or one size; nullopt for other tensors.
std::optional<std::vector<ShapeItem>> shape_items(const Tensor& tensor) {
    const std::optional<std::uint64_t> count = element_count(tensor.dims);
    if (has_weight_type(tensor) || tensor.dims.size() > 1 || !count || tensor.integers.size() != *count)
        return std::nullopt;
    std::vector<ShapeItem> items;
    for (const std::int64_t number : tensor.integers) items.push_back({number});
    return items;
}

}  // namespace

std::optional<std::int64_t> ShapeItem::number() const {
    const std::optional<Rational> number = size.constant();
    if (!number || !number->is_integer()) return std::nullopt;
    const auto value = static_cast<std::int64_t>(number->numerator());
    return number->numerator() == value ? std::optional(value) : std::nullopt;
}

std::string ShapeItem::text() const {
    std::string text = print(size, Notation::Plain);
    return number() || is_name(text) ? text : std::string();
}

Translator::Translator(const Graph& graph)
    : graph_(graph),
      infos_(graph.names.size()),
      tensor_paths_(graph.names.size()),
      owners_(graph.names.size()),
      is_used_(graph.names.size()) {
    for (const auto& rules : {layer_operators(), shape_operators(), element_operators()}) {
        for (const OperatorRule& rule : rules) {
            rules_.emplace(rule.op, &rule);
            if (!rule.function.empty()) built_.tree.reserve(rule.function);
        }
    }
}

Model Translator::model(std::vector<std::string>& unknown_operators) {
    unknown_operators_ = &unknown_operators;
    for (const Tensor& tensor : graph_.initializers)
        infos_[tensor.name] = {{}, &tensor, shape_items(tensor), shape_of(tensor), {}};
    add_inputs();
    for (const Node& node : graph_.nodes) translate(node);
    Model model;
    model.inputs = inputs_of(input_shapes_);
    model.root.type = "Graph";
    model.root.span = model.root.type_span = kUnwritten;
    model.root.forward = built_.forward(results());
    add_unused_weights(graph_.initializers);
    for (const Node& node : graph_.nodes) {
        for (const Attribute& attribute : node.attributes) add_unused_weights(attribute.weights);
    }
    built_.tree.add_to(model.root);
    model.ties = std::move(ties_);
    return model;
}

void Translator::add_inputs() {
    for (const ValueInfo& input : graph_.inputs) {
        const TensorInfo& known = infos_[input.name];
        if (known.constant != nullptr || !known.expression.empty()) continue;
        Dims sizes;
        for (std::size_t i = 0; i < input.dims.size(); ++i) {
            const Dimension& dim = input.dims[i];
            if (dim.number && *dim.number > 0) {
                sizes.push_back(*dim.number);
            } else if (is_symbol(dim.name)) {
                sizes.push_back(Polynomial::symbol(dim.name));
            } else {
                sizes.push_back(
                    Polynomial::symbol(i == 0 ? "batch" : concat("size_", input_shapes_.size() + 1, '_', i)));
            }
        }
        input_shapes_.push_back(to_string(sizes));
        const Signal shape = Signal::tensor(std::move(sizes));
        infos_[input.name] = {built_.add_input(shape), nullptr, {}, shape, {}};
    }
}

void Translator::translate(const Node& node) {
    const bool has_own_domain =
        node.domain.empty() || node.domain == "ai.onnx" || node.domain == "com.microsoft";
    const auto found = has_own_domain ? rules_.find(node.op) : rules_.end();
    if (found == rules_.end() || !found->second->translate(*this, node, found->second->function))
        write_unknown_operator(node);
}

bool Translator::has_unknown_input(const Node& node) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (info(node, i).is_unknown) return true;
    }
    return false;
}

void Translator::write_unknown_operator(const Node& node) {
    if (!has_unknown_input(node)) unknown_operators_->push_back(printable_ascii(node.op));
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const TensorInfo& input = info(node, i);
        std::string value = !input.expression.empty() || !input.items ? expression(node, i) : std::string();
        if (!value.empty()) arguments.push_back(std::move(value));
    }
    std::string value;
    if (!arguments.empty()) {
        const std::string op = path_of_weight(node.op, true);
        std::string path = path_of_node(node.name, {});
        if (path.empty()) path = op;
        const std::string type = concat("Onnx", op.empty() ? "Operator" : op.substr(0, op.find('.')), '(');
        // Weights are inputs, so the module has none of its own. A tensor without elements states that: then
        // only the module's work is unknown. Operators of other learners keep learned numbers in attributes.
        std::vector<std::string> lines;
        if (none_of(node.attributes, &Attribute::has_floats)) lines.push_back("(weights): Parameter(0)");
        value =
            add_step(concat(built_.tree.add_module(path, type, std::move(lines)), '(', join(arguments), ')'));
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const bool is_single = node.outputs.size() == 1 || value.empty();
        infos_[node.outputs[i]] = {is_single ? value : concat(value, '[', i, ']'), nullptr, {}, {}, {}, true};
    }
}

void Translator::add_unused_weights(const std::vector<Tensor>& weights) {
    for (const Tensor& weight : weights) {
        if (has_weight_type(weight) && !is_used_[weight.name]) path_of_tensor(weight);
    }
}

/// The path of the parameter or buffer that is this constant; adds it to the tree the first time.
std::string Translator::path_of_tensor(const Tensor& tensor) {
    std::string& path = tensor_paths_[tensor.name];
    if (!path.empty()) return path;
    path = built_.tree.add_tensor(path_of_weight(graph_.names[tensor.name], true), tensor_text(tensor));
    tie_to_owner(tensor, {path});
    return path;
}

const TensorInfo& Translator::info(const Node& node, std::size_t input) {
    const Name name = node.input(input);
    return name == 0 ? kNoInfo : infos_[name];
}

std::string Translator::expression(const Node& node, std::size_t input) {
    const TensorInfo& value = info(node, input);
    if (!value.expression.empty()) return value.expression;
    if (value.constant == nullptr || element_count(value.constant->dims) == 0) return {};
    // A single number of a formula: its value does not matter for counting.
    if (element_count(value.constant->dims) == 1 && value.constant->is_literal) return "1";
    return has_weight_type(*value.constant) ? path_of_tensor(*value.constant) : std::string();
}

const Tensor* Translator::constant(const Node& node, std::size_t input) {
    return info(node, input).constant;
}

std::optional<std::vector<std::int64_t>> Translator::integers(const Node& node, std::size_t input,
                                                              std::string_view attribute) {
    if (node.input(input) == 0) {
        const Attribute* found = node.find(attribute);
        if (found == nullptr) return std::nullopt;
        return found->ints.empty() ? std::vector<std::int64_t>{found->i} : found->ints;
    }
    const TensorInfo& value = info(node, input);
    if (!value.items) return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const ShapeItem& item : *value.items) {
        const std::optional<std::int64_t> number = item.number();
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

std::optional<std::size_t> Translator::rank(const Node& node, std::size_t input) {
    const TensorInfo& value = info(node, input);
    return value.shape.is_tensor() ? std::optional(value.shape.dims.size()) : std::nullopt;
}

std::optional<std::size_t> Translator::axis(const Node& node, std::size_t input, std::int64_t axis) {
    if (axis >= 0) return static_cast<std::size_t>(axis);
    const std::optional<std::size_t> dims = rank(node, input);
    if (!dims || static_cast<std::uint64_t>(-(axis + 1)) >= *dims) return std::nullopt;
    return *dims - static_cast<std::size_t>(-(axis + 1)) - 1;
}

bool Translator::bind(const Node& node, std::string_view expression, std::size_t output, Signal otherwise) {
    if (output >= node.outputs.size()) return true;
    const std::string step = add_step(expression);
    if (!built_.shape_of(step).is_tensor()) built_.set_shape(step, std::move(otherwise));
    infos_[node.outputs[output]] = {step, nullptr, {}, built_.shape_of(step), {}, has_unknown_input(node)};
    return true;
}

bool Translator::set_output(const Node& node, TensorInfo info) {
    if (!node.outputs.empty()) infos_[node.outputs.front()] = std::move(info);
    return true;
}

/// The path that names wish for a layer: that of its weight or, where this is a number of the exporter, one
/// word, or another layer's already, that of its node.
std::string Translator::layer_path(const Node& node, const Tensor& weight) const {
    const std::string& name = graph_.names[weight.name];
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
    std::string key = head;
    for (const std::string& line : lines) append_all(key, "\n", line);
    for (const LayerWeight& weight : weights)
        append_all(key, "\n", std::to_string(weight.constant == nullptr ? 0 : weight.constant->name));
    std::string& path = layer_paths_[key];
    if (!path.empty()) return path;
    path = built_.tree.add_module(layer_path(node, *weights.front().constant), std::move(head),
                                  std::move(lines));
    for (const auto& [constant, names, elements] : weights) {
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

bool Translator::add_constant(const Node& node, Tensor tensor) {
    if (!element_count(tensor.dims)) return false;
    const Tensor& made = made_constants_.emplace_back(std::move(tensor));
    return set_output(node, {{}, &made, shape_items(made), shape_of(made), {}});
}

std::vector<std::string> Translator::results() const {
    std::vector<std::string> results;
    for (const ValueInfo& output : graph_.outputs) {
        const TensorInfo& found = infos_[output.name];
        if (!found.expression.empty()) results.push_back(found.expression);
    }
    return results;
}

}  // namespace paramscope::open::onnx
