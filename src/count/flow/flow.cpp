#include "count/flow/flow.h"

#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "count/library/block_arguments.h"
#include "count/flow/run.h"
#include "count/flow/tally.h"

namespace paramscope {

void FlowRun::run() {
    if (!environment_.inputs().empty()) {
        std::vector<Signal> inputs;
        for (const Dims& shape : environment_.inputs()) inputs.push_back(Signal::tensor(shape));
        const std::size_t first_diagnostic = diagnostics_->size();
        call(0, std::move(inputs));
        if (contradicted_ && has_used_library_) disown(0, first_diagnostic);
    }
    for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
        const Node& node = tree_.nodes[i];
        if (node.calls == 0 && node.module->stated_input) call(i, {Signal::unknown()});
    }
    for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) tell_waiting(i);
}

Signal FlowRun::call(std::uint32_t index, std::vector<Signal> inputs) {
    const std::optional<Integer> repeat = environment_.integer(tree_.nodes[index].module->repeat);
    const std::size_t kept = kept_.size();
    Signal output = call_once(index, inputs);
    if (!repeat || *repeat == 1 || output.is_unknown()) return output;
    if (same_shape(inputs.front(), output) && kept_.size() == kept) return output;
    if (*repeat > kMostRuns) {
        tree_.nodes[index].work_known = false;
        warn(index, concat("its ", to_string(*repeat), " repeats change shape: their work is not followed"));
        return Signal::unknown();
    }
    for (Integer run = 1; run < *repeat && !output.is_unknown(); ++run) {
        inputs.front() = first_tensor(output);
        output = call_once(index, inputs);
    }
    tree_.nodes[index].runs = *repeat;
    return output;
}

Signal FlowRun::call_once(std::uint32_t index, std::vector<Signal> inputs) {
    Node& node = tree_.nodes[index];
    if (++calls_ > kMostCalls) {
        if (calls_ == kMostCalls + 1) warn(index, "the forward pass makes too many calls to follow");
        node.work_known = false;
        return Signal::unknown();
    }
    if (node.module->stated_input) inputs.front() = Signal::tensor(*node.module->stated_input);
    const bool is_first = node.calls++ == 0;
    if (is_first) node.input = inputs.front();
    if (!node.waiting.empty()) settle_waiting(node, inputs);
    const std::size_t first_diagnostic = diagnostics_->size();
    const Signal output = pass(index, std::move(inputs));
    locate(first_diagnostic, index);
    if (is_first) node.output = output;
    return output;
}

void FlowRun::settle_waiting(Node& node, const std::vector<Signal>& inputs) {
    const std::vector<std::string>& names = node.block->forward->inputs;
    const auto size = [&](std::string_view symbol) -> std::optional<Polynomial> {
        return size_of_input(symbol, names, inputs);
    };
    std::vector<Tensor> still_waiting;
    for (Tensor& tensor : node.waiting) {
        for (Polynomial& dim : tensor.shape) dim = substitute(dim, size);
        const bool is_known =
            std::all_of(tensor.shape.begin(), tensor.shape.end(),
                        [&](const Polynomial& dim) { return environment_.integer(dim).value_or(-1) >= 0; });
        if (!is_known) {
            still_waiting.push_back(std::move(tensor));
            continue;
        }
        node.tensors.push_back(report_of(std::move(tensor), environment_));
        node.tensors.back().hidden = true;
    }
    node.waiting = std::move(still_waiting);
}

void FlowRun::tell_waiting(std::uint32_t index) {
    for (const Tensor& tensor : tree_.nodes[index].waiting) {
        warn(index, concat("print() hides the parameter '", tensor.name, "' of this ",
                           tree_.nodes[index].module->type, ", whose size follows from the input: give one"));
    }
}

Signal FlowRun::pass(std::uint32_t index, std::vector<Signal> inputs) {
    Node& node = tree_.nodes[index];
    if (node.failed) return unknown_work(node);
    if (node.forward && !has_own_line(node)) return pass_library(index, std::move(inputs));
    if (node.forward) {
        const bool was_contradicted = contradicted_;
        Signal output = pass_forward(index, *node.forward, std::move(inputs));
        contradicted_ = was_contradicted;  // what goes wrong in a line of the text is an error of it
        const Node& told = tree_.nodes[index];
        if (told.children.empty())
            tally_own_weights(told.tensors, first_tensor(output), &tree_.nodes[index].work);
        return output;
    }
    if (node.layer.rule) return pass_layer(node, std::move(inputs));
    if (!node.is_list && !inputs.front().is_unknown()) {
        warn_once(index,
                  concat("how data flows through ", node.module->type,
                         " is not known: FLOPs inside it are left out (a line 'forward(x) = ...' tells)"));
    }
    return unknown_work(node);
}

Signal FlowRun::pass_layer(Node& node, std::vector<Signal> inputs) {
    for (Signal& input : inputs) input = first_tensor(input);
    if (!inputs.front().is_tensor()) {
        node.elements_known = false;
        return node.layer.rule->has_work ? unknown_work(node) : Signal::unknown();
    }
    const std::size_t before = diagnostics_->size();
    bool refused = false;
    Signal output = run_layer(node.layer, *node.arguments, node.tensors, inputs, &node.work, &refused);
    if (refused && inputs.size() > 1 && !node.children.empty()) {
        node.tensors
            .clear();  // of sizes that its printed children let expect, and that its inputs contradict
        node.parameters_known = false;
    }
    if (diagnostics_->size() != before) node.work_known = false;
    fitted_ = fitted_ || (!node.tensors.empty() && !output.is_unknown());
    return output;
}

