#include "open/onnx/translator.h"

#include <algorithm>
#include <charconv>

#include "base/concat.h"
#include "model/names.h"

namespace paramscope::open::onnx {
namespace {

/// TensorProto.DataType as model text has it; "" for what no weight is made of.
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
    const auto* found =
        std::find_if(std::begin(kTypes), std::end(kTypes), [&](const TypeName& t) { return t.type == type; });
    return found == std::end(kTypes) ? std::string_view() : found->dtype;
}

/// Shapes, axes and switches are whole numbers of 32 or 64 bits, or truths; weights, quantized ones too, are
/// of other types.
bool is_weight(const Tensor& tensor) {
    constexpr std::int32_t kOthers[] = {0, 6, 7, 8, 9, 12, 13};
    return std::find(std::begin(kOthers), std::end(kOthers), tensor.type) == std::end(kOthers);
}

std::string tensor_text(const Tensor& tensor) {
    std::string text = tensor.is_written ? "Buffer(" : "Parameter(";
    for (const std::int64_t dim : tensor.dims) text += concat(std::to_string(dim), ", ");
    const std::string_view dtype = dtype_of(tensor.type);
    if (!dtype.empty() && dtype != "float32") text += concat("dtype=", dtype, ", ");
    if (text.ends_with(", ")) text.resize(text.size() - 2);
    return text + ")";
}

const Known kNothing;

/// A name of a hostile file, fit for a sentence.
std::string printable(std::string_view name) {
    std::string text(name.substr(0, 60));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

/// Whether a size's name may be a hyper-parameter's: one word that means nothing else in the text.
bool is_symbol(std::string_view name) {
    constexpr std::string_view kOthers[] = {"input", "dtype", "tie", "freeze", "x"};
    const Path path = path_of_weight(name, true);
    return path.size() == 1 && path.front() == name && (name.front() > '9' || name.front() < '0') &&
           name.front() != '_' && !is_expression_function(name) &&
           std::find(std::begin(kOthers), std::end(kOthers), name) == std::end(kOthers);
}

/// What a constant of whole numbers says as a shape, or an element of one.
std::optional<std::vector<Item>> items_of(const Tensor& tensor) {
    const std::optional<std::uint64_t> count = elements(tensor.dims);
    if (is_weight(tensor) || tensor.dims.size() > 1 || !count || tensor.integers.size() != *count)
        return std::nullopt;
    std::vector<Item> items;
    for (const std::int64_t number : tensor.integers) items.push_back({std::to_string(number)});
    return items;
}

}  // namespace

std::optional<std::int64_t> Item::number() const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), value);
    if (said.empty() || error != std::errc() || end != said.data() + said.size()) return std::nullopt;
    return value;
}

std::optional<std::int64_t> number_of(const std::string& size) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 40;
    const std::optional<std::int64_t> number = Item{size}.number();
    return number && *number < kLargest ? number : std::nullopt;
}

std::string tuple(const std::vector<std::string>& items) {
    std::string text = "(";
    for (const std::string& item : items) text += concat(text.size() == 1 ? "" : ", ", item);
    return text + (items.size() == 1 ? ",)" : ")");
}

std::string tuple(const std::vector<std::int64_t>& numbers) {
    std::vector<std::string> items;
    for (const std::int64_t number : numbers) items.push_back(std::to_string(number));
    return tuple(items);
}

std::vector<std::string> sizes_of(const Tensor& tensor) {
    std::vector<std::string> sizes;
    for (const std::int64_t dim : tensor.dims) sizes.push_back(std::to_string(dim));
    return sizes;
}

Translator::Translator(const Graph& graph) : graph_(graph) {
    for (const auto& rules : {layer_operators(), shape_operators(), element_operators()}) {
        for (const OperatorRule& rule : rules) {
            rules_.emplace(rule.op, &rule);
            if (!rule.function.empty()) tree_.reserve(rule.function);
        }
    }
}

