// Forward lines: names, calls, operators and what they are given.
#include <algorithm>

#include "base/concat.h"
#include "count/flow/run.h"
#include "count/flow/tally.h"

namespace paramscope {
namespace {

/// How deep bindings may hang on ones that are written behind them, through all modules that are being
/// computed.
constexpr int kDeepestBindings = 200;

/// Marks the bindings that an expression names, and those that they name in turn, last one first.
void mark_needed(const FlowExpression& expression, const std::map<std::string_view, std::size_t>& places,
                 std::vector<bool>* needed, std::vector<std::size_t>* found) {
    const auto place =
        expression.kind == FlowExpression::Kind::Name ? places.find(expression.name) : places.end();
    if (place != places.end() && !(*needed)[place->second]) {
        (*needed)[place->second] = true;
        found->push_back(place->second);
    }
    for (const FlowExpression& operand : expression.operands) mark_needed(operand, places, needed, found);
}

/// Which bindings the result asks for: what nobody asks for is not computed.
std::vector<bool> needed_bindings(const Forward& forward) {
    std::map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < forward.bindings.size(); ++i) places.emplace(forward.bindings[i].name, i);
    std::vector<bool> needed(forward.bindings.size());
    std::vector<std::size_t> found;
    mark_needed(forward.result, places, &needed, &found);
    while (!found.empty()) {
        const FlowExpression& value = forward.bindings[found.back()].value;
        found.pop_back();
        mark_needed(value, places, &needed, &found);
    }
    return needed;
}

}  // namespace

Signal FlowRun::pass_forward(std::uint32_t index, const Forward& forward, std::vector<Signal> inputs) {
    Scope scope;
    for (std::size_t i = 0; i < forward.inputs.size(); ++i) {
        scope[forward.inputs[i]].value = i < inputs.size() ? inputs[i] : inputs.front();
    }
    for (const Forward::Binding& binding : forward.bindings) {
        scope[binding.name].expression = &binding.value;
    }
    // In the order in which they are written: a graph may be one chain of thousands, which must not nest.
    const std::vector<bool> needed = needed_bindings(forward);
    for (std::size_t i = 0; i < forward.bindings.size(); ++i) {
        if (needed[i])
            settle(index, forward.bindings[i].value, scope.find(forward.bindings[i].name)->second, scope);
    }
    return evaluate_flow(index, forward.result, scope);
}

Signal FlowRun::evaluate_flow(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    switch (expression.kind) {
        case FlowExpression::Kind::Name:
            return named(index, expression, scope);
        case FlowExpression::Kind::Literal:
            return Signal::unknown();
        case FlowExpression::Kind::Call:
            return called(index, expression, scope);
        case FlowExpression::Kind::Operator:
            return combined(index, expression, scope);
        case FlowExpression::Kind::Tuple:
            return gathered(index, expression, operands(index, expression, scope));
        case FlowExpression::Kind::Index:
            return picked(index, expression, scope);
    }
    return Signal::unknown();
}

Signal FlowRun::named(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    const auto found = scope.find(expression.name);
    if (found != scope.end()) {
        settle(index, expression, found->second, scope);
        return *found->second.value;
    }
    for (const TensorReport& tensor : tree_.nodes[index].tensors) {
        if (tensor.name == expression.name) return Signal::tensor(tensor.shape);
    }
    if (const TensorReport* tensor = tensor_below(index, expression.name))
        return Signal::tensor(tensor->shape);
    if (hides(tree_.nodes[index], expression.name)) return unknown_work(tree_.nodes[index]);
    return fail(index, expression,
                concat("unknown name '", expression.name,
                       "': expected an input, a name bound by 'where', or a "
                       "tensor of the module"));
}

void FlowRun::settle(std::uint32_t index, const FlowExpression& asked, Binding& binding, Scope& scope) {
    if (binding.value) return;
    const bool is_cycle = binding.open;
    if (is_cycle || open_bindings_ == kDeepestBindings) {
        binding.value = fail(index, asked,
                             is_cycle ? concat("'", asked.name, "' depends on itself")
                                      : std::string("too much here hangs on what is written behind it"));
        return;
    }
    binding.open = true;
    ++open_bindings_;
    Signal value = evaluate_flow(index, *binding.expression, scope);
    --open_bindings_;
    if (!binding.value) binding.value = std::move(value);
}

const TensorReport* FlowRun::tensor_below(std::uint32_t index, std::string_view path) const {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return nullptr;
    const auto child = tree_.find(index, path.substr(0, dot));
    if (!child) return nullptr;
    const std::vector<TensorReport>& tensors = tree_.nodes[*child].tensors;
    const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const TensorReport& tensor) {
        return tensor.name == path.substr(dot + 1);
    });
    return found == tensors.end() ? nullptr : &*found;
}

bool FlowRun::hides(const Node& node, std::string_view name) {
    return node.block && std::any_of(node.block->tensors.begin(), node.block->tensors.end(),
                                     [&](const Tensor& tensor) { return tensor.name == name; });
}

Signal FlowRun::called(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    if (const auto child = tree_.find(index, expression.name)) {
        return call_child(*child, operands(index, expression, scope));
    }
    if (expression.name == "sequence") return sequence(index, operands(index, expression, scope));
    if (expression.name == "outputs") return outputs(index, operands(index, expression, scope));
    if (expression.name == "dense") return dense(index, operands(index, expression, scope));
    if (expression.name == "branches") return branches(index, expression, scope);
    if (expression.name == "each") return each(index, expression, scope);
    if (expression.name == "route") return route(index, expression, scope);
    if (expression.name == "alternate") return alternate(index, expression, scope);
    if (expression.name == "keep") return keep(index, operands(index, expression, scope));
    if (const FlowFunction* function = find_flow_function(expression.name)) {
        return apply(index, expression, *function, scope);
    }
    if (is_flow_function(expression.name)) return apply_layer(index, expression, scope);
    std::vector<Signal> inputs = operands(index, expression, scope);
    if (!expression.optional) {
        note(index, expression, concat("there is no child '", expression.name, "': it passes its input on"));
    }
    return inputs.empty() ? Signal::unknown() : inputs.front();
}

