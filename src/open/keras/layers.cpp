// Layers of weights, norms and activations.
#include <algorithm>

#include "base/concat.h"
#include "open/config/value.h"
#include "open/keras/call.h"

namespace paramscope::open::keras {
namespace {

struct ActivationType {
    std::string_view name, type;
};
constexpr ActivationType kActivations[] = {
    {"relu", "ReLU()"},
    {"ReLU", "ReLU()"},
    {"relu6", "ReLU6()"},
    {"sigmoid", "Sigmoid()"},
    {"tanh", "Tanh()"},
    {"softmax", "Softmax(dim=-1)"},
    {"Softmax", "Softmax(dim=-1)"},
    {"log_softmax", "LogSoftmax(dim=-1)"},
    {"gelu", "GELU()"},
    {"silu", "SiLU()"},
    {"swish", "SiLU()"},
    {"elu", "ELU()"},
    {"ELU", "ELU()"},
    {"selu", "SELU()"},
    {"leaky_relu", "LeakyReLU()"},
    {"LeakyReLU", "LeakyReLU()"},
    {"softplus", "Softplus()"},
    {"softsign", "Softsign()"},
    {"hard_sigmoid", "Hardsigmoid()"},
    {"hard_silu", "Hardswish()"},
    {"hard_swish", "Hardswish()"},
    {"mish", "Mish()"},
};

std::string epsilon(const Call& call, std::string_view usual) {
    const JsonValue told = call.option("epsilon");
    return told.kind() == JsonValue::Kind::Number ? to_string(ConfigValue::of(told)) : std::string(usual);
}

/// The one axis that a norm is told, in Keras's order: 3, [3] or -1.
std::size_t axis_of(const Call& call, std::size_t rank) {
    const JsonValue axis = call.option("axis");
    if (axis.kind() != JsonValue::Kind::Array) return Call::axis(axis, rank, -1);
    return axis.size() == 1 ? Call::axis(*axis.items().begin(), rank, -1) : rank;
}

}  // namespace

std::string_view activation_type(const JsonValue& activation) {
    // Keras 3 writes objects: a layer, or {"class_name": "function", "config": "relu"}.
    std::string name = activation.string();
    if (name.empty()) name = activation.find("config").string();
    if (name.empty()) name = activation.find("class_name").string();
    const auto* found = std::find_if(std::begin(kActivations), std::end(kActivations),
                                     [&](const ActivationType& each) { return each.name == name; });
    return found == std::end(kActivations) ? std::string_view() : found->type;
}

std::vector<Value> dense(Call& call) {
    const Value x = call.last(call.inputs.front());
    const std::int64_t units = call.number("units");
    if (x.sizes.size() < 2 || x.sizes.back() < 1 || units < 1) return {};
    const std::int64_t in = x.sizes.back();
    const bool has_bias = call.flag("use_bias", true);
    std::vector<Sizes> weights = {{in, units}};
    if (has_bias) weights.push_back({units});
    Sizes sizes = x.sizes;
    sizes.back() = units;
    const std::string path =
        call.module(concat("Linear(in_features=", text(in), ", out_features=", text(units),
                           ", bias=", has_bias ? "True" : "False"),
                    {}, std::move(weights));
    return {call.bind(call.activated(concat(path, '(', x.said, ')')), std::move(sizes))};
}

/// Keras counts the running statistics as parameters that are not trained.
std::vector<Value> batch_norm(Call& call) {
    const Value& given = call.inputs.front();
    const std::size_t rank = given.sizes.size();
    if (rank < 2 || rank > 5) return {};
    const std::size_t axis = axis_of(call, rank);
    if (axis != 1 && axis + 1 != rank) return {};
    const Value x = rank > 2 && axis + 1 == rank ? call.first(given) : call.last(given);
    const std::int64_t channels = given.sizes[axis];
    if (channels < 1) return {};
    const bool has_scale = call.flag("scale", true), has_shift = call.flag("center", true);
    std::vector<std::string> lines;
    const auto add = [&](const char* name, const char* more) {
        lines.push_back(concat('(', name, "): Parameter(", text(channels), more, ')'));
    };
    if (has_scale && !has_shift) add("gamma", "");
    if (has_shift && !has_scale) add("beta", "");
    add("moving_mean", ", requires_grad=False");
    add("moving_variance", ", requires_grad=False");
    const std::vector<Sizes> weights(2u + (has_scale ? 1u : 0u) + (has_shift ? 1u : 0u), {channels});
    const std::string path =
        call.module(concat("BatchNorm",
                           rank < 4    ? "1d("
                           : rank == 4 ? "2d("
                                       : "3d(",
                           text(channels), ", eps=", epsilon(call, "0.001"),
                           has_scale && has_shift ? "" : ", affine=False", ", track_running_stats=False"),
                    std::move(lines), weights);
    return {call.bind(concat(path, '(', x.said, ')'), x.sizes, x.is_first)};
}

std::vector<Value> layer_norm(Call& call) {
    const Value x = call.last(call.inputs.front());
    const std::size_t rank = x.sizes.size();
    // The axes must be the last ones, as PyTorch has them.
    const JsonValue axes = call.option("axis");
    std::size_t begin = rank, count = 1;
    if (axes.kind() == JsonValue::Kind::Array) {
        count = axes.size();
        for (const JsonValue each : axes.items()) begin = std::min(begin, Call::axis(each, rank, -1));
    } else {
        begin = Call::axis(axes, rank, -1);
    }
    if (begin < 1 || begin >= rank || begin + count != rank) return {};
    const Sizes shape(x.sizes.begin() + static_cast<std::ptrdiff_t>(begin), x.sizes.end());
    if (!are_known(shape)) return {};
    const bool is_rms = call.type.torch == "RMSNorm" || call.flag("rms_scaling", false);
    const bool has_scale = is_rms || call.flag("scale", true);
    const bool has_shift = !is_rms && call.flag("center", true);
    std::vector<std::string> lines;
    if (has_shift && !has_scale) lines.push_back(concat("(beta): Parameter", tuple(shape)));
    const std::vector<Sizes> weights((has_scale ? 1u : 0u) + (has_shift ? 1u : 0u), shape);
    const std::string path =
        call.module(concat(is_rms ? "RMSNorm(" : "LayerNorm(", tuple(shape), ", eps=", epsilon(call, "0.001"),
                           !has_scale            ? ", elementwise_affine=False"
                           : has_shift || is_rms ? ""
                                                 : ", bias=False"),
                    std::move(lines), weights);
    return {call.bind(concat(path, '(', x.said, ')'), x.sizes)};
}

std::vector<Value> group_norm(Call& call) {
    const Value& given = call.inputs.front();
    const std::size_t rank = given.sizes.size();
    const std::size_t axis = axis_of(call, rank);
    if (rank < 2 || (axis != 1 && axis + 1 != rank)) return {};
    const Value x = rank > 2 && axis + 1 == rank ? call.first(given) : call.last(given);
    const std::int64_t channels = given.sizes[axis];
    const Sizes told = sizes_in(call.option("groups"), 1);
    const std::int64_t groups = told.empty() ? 32 : told.front() < 0 ? channels : told.front();
    const bool has_both = call.flag("scale", true) && call.flag("center", true);
    if (channels < 1 || groups < 1 || !has_both) return {};
    const std::string path = call.module(
        concat("GroupNorm(", text(groups), ", ", text(channels), ", eps=", epsilon(call, "0.001")), {},
        {{channels}, {channels}});
    return {call.bind(concat(path, '(', x.said, ')'), x.sizes, x.is_first)};
}

/// Statistics of the data, which are weights unless the config holds them.
std::vector<Value> statistics(Call& call) {
    const Value& x = call.inputs.front();
    const bool is_told = call.option("mean").kind() == JsonValue::Kind::Array ||
                         call.option("mean").kind() == JsonValue::Kind::Number;
    const std::size_t axis = axis_of(call, x.sizes.size());
    std::int64_t channels = 1;
    if (call.option("axis").kind() != JsonValue::Kind::Null) {
        if (axis >= x.sizes.size() || x.sizes[axis] < 1) return {};
        channels = x.sizes[axis];
    }
    std::vector<std::string> lines;
    std::vector<Sizes> weights;
    if (!is_told) {
        const auto add = [&](const char* name, std::int64_t size) {
            lines.push_back(concat('(', name, "): Parameter(", text(size), ", requires_grad=False)"));
        };
        add("mean", channels);
        add("variance", channels);
        add("count", 1);
        weights = {{channels}, {channels}, {}};
    }
    const std::string path = call.lined("x * 1", "x", std::move(lines), std::move(weights));
    return {call.bind(concat(path, '(', x.said, ')'), x.sizes, x.is_first)};
}

std::vector<Value> embedding(Call& call) {
    const Value x = call.last(call.inputs.front());
    const std::int64_t rows = call.number("input_dim"), width = call.number("output_dim");
    if (rows < 1 || width < 1) return {};
    Sizes sizes = x.sizes;
    if (!sizes.empty()) sizes.push_back(width);
    const std::string path =
        call.module(concat("Embedding(", text(rows), ", ", text(width)), {}, {{rows, width}});
    return {call.bind(concat(path, '(', x.said, ')'), std::move(sizes))};
}

std::vector<Value> activation(Call& call) {
    const Value& x = call.inputs.front();
    const std::string_view told = activation_type(call.option("activation"));
    std::string head(told.empty() ? "Identity()" : told);
    head.pop_back();
    const std::string path = call.module(std::move(head));
    return {call.bind(concat(path, '(', x.said, ')'), x.sizes, x.is_first)};
}

/// A slope for every feature, but one for all of those along the shared axes.
std::vector<Value> sloped_activation(Call& call) {
    const Value x = call.last(call.inputs.front());
    if (x.sizes.size() < 2) return {};
    Sizes shape(x.sizes.begin() + 1, x.sizes.end());
    for (const JsonValue shared : call.option("shared_axes").items()) {
        const std::size_t axis = Call::axis(shared, x.sizes.size(), -1);
        if (axis > 0 && axis < x.sizes.size()) shape[axis - 1] = 1;
    }
    if (!are_known(shape)) return {};
    const std::string path =
        call.lined("leaky_relu(x)", "x", {concat("(alpha): Parameter", tuple(shape))}, {shape});
    return {call.bind(concat(path, '(', x.said, ')'), x.sizes)};
}

std::vector<Value> elementwise(Call& call) {
    const Value& x = call.inputs.front();
    const std::string_view does = call.type.torch;
    std::string path;
    if (const JsonValue rate = call.option("rate");
        does == "Dropout()" && rate.kind() == JsonValue::Kind::Number) {
        path = call.module(concat("Dropout(p=", to_string(ConfigValue::of(rate))));
    } else if (does.ends_with("(x)") || does.starts_with('x')) {
        path = call.lined(does);
    } else {
        path = call.module(std::string(does.substr(0, does.size() - 1)));
    }
    return {call.bind(concat(path, '(', x.said, ')'), x.sizes, x.is_first)};
}

}  // namespace paramscope::open::keras