std::string Translator::run(std::vector<std::string>* unknown) {
    unknown_ = unknown;
    for (const Tensor& tensor : graph_.initializers)
        known_[tensor.name] = {{}, &tensor, items_of(tensor), sizes_of(tensor), {}};
    take_inputs();
    for (const Node& node : graph_.nodes) translate(node);
    const std::string line = result();
    add_unused_weights(graph_.initializers);
    for (const Node& node : graph_.nodes) {
        for (const Attribute& attribute : node.attributes) add_unused_weights(attribute.weights);
    }
    return concat(input_line(), "Graph(\n", line, tree_.text(), ")\n");
}

void Translator::take_inputs() {
    std::set<std::string> names;
    for (const Value& input : graph_.inputs) {
        if (known_.contains(input.name)) continue;
        const std::string said = concat('x', arguments_.size() + 1);
        std::vector<std::string> sizes;
        for (std::size_t i = 0; i < input.sizes.size(); ++i) {
            const Size& size = input.sizes[i];
            if (size.number && *size.number > 0) {
                sizes.push_back(std::to_string(*size.number));
                continue;
            }
            sizes.push_back(is_symbol(size.name) ? size.name
                            : i == 0             ? "batch"
                                                 : concat("size_", arguments_.size() + 1, '_', i));
        }
        arguments_.push_back(said);
        shapes_.push_back(tuple(sizes));
        known_[input.name] = {said, nullptr, {}, std::move(sizes), {}};
    }
}

void Translator::translate(const Node& node) {
    const bool is_own = node.domain.empty() || node.domain == "ai.onnx" || node.domain == "com.microsoft";
    const auto found = is_own ? rules_.find(node.op) : rules_.end();
    if (found == rules_.end() || !found->second->translate(*this, node, found->second->function))
        leave_unknown(node);
}

bool Translator::loses(const Node& node) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (known(node, i).is_lost) return true;
    }
    return false;
}

void Translator::leave_unknown(const Node& node) {
    if (!loses(node)) unknown_->push_back(printable(node.op));
    std::string arguments;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const Known& input = known(node, i);
        const std::string value = !input.said.empty() || !input.items ? said(node, i) : std::string();
        if (!value.empty()) arguments += concat(arguments.empty() ? "" : ", ", value);
    }
    std::string value;
    if (!arguments.empty()) {
        const Path op = path_of_weight(node.op, true);
        Path path = path_of_node(node.name, {});
        if (path.empty()) path = op;
        const std::string type = concat("Onnx", op.empty() ? std::string("Operator") : op.front(), '(');
        // Weights are inputs, so it has none of its own, which a tensor without elements says: only its work
        // is unknown. But what operators for other learners have learned may be an attribute.
        std::vector<std::string> lines;
        if (std::none_of(node.attributes.begin(), node.attributes.end(),
                         [](const Attribute& a) { return a.has_reals; }))
            lines.push_back("(weights): Parameter(0)");
        value = step(concat(tree_.add_module(path, type, std::move(lines)), '(', arguments, ')'));
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const bool is_single = node.outputs.size() == 1 || value.empty();
        known_[node.outputs[i]] = {is_single ? value : concat(value, '[', i, ']'), nullptr, {}, {}, {}, true};
    }
}

void Translator::add_unused_weights(const std::vector<Tensor>& weights) {
    for (const Tensor& weight : weights) {
        if (is_weight(weight) && !used_.contains(weight.name)) tensor(weight);
    }
}

std::string Translator::tensor(const Tensor& constant) {
    std::string& path = tensors_[constant.name];
    if (path.empty()) path = tree_.add_tensor(path_of_weight(constant.name, true), tensor_text(constant));
    return path;
}

const Known& Translator::known(const Node& node, std::size_t input) {
    const auto found = known_.find(node.input(input));
    return found == known_.end() || node.input(input).empty() ? kNothing : found->second;
}

std::string Translator::said(const Node& node, std::size_t input) {
    const Known& value = known(node, input);
    if (!value.said.empty()) return value.said;
    if (value.constant == nullptr || elements(value.constant->dims) == 0) return {};
    // A number of a formula, written into the graph.
    if (elements(value.constant->dims) == 1 && value.constant->is_written) return "1";
    return is_weight(*value.constant) ? tensor(*value.constant) : std::string();
}

