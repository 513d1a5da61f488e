// Layers over sequences, (batch, steps, features): recurrent ones, wrappers, attention.
#include "base/concat.h"
#include "open/keras/call.h"

namespace paramscope::open::keras {
namespace {

/// The output of all steps, or of the last.
std::string steps_of(const std::string& given, bool has_all) {
    return has_all ? given + "[0]" : concat("select(", given, "[0], dim=1, index=-1)");
}

/// The recurrent layer's module called on x; "" where the config does not tell its sizes. Keras has one bias
/// for a cell where PyTorch has two, but GRUs that reset behind the product and the layers of cuDNN, which
/// have both.
std::string run_cell(Call& call, const JsonValue& config, const LayerType& type, const Value& x,
                     bool has_two_ways) {
    const Sizes told = sizes_in(config.find("units"), 1);
    if (x.sizes.size() != 3 || x.sizes[2] < 1 || !told.are_known()) return {};
    const std::int64_t in = x.sizes[2], units = told[0];
    const std::int64_t rows = times(type.torch == "LSTM" ? 4 : type.torch == "GRU" ? 3 : 1, units);
    const bool is_cudnn = type.name.starts_with("CuDNN");
    const bool has_bias = config.find("use_bias").boolean().value_or(true);
    const bool has_both = is_cudnn || config.find("reset_after").boolean().value_or(false);
    if (rows < 1) return {};
    for (int i = 0; i < 1 + has_two_ways; ++i) {
        call.weigh({in, rows});
        call.weigh({units, rows});
        if (has_bias) call.weigh(!has_both ? Sizes{rows} : is_cudnn ? Sizes{2 * rows} : Sizes{2, rows});
    }
    if (has_bias && !has_both)
        call.line(fill(has_two_ways ? "(bias): Parameter(2, #)" : "(bias): Parameter(#)", {rows}));
    const std::string path = call.module(concat(type.torch, fill("(#, #, batch_first=True", {in, units}),
                                                has_bias && has_both ? "" : ", bias=False",
                                                has_two_ways ? ", bidirectional=True" : ""));
    return call.step(concat(path, '(', x.said, ')'));
}

}  // namespace

void recurrent(Call& call) {
    const Value x = call.last(call.x());
    const std::string given = run_cell(call, call.layer.config, call.type, x, false);
    if (given.empty()) return;
    const bool has_all = call.flag("return_sequences", false);
    const Sizes one = {x.sizes[0], call.number("units")};
    call.give(steps_of(given, has_all), has_all ? Sizes{x.sizes[0], x.sizes[1], one[1]} : one);
    if (!call.flag("return_state", false)) return;
    // States have a dimension for the layers in front.
    const bool has_memory = call.type.torch == "LSTM";
    call.give(concat("select(", given, has_memory ? "[1][0]" : "[1]", ", dim=0, index=0)"), one);
    if (has_memory) call.give(concat("select(", given, "[1][1], dim=0, index=0)"), one);
}

void bidirectional(Call& call) {
    const Value x = call.last(call.x());
    const Layer inside = read_layer(call.option("layer"));
    const LayerType* type = find_layer_type(inside.class_name);
    if (type == nullptr || type->rule != Rule::Recurrent ||
        inside.config.find("return_state").boolean() == true)
        return;
    const std::string given = run_cell(call, inside.config, *type, x, true);
    if (given.empty()) return;
    const bool has_all = inside.config.find("return_sequences").boolean() == true;
    const JsonValue mode = call.option("merge_mode");
    const std::int64_t units = sizes_in(inside.config.find("units"), 1)[0];
    Sizes sizes = has_all ? x.sizes : Sizes{x.sizes[0], 0};
    if (mode.is_missing() || mode.is("concat")) {
        sizes.back() = 2 * units;
        call.give(steps_of(given, has_all), sizes);
        return;
    }
    sizes.back() = units;
    const std::string parts = call.step(concat("chunk(", steps_of(given, has_all), ", 2, dim=-1)"));
    if (mode.kind() == JsonValue::Kind::Null) {
        call.give(parts + "[0]", sizes);
        call.give(parts + "[1]", sizes);
    } else {
        call.give(concat(parts, mode.is("mul") ? "[0] * " : "[0] + ", parts, "[1]"), sizes);
    }
}

/// Steps become part of the batch, and are set apart again behind the layer.
void time_distributed(Call& call) {
    const Value x = call.last(call.x());
    const Layer inside = read_layer(call.option("layer"));
    const LayerType* type = find_layer_type(inside.class_name);
    if (x.sizes.size() < 3) return;
    const bool works_on_last =
        type != nullptr && (type->rule == Rule::Dense || type->rule == Rule::LayerNorm ||
                            type->rule == Rule::Activation || type->rule == Rule::Elementwise);
    if (works_on_last) return call.give_inner(inside, x);
    const auto folded = [&](const Value& value, const Sizes& sizes) {
        return Value{call.step(concat("reshape(", value.said, ", ", list(sizes), ')')), sizes};
    };
    Sizes one = x.sizes.from(1);
    if (!one.are_known()) return;
    one[0] = kAny;
    call.give_inner(inside, folded(x, one));
    if (call.outputs.size() != 1 || call.outputs[0].said.empty()) return;
    const Value y = call.last(call.outputs[0]);
    if (!y.sizes.from(1).are_known()) return;
    Sizes apart = y.sizes;
    apart[0] = x.sizes[1];
    apart.insert(0, kAny);
    call.outputs[0] = folded(y, apart);
    call.outputs[0].sizes[0] = x.sizes[0];
}

namespace {

/// Query, value and key, which is the value where none is given; none where there are fewer than two inputs.
std::vector<Value> attended(Call& call) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < 3 && call.inputs.size() > 1; ++i)
        values.push_back(call.last(call.inputs[i < call.inputs.size() ? i : 1]));
    return values;
}

