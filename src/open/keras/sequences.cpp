// Rules for layers over sequences, (batch, steps, features): recurrent layers, wrappers, attention.
#include "base/concat.h"
#include "open/keras/call.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::keras {
namespace {

/// The output of all steps, or of the last one, of a recurrent layer's `result`.
std::string steps_of(const std::string& result, bool returns_sequences) {
    return returns_sequences ? result + "[0]" : concat("select(", result, "[0], dim=1, index=-1)");
}

/// Adds a recurrent layer's module and calls it on `x`; returns the step's name, "" when the config lacks a
/// size. A cell has one bias in Keras and two in PyTorch; GRUs with reset_after and cuDNN's layers have both.
std::string run_recurrent(Call& call, const JsonValue& config, const LayerType& type, const Value& x,
                          bool is_bidirectional) {
    const Sizes units_option = read_sizes(config.find("units"), 1);
    if (x.rank() != 3 || x.size(2) < 1 || !are_known(units_option)) return {};
    const std::int64_t in = x.size(2), units = units_option[0];
    const std::int64_t rows = product({type.torch == "LSTM" ? 4 : type.torch == "GRU" ? 3 : 1, units});
    const bool is_cudnn = type.name.starts_with("CuDNN");
    const bool has_bias = config.find("use_bias").boolean().value_or(true);
    const bool has_both_biases = is_cudnn || config.find("reset_after").boolean().value_or(false);
    if (rows < 1) return {};
    for (int i = 0; i < 1 + is_bidirectional; ++i) {
        call.add_weight({in, rows});
        call.add_weight({units, rows});
        if (has_bias)
            call.add_weight(!has_both_biases ? Sizes{rows} : is_cudnn ? Sizes{2 * rows} : Sizes{2, rows});
    }
    if (has_bias && !has_both_biases)
        call.add_line(
            fill_numbers(is_bidirectional ? "(bias): Parameter(2, #)" : "(bias): Parameter(#)", {rows}));
    const std::string path = call.add_module(concat(
        type.torch, fill_numbers("(#, #, batch_first=True", {in, units}),
        has_bias && has_both_biases ? "" : ", bias=False", is_bidirectional ? ", bidirectional=True" : ""));
    return call.add_step(concat(path, '(', x.expression, ')')).expression;
}

void recurrent(Call& call) {
    const Value x = call.to_channels_last(call.x());
    const std::string result = run_recurrent(call, call.layer.config, call.type, x, false);
    if (result.empty()) return;
    call.add_output(steps_of(result, call.flag("return_sequences", false)));
    if (!call.flag("return_state", false)) return;
    // PyTorch's states have a leading dimension for the stacked layers.
    const bool has_memory = call.type.torch == "LSTM";
    call.add_output(concat("select(", result, has_memory ? "[1][0]" : "[1]", ", dim=0, index=0)"));
    if (has_memory) call.add_output(concat("select(", result, "[1][1], dim=0, index=0)"));
}

void bidirectional(Call& call) {
    const Value x = call.to_channels_last(call.x());
    const Layer inside = read_layer(call.option("layer"));
    const LayerType* type = find_layer_type(inside.class_name);
    if (type == nullptr || type->rule != Rule::Recurrent ||
        inside.config.find("return_state").boolean() == true)
        return;
    const std::string result = run_recurrent(call, inside.config, *type, x, true);
    if (result.empty()) return;
    const std::string steps = steps_of(result, inside.config.find("return_sequences").boolean() == true);
    const JsonValue mode = call.option("merge_mode");
    if (mode.is_missing() || mode.is("concat")) return call.add_output(steps);
    const std::string parts = call.add_step(concat("chunk(", steps, ", 2, dim=-1)")).expression;
    if (mode.kind() == JsonValue::Kind::Null) {
        call.add_output(parts + "[0]");
        call.add_output(parts + "[1]");
    } else {
        call.add_output(concat(parts, mode.is("mul") ? "[0] * " : "[0] + ", parts, "[1]"));
    }
}

/// Reshapes the steps into the batch, applies the layer, and reshapes back.
void time_distributed(Call& call) {
    const Value x = call.to_channels_last(call.x());
    const Layer inside = read_layer(call.option("layer"));
    const LayerType* type = find_layer_type(inside.class_name);
    if (x.rank() < 3) return;
    const bool works_on_last_dim =
        type != nullptr && (type->rule == Rule::Dense || type->rule == Rule::LayerNorm ||
                            type->rule == Rule::Activation || type->rule == Rule::Elementwise);
    if (works_on_last_dim) return call.apply_wrapped(inside, x);
    const auto reshaped = [&](const Value& value, const Sizes& sizes) {
        return call.add_step(concat("reshape(", value.expression, ", -1, ", list_text(sizes), ')'));
    };
    if (!are_known(x.sizes_from(1))) return;
    call.apply_wrapped(inside, reshaped(x, x.sizes_from(2)));
    if (call.outputs.size() != 1 || call.outputs[0].expression.empty()) return;
    const Value y = call.to_channels_last(call.outputs[0]);
    Sizes sizes = y.sizes_from(1);
    if (!are_known(sizes)) return;
    sizes.insert(sizes.begin(), x.size(1));
    call.outputs[0] = reshaped(y, sizes);
}

/// Query, value and key (the value when no key is given); empty with fewer than two inputs.
std::vector<Value> attention_inputs(Call& call) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < 3 && call.inputs.size() > 1; ++i)
        values.push_back(call.to_channels_last(call.inputs[i < call.inputs.size() ? i : 1]));
    return values;
}