const Tensor* Translator::constant(const Node& node, std::size_t input) {
    return known(node, input).constant;
}

std::optional<std::vector<std::int64_t>> Translator::integers(const Node& node, std::size_t input,
                                                              std::string_view attribute) {
    if (node.input(input).empty()) {
        const Attribute* found = node.find(attribute);
        if (found == nullptr) return std::nullopt;
        return found->ints.empty() ? std::vector<std::int64_t>{found->i} : found->ints;
    }
    const Known& value = known(node, input);
    if (!value.items) return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const Item& item : *value.items) {
        const std::optional<std::int64_t> number = item.number();
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

std::optional<std::size_t> Translator::rank(const Node& node, std::size_t input) {
    const Known& value = known(node, input);
    return value.sizes ? std::optional(value.sizes->size()) : std::nullopt;
}

std::optional<std::size_t> Translator::axis(const Node& node, std::size_t input, std::int64_t axis) {
    if (axis >= 0) return static_cast<std::size_t>(axis);
    const std::optional<std::size_t> all = rank(node, input);
    if (!all || static_cast<std::uint64_t>(-(axis + 1)) >= *all) return std::nullopt;
    return *all - static_cast<std::size_t>(-(axis + 1)) - 1;
}

std::string Translator::step(std::string expression) {
    std::string name = concat('v', bindings_.size() + 1);
    bindings_.push_back(concat(name, " = ", expression));
    return name;
}

bool Translator::bind(const Node& node, std::string expression, std::optional<std::vector<std::string>> sizes,
                      std::size_t output) {
    if (output >= node.outputs.size()) return true;
    known_[node.outputs[output]] = {
        step(std::move(expression)), nullptr, {}, std::move(sizes), {}, loses(node)};
    return true;
}

bool Translator::alias(const Node& node, Known known) {
    if (!node.outputs.empty()) known_[node.outputs.front()] = std::move(known);
    return true;
}

std::string Translator::layer(const Node& node, const Tensor* weight, std::string head,
                              std::vector<std::string> lines) {
    use(weight);
    std::string& path = layers_[weight->name];
    if (!path.empty()) return path;
    Path wish = path_of_weight(weight->name, false);
    const bool is_named = weight->name.find_first_not_of("0123456789") != std::string::npos;
    if (!is_named || (wish.size() == 1 && !node.name.empty() && node.name.front() == '/')) {
        if (Path named = path_of_node(node.name, node.op); !named.empty()) wish = std::move(named);
    }
    if (wish.empty()) wish = path_of_weight(node.op, true);
    return path = tree_.add_module(wish, std::move(head), std::move(lines));
}

void Translator::use(const Tensor* tensor) {
    if (tensor != nullptr) used_.insert(tensor->name);
}

bool Translator::make(const Node& node, Tensor tensor) {
    if (!elements(tensor.dims)) return false;
    const Tensor& made = made_.emplace_back(std::move(tensor));
    return alias(node, {{}, &made, items_of(made), sizes_of(made), {}});
}

std::string Translator::result() const {
    std::string outputs;
    std::size_t count = 0;
    for (const Value& output : graph_.outputs) {
        const auto found = known_.find(output.name);
        if (found == known_.end() || found->second.said.empty()) continue;
        if (count++ > 0) outputs += ", ";
        outputs += found->second.said;
    }
    if (count == 0 || arguments_.empty()) return {};
    if (count > 1) outputs = concat('(', outputs, ')');
    std::string line = "  forward(";
    for (std::size_t i = 0; i < arguments_.size(); ++i) line += concat(i == 0 ? "" : ", ", arguments_[i]);
    line += concat(") = ", outputs);
    for (std::size_t i = 0; i < bindings_.size(); ++i)
        line += concat(i == 0 ? " where\n    " : ",\n    ", bindings_[i]);
    return line + "\n";
}

std::string Translator::input_line() const {
    std::string line;
    for (const std::string& shape : shapes_) line += concat(line.empty() ? "input = " : ", ", shape);
    return line.empty() ? line : line + "\n";
}

}  // namespace paramscope::open::onnx
