// Layers over sequences, (batch, steps, features): recurrent ones, wrappers, attention.
#include "base/concat.h"
#include "open/keras/call.h"

namespace paramscope::open::keras {
namespace {

/// A recurrent layer as PyTorch's module.
struct Cell {
    std::string head;  ///< its bracket open
    std::vector<std::string> lines;
    std::vector<Sizes> weights;
    std::int64_t units = 0;
};

/// Keras has one bias for a cell where PyTorch has two, but GRUs that reset behind the product and the layers
/// of cuDNN, which have both.
std::optional<Cell> read_cell(const Layer& layer, const LayerType& type, std::int64_t in,
                              bool is_bidirectional) {
    const Sizes told = sizes_in(layer.config.find("units"), 1);
    if (told.empty() || told.front() < 1 || in < 1) return std::nullopt;
    Cell cell;
    cell.units = told.front();
    const std::int64_t gates = type.torch == "LSTM" ? 4 : type.torch == "GRU" ? 3 : 1;
    const std::int64_t rows = times(gates, cell.units);
    const bool is_cudnn = type.name.starts_with("CuDNN");
    const bool has_bias = layer.config.find("use_bias").boolean().value_or(true);
    const bool has_both = is_cudnn || layer.config.find("reset_after").boolean().value_or(false);
    if (rows < 1) return std::nullopt;
    cell.head =
        concat(type.torch, '(', text(in), ", ", text(cell.units), ", batch_first=True",
               has_bias && has_both ? "" : ", bias=False", is_bidirectional ? ", bidirectional=True" : "");
    const Sizes bias = !has_both ? Sizes{rows} : is_cudnn ? Sizes{2 * rows} : Sizes{2, rows};
    for (int i = 0; i < (is_bidirectional ? 2 : 1); ++i) {
        cell.weights.insert(cell.weights.end(), {{in, rows}, {cell.units, rows}});
        if (has_bias) cell.weights.push_back(bias);
    }
    if (has_bias && !has_both)
        cell.lines.push_back(concat("(bias): Parameter(", is_bidirectional ? "2, " : "", text(rows), ')'));
    return cell;
}

/// The output of all steps, or of the last.
std::string steps_of(const std::string& given, bool has_all) {
    return has_all ? concat(given, "[0]") : concat("select(", given, "[0], dim=1, index=-1)");
}

}  // namespace

std::vector<Value> recurrent(Call& call) {
    const Value x = call.last(call.inputs.front());
    if (x.sizes.size() != 3) return {};
    const std::optional<Cell> cell = read_cell(call.layer, call.type, x.sizes[2], false);
    if (!cell) return {};
    const bool has_all = call.flag("return_sequences", false);
    const std::string given =
        call.step(concat(call.module(cell->head, cell->lines, cell->weights), '(', x.said, ')'));
    const Sizes one = {x.sizes[0], cell->units};
    std::vector<Value> outputs = {
        call.bind(steps_of(given, has_all), has_all ? Sizes{x.sizes[0], x.sizes[1], cell->units} : one)};
    if (!call.flag("return_state", false)) return outputs;
    // States have a dimension for the layers in front.
    const bool has_memory = call.type.torch == "LSTM";
    for (const char* which : {"[1][0]", "[1][1]"}) {
        outputs.push_back(
            call.bind(concat("select(", given, has_memory ? which : "[1]", ", dim=0, index=0)"), one));
        if (!has_memory) break;
    }
    return outputs;
}

std::vector<Value> bidirectional(Call& call) {
    const Value x = call.last(call.inputs.front());
    const Layer inside = read_layer(call.option("layer"));
    const LayerType* type = find_layer_type(inside.class_name);
    if (x.sizes.size() != 3 || type == nullptr || type->rule != Rule::Recurrent) return {};
    const std::optional<Cell> cell = read_cell(inside, *type, x.sizes[2], true);
    if (!cell || inside.config.find("return_state").boolean().value_or(false)) return {};
    const bool has_all = inside.config.find("return_sequences").boolean().value_or(false);
    const std::string how =
        call.option("merge_mode").is_missing() ? "concat" : call.option("merge_mode").string();
    const std::string given =
        call.step(concat(call.module(cell->head, cell->lines, cell->weights), '(', x.said, ')'));
    Sizes sizes = has_all ? x.sizes : Sizes{x.sizes[0], 0};
    sizes.back() = 2 * cell->units;
    const Value both = call.bind(steps_of(given, has_all), sizes);
    if (how == "concat") return {both};
    sizes.back() = cell->units;
    const std::string parts = call.step(concat("chunk(", both.said, ", 2, dim=-1)"));
    if (how.empty()) return {call.bind(concat(parts, "[0]"), sizes), call.bind(concat(parts, "[1]"), sizes)};
    return {call.bind(concat(parts, "[0] ", how == "mul" ? '*' : '+', ' ', parts, "[1]"), sizes)};
}

/// Steps become part of the batch, and are set apart again behind the layer.
std::vector<Value> time_distributed(Call& call) {
    const Value x = call.last(call.inputs.front());
    const Layer inside = read_layer(call.option("layer"));
    const LayerType* type = find_layer_type(inside.class_name);
    if (x.sizes.size() < 3) return {};
    const bool works_on_last =
        type != nullptr && (type->rule == Rule::Dense || type->rule == Rule::LayerNorm ||
                            type->rule == Rule::Activation || type->rule == Rule::Elementwise);
    if (works_on_last) return call.inner(inside, {x});
    const std::int64_t steps = x.sizes[1];
    Sizes one = x.sizes;
    one.erase(one.begin());
    one.front() = kAny;
    const auto folded = [&](const Value& value, Sizes sizes, const Sizes& said) {
        std::string list;
        for (const std::int64_t size : said) append(list, concat(", ", text(size)));
        return call.bind(concat("reshape(", value.said, list, ')'), std::move(sizes));
    };
    if (steps < 1 || !are_known(Sizes(one.begin() + 1, one.end()))) return {};
    std::vector<Value> outputs = call.inner(inside, {folded(x, one, one)});
    if (outputs.size() != 1) return {};
    const Value y = call.last(outputs.front());
    if (y.sizes.empty() || !are_known(Sizes(y.sizes.begin() + 1, y.sizes.end()))) return outputs;
    Sizes apart = y.sizes;
    apart.front() = steps;
    apart.insert(apart.begin(), kAny);
    Sizes sizes = apart;
    sizes.front() = x.sizes.front();
    return {folded(y, std::move(sizes), apart)};
}

/// Projections of query, value and key, which is the value where none is given; groups of queries may share
/// keys and values.
std::vector<Value> headed_attention(Call& call) {
    const bool is_grouped = call.type.name != "MultiHeadAttention";
    const std::int64_t heads = call.number(is_grouped ? "num_query_heads" : "num_heads");
    const std::int64_t pairs = is_grouped ? call.number("num_key_value_heads") : heads;
    const std::int64_t width = call.number(is_grouped ? "head_dim" : "key_dim");
    const std::int64_t value_width = is_grouped ? width : call.number("value_dim", width);
    if (call.inputs.size() < 2 || heads < 1 || pairs < 1 || width < 1 || value_width < 1) return {};
    const Value query = call.last(call.inputs[0]), value = call.last(call.inputs[1]);
    const Value key = call.inputs.size() > 2 ? call.last(call.inputs[2]) : value;
    for (const Value* each : {&query, &value, &key}) {
        if (each->sizes.size() < 3 || each->sizes.back() < 1) return {};
    }
    const Sizes told = sizes_in(call.option("output_shape"), 1);
    const std::int64_t in = query.sizes.back(), out = told.size() == 1 ? told.front() : in;
    if (out < 1 || call.option("output_shape").size() > 1) return {};
    const bool has_bias = call.flag("use_bias", true);
    std::vector<Sizes> weights;
    std::vector<std::string> lines;
    const auto project = [&](const char* name, std::int64_t from, std::int64_t to, Sizes kernel, Sizes bias) {
        lines.push_back(concat('(', name, "): Linear(in_features=", text(from), ", out_features=", text(to),
                               ", bias=", has_bias ? "True)" : "False)"));
        weights.push_back(std::move(kernel));
        if (has_bias) weights.push_back(std::move(bias));
    };
    const std::int64_t from_key = key.sizes.back(), from_value = value.sizes.back();
    project("query", in, times(heads, width), {in, heads, width}, {heads, width});
    project("key", from_key, times(pairs, width), {from_key, pairs, width}, {pairs, width});
    project("value", from_value, times(pairs, value_width), {from_value, pairs, value_width},
            {pairs, value_width});
    project("attention_output", times(heads, value_width), out, {heads, value_width, out}, {out});
    Sizes sizes = query.sizes;
    sizes.back() = out;
    const std::string path = call.lined("attention_output(attention(query(x1), key(x3), value(x2)))",
                                        "x1, x2, x3", std::move(lines), std::move(weights));
    return {
        call.bind(concat(path, '(', query.said, ", ", value.said, ", ", key.said, ')'), std::move(sizes))};
}

/// Products of query and key without weights, but a factor for all at times.
std::vector<Value> dot_attention(Call& call) {
    if (call.inputs.size() < 2) return {};
    const Value query = call.last(call.inputs[0]), value = call.last(call.inputs[1]);
    const Value key = call.inputs.size() > 2 ? call.last(call.inputs[2]) : value;
    std::vector<std::string> lines;
    std::vector<Sizes> weights;
    if (call.flag("use_scale", false)) {
        lines.push_back("(scale): Parameter(1)");
        weights.push_back({});
    }
    Sizes sizes = query.sizes;
    if (!sizes.empty() && !value.sizes.empty()) sizes.back() = value.sizes.back();
    const std::string path =
        call.lined("attention(x1, x3, x2)", "x1, x2, x3", std::move(lines), std::move(weights));
    return {
        call.bind(concat(path, '(', query.said, ", ", value.said, ", ", key.said, ')'), std::move(sizes))};
}

}  // namespace paramscope::open::keras
