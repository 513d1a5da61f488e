// Calls of several modules: in order, side by side, in turn, as experts.
#include <algorithm>

#include "base/concat.h"
#include "count/flow/run.h"
#include "count/flow/values.h"

namespace paramscope {

Signal FlowRun::call_child(std::uint32_t child, std::vector<Signal> inputs) {
    if (inputs.empty()) inputs.push_back(Signal::unknown());
    if (tree_.nodes[child].is_list) return chain(child, std::move(inputs));
    return call(child, std::move(inputs));
}

Signal FlowRun::chain(std::uint32_t index, std::vector<Signal> inputs) {
    Node& node = tree_.nodes[index];
    if (node.calls++ == 0) node.input = inputs.front();
    for (const std::uint32_t child : tree_.nodes[index].children) {
        inputs.front() = call(child, inputs);
    }
    if (node.calls == 1) node.output = inputs.front();
    return inputs.front();
}

Signal FlowRun::sequence(std::uint32_t index, std::vector<Signal> inputs) {
    if (inputs.empty()) return Signal::unknown();
    for (const std::uint32_t child : tree_.nodes[index].children) {
        inputs = {call_child(child, std::move(inputs))};
    }
    return inputs.front();
}

Signal FlowRun::outputs(std::uint32_t index, std::vector<Signal> inputs) {
    if (inputs.empty()) return Signal::unknown();
    if (tree_.nodes[index].children.size() > kMostSignals) return unknown_work(tree_.nodes[index]);
    std::vector<Signal> all;
    for (const std::uint32_t child : tree_.nodes[index].children) {
        inputs = {call_child(child, std::move(inputs))};
        all.push_back(inputs.front());
    }
    return Signal::tuple(std::move(all));
}

Signal FlowRun::dense(std::uint32_t index, std::vector<Signal> inputs) {
    if (inputs.empty()) return Signal::unknown();
    Signal joined = inputs.front();
    for (const std::uint32_t child : tree_.nodes[index].children) {
        const Integer repeat = environment_.integer(tree_.nodes[child].module->repeat).value_or(0);
        const Signal output = first_tensor(call(child, {joined}));
        if (repeat != 1 || !joined.is_tensor() || !output.is_tensor()) {
            joined = unknown_work(tree_.nodes[index]);
            continue;
        }
        FlowCall cat{{joined, output}, {Value::of_number(1)}, {}, environment_, tree_.nodes[index].work};
        const Result<Signal> both = find_flow_function("cat")->apply(cat);
        if (!both) warn(index, both.error().message);
        joined = both ? *both : unknown_work(tree_.nodes[index]);
    }
    return joined;
}

std::optional<FlowRun::ListCall> FlowRun::list_call(std::uint32_t index, const FlowExpression& expression,
                                                    Scope& scope) {
    if (expression.operands.size() < 2 || expression.operands[0].kind != FlowExpression::Kind::Name) {
        fail(index, expression,
             concat(expression.name, " needs a list of modules and an input: ", expression.name,
                    "(layers, x)"));
        return std::nullopt;
    }
    const FlowExpression& list = expression.operands.front();
    const auto child = tree_.find(index, list.name);
    if (!child) {
        fail(index, list, concat("there is no list of modules '", list.name, "'"));
        return std::nullopt;
    }
    ListCall call{*child, {}};
    for (std::size_t i = 1; i < expression.operands.size(); ++i) {
        call.inputs.push_back(evaluate_flow(index, expression.operands[i], scope));
    }
    return call;
}

Signal FlowRun::each(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    std::optional<ListCall> call = list_call(index, expression, scope);
    if (!call) return Signal::unknown();
    if (says(expression, "keep") || says(expression, "take")) {
        const auto more = std::vector<Signal>(call->inputs.begin() + 1, call->inputs.end());
        return stepwise(index, expression, {{call->list, more}}, call->inputs.front());
    }
    Integer times = 1;
    for (const FlowExpression::Keyword& keyword : expression.keywords) {
        if (keyword.name == "times") times = environment_.integer(flow::size_of(keyword.value)).value_or(0);
    }
    if (times < 1 || times > kMostRuns) return fail(index, expression, "each needs a known number of times");
    for (; times > 0; --times) call->inputs.front() = chain(call->list, call->inputs);
    return call->inputs.front();
}

Signal FlowRun::keep(std::uint32_t index, std::vector<Signal> inputs) {
    if (inputs.empty() || kept_.size() >= kMostSignals) return unknown_work(tree_.nodes[index]);
    kept_.push_back(inputs.front());
    return inputs.front();
}

bool FlowRun::says(const FlowExpression& expression, std::string_view name) {
    return std::any_of(expression.keywords.begin(), expression.keywords.end(),
                       [&](const FlowExpression::Keyword& keyword) {
                           return keyword.name == name && keyword.value.boolean;
                       });
}

Signal FlowRun::alternate(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    std::vector<ListCall> lists;
    for (std::size_t i = 0; i < 2 && i < expression.operands.size(); ++i) {
        const auto list = tree_.find(index, expression.operands[i].name);
        if (list) lists.push_back({*list, {}});
    }
    if (lists.size() < 2 || expression.operands.size() < 3) {
        return fail(index, expression, "alternate needs two lists of modules and an input");
    }
    std::vector<Signal> inputs;
    for (std::size_t i = 2; i < expression.operands.size(); ++i) {
        inputs.push_back(evaluate_flow(index, expression.operands[i], scope));
    }
    for (std::size_t i = 0; i < 2 && i + 1 < inputs.size(); ++i) lists[i].inputs.push_back(inputs[i + 1]);
    return stepwise(index, expression, lists, inputs.front());
}

Signal FlowRun::stepwise(std::uint32_t index, const FlowExpression& expression,
                         const std::vector<ListCall>& lists, Signal x) {
    std::vector<std::vector<std::uint32_t>> modules;
    std::size_t steps = 0;
    for (const ListCall& list : lists) {
        tree_.nodes[list.list].calls++;
        modules.push_back(instances(list.list));
        steps = std::max(steps, modules.back().size());
    }
    if (steps > kMostSignals) return fail(index, expression, "these are too many modules to follow in turn");
    std::map<std::uint32_t, std::pair<Signal, Signal>> seen;  // equal modules do the same
    for (std::size_t step = 0; step < steps; ++step) {
        if (says(expression, "take")) x = joined_with_kept(index, x);
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (step >= modules[i].size()) continue;
            const std::uint32_t module = modules[i][step];
            const auto [place, is_new] = seen.try_emplace(module, x, Signal::unknown());
            if (is_new) {
                std::vector<Signal> inputs = lists[i].inputs;
                inputs.insert(inputs.begin(), x);
                place->second.second = first_tensor(call_once(module, std::move(inputs)));
            } else if (!same_shape(place->second.first, x)) {
                return fail(index, expression,
                            "modules that are printed as equal get tensors of different shapes");
            }
            x = place->second.second;
        }
        if (says(expression, "keep")) keep(index, {x});
    }
    return x;
}

