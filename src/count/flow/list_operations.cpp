#include "count/flow/list_operations.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "count/flow/gradients.h"
#include "count/flow/messages.h"
#include "count/flow/signals.h"
#include "count/functions/functions.h"
#include "count/functions/values.h"

namespace paramscope {
namespace {

using flow::flow_error;

/// The call of a list, as a recorder sees it: one step of the module around it, and a flow of its own.
class RecordedList {
  public:
    RecordedList(FlowRecorder* recorder, const ListCall& call) : inputs(call.inputs), recorder_(recorder) {
        if (recorder_ == nullptr) return;
        step_ = recorder_->begin_step({FlowStep::Kind::Module, call.list, ""}, inputs);
        recorder_->begin_module(call.list, {}, &inputs);
    }

    Signal end(Signal output) {
        if (recorder_ == nullptr) return output;
        recorder_->end_module(output);
        FlowRecorder::end_step(step_, &output);
        return output;
    }
    Result<Signal> end(Result<Signal> output) {
        Signal ended = end(output ? std::move(*output) : Signal::unknown());
        if (!output) return output;
        return ended;
    }

    std::vector<Signal> inputs;

  private:
    FlowRecorder* recorder_;
    std::uint32_t step_ = 0;
};

/// The call of a module that others are printed as equal to: they give the same output for the same input.
struct KnownCall {
    Signal input, output;
};

}  // namespace

Integer ListOperations::repeats(std::uint32_t index) const {
    return runner_.environment().integer(runner_.tree().nodes[index].module->repeat).value_or(0);
}

Signal ListOperations::call_child(std::uint32_t child, std::vector<Signal> inputs) {
    if (inputs.empty()) inputs.push_back(Signal::unknown());
    if (node(child).is_list) return call_in_order({child, std::move(inputs)});
    return runner_.call(child, std::move(inputs), attempt_);
}

Signal ListOperations::call_in_order(const ListCall& call) {
    RecordedList recorded(runner_.recorder, call);
    return recorded.end(run_in_order({call.list, recorded.inputs}));
}

Signal ListOperations::run_in_order(const ListCall& call) {
    Node& list = node(call.list);
    std::vector<Signal> inputs = call.inputs;
    if (list.calls++ == 0) list.input = inputs.front();
    for (const std::uint32_t child : children(call.list))
        inputs.front() = runner_.call(child, inputs, attempt_);
    if (list.calls == 1) list.output = inputs.front();
    return inputs.front();
}

Signal ListOperations::sequence(std::vector<Signal> inputs) {
    if (inputs.empty()) return Signal::unknown();
    for (const std::uint32_t child : children(module_)) inputs = {call_child(child, std::move(inputs))};
    return inputs.front();
}

Signal ListOperations::outputs(std::vector<Signal> inputs) {
    if (inputs.empty()) return Signal::unknown();
    if (child_count(module_) > kMaxSignals) return unknown_work(&node(module_));
    std::vector<Signal> all;
    for (const std::uint32_t child : children(module_)) {
        inputs = {call_child(child, std::move(inputs))};
        all.push_back(inputs.front());
    }
    return Signal::tuple(std::move(all));
}

Signal ListOperations::dense(std::vector<Signal> inputs) {
    if (inputs.empty()) return Signal::unknown();
    Signal joined = inputs.front();
    std::vector<Signal> parts = {joined};
    for (const std::uint32_t child : children(module_)) {
        const Signal output = first_tensor(runner_.call(child, {joined}, attempt_));
        parts.push_back(output);
        joined =
            repeats(child) == 1 ? concatenate_channels(joined, output, parts) : unknown_work(&node(module_));
    }
    return joined;
}

Signal ListOperations::concatenate_channels(const Signal& x, const Signal& y, std::span<const Signal> parts) {
    if (!x.is_tensor() || !y.is_tensor()) return unknown_work(&node(module_));
    FlowCall call{{x, y}, {Value::of_number(1)}, {}, runner_.environment(), node(module_).work};
    Result<Signal> joined = find_flow_function("cat")->apply(call);
    if (joined) set_source(source_of(call.inputs), &*joined);
    if (FlowRecorder* const recorder = runner_.recorder; recorder != nullptr && joined) {
        const bool has_parts = recorder->joins_parts() && !parts.empty();
        recorder->record_operation({FlowStep::Kind::Operation, module_, "cat"},
                                   has_parts ? parts : std::span<const Signal>(call.inputs), &*joined);
    }
    if (joined) return std::move(*joined);
    attempt_->warn(module_, std::move(joined.error().message));
    return unknown_work(&node(module_));
}

Signal ListOperations::keep(std::vector<Signal> inputs) {
    std::vector<Signal>& kept = attempt_->skip_connections;
    if (inputs.empty() || kept.size() >= kMaxSignals) return unknown_work(&node(module_));
    kept.push_back(inputs.front());
    return inputs.front();
}

Signal ListOperations::concatenate_skip_connection(const Signal& x) {
    std::vector<Signal>& kept = attempt_->skip_connections;
    if (kept.empty() || !x.is_tensor() || !kept.back().is_tensor()) return unknown_work(&node(module_));
    const Signal last = std::move(kept.back());
    kept.pop_back();
    return concatenate_channels(x, last);
}

Result<Signal> ListOperations::call_in_turn(const std::vector<ListCall>& lists, Signal x,
                                            StepOptions options) {
    std::vector<std::vector<std::uint32_t>> modules;
    std::size_t steps = 0;
    for (const ListCall& call : lists) {
        node(call.list).calls++;
        modules.push_back(unrolled(call.list));
        steps = std::max(steps, modules.back().size());
    }
    if (steps > kMaxSignals) return flow_error(message("list.too_many_modules", {{"most", kMaxSignals}}));
    std::map<std::uint32_t, KnownCall> known_calls;
    for (std::size_t step = 0; step < steps; ++step) {
        if (options.takes_skip_connection) x = concatenate_skip_connection(x);
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (step >= modules[i].size()) continue;
            const std::uint32_t module = modules[i][step];
            const auto [known, is_new] = known_calls.try_emplace(module, KnownCall{x, {}});
            KnownCall& call = known->second;
            if (is_new) {
                call.output = first_tensor(call_with(module, x, lists[i].inputs));
            } else if (!have_same_shape(call.input, x, runner_.environment())) {
                return flow_error(message("list.equal_modules_differ"));
            }
            x = call.output;
        }
        if (options.keeps_output) keep({x});
    }
    return x;
}

