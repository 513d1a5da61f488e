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

const TensorInfo kNoInfo;

constexpr std::size_t kMostRepeated = 50'000;  ///< nodes of functions, branches and loops of a file
constexpr int kDeepestCall = 8;                ///< functions, branches and loops in each other

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

TensorInfo info_of(const Tensor& constant) {
    return {{}, &constant, small_tensor(constant), Signal::tensor(dims_of(constant.dims)), {}};
}

bool is_own_domain(std::string_view domain) {
    return domain.empty() || domain == "ai.onnx" || domain == "com.microsoft";
}

/// The nodes of a function with the values that a call gives its attributes.
std::vector<Node> with_attributes(std::vector<Node> nodes, const LocalFunction& function, const Node& call) {
    for (Node& node : nodes) {
        for (Attribute& attribute : node.attributes) {
            if (attribute.ref_attr_name.empty()) continue;
            const Attribute* given = call.find(attribute.ref_attr_name);
            if (given == nullptr)
                given = find_by(function.attributes, &Attribute::name, attribute.ref_attr_name);
            // Without a value the node lacks the attribute.
            std::string name = given == nullptr ? std::string() : attribute.name;
            if (given != nullptr) attribute = *given;
            attribute.name = std::move(name);
        }
    }
    return nodes;
}

}  // namespace

Dims dims_of(const Numbers& numbers) {
    return Dims(numbers.begin(), numbers.end());
}

std::string size_text(const Dims& sizes) {
    std::vector<std::string> texts;
    for (const Polynomial& size : sizes) {
        if (!is_known(size) || size.is_zero()) return {};
        texts.push_back(print(size, Notation::Plain));
    }
    return tuple_text(texts);
}

Translator::Translator(const File& file)
    : file_(file),
      infos_(file.names.size()),
      placed_(file.names.size()),
      owners_(file.names.size()),
      is_used_(file.names.size()),
      is_buffer_(file.names.size()) {
    for (const LocalFunction& function : file.functions)
        functions_.emplace(std::pair(std::string_view(function.domain), std::string_view(function.name)),
                           &function);
    for (const auto& rules : {layer_operators(), product_operators(), norm_operators(), recurrent_operators(),
                              attention_operators(), shape_operators(), making_operators(),
                              element_operators(), control_operators()}) {
        for (const OperatorRule& rule : rules) {
            rules_.emplace(rule.op, &rule);
            if (!rule.function.empty()) built_.tree.reserve(rule.function);
        }
    }
    for (const std::string_view function : {"select", "attention"}) built_.tree.reserve(function);
}

Model Translator::model(std::vector<std::string>& unknown_operators) {
    unknown_operators_ = &unknown_operators;
    add_weights(file_.graph.initializers);
    add_inputs();
    for (const Node& node : file_.graph.nodes) translate(node);
    Model model;
    model.inputs = inputs_of(input_shapes_);
    model.root.type = "Graph";
    model.root.span = model.root.type_span = kUnwritten;
    model.root.forward = built_.forward(results());
    add_unused_weights(file_.graph);
    for (const LocalFunction& function : file_.functions) add_unused_weights(function.nodes);
    built_.tree.add_to(model.root);
    model.ties = std::move(ties_);
    return model;
}

void Translator::add_inputs() {
    for (const ValueInfo& input : file_.graph.inputs) {
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
    if (call_function(node)) return;
    const bool is_own = is_own_domain(node.domain);
    if (const std::optional<Node> plain = is_own ? plain_form(node) : std::nullopt) {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (!contains(plain->inputs, node.inputs[i])) keep_as_buffer(node, i);
        }
        if (node.op == "DynamicQuantizeLinear") {
            const SmallTensor scale{{}, std::vector<ShapeItem>(1), true};
            for (const std::size_t output : {1u, 2u}) set_values(node, scale, output);
        }
        return translate(*plain);
    }
    if (is_own && evaluate_node(node)) return;
    const auto found = is_own ? rules_.find(node.op) : rules_.end();
    if (found == rules_.end() || !found->second->translate(*this, node, found->second->function))
        write_unknown_operator(node);
}

/// True unless they are too many, or too deep. Where they are too many, so are those of all calls around.
bool Translator::may_repeat(const std::vector<Node>& nodes) {
    if (repeated_ + nodes.size() > kMostRepeated) repeated_ = kMostRepeated + 1;
    return repeated_ <= kMostRepeated && depth_ < kDeepestCall;
}

bool Translator::translate_all(const std::vector<Node>& nodes) {
    if (!may_repeat(nodes)) return false;
    repeated_ += nodes.size();
    ++depth_;
    for (const Node& node : nodes) {
        if (repeated_ <= kMostRepeated) translate(node);
    }
    --depth_;
    return repeated_ <= kMostRepeated;
}

/// Computes the outputs of a node whose inputs are all known; false when one is not, or no rule does.
bool Translator::evaluate_node(const Node& node) {
    std::vector<const SmallTensor*> inputs;
    for (const Name name : node.inputs) {
        const std::optional<SmallTensor>& values = infos_[name].values;
        if (name != 0 && !values) return false;
        inputs.push_back(name == 0 ? nullptr : &*values);
    }
    std::vector<SmallTensor> outputs = evaluate(node, inputs);
    for (const SmallTensor& output : outputs) items_ += output.items.size();
    if (outputs.empty() || items_ > kMostItemsOfFile) return false;
    for (std::size_t i = 0; i < outputs.size(); ++i) set_values(node, std::move(outputs[i]), i);
    return true;
}

