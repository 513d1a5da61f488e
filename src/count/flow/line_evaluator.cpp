#include "count/flow/line_evaluator.h"

#include <utility>

#include "base/ranges.h"
#include "count/flow/gradients.h"
#include "count/flow/messages.h"
#include "count/flow/signals.h"
#include "count/flow/tally.h"
#include "count/functions/values.h"

namespace paramscope {
namespace {

/// How many names may be computed inside each other, over all forward lines being evaluated. Names bound in
/// the order of their use do not nest.
constexpr int kMaxBindingDepth = 200;

using BindingIndices = std::unordered_map<std::string_view, std::size_t>;

/// Marks the bindings that an expression names, and appends those that were not marked before to `found`.
void mark_needed(const ForwardExpression& expression, const BindingIndices& indices,
                 std::vector<bool>* is_needed, std::vector<std::size_t>* found) {
    const bool is_name = expression.kind == ForwardExpression::Kind::Name;
    const auto index = is_name ? indices.find(expression.name) : indices.end();
    if (index != indices.end() && !(*is_needed)[index->second]) {
        (*is_needed)[index->second] = true;
        found->push_back(index->second);
    }
    for (const ForwardExpression& operand : expression.operands)
        mark_needed(operand, indices, is_needed, found);
}

/// For each binding, whether the result depends on it.
std::vector<bool> find_needed_bindings(const Forward& forward) {
    BindingIndices indices;
    for (std::size_t i = 0; i < forward.bindings.size(); ++i) indices.emplace(forward.bindings[i].name, i);
    std::vector<bool> is_needed(forward.bindings.size());
    std::vector<std::size_t> found;
    mark_needed(forward.result, indices, &is_needed, &found);
    while (!found.empty()) {
        const ForwardExpression& value = forward.bindings[found.back()].value;
        found.pop_back();
        mark_needed(value, indices, &is_needed, &found);
    }
    return is_needed;
}

const ForwardExpression::Keyword* find_keyword(const ForwardExpression& call, std::string_view name) {
    return find_by(call.keywords, &ForwardExpression::Keyword::name, name);
}

bool has_flag(const ForwardExpression& call, std::string_view name) {
    const ForwardExpression::Keyword* keyword = find_keyword(call, name);
    return keyword && keyword->value.boolean;
}

std::optional<TensorReport> find_tensor_in(const Node& node, std::string_view name) {
    return node.tensors.find([&](const TensorReport& tensor) { return tensor.name == name; });
}

/// The module that a call of a layer type writes: AvgPool2d(x, kernel_size=2) is AvgPool2d(kernel_size=2).
Module module_of_call(const ForwardExpression& call, std::string_view type,
                      const std::vector<Value>& literals) {
    Module module;
    module.type = type;
    module.span = module.type_span = call.span;
    const auto add = [&](const std::string& name, const Value& value, const Span& span) {
        Argument& argument = module.arguments.edit().emplace_back();
        argument.name = name;
        argument.value = value;
        argument.span = span;
    };
    for (const Value& value : literals) add("", value, call.span);
    for (const ForwardExpression::Keyword& keyword : call.keywords)
        add(keyword.name, keyword.value, keyword.span);
    return module;
}

}  // namespace

LineEvaluator::LineEvaluator(FlowRunner* runner, Attempt* attempt, std::uint32_t module,
                             const Forward& forward, const std::vector<Signal>& inputs)
    : runner_(*runner),
      attempt_(attempt),
      module_(module),
      forward_(forward),
      lists_(runner, attempt, module) {
    for (std::size_t i = 0; i < forward.inputs.size(); ++i) {
        bindings_[forward.inputs[i]].value = i < inputs.size() ? inputs[i] : inputs.front();
    }
    for (const Forward::Binding& binding : forward.bindings) {
        bindings_[binding.name].expression = &binding.value;
    }
}

Signal LineEvaluator::run() {
    // In the order in which they are written: a graph may be a chain of thousands, too deep to evaluate
    // recursively.
    const std::vector<bool> is_needed = find_needed_bindings(forward_);
    for (std::size_t i = 0; i < forward_.bindings.size(); ++i) {
        const Forward::Binding& binding = forward_.bindings[i];
        if (is_needed[i]) compute_binding(binding.value, &bindings_.find(binding.name)->second);
    }
    return evaluate(forward_.result);
}

Signal LineEvaluator::evaluate(const ForwardExpression& expression) {
    switch (expression.kind) {
        case ForwardExpression::Kind::Name:
            return evaluate_name(expression);
        case ForwardExpression::Kind::Literal:
            return Signal::unknown();
        case ForwardExpression::Kind::Call:
            return evaluate_call(expression);
        case ForwardExpression::Kind::Operator:
            return evaluate_operator(expression);
        case ForwardExpression::Kind::Tuple:
            return make_tuple(expression, evaluate_operands(expression));
        case ForwardExpression::Kind::Index:
            return evaluate_index(expression);
    }
    return Signal::unknown();
}

Signal LineEvaluator::record(std::string_view operation, std::span<const Signal> inputs, Signal result,
                             std::span<const ForwardExpression::Keyword> keywords) {
    set_source(source_of(inputs), &result);
    if (runner_.recorder != nullptr)
        runner_.recorder->record_operation(
            {FlowStep::Kind::Operation, module_, std::string(operation), {keywords.begin(), keywords.end()}},
            inputs, &result);
    return result;
}

Signal LineEvaluator::recorded_tensor(std::string_view name, Signal tensor) {
    if (runner_.recorder != nullptr) tensor.maker = runner_.recorder->tensor_step(name);
    return tensor;
}

// ---- names ----

Signal LineEvaluator::evaluate_name(const ForwardExpression& expression) {
    const std::string& name = expression.name;
    const auto found = bindings_.find(name);
    if (found != bindings_.end()) {
        compute_binding(expression, &found->second);
        return *found->second.value;
    }
    std::optional<TensorReport> tensor = find_tensor(name);
    if (!tensor) tensor = find_tensor_of_descendant(name);
    if (tensor) {
        Signal signal = Signal::tensor(tensor->shape);
        if (tensor->role == Role::Buffer) signal.source = runner_.source_of_constants;
        return recorded_tensor(name, std::move(signal));
    }
    if (is_tensor_of_rule(name)) return recorded_tensor(name, unknown_work(&node()));
    return fail(expression, message("flow.unknown_name", {{"name", name}}));
}

void LineEvaluator::compute_binding(const ForwardExpression& use, Binding* binding) {
    if (binding->value) return;
    if (binding->is_being_computed) {
        binding->value = fail(use, message("flow.cycle", {{"name", use.name}}));
        return;
    }
    if (runner_.binding_depth == kMaxBindingDepth) {
        binding->value = fail(use, message("flow.nested_too_deep"));
        return;
    }
    binding->is_being_computed = true;
    ++runner_.binding_depth;
    Signal value = evaluate(*binding->expression);
    --runner_.binding_depth;
    if (!binding->value) binding->value = std::move(value);  // a cycle has set it
}

std::optional<TensorReport> LineEvaluator::find_tensor(std::string_view name) const {
    return find_tensor_in(node(), name);
}

std::optional<TensorReport> LineEvaluator::find_tensor_of_descendant(std::string_view path) const {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto descendant = runner_.tree().find(module_, path.substr(0, dot));
    return descendant ? find_tensor_in(runner_.tree().nodes[*descendant], path.substr(dot + 1))
                      : std::nullopt;
}

bool LineEvaluator::is_tensor_of_rule(std::string_view name) const {
    const Module* rule = node().block;
    return rule && contains_by(rule->tensors, &Tensor::name, name);
}

// ---- calls ----

Signal LineEvaluator::evaluate_call(const ForwardExpression& call) {
    if (const auto child = runner_.tree().find(module_, call.name)) {
        std::vector<Signal> operands = evaluate_operands(call);
        if (runner_.recorder != nullptr) runner_.recorder->set_keywords(call.keywords);
        return lists_.call_child(*child, std::move(operands));
    }
    if (call.optional) return evaluate_missing_child(call);
    // F.relu(x) is the function where a child has its name.
    const std::string_view name = function_name(call.name);
    if (name == "sequence") return lists_.sequence(evaluate_operands(call));
    if (name == "outputs") return lists_.outputs(evaluate_operands(call));
    if (name == "dense") return lists_.dense(evaluate_operands(call));
    if (name == "keep") return lists_.keep(evaluate_operands(call));
    if (name == "after") return evaluate_after(call);
    if (name == "unknown") return evaluate_unknown(call);
    if (name == "branches") return evaluate_branches(call);
    if (name == "each") return evaluate_each(call);
    if (name == "route") return evaluate_route(call);
    if (name == "alternate") return evaluate_alternate(call);
    if (const FlowFunction* function = find_flow_function(call.name))
        return evaluate_function(call, *function);
    if (is_flow_function(name)) return evaluate_layer(call, name);
    return evaluate_missing_child(call);
}

Signal LineEvaluator::evaluate_after(const ForwardExpression& call) {
    const std::vector<Signal> all = evaluate_operands(call);
    return all.empty() ? Signal::unknown() : all.front();
}

Signal LineEvaluator::evaluate_unknown(const ForwardExpression& call) {
    const std::vector<Signal> inputs = evaluate_operands(call);
    const ForwardExpression::Keyword* reason = find_keyword(call, "reason");
    if (reason != nullptr && runner_.told_reasons.emplace(reason->value.text.view()).second)
        attempt_->warn(module_, message("flow.stated_unknown", {{"reason", reason->value.text}}));
    node().elements_known = false;
    return record(call.name, inputs, unknown_work(&node()), call.keywords);
}

Signal LineEvaluator::evaluate_missing_child(const ForwardExpression& call) {
    const std::vector<Signal> inputs = evaluate_operands(call);
    if (!call.optional) {
        attempt_->report(Severity::Note, module_, call.span, message("flow.no_child", {{"name", call.name}}));
    }
    return inputs.empty() ? Signal::unknown() : inputs.front();
}

Signal LineEvaluator::evaluate_function(const ForwardExpression& call, const FlowFunction& function) {
    Work work;
    FlowCall flow_call = empty_call(call, &work);
    if (!collect_operands(call, &flow_call, function.unpacks_tuples))
        return record(function.name, flow_call.inputs, unknown_work(&node()));
    const std::size_t actual = flow_call.inputs.size();
    if (actual < function.inputs) {
        return fail(
            call, message("flow.too_few_tensors",
                          {{"function", function.name}, {"expected", function.inputs}, {"actual", actual}}));
    }
    Result<Signal> result = function.apply(flow_call);
    if (result && result->is_tensor()) {
        tally_function(runner_.elements_of(result->dims), function.per_element, &work);
    }
    add_function_work(work, flow_call.inputs, &node());
    std::vector<ForwardExpression::Keyword> given(call.keywords.begin(), call.keywords.end());
    for (const Value& literal : flow_call.literals) given.push_back({"", literal, {}});
    return record(function.name, flow_call.inputs, value_or_fail(call, std::move(result)), given);
}

Signal LineEvaluator::evaluate_layer(const ForwardExpression& call, std::string_view type) {
    Work work;
    FlowCall flow_call = empty_call(call, &work);
    if (!collect_operands(call, &flow_call) || flow_call.inputs.empty())
        return record(type, flow_call.inputs, unknown_work(&node()));
    const Module module = module_of_call(call, type, flow_call.literals);
    const FoundLayer layer = find_layer(type);
    Diagnostics recorded;
    const Arguments arguments(*layer.signature, module, runner_.environment().values(), &recorded);
    const bool is_valid = !arguments.failed();
    FlowRunner::LayerResult result;
    if (is_valid) result = runner_.run_layer(layer, arguments, {}, flow_call.inputs, &work, attempt_);
    add_function_work(work, flow_call.inputs, &node());
    for (Diagnostic& diagnostic : recorded) {
        attempt_->report(diagnostic.severity, module_, diagnostic.span, std::move(diagnostic.message));
    }
    return record(type, flow_call.inputs, is_valid ? std::move(result.output) : unknown_work(&node()),
                  call.keywords);
}

// ---- operators, tuples ----

Signal LineEvaluator::evaluate_operator(const ForwardExpression& expression) {
    Work work;
    FlowCall call = empty_call(expression, &work);
    if (!collect_operands(expression, &call)) {
        node().elements_known = false;
        return record(expression.name, call.inputs,
                      expression.name == "@" ? unknown_work(&node()) : Signal::unknown());
    }
    if (call.inputs.empty()) return Signal::unknown();
    if (call.inputs.size() == 1)  // the other operand is a number
        return record(expression.name, call.inputs, call.inputs.front());
    Result<Signal> result = apply_operator(expression.name, call);
    add_function_work(work, call.inputs, &node());
    return record(expression.name, call.inputs, value_or_fail(expression, std::move(result)));
}

Signal LineEvaluator::make_tuple(const ForwardExpression& expression, std::vector<Signal> items) {
    // Nested tuples of one name double with every binding.
    Signal tuple = Signal::tuple(std::move(items));
    if (holds_at_most(tuple, kMaxSignals)) return tuple;
    return fail(expression, message("flow.tuple_too_large", {{"most", kMaxSignals}}));
}

Signal LineEvaluator::evaluate_index(const ForwardExpression& expression) {
    const Signal whole = evaluate(expression.operands.front());
    const std::optional<Integer> index = runner_.environment().integer(expression.literal.number);
    if (whole.kind != Signal::Kind::Tuple) return index == Integer{0} ? whole : Signal::unknown();
    const auto size = static_cast<Integer>(whole.items.size());
    if (!index || *index < -size || *index >= size) {
        return fail(expression,
                    message("flow.no_tuple_item",
                            {{"size", whole.items.size()},
                             {"index", index ? to_string(*index) : to_string(expression.literal)}}));
    }
    return whole.items[static_cast<std::size_t>(*index < 0 ? *index + size : *index)];
}

// ---- lists of modules ----

std::optional<ListCall> LineEvaluator::evaluate_list_call(const ForwardExpression& call) {
    if (call.operands.size() < 2 || call.operands[0].kind != ForwardExpression::Kind::Name) {
        fail(call, message("list.operands", {{"function", call.name}}));
        return std::nullopt;
    }
    const ForwardExpression& list = call.operands.front();
    const auto index = runner_.tree().find(module_, list.name);
    if (!index) {
        fail(list, message("list.unknown", {{"name", list.name}}));
        return std::nullopt;
    }
    ListCall result{*index, {}};
    for (std::size_t i = 1; i < call.operands.size(); ++i) {
        result.inputs.push_back(evaluate(call.operands[i]));
    }
    return result;
}

Signal LineEvaluator::evaluate_each(const ForwardExpression& call) {
    std::optional<ListCall> list = evaluate_list_call(call);
    if (!list) return Signal::unknown();
    const ListOperations::StepOptions options{has_flag(call, "take"), has_flag(call, "keep")};
    if (options.takes_skip_connection || options.keeps_output) {
        const Signal x = list->inputs.front();
        list->inputs.erase(list->inputs.begin());
        return value_or_fail(call, lists_.call_in_turn({std::move(*list)}, x, options));
    }
    Integer times = 1;
    if (const ForwardExpression::Keyword* keyword = find_keyword(call, "times")) {
        times = runner_.environment().integer(flow::size_of(keyword->value)).value_or(0);
    }
    if (times < 1 || times > kMaxFollowedRepeats) {
        return fail(call, message("list.each_times", {{"most", to_string(kMaxFollowedRepeats)}}));
    }
    for (; times > 0; --times) {
        if (runner_.recorder != nullptr) runner_.recorder->set_keywords(call.keywords);
        list->inputs.front() = lists_.call_in_order(*list);
    }
    return list->inputs.front();
}

Signal LineEvaluator::evaluate_alternate(const ForwardExpression& call) {
    std::vector<ListCall> lists;
    for (std::size_t i = 0; i < 2 && i < call.operands.size(); ++i) {
        const auto list = runner_.tree().find(module_, call.operands[i].name);
        if (list) lists.push_back({*list, {}});
    }
    if (lists.size() < 2 || call.operands.size() < 3) return fail(call, message("list.alternate_operands"));
    std::vector<Signal> inputs;
    for (std::size_t i = 2; i < call.operands.size(); ++i) inputs.push_back(evaluate(call.operands[i]));
    for (std::size_t i = 0; i < 2 && i + 1 < inputs.size(); ++i) lists[i].inputs.push_back(inputs[i + 1]);
    const ListOperations::StepOptions options{has_flag(call, "take"), has_flag(call, "keep")};
    return value_or_fail(call, lists_.call_in_turn(lists, inputs.front(), options));
}

Signal LineEvaluator::evaluate_branches(const ForwardExpression& call) {
    const std::optional<ListCall> list = evaluate_list_call(call);
    if (!list) return Signal::unknown();
    Result<Signal> outputs = lists_.branches(*list);
    if (!outputs) return value_or_fail(call, std::move(outputs));
    return make_tuple(call, {outputs->items.begin(), outputs->items.end()});
}

Signal LineEvaluator::evaluate_route(const ForwardExpression& call) {
    const std::optional<ListCall> experts = evaluate_list_call(call);
    if (!experts) return Signal::unknown();
    return value_or_fail(call, lists_.route(*experts));
}

// ---- operands ----

FlowCall LineEvaluator::empty_call(const ForwardExpression& call, Work* work) const {
    return {{}, {}, call.keywords, runner_.environment(), *work};
}

std::vector<Signal> LineEvaluator::evaluate_operands(const ForwardExpression& call) {
    std::vector<Signal> signals;
    for (const ForwardExpression& operand : call.operands) signals.push_back(evaluate(operand));
    return signals;
}

bool LineEvaluator::collect_operands(const ForwardExpression& call, FlowCall* result, bool unpacks_tuples) {
    for (const ForwardExpression& operand : call.operands) {
        if (const std::optional<Value> literal = literal_of(operand)) {
            result->literals.push_back(*literal);
            continue;
        }
        const Signal signal = evaluate(operand);
        const bool is_unpacked = operand.kind == ForwardExpression::Kind::Tuple ||
                                 (unpacks_tuples && signal.kind == Signal::Kind::Tuple);
        if (!is_unpacked) result->inputs.push_back(first_tensor(signal));
        if (!is_unpacked) continue;
        for (const Signal& item : signal.items) result->inputs.push_back(first_tensor(item));
    }
    return all_of(result->inputs, &Signal::is_tensor);
}

std::optional<Value> LineEvaluator::literal_of(const ForwardExpression& operand) const {
    if (operand.kind == ForwardExpression::Kind::Literal) return operand.literal;
    if (operand.kind == ForwardExpression::Kind::Operator) return computed_literal(operand);
    const bool is_signal = operand.kind != ForwardExpression::Kind::Name ||
                           bindings_.contains(operand.name) || find_tensor(operand.name).has_value();
    if (is_signal || !runner_.environment().values().is_known(operand.name)) return std::nullopt;
    return Value::of_word(operand.name);
}

std::optional<Value> LineEvaluator::computed_literal(const ForwardExpression& operation) const {
    const std::optional<Value> left = literal_of(operation.operands.front()),
                               right = literal_of(operation.operands.back());
    const auto is_size = [](const std::optional<Value>& value) {
        return value && (value->kind == Value::Kind::Number || value->kind == Value::Kind::Word);
    };
    if (!is_size(left) || !is_size(right) || operation.name == "@") return std::nullopt;
    const Polynomial a = flow::size_of(*left), b = flow::size_of(*right);
    const char sign = operation.name.front();
    return Value::of_number(sign == '+' ? a + b : sign == '-' ? a - b : sign == '*' ? a * b : a / b);
}

// ---- errors ----

Signal LineEvaluator::fail(const ForwardExpression& expression, Message message) {
    attempt_->report(Severity::Error, module_, expression.span, std::move(message));
    attempt_->record_size_mismatch();
    return unknown_work(&node());
}

Signal LineEvaluator::value_or_fail(const ForwardExpression& expression, Result<Signal> result) {
    return result ? std::move(*result) : fail(expression, std::move(result.error().message));
}

}  // namespace paramscope
