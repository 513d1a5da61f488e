#include "count/passes/attention.h"

#include <set>

#include "base/ranges.h"
#include "count/passes/arguments.h"

namespace paramscope {
namespace {

constexpr Keeps kOfBoth = {.input = true, .others = true, .for_others = true};
/// For each score two flags of rows that are masked out: PyTorch's math kernel looks for them.
constexpr int kBytesOfMasks = 2;

/// Scores and their softmax in memory.
TensorId write_scores(TapeWriter& tape, TensorId query, TensorId key, const AttentionSizes& sizes) {
    const Polynomial scores = sizes.heads * sizes.queries * sizes.keys;
    const int bytes = tape.at(query).element_bytes;
    tape.name("@");
    TensorId made = tape.run(kOfBoth, {query, key}, scores);
    made = tape.run({}, {made}, scores);  // times the scale
    if (sizes.is_causal) made = tape.run({.passes_gradient = true}, {made}, scores);
    tape.name("softmax");
    const bool is_narrow = sizes.has_narrow_softmax && !tape.types().autocast;
    made = tape.run({.output = true}, {made}, scores, is_narrow ? bytes : kBytesOfFloat32);
    if (tape.types().attention == AttentionKernel::Fused) tape.add_workspace(scores, kBytesOfMasks);
    made = tape.convert(made, bytes);
    tape.name("dropout");
    return sizes.drops ? tape.run(*keeps_of_function("dropout"), {made}, scores) : made;
}

bool is_eager_attention(const TapeWriter& tape, const AttentionSizes& sizes) {
    return tape.types().attention == AttentionKernel::Eager || sizes.kernel == AttentionKernel::Eager;
}

/// Copies an operand of a product of heads: always, or where it is a part of another tensor, whose heads are
/// no batch for the product, but those of one sequence.
TensorId own_tensor(TapeWriter& tape, TensorId tensor, const Polynomial& elements,
                    const AttentionSizes& sizes, bool always) {
    const bool is_batch = tape.at(tensor).elements == elements || sizes.is_one_sequence;
    return is_batch && !always ? tensor : tape.run({}, {tensor}, elements);
}

TensorId write_products(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                        const Polynomial& output) {
    const Polynomial keys = sizes.width / sizes.queries * sizes.keys;
    // A kernel multiplies queries and keys by the root of the scale.
    const bool scales = !is_eager_attention(tape, sizes);
    const TensorId query = own_tensor(tape, inputs[0], sizes.width, sizes, scales);
    const TensorId key = own_tensor(tape, inputs[1], keys, sizes, scales || sizes.is_grouped);
    const TensorId value = own_tensor(tape, inputs[2], keys, sizes, sizes.is_grouped);
    const std::uint32_t block = tape.begin_block(true);
    const TensorId scores = write_scores(tape, query, key, sizes);
    tape.name("@");
    const TensorId mixed = tape.run(kOfBoth, {scores, value}, output);
    tape.end_block(block, mixed);
    return tape.run({}, {mixed}, output);  // the heads side by side
}

/// MultiheadAttention(embed_dim, num_heads); print() shows neither: one head then.
Polynomial heads_of_multihead(const NodeReport& row) {
    if (const auto named = argument_named(row, "num_heads")) return *named;
    if (row.module == nullptr || row.module->arguments.size() < 2) return 1;
    const Argument& second = row.module->arguments.pattern()[1];
    return second.name.empty() ? second.value.number : Polynomial(1);
}

/// The number of heads by the hyper-parameters of configs.
std::optional<Polynomial> stated_heads(const Report& report) {
    for (const std::string_view name : {"num_attention_heads", "n_head", "n_heads", "num_heads", "heads"})
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
    if (tape.types().on_cpu) return sizes.drops;
    return sizes.is_grouped && tape.at(query).element_bytes == kBytesOfFloat32;
}

TensorId write_attention(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                         const Polynomial& output) {
    if (has_scores(tape, inputs[0], sizes)) return write_products(tape, inputs, sizes, output);
    tape.name("attention");
    const TensorId made = tape.run(*keeps_of_function("attention"), inputs, output);
    tape.keep_beside(sizes.heads * sizes.queries, kBytesOfFloat32);
    // But for float32 on a GPU, kernels write the output as the queries are in memory.
    const bool is_like_queries = tape.types().on_cpu || tape.at(made).element_bytes < kBytesOfFloat32;
    const bool has_heads_first = sizes.is_joined && is_like_queries;
    return has_heads_first ? tape.run({}, {made}, output) : made;
}

TensorId write_multihead(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes) {
    // Tokens come first inside: a product with the weights copies what is turned.
    std::set<TensorId> copied_inputs;
    std::vector<TensorId> turned;
    for (const TensorId input : inputs)
        if (copied_inputs.insert(input).second)
            turned.push_back(tape.run({}, {input}, tape.at(input).elements));
    tape.name("Linear");
    const TensorId projected = tape.run({.input = true, .others = true}, turned, sizes.width * 3);
    const TensorId copied = tape.run({}, {projected}, sizes.width * 3);
    tape.see(copied, sizes.width);
    const TensorId parts[] = {copied, copied, copied};
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
    if (query.size() > 3) return product(query) / query.back() / query[query.size() - 2];
    if (arrows.size() > 3 && arrows[3]->signal.dims.size() > 2)
        return query.front() * arrows[3]->signal.dims[arrows[3]->signal.dims.size() - 3];
    const auto heads = stated_heads(report_);
    return heads ? std::optional(query.front() * *heads) : std::nullopt;
}

Polynomial AttentionOfReport::usual_heads(const Dims& query) const {
    const std::optional<Integer> width = report_.quantity(query.back()).value;
    const bool is_whole = width && *width > 0 && *width % kUsualHead == 0;
    return is_whole ? query.front() * query.back() / kUsualHead : Polynomial(0);
}

bool AttentionOfReport::drops_scores(const NodeReport& row) const {
    const auto drops = [](const NodeReport& each) {
        return each.facts->family == "dropout" && argument_of(each, "p") != Polynomial(0);
    };
    if (row.type.find("T5") != std::string_view::npos) return any_of(report_.nodes, drops);
    return any_of(report_.children(static_cast<std::uint32_t>(&row - report_.nodes.data())),
                  [&](std::uint32_t child) {
                      return report_.nodes[child].call_order == 0 && drops(report_.nodes[child]);
                  });
}

AttentionSizes AttentionOfReport::sizes(const NodeReport& row, const FlowStep& call,
                                        const std::vector<const FlowArrow*>& arrows, bool is_training) const {
    const Dims &query = arrows[0]->signal.dims, &key = arrows[1]->signal.dims;
    AttentionSizes sizes;
    const std::size_t tokens = query.size() - 2;
    sizes.queries = query[tokens];
    sizes.keys = key[tokens];
    sizes.width = product(query);
    const std::size_t of_heads = query.size() > 3 ? 1 : query.size() - 1;
    sizes.is_grouped = report_.quantity(query[of_heads]).value != report_.quantity(key[of_heads]).value;
    sizes.is_causal = true;
    sizes.is_one_sequence = report_.quantity(query.front()).value == Integer{1};
    sizes.drops = is_training && (says_dropout(call) || drops_scores(row));
    sizes.has_narrow_softmax = has_value(call, "float32", false);
    sizes.is_joined = has_value(call, "joined", true);
    const auto positions = position_table(report_, row);
    const auto heads = positions
                           ? std::optional(sequences_of(query, positions->shape[1]) * positions->shape[1])
                           : heads_of(arrows, query);
    sizes.heads = heads ? *heads : usual_heads(query);
    sizes.assumes_heads = !heads;
    if (positions) sizes.kernel = AttentionKernel::Eager;
    return sizes;
}

AttentionSizes AttentionOfReport::multihead(const NodeReport& row, const Dims& output,
                                            bool is_training) const {
    AttentionSizes sizes;
    sizes.heads = output.front() * heads_of_multihead(row);
    sizes.queries = sizes.keys = output[output.size() - 2];
    sizes.width = product(output);
    sizes.drops = is_training && argument_named(row, "dropout").value_or(0) != Polynomial(0);
    return sizes;
}

}  // namespace paramscope
