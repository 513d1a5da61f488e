#include "open/keras/call.h"

#include <algorithm>
#include <numeric>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/keras/model_writer.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::keras {

Sizes Value::sizes_from(std::size_t first) const {
    Sizes sizes;
    for (std::size_t i = first; i < shape.size(); ++i) sizes.push_back(size(i));
    return sizes;
}

Dims Value::shape_in_line() const {
    Dims dims = shape;
    if (channels_first && dims.size() > 2) std::rotate(dims.begin() + 1, dims.end() - 1, dims.end());
    return dims;
}

Call::Call(ModelWriter& writer, const Layer& layer_, const LayerType& type_, const Layer& owner,
           const std::vector<Value>& inputs_)
    : layer(layer_), type(type_), inputs(inputs_), writer_(writer), owner_(owner) {}

bool Call::flag(std::string_view key, bool fallback) const {
    return option(key).boolean().value_or(fallback);
}

std::int64_t Call::number(std::string_view key, std::int64_t fallback) const {
    const Sizes sizes = numbers(key, 1, fallback);
    return sizes.empty() ? kUnknownSize : sizes[0];
}

Sizes Call::numbers(std::string_view key, std::size_t count, std::int64_t fallback) const {
    const JsonValue value = option(key);
    if (value.kind() <= JsonValue::Kind::Null) return Sizes(count, fallback);
    return read_sizes(value, count);
}

std::size_t Call::axis(const JsonValue& value, std::size_t rank) {
    const Integer all(static_cast<std::int64_t>(rank));
    Integer axis = value.integer().value_or(Integer(-1));
    if (axis < 0) axis = axis + all;
    return axis >= 0 && axis < all ? static_cast<std::size_t>(axis) : rank;
}

std::size_t Call::norm_axis(std::size_t rank) const {
    const JsonValue value = option("axis");
    if (value.kind() != JsonValue::Kind::Array) return axis(value, rank);
    return value.size() == 1 ? axis(*value.items().begin(), rank) : rank;
}

Value Call::add_step(std::string_view expression, bool channels_first) {
    return writer_.add_step(expression, channels_first);
}

Value Call::in_layout(const Value& value, bool channels_first) {
    if (value.channels_first == channels_first || value.rank() < 3) return value;
    Sizes order(value.rank());
    std::iota(order.begin(), order.end(), 0);
    channels_first ? std::rotate(order.begin() + 1, order.end() - 1, order.end())
                   : std::rotate(order.begin() + 1, order.begin() + 2, order.end());
    return add_step(concat("Permute(", value.expression, ", dims=", tuple_text(order), ')'), channels_first);
}

std::size_t Call::torch_dim(const Value& value, std::size_t dimension) {
    if (!value.channels_first || dimension == 0) return dimension;
    return dimension + 1 == value.rank() ? 1 : dimension + 1;
}

std::string Call::add_module(std::string head) {
    return writer_.add_module(owner_, std::move(head), std::move(lines_), weights_);
}

std::string Call::add_module_with_forward(std::string_view expression, std::string_view arguments) {
    lines_.insert(lines_.begin(), concat("forward(", arguments, ") = ", expression));
    // PyTorch's PReLU has a weight of another shape.
    const bool is_taken = type.rule == Rule::SlopedActivation;
    return add_module(concat(is_taken ? marked_type(type.name, "keras") : std::string(type.name), '('));
}

void Call::add_output(std::string_view expression, bool channels_first, const Dims& otherwise) {
    outputs.push_back(add_step(expression, channels_first));
    if (outputs.back().shape.empty()) outputs.back().shape = otherwise;
}

void Call::add_module_output(const std::string& path, const Value& x) {
    add_output(concat(path, '(', x.expression, ')'), x.channels_first);
}

void Call::add_activated_output(const std::string& path, const Value& x) {
    const std::string_view function = activation_type(option("activation"));
    if (function.empty()) return add_module_output(path, x);
    const std::size_t bracket = function.find('(') + 1;
    const std::string_view arguments = function.substr(bracket);
    add_output(concat(function.substr(0, bracket), path, '(', x.expression, ')',
                      arguments.size() == 1 ? "" : ", ", arguments),
               x.channels_first);
}

void Call::apply_wrapped(const Layer& inside, const Value& x) {
    outputs = writer_.apply(inside, owner_, {x});
}

RuleFunction rule_function(Rule rule) {
    for (const auto& rows : {layer_rules(), window_rules(), sequence_rules(), shape_rules()}) {
        if (const RuleRow* row = find_by(rows, &RuleRow::rule, rule)) return row->function;
    }
    return nullptr;
}

}  // namespace paramscope::open::keras
