// Calls of modules while a model is built: `n = self.features(torch.zeros(1, 3, 32, 32)).shape[1]`.
#include <algorithm>

#include "algebra/print.h"
#include "open/python/run/evaluator.h"
#include "open/python/run/step_bound.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {

constexpr std::size_t kMostEarlyCallSteps = 100'000;  // of one call
constexpr std::size_t kMostEarlySteps = 1'000'000;    // of all calls of a text

/// The last call of a module, and what it gave.
struct Evaluator::EarlyCall {
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
            text += print(evaluator.formula_of(size), Notation::Plain) + ",";
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

/// Counts an assignment to an attribute of a module, unless it leaves what is there.
void Evaluator::note_module_change(InstanceObject& module, std::string_view name, const Value& value) {
    const Value* before = module.attributes.find(name);
    if (before == nullptr || !is_same_kind(*before, value)) ++module_changes_;
}

/// True where forward passes change nothing but attributes, whose changes are counted.
bool Evaluator::may_repeat_calls() {
    if (!may_repeat_calls_) {
        const Effects effects = text_effects().of_forward_passes();
        may_repeat_calls_ = !effects.is_open && !effects.changes_containers;
    }
    return *may_repeat_calls_;
}

/// Evaluates the pass within its own limit of steps; false where it raises or reaches that.
bool Evaluator::run_early(ForwardPass& pass, const python::Arguments& arguments) {
    const std::size_t begin = steps_;
    bool is_whole = false;
    {
        const StepBound bound(*this, kMostEarlyCallSteps);
        is_whole = pass.run(arguments);
    }
    early_steps_ += steps_ - begin;
    if (is_given_up_ && steps_ - begin >= kMostEarlyCallSteps) {
        is_given_up_ = false;
        stop_reason_.reset();
        flow_ = Flow::Next;
        early_steps_ = std::max(early_steps_, kMostEarlySteps - kMostEarlyCallSteps);  // one more at most
    }
    return is_whole;
}

/// Evaluates the forward pass of a module and keeps what it changes in modules, as Python does; once for
/// calls of the same shapes while no module changes. Where it fails, what it returns and the attributes that
/// it may assign are not known.
Value Evaluator::call_module_early(InstanceObject& module, const python::Arguments& arguments) {
    const std::string shapes = arguments.is_complete && may_repeat_calls() ? shapes_of(*this, arguments) : "";
    std::shared_ptr<EarlyCall>& last = early_calls_[&module];
    if (last != nullptr && !shapes.empty() && last->shapes == shapes && last->changes == module_changes_)
        return without_origins(last->returned);
    const std::set<std::string> decided = decided_by_;
    const std::size_t changes = module_changes_;
    ForwardPass pass(*this, module);
    pass.is_early = true;
    const bool is_whole =
        arguments.is_complete && early_steps_ < kMostEarlySteps && run_early(pass, arguments);
    if (is_stopped()) return Value::none();
    if (!is_whole) {
        if (flow_ == Flow::Raise) catch_exception();
        decided_by_ = decided;
        return forget_forward(module);
    }
    const Value returned = without_origins(pass.returned);
    // What it changed once it may change again.
    if (changes == module_changes_) last = std::make_shared<EarlyCall>(EarlyCall{shapes, changes, returned});
    return returned;
}

/// What a function of torch gives while a model is built, as in a forward pass; nullopt for one that is not
/// known, or of unknown shapes.
std::optional<Value> Evaluator::call_function_early(std::string_view name,
                                                    const python::Arguments& arguments) {
    std::vector<Value> tensors;
    for (const Value& each : arguments.positional) collect_tensors(each, tensors);
    const bool is_known = !tensors.empty() && arguments.is_complete &&
                          std::all_of(tensors.begin(), tensors.end(),
                                      [](const Value& each) { return each.tensor().is_shape_known; });
    if (!is_known || is_interrupted()) return std::nullopt;
    python::Arguments none;
    const Value module = construct(*known.module, none);
    modules_.pop_back();  // it is none of the text
    ForwardPass pass(*this, module.instance());
    const std::optional<Value> result = pass.run_function(name, arguments);
    if (is_stopped()) return std::nullopt;
    if (flow_ == Flow::Raise) catch_exception();
    const bool has_shape = result && result->is(Type::Tensor) && result->tensor().is_shape_known;
    return has_shape ? std::optional(without_origins(*result)) : std::nullopt;
}

/// The value with its tensors as new ones: of no step of a forward pass.
Value Evaluator::without_origins(const Value& value) {
    if (value.is(Type::Tensor)) {
        auto* copy = make<TensorObject>();
        *copy = value.tensor();
        copy->origin = {};
        copy->is_parameter = false;
        return Value::of(Type::Tensor, copy);
    }
    return map_items(value, [&](const Value& item, const Value*) { return without_origins(item); });
}

/// Takes every attribute that forward passes assign as changed, and the module as one that may have new
/// parts.
Value Evaluator::forget_forward(InstanceObject& module) {
    const Value reason = unknown(message("python.unknown_forward"));
    const Effects effects = here_ != nullptr ? text_effects().of(*here_, {}) : Effects();
    add_uncertain_attributes(effects.attributes);
    if (effects.is_open) module.module->doubts.push_back(reason);
    return tensor_of_unknown_shape(reason);
}

}  // namespace paramscope::open::python