void give_attention(Call& call, const std::vector<Value>& given, std::string_view line, std::int64_t width) {
    Sizes sizes = given[0].sizes;
    if (!sizes.empty()) sizes.back() = width;
    const std::string path = call.lined(line, "x1, x2, x3");
    call.give(concat(path, '(', given[0].said, ", ", given[1].said, ", ", given[2].said, ')'), sizes);
}

}  // namespace

/// Projections of query, value and key; groups of queries may share keys and values.
void headed_attention(Call& call) {
    const bool is_grouped = call.type.name != "MultiHeadAttention";
    const std::int64_t heads = call.number(is_grouped ? "num_query_heads" : "num_heads");
    const std::int64_t pairs = is_grouped ? call.number("num_key_value_heads") : heads;
    const std::int64_t width = call.number(is_grouped ? "head_dim" : "key_dim");
    const std::int64_t value_width = is_grouped ? width : call.number("value_dim", width);
    const std::vector<Value> given = attended(call);
    if (given.empty() || !Sizes{heads, pairs, width, value_width}.are_known()) return;
    for (const Value& each : given) {
        if (each.sizes.size() < 3 || each.sizes.back() < 1) return;
    }
    const std::int64_t in = given[0].sizes.back(), out = call.number("output_shape", in);
    if (out < 1) return;
    const auto project = [&](const char* name, std::int64_t from, const Sizes& to, bool is_out) {
        const std::int64_t inner = to.product();
        call.line(concat(name,
                         fill("Linear(in_features=#, out_features=#, bias=",
                              is_out ? Sizes{inner, from} : Sizes{from, inner}),
                         call.has_bias() ? "True)" : "False)"));
        Sizes kernel = to;
        kernel.insert(is_out ? to.size() : 0, from);
        call.weigh(kernel);
        if (call.has_bias()) call.weigh(is_out ? Sizes{from} : to);
    };
    project("(query): ", in, {heads, width}, false);
    project("(key): ", given[2].sizes.back(), {pairs, width}, false);
    project("(value): ", given[1].sizes.back(), {pairs, value_width}, false);
    project("(attention_output): ", out, {heads, value_width}, true);
    give_attention(call, given, "attention_output(attention(query(x1), key(x3), value(x2)))", out);
}

/// Products of query and key without weights, but a factor for all at times.
void dot_attention(Call& call) {
    const std::vector<Value> given = attended(call);
    if (given.empty()) return;
    if (call.flag("use_scale", false)) {
        call.line("(scale): Parameter(1)");
        call.weigh({});
    }
    give_attention(call, given, "attention(x1, x3, x2)",
                   given[1].sizes.empty() ? kAny : given[1].sizes.back());
}

}  // namespace paramscope::open::keras