Signal FlowRun::apply(std::uint32_t index, const FlowExpression& expression, const FlowFunction& function,
                      Scope& scope) {
    FlowCall call{{}, {}, expression.keywords, environment_, tree_.nodes[index].work};
    if (!gather(index, expression, scope, &call, function.takes_tuples))
        return unknown_work(tree_.nodes[index]);
    if (call.inputs.size() < function.inputs) {
        return fail(index, expression,
                    concat(function.name, " needs ", to_string(Integer(function.inputs)),
                           " tensors but gets ", to_string(Integer(call.inputs.size()))));
    }
    Result<Signal> result = function.apply(call);
    if (result && result->is_tensor()) tally_function(product(result->dims), function.each, &call.work);
    return checked(index, expression, std::move(result));
}

Signal FlowRun::apply_layer(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    FlowCall call{{}, {}, expression.keywords, environment_, tree_.nodes[index].work};
    if (!gather(index, expression, scope, &call) || call.inputs.empty()) {
        return unknown_work(tree_.nodes[index]);
    }
    Module& module = tree_.built.emplace_back();
    module.type = expression.name;
    module.span = module.type_span = expression.span;
    const auto give = [&](const std::string& name, const Value& value, const Span& span) {
        Argument& argument = module.arguments.emplace_back();
        argument.name = name;
        argument.value = value;
        argument.span = span;
    };
    for (const Value& value : call.literals) give("", value, expression.span);
    for (const FlowExpression::Keyword& keyword : expression.keywords) {
        give(keyword.name, keyword.value, keyword.span);
    }
    const FoundLayer layer = find_layer(expression.name);
    const Arguments arguments(*layer.signature, module, environment_.values(), diagnostics_);
    if (arguments.failed()) return unknown_work(tree_.nodes[index]);
    bool refused = false;
    return run_layer(layer, arguments, {}, call.inputs, &call.work, &refused);
}

Signal FlowRun::combined(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    FlowCall call{{}, {}, expression.keywords, environment_, tree_.nodes[index].work};
    if (!gather(index, expression, scope, &call)) {
        tree_.nodes[index].elements_known = false;
        return expression.name == "@" ? unknown_work(tree_.nodes[index]) : Signal::unknown();
    }
    if (call.inputs.empty()) return Signal::unknown();
    if (call.inputs.size() == 1) return call.inputs.front();  // the other operand is a number
    return checked(index, expression, apply_operator(expression.name, call));
}

Signal FlowRun::gathered(std::uint32_t index, const FlowExpression& expression, std::vector<Signal> items) {
    Signal tuple = Signal::tuple(std::move(items));
    std::size_t left = kMostSignals;
    if (has_at_most(tuple, &left)) return tuple;
    return fail(index, expression, concat("a tuple may hold no more than ", kMostSignals, " tensors"));
}

bool FlowRun::has_at_most(const Signal& signal, std::size_t* left) {
    if (*left == 0) return false;
    --*left;
    return std::all_of(signal.items.begin(), signal.items.end(),
                       [left](const Signal& item) { return has_at_most(item, left); });
}

Signal FlowRun::picked(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    const Signal whole = evaluate_flow(index, expression.operands.front(), scope);
    const std::optional<Integer> position = environment_.integer(expression.literal.number);
    if (whole.kind != Signal::Kind::Tuple) return position == Integer{0} ? whole : Signal::unknown();
    const auto size = static_cast<Integer>(whole.items.size());
    if (!position || *position < -size || *position >= size) {
        return fail(index, expression, concat("the tuple has ", to_string(size), " items, no such index"));
    }
    return whole.items[static_cast<std::size_t>(*position < 0 ? *position + size : *position)];
}

std::vector<Signal> FlowRun::operands(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
    std::vector<Signal> signals;
    for (const FlowExpression& operand : expression.operands) {
        signals.push_back(evaluate_flow(index, operand, scope));
    }
    return signals;
}

bool FlowRun::gather(std::uint32_t index, const FlowExpression& expression, Scope& scope, FlowCall* call,
                     bool takes_tuples) {
    bool known = true;
    for (const FlowExpression& operand : expression.operands) {
        if (const std::optional<Value> value = literal_value(index, operand, scope)) {
            call->literals.push_back(*value);
            continue;
        }
        const Signal signal = evaluate_flow(index, operand, scope);
        const auto add = [&](const Signal& item) {
            call->inputs.push_back(first_tensor(item));
            known = known && call->inputs.back().is_tensor();
        };
        const bool is_list = operand.kind == FlowExpression::Kind::Tuple ||
                             (takes_tuples && signal.kind == Signal::Kind::Tuple);
        if (!is_list) add(signal);
        if (is_list) {
            for (const Signal& item : signal.items) add(item);
        }
    }
    return known;
}

std::optional<Value> FlowRun::literal_value(std::uint32_t index, const FlowExpression& operand,
                                            const Scope& scope) const {
    if (operand.kind == FlowExpression::Kind::Literal) return operand.literal;
    if (operand.kind != FlowExpression::Kind::Name || scope.count(operand.name) != 0) return std::nullopt;
    for (const TensorReport& tensor : tree_.nodes[index].tensors) {
        if (tensor.name == operand.name) return std::nullopt;
    }
    if (!environment_.values()(operand.name)) return std::nullopt;
    return Value::of_word(operand.name);
}

}  // namespace paramscope
