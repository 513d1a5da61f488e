#include "count/flow/runner.h"

#include <utility>

#include "algebra/print.h"
#include "base/ranges.h"
#include "count/flow/flow.h"
#include "count/flow/gradients.h"
#include "count/flow/line_evaluator.h"
#include "count/flow/messages.h"
#include "count/flow/signals.h"
#include "count/flow/tally.h"
#include "count/library/block_arguments.h"
#include "model/names.h"

namespace paramscope {
namespace {

/// True when a line is one call with one name, such as a Sequential's `sequence(x)`: sizes that do not fit
/// together below are no sign of a wrong rule then.
bool is_single_call(const Forward& forward) {
    const ForwardExpression& result = forward.result;
    return forward.bindings.empty() && result.kind == ForwardExpression::Kind::Call &&
           result.operands.size() == 1 && result.operands.front().kind == ForwardExpression::Kind::Name;
}

void state_shape(const Dims& shape, Signal* input) {
    const Signal::Source source = input->source;
    *input = Signal::tensor(shape);
    input->source = source;
}

/// The output of a layer, which depends on its weights, or without them on what its inputs depend on.
Signal from_layer(const Node& node, std::span<const Signal> inputs, Signal output) {
    const auto is_weight = [](const TensorReport& tensor) { return tensor.role == Role::Parameter; };
    set_source(node.tensors.find(is_weight) ? Signal::Source::Weights : source_of(inputs), &output);
    return output;
}

}  // namespace

Signal unknown_work(Node* node) {
    node->work_known = false;
    return Signal::unknown();
}

void FlowRunner::run_model(std::vector<Signal> inputs, Attempt* attempt) {
    Attempt model = attempt->begin();
    call(0, std::move(inputs), &model);
    if (model.is_contradicted() && has_used_library_rule_) {
        reject_library_rule(0, std::move(model), attempt);
    } else {
        attempt->keep(std::move(model));
    }
}

Signal FlowRunner::call(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    return record_call(recorder, index, std::move(inputs), [&](std::vector<Signal> taken) {
        return call_repeats(index, std::move(taken), attempt);
    });
}

Signal FlowRunner::call_repeats(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    Node& node = tree_.nodes[index];
    if (environment_.values().equal(node.module->repeat, 1))
        return call_once(index, std::move(inputs), attempt);
    const bool is_of_model = inputs.front().source == Signal::Source::Inputs;
    if (is_of_model) set_source(Signal::Source::FirstRun, &inputs.front());
    Signal output = run_repeats(index, std::move(inputs), attempt);
    end_first_run(node.runs == Polynomial(1) ? node.module->repeat : Polynomial(1), is_of_model, &tree_,
                  index, node.subtree_end);
    if (is_of_model && output.source == Signal::Source::FirstRun) set_source(Signal::Source::Inputs, &output);
    return output;
}

Signal FlowRunner::run_repeats(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    Node& node = tree_.nodes[index];
    const std::size_t skip_connections = attempt->skip_connections.size();
    Signal output = call_once(index, inputs, attempt);
    if (output.is_unknown()) return output;
    const bool is_same_for_all = have_same_shape(inputs.front(), output, environment_) &&
                                 attempt->skip_connections.size() == skip_connections;
    if (is_same_for_all) return output;
    const std::optional<Integer> repeat = environment_.integer(node.module->repeat);
    if (!repeat) return output;
    if (*repeat > kMaxFollowedRepeats) {
        attempt->warn(index, message("flow.too_many_repeats", {{"repeats", to_string(*repeat)}}));
        return unknown_work(&node);
    }
    for (Integer run = 1; run < *repeat && !output.is_unknown(); ++run) {
        inputs.front() = first_tensor(output);
        output = call_once(index, inputs, attempt);
    }
    node.runs = *repeat;
    return output;
}

Signal FlowRunner::call_once(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    Node& node = tree_.nodes[index];
    if (++calls_ > kMaxModuleCalls) {
        if (calls_ == kMaxModuleCalls + 1)
            attempt->warn(index, message("flow.too_many_calls", {{"most", kMaxModuleCalls}}));
        return unknown_work(&node);
    }
    if (node.module->stated_input) state_shape(*node.module->stated_input, &inputs.front());
    const bool is_first = node.calls++ == 0;
    if (is_first) {
        node.input = kept(inputs.front(), node, &Node::input);
        node.call_order = static_cast<std::uint32_t>(calls_);
    }
    if (!node.unresolved_tensors.empty()) resolve_input_sized_tensors(&node, inputs);
    Signal output = run_module(index, std::move(inputs), attempt);
    if (is_first) node.output = kept(output, node, &Node::output);
    return output;
}

void FlowRunner::resolve_input_sized_tensors(Node* node, const std::vector<Signal>& inputs) {
    const std::vector<std::string>& names = node->block->forward->inputs;
    const auto size = [&](std::string_view symbol) -> std::optional<Polynomial> {
        return size_of_input(symbol, names, inputs);
    };
    SharedList<Tensor> unresolved;
    for (Tensor tensor : node->unresolved_tensors) {
        for (Polynomial& dim : tensor.shape) dim = substitute(dim, size);
        const bool is_known = all_of(tensor.shape, [&](const Polynomial& dim) {
            return environment_.values().size_kind(dim, 0) == SizeKind::Fits;
        });
        if (!is_known) {
            unresolved.push_back(std::move(tensor));
            continue;
        }
        if (tensor.assumed) node->lower_basis(Basis::Approximate);
        node->tensors.push_back(report_of(tensor, environment_));
        node->tensors.edit().back().hidden = true;
    }
    node->unresolved_tensors = std::move(unresolved);
}

Signal FlowRunner::run_module(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    Node& node = tree_.nodes[index];
    if (node.failed) return unknown_work(&node);
    if (has_line_in_text(node)) return run_line_in_text(index, std::move(inputs), attempt);
    if (node.forward) return run_library_rule(index, std::move(inputs), attempt);
    if (node.layer.rule) return run_layer_module(index, std::move(inputs), attempt);
    if (!node.is_list && !inputs.front().is_unknown()) warn_unknown_flow(index, attempt);
    return unknown_work(&node);
}

void FlowRunner::warn_unknown_flow(std::uint32_t index, Attempt* attempt) {
    const Module& module = *tree_.nodes[index].module;
    if (has_reason(module)) return;
    const std::string_view type = module.type;
    if (!types_of_unknown_flow_.emplace(type).second) return;
    attempt->warn(index, message("flow.unknown_flow", {{"type", class_name(type)}}));
}

Signal FlowRunner::run_layer_module(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    Node& node = tree_.nodes[index];
    for (Signal& input : inputs) input = Signal(first_tensor(input));
    if (!inputs.front().is_tensor()) {
        node.elements_known = false;
        return node.layer.rule->has_work ? unknown_work(&node) : Signal::unknown();
    }
    if (const Node* equal = find_equal_call(node, inputs)) {
        node.has_one_input = true;
        node.work += equal->work;
        if (!node.tensors.empty() && !equal->output->is_unknown()) attempt->record_accepted_input();
        return from_layer(node, inputs, *equal->output);
    }
    Diagnostics recorded;
    if (!node.arguments)
        node.arguments.emplace(*node.layer.signature, *node.module, environment_.values(), &recorded);
    Diagnostics* const of_tree = node.arguments->record_in(&recorded);
    Work work;
    LayerResult result = run_layer(node.layer, *node.arguments, node.tensors, inputs, &work, attempt);
    add_layer_work(work, inputs, &node);
    node.arguments->record_in(of_tree);
    node.has_one_input = inputs.size() == 1 && recorded.empty() && !result.size_mismatch;
    if (result.size_mismatch && inputs.size() > 1 && node.subtree_end > index + 1) {
        node.tensors
            .clear();  // their sizes were derived from the printed children, which the inputs contradict
        node.lower_basis(Basis::Partial);
    }
    if (!recorded.empty()) node.work_known = false;
    attempt->report_layer(index, std::move(recorded));
    if (!node.tensors.empty() && !result.output.is_unknown()) attempt->record_accepted_input();
    return from_layer(node, inputs, std::move(result.output));
}

/// A signal as a node keeps it: an equal layer that has the same shares it.
SharedValue<Signal> FlowRunner::kept(const Signal& signal, const Node& node,
                                     SharedValue<Signal> Node::*place) const {
    if (signal.is_unknown()) return {};
    if (!node.equal_layer) return signal;
    const SharedValue<Signal>& equal = tree_.nodes[*node.equal_layer].*place;
    return *equal == signal && equal->source == signal.source ? equal : SharedValue<Signal>(signal);
}

const Node* FlowRunner::find_equal_call(const Node& node, std::span<const Signal> inputs) const {
    if (!node.equal_layer || inputs.size() != 1) return nullptr;
    const Node& equal = tree_.nodes[*node.equal_layer];
    const bool is_equal = equal.calls == 1 && equal.has_one_input && equal.input->is_tensor() &&
                          equal.input->dims == inputs.front().dims &&
                          equal.input->source == inputs.front().source;
    return is_equal ? &equal : nullptr;
}

FlowRunner::LayerResult FlowRunner::run_layer(const FoundLayer& layer, const Arguments& arguments,
                                              const NumberedList<TensorReport>& tensors,
                                              std::span<const Signal> inputs, Work* work, Attempt* attempt) {
    LayerResult result{inputs.front()};
    if (layer.rule->forward) {
        const LayerCall call{arguments,
                             inputs,
                             *work,
                             environment_.cached(),
                             &result.size_mismatch,
                             nullptr,
                             environment_.requirements()};
        result.output = layer.rule->forward(call);
        if (result.size_mismatch) attempt->record_size_mismatch();
    }
    tally_layer(layer, tensors, inputs.front().dims, first_tensor(result.output), element_counts_, work);
    return result;
}

Signal FlowRunner::run_line_in_text(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    Node& node = tree_.nodes[index];
    Attempt line = attempt->begin();
    Signal output = evaluate_line(index, std::move(inputs), &line);
    attempt->keep(
        std::move(line));  // a contradiction is an error of this line, not of a library rule around it
    if (node.subtree_end == index + 1) tally_own_weights(node.tensors, first_tensor(output), &node.work);
    return output;
}

Signal FlowRunner::run_library_rule(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    if (is_single_call(*tree_.nodes[index].forward)) return evaluate_line(index, std::move(inputs), attempt);
    has_used_library_rule_ = true;
    Attempt rule = attempt->begin();
    Requirements* const requirements = environment_.requirements();
    const Requirements::Mark before = requirements ? requirements->mark() : Requirements::Mark{};
    Signal output = evaluate_line(index, std::move(inputs), &rule);
    if (rule.is_contradicted()) {
        if (requirements) requirements->drop_after(before);
        return reject_library_rule(index, std::move(rule), attempt);
    }
    attempt->keep(std::move(rule));
    return output;
}

Signal FlowRunner::evaluate_line(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt) {
    const Forward& forward = *tree_.nodes[index].forward;
    if (recorder != nullptr) recorder->begin_module(index, forward.inputs, &inputs);
    Signal output = LineEvaluator(this, attempt, index, forward, inputs).run();
    if (recorder != nullptr) recorder->end_module(output);
    return output;
}

Signal FlowRunner::reject_library_rule(std::uint32_t index, Attempt rejected, Attempt* attempt) {
    attempt->reject(std::move(rejected));
    attempt->warn(index, message("flow.wrong_library_rule", {{"type", tree_.nodes[index].module->type}}));
    reset_subtree_work(index);
    return unknown_work(&tree_.nodes[index]);
}

void FlowRunner::reset_subtree_work(std::uint32_t index) {
    Node& top = tree_.nodes[index];
    if (recorder != nullptr) recorder->forget(index, top.subtree_end);
    const auto is_hidden = [](const TensorReport& tensor) { return tensor.hidden; };
    if (top.tensors.find(is_hidden)) {
        std::erase_if(top.tensors.edit(), is_hidden);
        top.lower_basis(Basis::Partial);
    }
    for (std::uint32_t i = index; i < top.subtree_end; ++i) {
        Node& node = tree_.nodes[i];
        node.work = {};
        node.output = {};
        if (node.share != Polynomial(1)) node.share.reset();
        if (i > index) node.calls = 0;
    }
}

}  // namespace paramscope
