// Rules for dense layers, embeddings, norms and activations.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/config/value.h"
#include "open/keras/call.h"
#include "open/support/graph_builder.h"

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

/// ", eps=0.001" by the config.
std::string eps_argument(const Call& call) {
    const JsonValue epsilon = call.option("epsilon");
    const bool is_number = epsilon.kind() == JsonValue::Kind::Number;
    return concat(", eps=", is_number ? to_string(ConfigValue::of(epsilon)) : "0.001");
}

/// Sets `x` to the input in the layout that PyTorch's norm wants. Returns the size of the normalized axis; 0
/// unless it is the first or the last.
std::int64_t read_features(Call& call, Value& x) {
    const std::size_t rank = call.x().rank();
    const std::size_t axis = call.norm_axis(rank);
    if (rank < 2 || rank > 5 || (axis != 1 && axis + 1 != rank)) return 0;
    x = call.in_layout(call.x(), axis + 1 == rank);
    return x.size(axis);
}

void dense(Call& call) {
    const Value x = call.to_channels_last(call.x());
    const std::int64_t units = call.number("units");
    if (x.rank() < 2 || x.last_size() < 1 || units < 1) return;
    const std::int64_t in = x.last_size();
    const bool has_bias = call.has_bias();
    call.add_weight({in, units});
    if (has_bias) call.add_weight({units});
    const std::string head = fill_numbers("Linear(in_features=#, out_features=#, bias=", {in, units});
    call.add_activated_output(call.add_module(head + (has_bias ? "True" : "False")), x);
}

/// Keras counts the running statistics as non-trainable parameters.
void batch_norm(Call& call) {
    Value x;
    const std::int64_t features = read_features(call, x);
    if (features < 1) return;
    const bool has_scale = call.flag("scale", true), has_shift = call.flag("center", true);
    if (has_scale != has_shift)
        call.add_line(fill_numbers(has_scale ? "(gamma): Parameter(#)" : "(beta): Parameter(#)", {features}));
    call.add_line(fill_numbers("(moving_mean): Parameter(#, requires_grad=False)", {features}));
    call.add_line(fill_numbers("(moving_variance): Parameter(#, requires_grad=False)", {features}));
    for (int i = 0; i < 2 + has_scale + has_shift; ++i) call.add_weight({features});
    const auto dimensions = static_cast<std::int64_t>(std::max<std::size_t>(x.rank(), 3) - 2);
    const std::string path = call.add_module(
        concat(fill_numbers("BatchNorm#d(#", {dimensions, features}), eps_argument(call),
               has_scale && has_shift ? "" : ", affine=False", ", track_running_stats=False"));
    call.add_module_output(path, x);
}

void layer_norm(Call& call) {
    const Value x = call.to_channels_last(call.x());
    const std::size_t rank = x.rank();
    // The axes must be the last ones, as PyTorch has them.
    const JsonValue axes = call.option("axis");
    std::size_t begin = rank, count = 1;
    if (axes.kind() == JsonValue::Kind::Array) {
        count = axes.size();
        for (const JsonValue each : axes.items()) begin = std::min(begin, Call::axis(each, rank));
    } else {
        begin = Call::axis(axes, rank);
    }
    if (begin < 1 || begin >= rank || begin + count != rank) return;
    const Sizes shape = x.sizes_from(begin);
    if (!are_known(shape)) return;
    const bool is_rms = call.type.torch == "RMSNorm" || call.flag("rms_scaling", false);
    const bool has_scale = is_rms || call.flag("scale", true);
    const bool has_shift = !is_rms && call.flag("center", true);
    if (has_shift && !has_scale) call.add_line("(beta): Parameter" + tuple_text(shape));
    if (has_scale) call.add_weight(shape);
    if (has_shift) call.add_weight(shape);
    const std::string path =
        call.add_module(concat(is_rms ? "RMSNorm(" : "LayerNorm(", tuple_text(shape), eps_argument(call),
                               !has_scale            ? ", elementwise_affine=False"
                               : has_shift || is_rms ? ""
                                                     : ", bias=False"));
    call.add_module_output(path, x);
}

