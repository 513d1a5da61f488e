#include "open/keras/call.h"

#include <algorithm>

#include "base/concat.h"
#include "open/keras/model_writer.h"

namespace paramscope::open::keras {
namespace {

/// The dimensions in another order.
std::string permuted(const std::string& said, const Sizes& order) {
    return concat("Permute(", said, ", dims=", tuple(order), ')');
}

}  // namespace

Call::Call(ModelWriter& writer, const Layer& layer_, const LayerType& type_, const Layer& owner,
           std::vector<Value> inputs_)
    : layer(layer_), type(type_), inputs(std::move(inputs_)), writer_(writer), owner_(owner) {}

bool Call::flag(std::string_view key, bool fallback) const {
    return option(key).boolean().value_or(fallback);
}

std::int64_t Call::number(std::string_view key, std::int64_t fallback) const {
    const JsonValue told = option(key);
    if (told.kind() <= JsonValue::Kind::Null) return fallback;
    const Sizes sizes = sizes_in(told, 1);
    return sizes.size() == 1 ? sizes.front() : kAny;
}

Sizes Call::numbers(std::string_view key, std::size_t count, std::int64_t fallback) const {
    const JsonValue told = option(key);
    if (told.kind() <= JsonValue::Kind::Null) return Sizes(count, fallback);
    return sizes_in(told, count);
}

std::size_t Call::axis(const JsonValue& value, std::size_t rank, std::int64_t fallback) {
    const Integer all(static_cast<std::int64_t>(rank));
    Integer axis = value.integer().value_or(Integer(fallback));
    if (axis < 0) axis = axis + all;
    return axis >= 0 && axis < all ? static_cast<std::size_t>(axis) : rank;
}

std::string Call::step(std::string expression) {
    return writer_.step(std::move(expression));
}

Value Call::bind(std::string expression, Sizes sizes, bool is_first) {
    return {step(std::move(expression)), std::move(sizes), is_first};
}

Value Call::first(const Value& value) {
    const auto rank = static_cast<std::int64_t>(value.sizes.size());
    if (value.is_first || rank < 3) return value;
    Sizes order = {0, rank - 1};
    for (std::int64_t i = 1; i + 1 < rank; ++i) order.push_back(i);
    return bind(permuted(value.said, order), value.sizes, true);
}

Value Call::last(const Value& value) {
    const auto rank = static_cast<std::int64_t>(value.sizes.size());
    if (!value.is_first || rank < 3) return value;
    Sizes order = {0};
    for (std::int64_t i = 2; i < rank; ++i) order.push_back(i);
    order.push_back(1);
    return bind(permuted(value.said, order), value.sizes, false);
}

std::size_t Call::place(const Value& value, std::size_t dimension) {
    if (!value.is_first || dimension == 0) return dimension;
    return dimension + 1 == value.sizes.size() ? 1 : dimension + 1;
}

std::string Call::activated(std::string expression) const {
    const std::string_view function = activation_type(option("activation"));
    if (function.empty()) return expression;
    const std::size_t bracket = function.find('(') + 1;
    const std::string_view arguments = function.substr(bracket, function.size() - bracket - 1);
    return concat(function.substr(0, bracket), expression, arguments.empty() ? "" : ", ", arguments, ')');
}

std::string Call::module(std::string head, std::vector<std::string> lines, std::vector<Sizes> weights) {
    return writer_.module(owner_, std::move(head), std::move(lines), std::move(weights));
}

std::string Call::lined(std::string_view line, std::string_view arguments, std::vector<std::string> lines,
                        std::vector<Sizes> weights) {
    lines.insert(lines.begin(), concat("forward(", arguments, ") = ", line));
    // PyTorch has a type of that name, with a weight of its own.
    const bool is_taken = type.rule == Rule::SlopedActivation;
    return module(concat(is_taken ? marked_type(type.name, "keras") : std::string(type.name), '('),
                  std::move(lines), std::move(weights));
}

std::vector<Value> Call::inner(const Layer& inside, std::vector<Value> given) {
    return writer_.apply(inside, owner_, std::move(given));
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
        case Rule::HeadedAttention:
            return headed_attention;
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