std::vector<std::uint32_t> FlowRun::instances(std::uint32_t list) const {
    std::vector<std::uint32_t> all;
    for (const std::uint32_t child : tree_.nodes[list].children) {
        if (all.size() > kMostSignals) break;
        const Integer repeat = environment_.integer(tree_.nodes[child].module->repeat).value_or(0);
        const Integer most = Integer{kMostSignals} + 1;
        all.insert(all.end(), static_cast<std::size_t>(std::clamp(repeat, Integer{0}, most)), child);
    }
    return all;
}

Signal FlowRun::joined_with_kept(std::uint32_t index, const Signal& x) {
    Node& node = tree_.nodes[index];
    if (kept_.empty() || !x.is_tensor() || !kept_.back().is_tensor()) return unknown_work(node);
    FlowCall cat{{x, kept_.back()}, {Value::of_number(1)}, {}, environment_, node.work};
    kept_.pop_back();
    const Result<Signal> both = find_flow_function("cat")->apply(cat);
    if (!both) warn(index, both.error().message);
    return both ? *both : unknown_work(node);
}

Signal FlowRun::branches(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    const std::optional<ListCall> listed = list_call(index, expression, scope);
    if (!listed) return Signal::unknown();
    tree_.nodes[listed->list].calls++;
    std::vector<Signal> all;
    for (const std::uint32_t child : tree_.nodes[listed->list].children) {
        const Integer repeat = environment_.integer(tree_.nodes[child].module->repeat).value_or(0);
        if (repeat < 1 || repeat > kMostRuns) return fail(index, expression, "branches needs known repeats");
        all.insert(all.end(), static_cast<std::size_t>(repeat), call_once(child, listed->inputs));
    }
    return gathered(index, expression, std::move(all));
}

Signal FlowRun::route(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    const std::optional<ListCall> call = list_call(index, expression, scope);
    if (!call) return Signal::unknown();
    const Node& experts = tree_.nodes[call->list];
    if (!experts.share) return unknown_work(tree_.nodes[index]);
    if (!experts.is_list) return call_child(call->list, {call->inputs.front()});
    tree_.nodes[call->list].calls++;
    std::optional<Signal> mixed;
    for (const std::uint32_t child : experts.children) {
        const Signal output = call_once(child, {call->inputs.front()});
        if (mixed && !same_shape(*mixed, output)) {
            return fail(index, expression, "the experts give tensors of different shapes");
        }
        mixed = output;
    }
    return mixed.value_or(Signal::unknown());
}

}  // namespace paramscope
