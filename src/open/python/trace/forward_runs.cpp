#include "open/python/trace/forward_runs.h"

#include <algorithm>
#include <tuple>

#include "base/ranges.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {
namespace {

/// True for one number or object with one formula.
bool is_same_value(const Value& a, const Value& b) {
    if (a.type != b.type || a.formula != b.formula) return false;
    switch (a.type) {
        case Type::None:
        case Type::Ellipsis:
            return true;
        case Type::Bool:
            return a.boolean == b.boolean;
        case Type::Int:
            return a.integer == b.integer;
        case Type::Float:
            return a.real == b.real;
        default:
            return a.object == b.object;
    }
}

bool are_same_values(const std::vector<Value>& a, const std::vector<Value>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same_value);
}

bool are_same_values(const std::vector<std::pair<std::string, Value>>& a,
                     const std::vector<std::pair<std::string, Value>>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return is_same_value(x.second, y.second) && x.first == y.first;
    });
}

bool are_same_values(const Attributes& a, const Attributes& b) {
    return are_same_values(a.entries, b.entries);
}

bool are_same_values(const ModuleState& a, const ModuleState& b) {
    const auto flags = [](const ModuleState& of) {
        return std::tuple(of.length, of.number, of.has_layer_tensors, of.is_layer_bound, of.is_whole,
                          of.was_initialized, of.has_hook, of.data_type, !of.kept_rule_tensors);
    };
    return flags(a) == flags(b) && are_same_values(a.children, b.children) &&
           are_same_values(a.parameters, b.parameters) && are_same_values(a.buffers, b.buffers) &&
           are_same_values(a.layer_arguments, b.layer_arguments) &&
           are_same_values(a.layer_tensors, b.layer_tensors) &&
           are_same_values(a.rule_tensors(), b.rule_tensors()) && are_same_values(a.doubts, b.doubts) &&
           a.removed_tensors == b.removed_tensors;
}

/// The modules below a root whose classes say what train(mode) does; other functions of that name train.
std::vector<InstanceObject*> modules_with_train(InstanceObject& root) {
    std::vector<InstanceObject*> modules;
    collect_modules(root, modules);
    std::erase_if(modules, [](const InstanceObject* each) {
        const Value* method = each->cls->find("train");
        if (method == nullptr || !method->is(Type::Function)) return true;
        const std::vector<Parameter> parameters = parameters_of(method->as<FunctionObject>());
        return parameters.size() != 2 || parameters[1].name != "mode";
    });
    return modules;
}

}  // namespace

Snapshot::Snapshot(Evaluator& evaluator, InstanceObject& root) {
    std::vector<InstanceObject*> modules;
    collect_modules(root, modules);
    modules_.reserve(modules.size());
    for (InstanceObject* module : modules) {
        for (const auto& [name, tensor] : own_tensors(evaluator, *module, true)) {
            if (tensor.is(Type::Tensor)) tensors_.emplace_back(&tensor.tensor(), tensor.tensor());
        }
        modules_.push_back({module, module->attributes, *module->module});
    }
}

/// Most passes change few modules, and a copy takes longer than a comparison.
void Snapshot::restore() const {
    for (const Saved& saved : modules_) {
        if (!are_same_values(saved.module->attributes, saved.attributes))
            saved.module->attributes = saved.attributes;
        if (!are_same_values(*saved.module->module, saved.state)) *saved.module->module = saved.state;
    }
    for (const auto& [object, tensor] : tensors_) *object = tensor;
}

ForwardRuns::ForwardRuns(Evaluator& evaluator, InstanceObject& root)
    : evaluator_(evaluator),
      root_(root),
      snapshot_(evaluator, root),
      trained_(modules_with_train(root)),
      open_lazy_(open_lazy_layers(root)),
      decided_(evaluator.decisions.decided_by()) {}

std::unique_ptr<ForwardPass> ForwardRuns::run(const python::Arguments& inputs, Routing routing,
                                              const Branching& branching) {
    auto pass = std::make_unique<ForwardPass>(evaluator_, root_);
    pass->routing = routing;
    pass->branching = branching;
    return run(std::move(pass), inputs);
}

void ForwardRuns::probe(const python::Arguments& inputs, std::vector<InputHint>* hints) {
    auto pass = std::make_unique<ForwardPass>(evaluator_, root_);
    pass->is_probing = true;
    pass->hints = *hints;
    *hints = run(std::move(pass), inputs)->hints;
}

std::unique_ptr<ForwardPass> ForwardRuns::search(const python::Arguments& inputs, std::size_t most_steps) {
    auto pass = std::make_unique<ForwardPass>(evaluator_, root_);
    pass->is_searching = true;
    pass->branching.way = Branching::Way::Taken;
    evaluator_.budget.last_step = most_steps;
    pass = run(std::move(pass), inputs);
    evaluator_.budget.last_step = kNoBound;
    evaluator_.budget.is_given_up = false;
    return pass;
}

/// Everything that the pass changes is undone.
std::unique_ptr<ForwardPass> ForwardRuns::run(std::unique_ptr<ForwardPass> pass,
                                              const python::Arguments& inputs) {
    evaluator_.decisions.set_decided_by(decided_);
    evaluator_.renew_limits();
    begin_inference();
    const bool is_whole = pass->run(inputs);
    steps_ = evaluator_.budget.steps;
    failure_.reset();
    if (!is_whole) {
        failure_place_ = evaluator_.control.exception_place;
        is_at_limit_ = is_at_limit_ || (evaluator_.is_stopped() && !pass->is_searching);
        const std::optional<Message> hint = evaluator_.control.exception_hint;
        failure_ = evaluator_.is_stopped()
                       ? *evaluator_.control.stop_reason
                       : message("python.raised", {{"exception", evaluator_.catch_exception()}});
        if (hint && !evaluator_.is_stopped()) failure_ = hint;
    }
    evaluator_.renew_limits();
    restore();
    return pass;
}

/// Runs what the text writes for train(False), as eval() does.
void ForwardRuns::begin_inference() {
    for (InstanceObject* each : trained_) {
        call_method(evaluator_, Value::of(Type::Instance, each), "train", {Value::of(false)});
        if (evaluator_.control.flow == Flow::Raise) evaluator_.catch_exception();
    }
}

/// Undoes what a pass changed in modules, but for the numbers of inputs that lazy layers took from it.
void ForwardRuns::restore() {
    const std::vector<InstanceObject*> before = open_lazy_;
    open_lazy_ = open_lazy_layers(root_);
    std::vector<std::pair<InstanceObject*, Value>> taken;
    for (InstanceObject* each : before) {
        if (!contains(open_lazy_, each)) taken.emplace_back(each, *lazy_size(*each));
    }
    snapshot_.restore();
    for (const auto& [module, size] : taken) set_lazy_size(*module, size);
    if (!taken.empty()) snapshot_ = Snapshot(evaluator_, root_);
}

}  // namespace paramscope::open::python
