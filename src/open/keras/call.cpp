#include "open/keras/call.h"

#include "base/concat.h"
#include "open/keras/model_writer.h"

namespace paramscope::open::keras {

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

std::string Call::add_step(std::string_view expression) {
    return writer_.add_step(expression);
}

Value Call::to_channels_first(const Value& value) {
    const std::size_t rank = value.sizes.size();
    if (value.channels_first || rank < 3) return value;
    Sizes order;
    for (std::size_t i = 0; i < rank; ++i) order.push_back(static_cast<std::int64_t>(i));
    order.move_channels_first();
    return {add_step(concat("Permute(", value.expression, ", dims=", tuple_text(order), ')')), value.sizes,
            true};
}

Value Call::to_channels_last(const Value& value) {
    const std::size_t rank = value.sizes.size();
    if (!value.channels_first || rank < 3) return value;
    Sizes order = {0};
    for (std::size_t i = 2; i < rank; ++i) order.push_back(static_cast<std::int64_t>(i));
    order.push_back(1);
    return {add_step(concat("Permute(", value.expression, ", dims=", tuple_text(order), ')')), value.sizes,
            false};
}

std::size_t Call::torch_dim(const Value& value, std::size_t dimension) {
    if (!value.channels_first || dimension == 0) return dimension;
    return dimension + 1 == value.sizes.size() ? 1 : dimension + 1;
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

Value& Call::add_output(std::string_view expression, const Sizes& sizes, bool channels_first) {
    outputs.push_back({add_step(expression), sizes, channels_first});
    return outputs.back();
}

void Call::add_module_output(const std::string& path, const Value& x, const Sizes& sizes) {
    add_output(concat(path, '(', x.expression, ')'), sizes, x.channels_first);
}

void Call::add_activated_output(const std::string& path, const Value& x, const Sizes& sizes) {
    const std::string_view function = activation_type(option("activation"));
    if (function.empty()) return add_module_output(path, x, sizes);
    const std::size_t bracket = function.find('(') + 1;
    const std::string_view arguments = function.substr(bracket);
    add_output(concat(function.substr(0, bracket), path, '(', x.expression, ')',
                      arguments.size() == 1 ? "" : ", ", arguments),
               sizes, x.channels_first);
}

void Call::apply_wrapped(const Layer& inside, const Value& x) {
    outputs = writer_.apply(inside, owner_, {x});
}

RuleFunction rule_function(Rule rule) {
    switch (rule) {
        case Rule::Dense:
            return dense;
        case Rule::Convolution:
            return convolution;
        case Rule::Transposed:
            return transposed;
        case Rule::Depthwise:
            return depthwise;
        case Rule::Separable:
            return separable;
        case Rule::BatchNorm:
            return batch_norm;
        case Rule::LayerNorm:
            return layer_norm;
        case Rule::GroupNorm:
            return group_norm;
        case Rule::Statistics:
            return statistics;
        case Rule::Embedding:
            return embedding;
        case Rule::Recurrent:
            return recurrent;
        case Rule::Bidirectional:
            return bidirectional;
        case Rule::TimeDistributed:
            return time_distributed;
        case Rule::MultiHeadAttention:
            return multi_head_attention;
        case Rule::DotAttention:
            return dot_attention;
        case Rule::Activation:
            return activation;
        case Rule::SlopedActivation:
            return sloped_activation;
        case Rule::Elementwise:
            return elementwise;
        case Rule::Flatten:
            return flatten;
        case Rule::Pool:
            return pool;
        case Rule::GlobalPool:
            return global_pool;
        case Rule::Padding:
            return padding;
        case Rule::Cropping:
            return cropping;
        case Rule::Upsampling:
            return upsampling;
        case Rule::Resizing:
            return resizing;
        case Rule::Reshape:
            return reshape;
        case Rule::Permute:
            return permute;
        case Rule::RepeatVector:
            return repeat_vector;
        case Rule::Merge:
            return merge;
        case Rule::Concatenate:
            return concatenate;
        case Rule::Input:
        case Rule::Weightless:
            return nullptr;
    }
    return nullptr;
}

}  // namespace paramscope::open::keras