/// Translates the nodes of a function that the file defines; false for other operators.
bool Translator::call_function(const Node& node) {
    const auto found = functions_.find({node.domain, node.op});
    if (found == functions_.end()) return false;
    const LocalFunction& function = *found->second;
    for (std::size_t i = 0; i < function.inputs.size(); ++i)
        set_info(function.inputs[i], TensorInfo(info(node.input(i))));
    if (!may_repeat(function.nodes) || !translate_all(with_attributes(function.nodes, function, node)))
        return false;
    for (std::size_t i = 0; i < node.outputs.size() && i < function.outputs.size(); ++i)
        set_info(node.outputs[i], TensorInfo(info(function.outputs[i])));
    return true;
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
        std::string value = !input.expression.empty() || !input.values ? expression(node, i) : std::string();
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
        set_info(node.outputs[i],
                 {is_single ? value : concat(value, '[', i, ']'), nullptr, {}, {}, {}, true});
    }
}

void Translator::add_weights(const std::vector<Tensor>& weights) {
    for (const Tensor& tensor : weights) set_info(tensor.name, info_of(tensor));
}

void Translator::set_info(Name name, TensorInfo info) {
    if (name != 0) infos_[name] = std::move(info);
}

const TensorInfo& Translator::info(const Node& node, std::size_t input) {
    const Name name = node.input(input);
    return name == 0 ? kNoInfo : infos_[name];
}

std::string Translator::expression(const Node& node, std::size_t input) {
    const TensorInfo& value = info(node, input);
    if (!value.expression.empty()) return value.expression;
    if (value.constant != nullptr) {
        const std::optional<std::uint64_t> count = element_count(value.constant->dims);
        // A single number of a formula: its value does not matter for counting.
        if (count == 1 && value.constant->is_literal) return "1";
        if (count != 0 && has_weight_type(*value.constant) && !value.constant->is_filled)
            return path_of_tensor(*value.constant);
    }
    std::string made = made_tensor(value.shape);
    if (node.input(input) != 0 && made != "1") infos_[node.input(input)].expression = made;
    return made;
}

/// A tensor that is computed from shapes alone, as the forward line writes it; "" when its sizes are not
/// known.
std::string Translator::made_tensor(const Signal& shape) {
    if (!shape.is_tensor()) return {};
    if (shape.dims.empty() || (shape.dims.size() == 1 && shape.dims.front() == Polynomial(1))) return "1";
    const std::string sizes = size_text(shape.dims);
    return sizes.empty() ? std::string() : add_step(concat("tensor(size=", sizes, ')'));
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
    const std::optional<SmallTensor>& values = info(node, input).values;
    return values ? values->numbers() : std::nullopt;
}

std::optional<std::size_t> Translator::rank(const Node& node, std::size_t input) {
    const TensorInfo& value = info(node, input);
    return value.shape.is_tensor() ? std::optional(value.shape.dims.size()) : std::nullopt;
}

std::optional<Dims> Translator::dims(const Node& node, std::size_t input) {
    const Signal& shape = info(node, input).shape;
    return shape.is_tensor() && all_of(shape.dims, is_known) ? std::optional(shape.dims) : std::nullopt;
}

std::optional<std::size_t> Translator::axis(const Node& node, std::size_t input, std::int64_t axis) {
    if (axis >= 0) return static_cast<std::size_t>(axis);
    const std::optional<std::size_t> dims = rank(node, input);
    if (!dims || static_cast<std::uint64_t>(-(axis + 1)) >= *dims) return std::nullopt;
    return *dims - static_cast<std::size_t>(-(axis + 1)) - 1;
}

bool Translator::bind(const Node& node, std::string_view expression, std::size_t output, Signal otherwise) {
    if (output >= node.outputs.size() || node.outputs[output] == 0) return true;
    const std::string step = add_step(expression);
    if (!built_.shape_of(step).is_tensor()) built_.set_shape(step, std::move(otherwise));
    infos_[node.outputs[output]] = {step, nullptr, {}, built_.shape_of(step), {}, has_unknown_input(node)};
    return true;
}

bool Translator::bind_sized(const Node& node, std::string_view function, std::string_view x,
                            const Dims& sizes, std::size_t output) {
    const std::string text = size_text(sizes);
    return !x.empty() && !text.empty() &&
           bind(node, concat(function, '(', x, ", size=", text, ')'), output, Signal::tensor(sizes));
}

bool Translator::set_output(const Node& node, TensorInfo info, std::size_t output) {
    if (output < node.outputs.size()) set_info(node.outputs[output], std::move(info));
    return true;
}

bool Translator::set_values(const Node& node, SmallTensor values, std::size_t output) {
    Signal shape = Signal::tensor(dims_of(values.dims));
    return set_output(node, {{}, nullptr, std::move(values), std::move(shape), {}}, output);
}

bool Translator::set_made(const Node& node, Dims sizes, std::size_t output) {
    return set_output(node, {{}, nullptr, {}, Signal::tensor(std::move(sizes)), {}}, output);
}

bool Translator::add_constant(const Node& node, Tensor tensor) {
    if (!element_count(tensor.dims)) return false;
    const Tensor& made = made_constants_.emplace_back(std::move(tensor));
    return set_output(node, info_of(made));
}

std::vector<std::string> Translator::results() const {
    std::vector<std::string> results;
    for (const ValueInfo& output : file_.graph.outputs) {
        const TensorInfo& found = infos_[output.name];
        if (!found.expression.empty()) results.push_back(found.expression);
    }
    return results;
}

}  // namespace paramscope::open::onnx
