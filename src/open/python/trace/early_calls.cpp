// Calls of modules while a model is built: `n = self.features(torch.zeros(1, 3, 32, 32)).shape[1]`.
#include <algorithm>

#include "algebra/print.h"
#include "open/python/effects/effects.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/state/step_bound.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/early_calls.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {

constexpr std::size_t kMostEarlyCallSteps = 400'000;  // of one call
constexpr std::size_t kMostEarlySteps = 1'000'000;    // of all calls of a text

/// The last call of a module, and what it gave.
struct EarlyCall {
    std::string shapes;
    std::size_t changes = 0;  ///< of modules, so far
    Value returned;
};

namespace {

/// The shapes of the arguments as text; "" where other values are among them.
std::string shapes_of(Evaluator& evaluator, const python::Arguments& arguments) {
    std::string text;
    const auto add = [&](const Value& value) {
        if (!value.is(Type::Tensor) || !value.tensor().is_shape_known || !value.tensor().data.empty())
            return false;
        for (const Value& size : value.tensor().shape)
            text += print(evaluator.decisions.formula_of(size), Notation::Plain) + ",";
        text += ";";
        return true;
    };
    for (const Value& each : arguments.positional) {
        if (!add(each)) return "";
    }
    for (const auto& [name, each] : arguments.named) {
        text += name + "=";
        if (!add(each)) return "";
    }
    return text;
}

bool is_same_kind(const Value& before, const Value& value) {
    if (before.type != value.type) return false;
    switch (value.type) {
        case Type::None:
            return true;
        case Type::Int:
        case Type::Bool:
            return before.whole() == value.whole();
        case Type::Tensor: {
            const TensorObject &a = before.tensor(), &b = value.tensor();
            const bool are_known = a.is_shape_known && b.is_shape_known && a.data.empty() && b.data.empty();
            return are_known &&
                   std::equal(a.shape.begin(), a.shape.end(), b.shape.begin(), b.shape.end(),
                              [](const Value& x, const Value& y) { return x.whole() == y.whole(); });
        }
        default:
            return before.object == value.object;
    }
}

}  // namespace

void note_module_change(Evaluator& e, InstanceObject& module, std::string_view name, const Value& value) {
    const Value* before = module.attributes.find(name);
    if (before == nullptr || !is_same_kind(*before, value)) ++e.early_calls.module_changes;
}

/// True where forward passes change nothing but attributes, whose changes are counted.
static bool may_repeat_calls(Evaluator& e) {
    if (!e.early_calls.may_repeat) {
        const Effects effects = text_effects(e).of_forward_passes();
        e.early_calls.may_repeat = !effects.is_open && !effects.changes_containers;
    }
    return *e.early_calls.may_repeat;
}

/// Evaluates the pass within its own limit of steps; false where it raises or reaches that.
static bool run_early(Evaluator& e, ForwardPass& pass, const python::Arguments& arguments) {
    const std::size_t begin = e.budget.steps;
    bool is_whole = false;
    {
        const StepBound bound(e, kMostEarlyCallSteps);
        is_whole = pass.run(arguments);
    }
    e.early_calls.steps += e.budget.steps - begin;
    if (e.budget.is_given_up && e.budget.steps - begin >= kMostEarlyCallSteps) {
        e.budget.is_given_up = false;
        e.control.stop_reason.reset();
        e.control.flow = Flow::Next;
        e.early_calls.steps =
            std::max(e.early_calls.steps, kMostEarlySteps - kMostEarlyCallSteps);  // one more at most
    }
    return is_whole;
}

/// The value with its tensors as new ones: of no step of a forward pass.
static Value without_origins(Evaluator& e, const Value& value) {
    if (value.is(Type::Tensor)) {
        auto* copy = e.make<TensorObject>();
        *copy = value.tensor();
        copy->origin = {};
        copy->is_parameter = false;
        return Value::of(Type::Tensor, copy);
    }
    return e.map_items(value, [&](const Value& item, const Value*) { return without_origins(e, item); });
}

/// Takes every attribute that forward passes assign as changed, and the module as one that may have new
/// parts.
static Value forget_forward(Evaluator& e, InstanceObject& module) {
    const Value reason = e.unknown(message("python.unknown_forward"));
    const Effects effects = e.frames.here != nullptr ? text_effects(e).of(*e.frames.here, {}) : Effects();
    add_uncertain_attributes(e, effects.attributes);
    if (effects.is_open) module.module->doubts.push_back(reason);
    return tensor_of_unknown_shape(e, reason);
}

/// Evaluates the forward pass of a module and keeps what it changes in modules, as Python does; once for
/// calls of the same shapes while no module changes. Where it fails, what it returns and the attributes that
/// it may assign are not known.
Value call_module_early(Evaluator& e, InstanceObject& module, const python::Arguments& arguments) {
    const std::string shapes = arguments.is_complete && may_repeat_calls(e) ? shapes_of(e, arguments) : "";
    std::shared_ptr<EarlyCall>& last = e.early_calls.last[&module];
    if (last != nullptr && !shapes.empty() && last->shapes == shapes &&
        last->changes == e.early_calls.module_changes)
        return without_origins(e, last->returned);
    const std::set<std::string> decided = e.decisions.decided_by();
    const std::size_t changes = e.early_calls.module_changes;
    ForwardPass pass(e, module);
    pass.is_early = true;
    const bool is_whole =
        arguments.is_complete && e.early_calls.steps < kMostEarlySteps && run_early(e, pass, arguments);
    if (e.is_stopped()) return Value::none();
    if (!is_whole) {
        if (e.control.flow == Flow::Raise) e.catch_exception();
        e.decisions.set_decided_by(decided);
        return forget_forward(e, module);
    }
    const Value returned = without_origins(e, pass.returned);
    // What it changed once it may change again.
    if (changes == e.early_calls.module_changes)
        last = std::make_shared<EarlyCall>(EarlyCall{shapes, changes, returned});
    return returned;
}

std::optional<Value> call_function_early(Evaluator& e, std::string_view name,
                                         const python::Arguments& arguments) {
    std::vector<Value> tensors;
    for (const Value& each : arguments.positional) collect_tensors(each, tensors);
    const bool is_known = !tensors.empty() && arguments.is_complete && are_shapes_known(tensors);
    if (!is_known || e.is_interrupted()) return std::nullopt;
    python::Arguments none;
    const Value module = construct(e, *e.known.module, none);
    e.findings.modules.pop_back();  // it is none of the text
    ForwardPass pass(e, module.instance());
    const std::optional<Value> result = pass.run_function(name, arguments);
    if (e.is_stopped()) return std::nullopt;
    if (e.control.flow == Flow::Raise) e.catch_exception();
    if (!result) return std::nullopt;
    const Value given = without_origins(e, *result);
    tensors.clear();
    collect_tensors(given, tensors);
    if (tensors.empty() || !are_shapes_known(tensors)) return std::nullopt;
    // A step computes shapes, not numbers.
    for (const Value& each : tensors) each.tensor().data.clear();
    return given;
}

}  // namespace paramscope::open::python