void add_attention_output(Call& call, const std::vector<Value>& values, std::string_view expression) {
    const std::string path = call.add_module_with_forward(expression, "x1, x2, x3");
    Dims shape = values[1].rank() == values[0].rank() ? values[0].shape : Dims();
    if (!shape.empty()) shape.back() = values[1].shape.back();
    call.add_output(concat(path, '(', join(values, ", ", &Value::expression), ')'), false, shape);
}

/// MultiHeadAttention and GroupedQueryAttention: projections of query, value and key, attention, and an
/// output projection.
void multi_head_attention(Call& call) {
    const bool is_grouped = call.type.name != "MultiHeadAttention";
    const std::int64_t heads = call.number(is_grouped ? "num_query_heads" : "num_heads");
    const std::int64_t key_heads = is_grouped ? call.number("num_key_value_heads") : heads;
    const std::int64_t width = call.number(is_grouped ? "head_dim" : "key_dim");
    const std::int64_t value_width = is_grouped ? width : call.number("value_dim", width);
    const std::vector<Value> values = attention_inputs(call);
    if (values.empty() || !are_known({heads, key_heads, width, value_width})) return;
    for (const Value& each : values) {
        if (each.rank() < 3 || each.last_size() < 1) return;
    }
    const std::int64_t in = values[0].last_size(), out = call.number("output_shape", in);
    if (out < 1) return;
    const auto project = [&](const char* name, std::int64_t from, const Sizes& to, bool is_out) {
        const std::int64_t inner = product(to);
        call.add_line(concat(name,
                             fill_numbers("Linear(in_features=#, out_features=#, bias=",
                                          is_out ? Sizes{inner, from} : Sizes{from, inner}),
                             call.has_bias() ? "True)" : "False)"));
        Sizes kernel = to;
        kernel.insert(is_out ? kernel.end() : kernel.begin(), from);
        call.add_weight(kernel);
        if (call.has_bias()) call.add_weight(is_out ? Sizes{from} : to);
    };
    project("(query): ", in, {heads, width}, false);
    project("(key): ", values[2].last_size(), {key_heads, width}, false);
    project("(value): ", values[1].last_size(), {key_heads, value_width}, false);
    project("(attention_output): ", out, {heads, value_width}, true);
    add_attention_output(call, values, "attention_output(attention(query(x1), key(x3), value(x2)))");
}

/// Attention: products of query and key, without weights except an optional scale.
void dot_attention(Call& call) {
    const std::vector<Value> values = attention_inputs(call);
    if (values.empty()) return;
    if (call.flag("use_scale", false)) {
        call.add_line("(scale): Parameter(1)");
        call.add_weight({});
    }
    add_attention_output(call, values, "attention(x1, x3, x2)");
}

constexpr RuleRow kSequenceRules[] = {
    {Rule::Recurrent, recurrent},
    {Rule::Bidirectional, bidirectional},
    {Rule::TimeDistributed, time_distributed},
    {Rule::MultiHeadAttention, multi_head_attention},
    {Rule::DotAttention, dot_attention},
};

}  // namespace

std::span<const RuleRow> sequence_rules() {
    return kSequenceRules;
}

}  // namespace paramscope::open::keras
