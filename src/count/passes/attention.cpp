#include "count/passes/attention.h"

#include <algorithm>
#include <set>

#include "base/ranges.h"
#include "count/passes/steps/arguments.h"

namespace paramscope {
namespace {

using Trait = AttentionTrait;

/// What a forward line says of attention besides its operands: attention(q, k, v, wide=True).
struct StatedTrait {
    std::string_view keyword;
    bool value = true;
    AttentionTrait trait;
};
constexpr StatedTrait kStatedTraits[] = {
    {"float32", false, Trait::NarrowSoftmax},
    {"joined", true, Trait::Joined},
    {"wide", true, Trait::Wide},
    {"capped", true, Trait::Capped},
    {"masked", true, Trait::Masked},
    {"repeated", true, Trait::Repeated},
};

constexpr Keeps kOfBoth = {.input = true, .others = true, .for_others = true};
/// For each score two flags of rows that are masked out: PyTorch's math kernel looks for them.
constexpr int kBytesOfMasks = 2;

bool is_eager_attention(const TapeWriter& tape, const AttentionSizes& sizes) {
    return tape.types().attention == AttentionKernel::Eager || sizes.has(Trait::Eager);
}

/// True for attention by eager functions, which have a variable for each tensor, and return the scores.
bool is_of_variables(const TapeWriter& tape, const AttentionSizes& sizes) {
    return is_eager_attention(tape, sizes) && sizes.has(Trait::Returned);
}

/// Scores and their softmax in memory, at last in a type of so many bytes.
TensorId write_scores(TapeWriter& tape, TensorId query, TensorId key, const AttentionSizes& sizes,
                      int bytes) {
    const Polynomial scores = sizes.heads * sizes.queries * sizes.keys;
    tape.name("@");
    TensorId made = tape.run(kOfBoth, {query, key}, scores);
    made = tape.run({}, {made}, scores);  // times the scale
    if (sizes.has(Trait::Capped) && is_eager_attention(tape, sizes)) {
        tape.name("tanh");
        made = tape.run({}, {tape.run({.output = true}, {made}, scores)}, scores);
    }
    if (sizes.has(Trait::Causal)) made = tape.run({.passes_gradient = true}, {made}, scores);
    tape.name("softmax");
    const TensorId raw = made;
    const bool is_narrow = sizes.has(Trait::NarrowSoftmax) && !tape.types().autocast;
    made = tape.run({.output = true}, {is_narrow ? made : tape.convert(made, kBytesOfFloat32)}, scores);
    if (tape.types().attention == AttentionKernel::Fused) tape.add_workspace(scores, kBytesOfMasks);
    made = tape.convert(made, bytes);
    if (is_of_variables(tape, sizes)) tape.hold(raw);  // until the variable is bound again
    tape.name("dropout");
    return sizes.has(Trait::Drops) ? tape.run(*keeps_of_function("dropout"), {made}, scores) : made;
}

/// Copies an operand of a product of heads: always, or where it is a part of another tensor, whose heads are
/// no batch for the product. Its type then has at least so many bytes.
TensorId own_tensor(TapeWriter& tape, TensorId tensor, const Polynomial& elements,
                    const AttentionSizes& sizes, bool always, int least_bytes) {
    const bool is_batch = sizes.has(Trait::Batch) || tape.at(tensor).elements == elements;
    const int bytes = std::max<int>(tape.at(tensor).element_bytes, least_bytes);
    const bool is_as_it_is = is_batch && !always && bytes == tape.at(tensor).element_bytes;
    return is_as_it_is ? tensor : tape.run({}, {tensor}, elements, bytes);
}

/// What an eager kernel's variables have until it returns: what it takes, and keys and values for each head.
void hold_variables(TapeWriter& tape, std::span<const TensorId> inputs, TensorId key, TensorId value,
                    const AttentionSizes& sizes) {
    for (const TensorId input : inputs) tape.hold(input);
    if (!sizes.has(Trait::Grouped)) return;
    tape.hold(key);
    tape.hold(value);
}

TensorId write_products(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                        const Polynomial& output) {
    const Polynomial keys = sizes.width / sizes.queries * sizes.keys;
    // PyTorch's math kernel computes in float32, and multiplies queries and keys by the root of the scale.
    const bool is_math = !is_eager_attention(tape, sizes);
    const int bytes = tape.at(inputs[2]).element_bytes,
              wide = is_math || sizes.has(Trait::Wide) ? kBytesOfFloat32 : 0;
    const TensorId query = own_tensor(tape, inputs[0], sizes.width, sizes, is_math, wide);
    const TensorId key = own_tensor(tape, inputs[1], keys, sizes, is_math || sizes.has(Trait::Grouped), wide);
    const TensorId value = own_tensor(tape, inputs[2], sizes.values, sizes, sizes.has(Trait::Grouped),
                                      is_math ? kBytesOfFloat32 : 0);
    const std::uint32_t block = tape.begin_block(true);
    const TensorId scores = write_scores(tape, query, key, sizes, tape.at(value).element_bytes);
    tape.name("@");
    const TensorId mixed = tape.run(kOfBoth, {scores, value}, output);
    tape.end_block(block, mixed);
    if (is_of_variables(tape, sizes)) {
        hold_variables(tape, inputs, key, value, sizes);
        tape.hold_in_block(scores);
    }
    return tape.run({}, {mixed}, output, bytes);  // the heads side by side
}

/// Copies keys and values for each head of queries, then does attention with as many heads of each.
TensorId write_repeated(TapeWriter& tape, std::span<const TensorId> inputs, AttentionSizes sizes,
                        const Polynomial& output) {
    const Polynomial keys = sizes.width / sizes.queries * sizes.keys;
    const TensorId key = tape.run({}, {inputs[1]}, keys), value = tape.run({}, {inputs[2]}, sizes.values);
    sizes.set(Trait::Grouped, false);
    const TensorId repeated[] = {inputs[0], key, value};
    return write_attention(tape, repeated, sizes, output);
}

/// MultiheadAttention(embed_dim, num_heads); print() shows neither.
std::optional<Polynomial> heads_of_multihead(const NodeReport& row) {
    if (const auto named = argument_named(row, "num_heads")) return named;
    if (row.module == nullptr || row.module->arguments.size() < 2) return std::nullopt;
    const Argument& second = row.module->arguments.pattern()[1];
    return second.name.empty() ? std::optional(second.value.number) : std::nullopt;
}

/// True for a layer that drops something in training.
bool drops(const NodeReport& row) {
    return row.facts->family == "dropout" && argument_of(row, "p") != Polynomial(0);
}

/// The number of heads by the hyper-parameters of configs.
std::optional<Polynomial> stated_heads(const Report& report) {
    for (const std::string_view name :
         {"num_attention_heads", "attention_heads", "n_head", "n_heads", "num_heads", "heads"})
        if (const VariableReport* const found = find_by(report.variables, &VariableReport::name, name))
            return Polynomial::symbol(found->name);
    return std::nullopt;
}

/// True where a call says float32=False or the like.
bool has_value(const FlowStep& call, std::string_view keyword, bool value) {
    const Value* const found = call.find(keyword);
    return found != nullptr && found->kind == Value::Kind::Boolean && found->boolean == value;
}

/// True where a call says dropout=0.1 or the like.
bool says_dropout(const FlowStep& call) {
    const Value* const share = call.find("dropout");
    return share != nullptr && !share->number.is_zero();
}

bool is_rotary(const NodeReport& row) {
    return row.type.find("RotaryEmbedding") != std::string_view::npos;
}

/// The table of relative positions, (positions, heads), which a module adds to its scores: its own, or that
/// of T5, which the attention of the first block has for all.
std::optional<TensorReport> position_table(const Report& report, const NodeReport& row) {
    if (row.type.find("T5") != std::string_view::npos) {
        const NodeReport* const shared = find_by(report.nodes, &NodeReport::name, "relative_attention_bias");
        if (shared == nullptr) return std::nullopt;
        return shared->facts->tensors.find(
            [](const TensorReport& tensor) { return tensor.shape.size() == 2; });
    }
    return row.facts->tensors.find([](const TensorReport& tensor) {
        return std::string_view(tensor.name).starts_with("relative_position_bias") &&
               tensor.shape.size() == 2;
    });
}

/// How many sequences, windows of each image by themselves, there are of queries of so many heads, which may
/// be a dimension before that of the tokens.
Polynomial sequences_of(const Dims& query, const Polynomial& heads) {
    const Polynomial rows = product(query) / query.back() / query[query.size() - 2];
    const bool has_heads = query.size() > 3 && query[query.size() - 3] == heads;
    return has_heads ? rows / heads : rows;
}

}  // namespace

bool has_scores(const TapeWriter& tape, TensorId query, const AttentionSizes& sizes) {
    if (is_eager_attention(tape, sizes)) return true;
    if (tape.types().attention == AttentionKernel::Always) return false;
    if (tape.types().on_cpu) return sizes.has(Trait::Drops) || sizes.has(Trait::Uneven);
    return sizes.has(Trait::Grouped) && tape.at(query).element_bytes == kBytesOfFloat32;
}

TensorId write_attention(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                         const Polynomial& output) {
    if (sizes.has(Trait::Repeated) && sizes.has(Trait::Grouped))
        return write_repeated(tape, inputs, sizes, output);
    if (has_scores(tape, inputs[0], sizes)) return write_products(tape, inputs, sizes, output);
    tape.name("attention");
    const TensorId made = tape.run(*keeps_of_function("attention"), inputs, output);
    tape.keep_beside(sizes.heads * sizes.queries, kBytesOfFloat32);
    if (sizes.has(Trait::Masked))
        tape.keep_beside(sizes.sequences * sizes.queries * sizes.keys, tape.at(made).element_bytes);
    // But for float32 on a GPU, kernels write the output as the queries are in memory.
    const bool is_like_queries = tape.types().on_cpu || tape.at(made).element_bytes < kBytesOfFloat32;
    const bool has_heads_first = sizes.has(Trait::Joined) && is_like_queries;
    return has_heads_first ? tape.run({}, {made}, output) : made;
}

TensorId write_multihead(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                         std::span<const TensorId> gradients) {
    // A product with the weights copies what is turned.
    std::set<TensorId> known_inputs;
    std::vector<TensorId> turned;
    for (const TensorId input : inputs)
        if (known_inputs.insert(input).second)
            turned.push_back(sizes.has(Trait::Turned) ? tape.run({}, {input}, tape.at(input).elements)
                                                      : input);
    tape.name("Linear");
    const TensorId projected = tape.run({.input = true, .others = true}, turned, sizes.width * 3);
    for (const TensorId gradient : gradients) tape.add_gradient(gradient);
    const TensorId copied = tape.run({}, {projected}, sizes.width * 3);
    tape.see(copied, sizes.width);
    // With weights of attention as a result, queries are multiplied by the scale first.
    const bool has_weights = sizes.has(Trait::Eager);
    const TensorId parts[] = {has_weights ? tape.run({}, {copied}, sizes.width) : copied, copied, copied};
    const TensorId mixed = write_attention(tape, parts, sizes, sizes.width);
    // The kernel of a CPU writes its output as the product after it reads it.
    const TensorId side_by_side = tape.types().on_cpu ? mixed : tape.run({}, {mixed}, sizes.width);
    tape.name("Linear");
    return tape.run({.input = true}, {side_by_side}, sizes.width);
}

bool AttentionOfReport::turns(const Dims& query) const {
    if (!has_rotary_) has_rotary_ = any_of(report_.nodes, is_rotary);
    return *has_rotary_ && query.size() <= 3;
}

std::optional<Polynomial> AttentionOfReport::heads_of(const std::vector<const FlowArrow*>& arrows,
                                                      const Dims& query) const {
    // Code calls PyTorch's function, to which all dimensions before are heads.
    if (query.size() > 3 || report_.model->is_traced)
        return product(query) / query.back() / query[query.size() - 2];
    if (arrows.size() > 3 && arrows[3]->signal.dims.size() > 2)
        return query.front() * arrows[3]->signal.dims[arrows[3]->signal.dims.size() - 3];
    const auto heads = stated_heads(report_);
    return heads ? std::optional(query.front() * *heads) : std::nullopt;
}

Polynomial AttentionOfReport::usual_heads(const Dims& query) const {
    const std::optional<Integer> width = report_.quantity(query.back()).value;
    if (!width || *width < kUsualHead) return 0;
    const bool is_narrow = *width < kUsualHead * kFewestHeads;
    if (*width % (is_narrow ? kFewestHeads : kUsualHead) != 0) return 0;
    return is_narrow ? query.front() * kFewestHeads : query.front() * query.back() / kUsualHead;
}

bool AttentionOfReport::drops_scores(const NodeReport& row) const {
    if (row.type.find("T5") != std::string_view::npos) return any_of(report_.nodes, drops);
    return any_of(report_.children(static_cast<std::uint32_t>(&row - report_.nodes.data())),
                  [&](std::uint32_t child) {
                      return report_.nodes[child].call_order == 0 && drops(report_.nodes[child]);
                  });
}

bool AttentionOfReport::multihead_drops(const NodeReport& row) const {
    if (const auto share = argument_named(row, "dropout")) return *share != Polynomial(0);
    const bool is_of_torch = report_.nodes[row.parent].type.starts_with("Transformer");
    return is_of_torch && any_of(report_.children(row.parent),
                                 [&](std::uint32_t child) { return drops(report_.nodes[child]); });
}

AttentionSizes AttentionOfReport::sizes(const NodeReport& row, const AttentionCall& call,
                                        bool is_training) const {
    const std::vector<const FlowArrow*>& arrows = call.arrows;
    const Dims &query = arrows[0]->signal.dims, &key = arrows[1]->signal.dims,
               &value = arrows[2]->signal.dims;
    AttentionSizes sizes;
    const std::size_t tokens = query.size() - 2;
    sizes.queries = query[tokens];
    sizes.keys = key[tokens];
    sizes.width = product(query);
    sizes.sequences = query.front();
    const std::size_t of_heads = query.size() > 3 ? 1 : query.size() - 1;
    sizes.set(Trait::Grouped,
              report_.quantity(query[of_heads]).value != report_.quantity(key[of_heads]).value);
    sizes.set(Trait::Uneven, !sizes.has(Trait::Grouped) && report_.quantity(query.back()).value !=
                                                               report_.quantity(value.back()).value);
    sizes.values = sizes.has(Trait::Uneven) ? product(value) : sizes.width / sizes.queries * sizes.keys;
    sizes.set(Trait::Causal);
    sizes.set(Trait::Batch, report_.quantity(query.front()).value == Integer{1});
    sizes.set(Trait::Drops, is_training && (says_dropout(call.step) || drops_scores(row)));
    for (const StatedTrait& stated : kStatedTraits)
        if (has_value(call.step, stated.keyword, stated.value)) sizes.set(stated.trait);
    if (call.is_joined) sizes.set(Trait::Joined);
    const auto positions = position_table(report_, row);
    const auto heads = positions
                           ? std::optional(sequences_of(query, positions->shape[1]) * positions->shape[1])
                           : heads_of(arrows, query);
    sizes.heads = heads ? *heads : usual_heads(query);
    sizes.set(Trait::AssumesHeads, !heads);
    sizes.set(Trait::Eager, positions.has_value());
    sizes.set(Trait::Returned, !positions && !report_.model->is_traced);
    return sizes;
}

AttentionSizes AttentionOfReport::multihead(const NodeReport& row, const Dims& output,
                                            bool is_training) const {
    AttentionSizes sizes;
    sizes.set(Trait::Turned, output.size() == 3 && has_flag(row, "batch_first", true));
    const bool has_batch_second = output.size() == 3 && !sizes.has(Trait::Turned);
    const Polynomial batch = output.size() < 3 ? Polynomial(1) : output[has_batch_second ? 1 : 0];
    const auto heads = heads_of_multihead(row);
    sizes.heads = heads ? batch * *heads : usual_heads(output) / output.front() * batch;
    sizes.set(Trait::AssumesHeads, !heads);
    sizes.queries = sizes.keys = has_batch_second ? output.front() : output[output.size() - 2];
    sizes.width = sizes.values = product(output);
    sizes.set(Trait::Drops, is_training && multihead_drops(row));
    sizes.set(Trait::Batch);
    sizes.set(Trait::NarrowSoftmax);
    return sizes;
}

}  // namespace paramscope
