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

/// ", eps=0.001", as the config says.
std::string epsilon(const Call& call) {
    const JsonValue told = call.option("epsilon");
    const bool is_number = told.kind() == JsonValue::Kind::Number;
    return concat(", eps=", is_number ? to_string(ConfigValue::of(told)) : "0.001");
}

/// The tensor with the axis that a norm works on where PyTorch has it, and how many features are there; 0
/// where neither the first nor the last is meant.
std::int64_t take_features(Call& call, Value& x) {
    const std::size_t rank = call.x().sizes.size();
    const std::size_t axis = call.one_axis(rank);
    if (rank < 2 || rank > 5 || (axis != 1 && axis + 1 != rank)) return 0;
    x = rank > 2 && axis + 1 == rank ? call.first(call.x()) : call.last(call.x());
    return x.sizes[axis];
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

void dense(Call& call) {
    const Value x = call.last(call.x());
    const std::int64_t units = call.number("units");
    if (x.sizes.size() < 2 || x.sizes.back() < 1 || units < 1) return;
    const std::int64_t in = x.sizes.back();
    const bool has_bias = call.has_bias();
    call.weigh({in, units});
    if (has_bias) call.weigh({units});
    Sizes sizes = x.sizes;
    sizes.back() = units;
    const std::string head = fill("Linear(in_features=#, out_features=#, bias=", {in, units});
    call.give_activated(call.module(head + (has_bias ? "True" : "False")), x, sizes);
}

/// Keras counts the running statistics as parameters that are not trained.
void batch_norm(Call& call) {
    Value x;
    const std::int64_t features = take_features(call, x);
    if (features < 1) return;
    const bool has_scale = call.flag("scale", true), has_shift = call.flag("center", true);
    if (has_scale != has_shift)
        call.line(fill(has_scale ? "(gamma): Parameter(#)" : "(beta): Parameter(#)", {features}));
    call.line(fill("(moving_mean): Parameter(#, requires_grad=False)", {features}));
    call.line(fill("(moving_variance): Parameter(#, requires_grad=False)", {features}));
    for (int i = 0; i < 2 + has_scale + has_shift; ++i) call.weigh({features});
    const std::int64_t dimensions = std::max<std::int64_t>(static_cast<std::int64_t>(x.sizes.size()) - 2, 1);
    const std::string path =
        call.module(concat(fill("BatchNorm#d(#", {dimensions, features}), epsilon(call),
                           has_scale && has_shift ? "" : ", affine=False", ", track_running_stats=False"));
    call.give_of(path, x, x.sizes);
}

void layer_norm(Call& call) {
    const Value x = call.last(call.x());
    const std::size_t rank = x.sizes.size();
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
    const Sizes shape = x.sizes.from(begin);
    if (!shape.are_known()) return;
    const bool is_rms = call.type.torch == "RMSNorm" || call.flag("rms_scaling", false);
    const bool has_scale = is_rms || call.flag("scale", true);
    const bool has_shift = !is_rms && call.flag("center", true);
    if (has_shift && !has_scale) call.line("(beta): Parameter" + tuple(shape));
    if (has_scale) call.weigh(shape);
    if (has_shift) call.weigh(shape);
    const std::string path =
        call.module(concat(is_rms ? "RMSNorm(" : "LayerNorm(", tuple(shape), epsilon(call),
                           !has_scale            ? ", elementwise_affine=False"
                           : has_shift || is_rms ? ""
                                                 : ", bias=False"));
    call.give_of(path, x, x.sizes);
}

void group_norm(Call& call) {
    Value x;
    const std::int64_t features = take_features(call, x);
    // -1, which no size is, stands for all.
    const std::int64_t told = call.number("groups", 32), groups = told < 0 ? features : told;
    if (features < 1 || groups < 1 || !call.flag("scale", true) || !call.flag("center", true)) return;
    call.weigh({features});
    call.weigh({features});
    call.give_of(call.module(fill("GroupNorm(#, #", {groups, features}) + epsilon(call)), x, x.sizes);
}

/// Statistics of the data, which are weights unless the config holds them.
void statistics(Call& call) {
    const Value& x = call.x();
    std::int64_t features = 1;
    if (call.option("axis").kind() != JsonValue::Kind::Null) {
        const std::size_t axis = call.one_axis(x.sizes.size());
        if (axis >= x.sizes.size() || x.sizes[axis] < 1) return;
        features = x.sizes[axis];
    }
    if (call.option("mean").kind() <= JsonValue::Kind::Null) {
        call.line(fill("(mean): Parameter(#, requires_grad=False)", {features}));
        call.line(fill("(variance): Parameter(#, requires_grad=False)", {features}));
        call.line("(count): Parameter(1, requires_grad=False)");
        call.weigh({features});
        call.weigh({features});
        call.weigh({});
    }
    call.give_of(call.lined("x * 1"), x, x.sizes);
}

void embedding(Call& call) {
    const Value x = call.last(call.x());
    const Sizes table = {call.number("input_dim"), call.number("output_dim")};
    if (!table.are_known()) return;
    Sizes sizes = x.sizes;
    if (!sizes.empty()) sizes.push_back(table[1]);
    call.weigh(table);
    call.give_of(call.module("Embedding(" + list(table)), x, sizes);
}

void activation(Call& call) {
    const std::string_view told = activation_type(call.option("activation"));
    std::string head(told.empty() ? "Identity()" : told);
    head.pop_back();
    call.give_of(call.module(std::move(head)), call.x(), call.x().sizes);
}

/// A slope for every feature, but one for all of those along the shared axes.
void sloped_activation(Call& call) {
    const Value x = call.last(call.x());
    if (x.sizes.size() < 2) return;
    Sizes shape = x.sizes.from(1);
    for (const JsonValue shared : call.option("shared_axes").items()) {
        const std::size_t axis = Call::axis(shared, x.sizes.size());
        if (axis > 0 && axis < x.sizes.size()) shape[axis - 1] = 1;
    }
    if (!shape.are_known()) return;
    call.line("(alpha): Parameter" + tuple(shape));
    call.weigh(shape);
    call.give_of(call.lined("leaky_relu(x)"), x, x.sizes);
}

void elementwise(Call& call) {
    const std::string_view does = call.type.torch;
    const JsonValue rate = call.option("rate");
    const bool is_line = does.ends_with("(x)") || does.starts_with('x');
    const bool has_rate = does == "Dropout()" && rate.kind() == JsonValue::Kind::Number;
    const std::string path = is_line    ? call.lined(does)
                             : has_rate ? call.module("Dropout(p=" + to_string(ConfigValue::of(rate)))
                                        : call.module(std::string(does.substr(0, does.size() - 1)));
    call.give_of(path, call.x(), call.x().sizes);
}

}  // namespace paramscope::open::keras