Signal ListOperations::call_with(std::uint32_t module, const Signal& x, std::vector<Signal> more) {
    more.insert(more.begin(), x);
    return call_one(module, std::move(more));
}

Signal ListOperations::call_one(std::uint32_t module, std::vector<Signal> inputs) {
    return record_call(runner_.recorder, module, std::move(inputs), [&](std::vector<Signal> taken) {
        return runner_.call_once(module, std::move(taken), attempt_);
    });
}

std::vector<std::uint32_t> ListOperations::unrolled(std::uint32_t list) {
    const Integer most = Integer{kMaxSignals} + 1;
    std::vector<std::uint32_t> modules;
    for (const std::uint32_t child : children(list)) {
        if (modules.size() > kMaxSignals) break;
        const Integer copies = std::clamp(repeats(child), Integer{0}, most);
        modules.insert(modules.end(), static_cast<std::size_t>(copies), child);
    }
    return modules;
}

Result<Signal> ListOperations::branches(const ListCall& call) {
    RecordedList recorded(runner_.recorder, call);
    return recorded.end(run_branches({call.list, recorded.inputs}));
}

Result<Signal> ListOperations::run_branches(const ListCall& call) {
    node(call.list).calls++;
    std::vector<Signal> all;
    for (const std::uint32_t child : children(call.list)) {
        const Integer copies = repeats(child);
        if (copies < 1 || copies > kMaxFollowedRepeats) {
            return flow_error(message("list.branches_repeats", {{"most", to_string(kMaxFollowedRepeats)}}));
        }
        all.insert(all.end(), static_cast<std::size_t>(copies), call_one(child, call.inputs));
    }
    return Signal::tuple(std::move(all));
}

/// The router gives a weight for each expert.
void ListOperations::require_weight_per_expert(const ListCall& call) const {
    if (call.inputs.size() < 2 || call.inputs[1].dims.empty()) return;
    Polynomial experts;
    for (const std::uint32_t child : children(call.list))
        experts += runner_.tree().nodes[child].module->repeat;
    runner_.environment().equal(call.inputs[1].dims.back(), experts);
}

Result<Signal> ListOperations::route(const ListCall& call) {
    Node& experts = node(call.list);
    if (!experts.share) return unknown_work(&node(module_));
    if (!experts.is_list) return call_child(call.list, {call.inputs.front()});
    RecordedList recorded(runner_.recorder, call);
    return recorded.end(run_route({call.list, recorded.inputs}));
}

Result<Signal> ListOperations::run_route(const ListCall& call) {
    node(call.list).calls++;
    if (runner_.environment().requirements()) require_weight_per_expert(call);
    std::optional<Signal> mixed;
    std::vector<Signal> outputs;  // of all experts, while the flow is recorded
    for (const std::uint32_t child : children(call.list)) {
        Signal output = call_one(child, {call.inputs.front()});
        if (mixed && !have_same_shape(*mixed, output, runner_.environment())) {
            return flow_error(message("route.different_outputs"));
        }
        if (runner_.recorder != nullptr) outputs.push_back(output);
        mixed = std::move(output);
    }
    if (runner_.recorder != nullptr && mixed)
        runner_.recorder->record_operation({FlowStep::Kind::Operation, call.list, "sum"}, outputs, &*mixed);
    return mixed.value_or(Signal::unknown());
}

}  // namespace paramscope
