// Rules for operators that hold a part of the graph: a branch whose condition is known, a loop that turns a
// known number of times.
#include "base/concat.h"
#include "base/ranges.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

constexpr std::int64_t kMostTurns = 256;

const Graph* subgraph(const Node& node, std::string_view attribute) {
    const Attribute* found = node.find(attribute);
    return found == nullptr ? nullptr : found->g.get();
}

/// The truth or number in an input that holds one.
std::optional<std::int64_t> single(Translator& translator, const Node& node, std::size_t input) {
    const std::optional<Numbers> numbers = translator.integers(node, input, {});
    return numbers && numbers->size() == 1 ? std::optional(numbers->front()) : std::nullopt;
}

bool branch(Translator& translator, const Node& node, std::string_view) {
    const std::optional<std::int64_t> condition = single(translator, node, 0);
    if (!condition) return false;
    const Graph* taken = subgraph(node, *condition != 0 ? "then_branch" : "else_branch");
    if (taken == nullptr || taken->outputs.size() < node.outputs.size()) return false;
    translator.add_weights(taken->initializers);
    if (!translator.translate_all(taken->nodes)) return false;
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        translator.set_output(node, TensorInfo(translator.info(taken->outputs[i].name)), i);
    return true;
}

/// One value of a loop, as the next turn has it.
std::vector<TensorInfo> infos_of(Translator& translator, const std::vector<ValueInfo>& values) {
    std::vector<TensorInfo> infos;
    for (const ValueInfo& value : values) infos.push_back(translator.info(value.name));
    return infos;
}

/// Loop(turns, condition, carried...): its body takes the turn, the condition and what is carried, and gives
/// the condition, what is carried, and a part of each tensor that all turns make together.
bool loop(Translator& translator, const Node& node, std::string_view) {
    const Graph* body = subgraph(node, "body");
    const std::optional<std::int64_t> turns = single(translator, node, 0);
    if (body == nullptr || node.inputs.size() < 2 || !turns || *turns < 1 || *turns > kMostTurns)
        return false;
    const std::size_t carried = node.inputs.size() - 2;
    if (body->inputs.size() != carried + 2 || body->outputs.size() != node.outputs.size() + 1 ||
        node.outputs.size() < carried || (node.input(1) != 0 && single(translator, node, 1) != 1))
        return false;
    translator.add_weights(body->initializers);
    std::vector<TensorInfo> state;
    for (std::size_t i = 0; i < carried; ++i) state.push_back(translator.info(node, i + 2));
    std::vector<std::string> parts(node.outputs.size() - carried);
    for (std::int64_t turn = 0; turn < *turns; ++turn) {
        translator.set_info(body->inputs[0].name,
                            {{}, nullptr, SmallTensor{{}, {{turn}}}, Signal::tensor({}), {}});
        translator.set_info(body->inputs[1].name,
                            {{}, nullptr, SmallTensor{{}, {{1}}}, Signal::tensor({}), {}});
        for (std::size_t i = 0; i < carried; ++i) translator.set_info(body->inputs[i + 2].name, state[i]);
        if (!translator.translate_all(body->nodes)) return false;
        const std::vector<TensorInfo> results = infos_of(translator, body->outputs);
        if (!results[0].values || results[0].values->numbers() != Numbers{1}) return false;
        for (std::size_t i = 0; i < carried; ++i) state[i] = results[i + 1];
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::string& part = results[carried + 1 + i].expression;
            if (part.empty()) return false;
            append_all(parts[i], part, ", ");
        }
    }
    for (std::size_t i = 0; i < carried; ++i) translator.set_output(node, state[i], i);
    for (std::size_t i = 0; i < parts.size(); ++i)
        translator.bind(node, concat("stack(", parts[i], "dim=0)"), carried + i);
    return true;
}

constexpr std::size_t kMostTensors = 64;  ///< of a list

/// A list with one more tensor at its end. Only lists of small tensors are followed.
bool insert(Translator& translator, const Node& node, std::string_view) {
    TensorInfo made;
    if (node.op == "SequenceEmpty") made.list.emplace();
    if (node.op == "SequenceInsert" && node.input(2) == 0) made.list = translator.info(node, 0).list;
    if (made.list && node.op == "SequenceInsert") {
        const std::optional<SmallTensor>& last = translator.info(node, 1).values;
        if (last && made.list->size() < kMostTensors)
            made.list->push_back(*last);
        else
            made.list.reset();
    }
    return made.list && translator.set_output(node, std::move(made));
}

bool concat_list(Translator& translator, const Node& node, std::string_view) {
    const TensorInfo& known = translator.info(node, 0);
    if (!known.list) return false;
    std::vector<const SmallTensor*> parts;
    for (const SmallTensor& part : *known.list) parts.push_back(&part);
    Node concat = node;
    concat.op = "Concat";
    std::vector<SmallTensor> joined = evaluate(concat, parts);
    return !joined.empty() && translator.set_values(node, std::move(joined.front()));
}

constexpr OperatorRule kControlRules[] = {
    {"If", branch},
    {"SequenceEmpty", insert},
    {"SequenceInsert", insert},
    {"ConcatFromSequence", concat_list},
    {"Loop", loop, "stack"},
};

}  // namespace

std::span<const OperatorRule> control_operators() {
    return kControlRules;
}

}  // namespace paramscope::open::onnx