Signal FlowRun::run_layer(const FoundLayer& layer, const Arguments& arguments,
                          std::span<const TensorReport> tensors, std::span<const Signal> inputs, Work* work,
                          bool* refused) {
    Signal output = inputs.front();
    if (layer.rule->forward) {
        output = layer.rule->forward(LayerCall{arguments, inputs, *work, environment_.cached(), refused});
        contradicted_ = contradicted_ || (*refused && fitted_);
    }
    tally_layer(layer, tensors, inputs.front().dims, first_tensor(output), work);
    return output;
}

Signal FlowRun::unknown_work(Node& node) {
    node.work_known = false;
    return Signal::unknown();
}

bool FlowRun::has_own_line(const Node& node) {
    return node.module->forward && node.forward == &*node.module->forward;
}

Signal FlowRun::pass_library(std::uint32_t index, std::vector<Signal> inputs) {
    const std::size_t first_diagnostic = diagnostics_->size();
    const Forward& forward = *tree_.nodes[index].forward;
    if (only_hands_on(forward)) return pass_forward(index, forward, std::move(inputs));
    has_used_library_ = true;
    const bool was_contradicted = std::exchange(contradicted_, false);
    Signal output = pass_forward(index, forward, std::move(inputs));
    if (contradicted_) output = disown(index, first_diagnostic);
    contradicted_ = was_contradicted;
    return output;
}

Signal FlowRun::disown(std::uint32_t index, std::size_t first_diagnostic) {
    for (std::size_t i = first_diagnostic; i < diagnostics_->size(); ++i) {
        if ((*diagnostics_)[i].severity == Severity::Error) (*diagnostics_)[i].severity = Severity::Warning;
    }
    warn(index,
         "sizes inside do not go together: a type here is not the known one of that name, and FLOPs are "
         "left out (a line 'forward(x) = ...' tells)");
    forget(index);
    kept_.clear();
    return unknown_work(tree_.nodes[index]);
}

bool FlowRun::only_hands_on(const Forward& forward) {
    const FlowExpression& result = forward.result;
    return forward.bindings.empty() && result.kind == FlowExpression::Kind::Call &&
           result.operands.size() == 1 && result.operands.front().kind == FlowExpression::Kind::Name;
}

void FlowRun::forget(std::uint32_t index) {
    Node& top = tree_.nodes[index];
    const auto is_hidden = [](const TensorReport& tensor) { return tensor.hidden; };
    if (std::erase_if(top.tensors, is_hidden) > 0) top.parameters_known = false;
    for (std::uint32_t i = index; i < top.subtree_end; ++i) {
        tree_.nodes[i].work = {};
        tree_.nodes[i].output = Signal::unknown();
        if (tree_.nodes[i].share != Polynomial(1)) tree_.nodes[i].share.reset();
        if (i > index) tree_.nodes[i].calls = 0;
    }
}

Signal FlowRun::first_tensor(const Signal& signal) {
    if (signal.kind != Signal::Kind::Tuple) return signal;
    return signal.items.empty() ? Signal::unknown() : first_tensor(signal.items.front());
}

bool FlowRun::same_shape(const Signal& a, const Signal& b) const {
    const Signal left = first_tensor(a), right = first_tensor(b);
    if (left.kind != right.kind || left.dims.size() != right.dims.size()) return false;
    for (std::size_t i = 0; i < left.dims.size(); ++i) {
        if (!environment_.equal(left.dims[i], right.dims[i])) return false;
    }
    return true;
}

Signal FlowRun::checked(std::uint32_t index, const FlowExpression& expression, Result<Signal> result) {
    return result ? std::move(*result) : fail(index, expression, std::move(result.error().message));
}

Signal FlowRun::fail(std::uint32_t index, const FlowExpression& expression, Message message) {
    report(Severity::Error, index, expression.span, std::move(message));
    contradicted_ = fitted_;
    return unknown_work(tree_.nodes[index]);
}

void FlowRun::note(std::uint32_t index, const FlowExpression& expression, Message message) {
    report(Severity::Note, index, expression.span, std::move(message));
}

void FlowRun::warn(std::uint32_t index, Message message) {
    report(Severity::Warning, index, tree_.nodes[index].module->type_span, std::move(message));
}

void FlowRun::warn_once(std::uint32_t index, Message message) {
    if (warned_types_.insert(tree_.nodes[index].module->type).second) warn(index, std::move(message));
}

void FlowRun::report(Severity severity, std::uint32_t index, Span span, Message message) {
    const Node& node = tree_.nodes[index];
    if (!has_own_line(node)) span = node.module->type_span;
    diagnostics_->push_back({severity, std::move(message), span, tree_.path(index)});
}

void FlowRun::locate(std::size_t first_diagnostic, std::uint32_t index) {
    for (std::size_t i = first_diagnostic; i < diagnostics_->size(); ++i) {
        if ((*diagnostics_)[i].path.empty()) (*diagnostics_)[i].path = tree_.path(index);
    }
}

void run_flow(Tree* tree, const Environment& environment, Diagnostics* diagnostics) {
    FlowRun(tree, environment, diagnostics).run();
}

}  // namespace paramscope