void group_norm(Call& call) {
    Value x;
    const std::int64_t features = read_features(call, x);
    // -1, which is no size, means a group for each feature.
    const std::int64_t wanted = call.number("groups", 32), groups = wanted < 0 ? features : wanted;
    if (features < 1 || groups < 1 || !call.flag("scale", true) || !call.flag("center", true)) return;
    call.add_weight({features});
    call.add_weight({features});
    call.add_module_output(
        call.add_module(fill_numbers("GroupNorm(#, #", {groups, features}) + eps_argument(call)), x);
}

/// Mean and variance of the data, which are weights unless the config holds them.
void statistics(Call& call) {
    const Value& x = call.x();
    std::int64_t features = 1;
    if (call.option("axis").kind() != JsonValue::Kind::Null) {
        const std::size_t axis = call.norm_axis(x.rank());
        if (axis >= x.rank() || x.size(axis) < 1) return;
        features = x.size(axis);
    }
    if (call.option("mean").kind() <= JsonValue::Kind::Null) {
        call.add_line(fill_numbers("(mean): Parameter(#, requires_grad=False)", {features}));
        call.add_line(fill_numbers("(variance): Parameter(#, requires_grad=False)", {features}));
        call.add_line("(count): Parameter(1, requires_grad=False)");
        call.add_weight({features});
        call.add_weight({features});
        call.add_weight({});
    }
    call.add_module_output(call.add_module_with_forward("x * 1"), x);
}

void embedding(Call& call) {
    const Value x = call.to_channels_last(call.x());
    const Sizes table = {call.number("input_dim"), call.number("output_dim")};
    if (!are_known(table)) return;
    call.add_weight(table);
    call.add_module_output(call.add_module("Embedding(" + list_text(table)), x);
}

void activation(Call& call) {
    const std::string_view type = activation_type(call.option("activation"));
    std::string head(type.empty() ? "Identity()" : type);
    head.pop_back();
    call.add_module_output(call.add_module(std::move(head)), call.x());
}

/// PReLU: a slope for each element, shared along `shared_axes`.
void sloped_activation(Call& call) {
    const Value x = call.to_channels_last(call.x());
    if (x.rank() < 2) return;
    Sizes shape = x.sizes_from(1);
    for (const JsonValue shared : call.option("shared_axes").items()) {
        const std::size_t axis = Call::axis(shared, x.rank());
        if (axis > 0 && axis < x.rank()) shape[axis - 1] = 1;
    }
    if (!are_known(shape)) return;
    call.add_line("(alpha): Parameter" + tuple_text(shape));
    call.add_weight(shape);
    call.add_module_output(call.add_module_with_forward("leaky_relu(x)"), x);
}

void elementwise(Call& call) {
    const std::string_view torch = call.type.torch;
    const JsonValue rate = call.option("rate");
    const bool is_forward_line = torch.ends_with("(x)") || torch.starts_with('x');
    const bool has_rate = torch == "Dropout()" && rate.kind() == JsonValue::Kind::Number;
    const std::string path = is_forward_line ? call.add_module_with_forward(torch)
                             : has_rate ? call.add_module("Dropout(p=" + to_string(ConfigValue::of(rate)))
                                        : call.add_module(std::string(torch.substr(0, torch.size() - 1)));
    call.add_module_output(path, call.x());
}

constexpr RuleRow kLayerRules[] = {
    {Rule::Dense, dense},
    {Rule::BatchNorm, batch_norm},
    {Rule::LayerNorm, layer_norm},
    {Rule::GroupNorm, group_norm},
    {Rule::Statistics, statistics},
    {Rule::Embedding, embedding},
    {Rule::Activation, activation},
    {Rule::SlopedActivation, sloped_activation},
    {Rule::Elementwise, elementwise},
};

}  // namespace

std::string_view activation_type(const JsonValue& activation) {
    // Keras 3 writes objects: a layer, or {"class_name": "function", "config": "relu"}.
    std::string name = activation.string();
    if (name.empty()) name = activation.find("config").string();
    if (name.empty()) name = activation.find("class_name").string();
    const auto* found = find_by(kActivations, &ActivationType::name, name);
    return found == nullptr ? std::string_view() : found->type;
}

std::span<const RuleRow> layer_rules() {
    return kLayerRules;
}

}  // namespace paramscope::open::keras
