// Calls of modules in a forward pass: layers by the catalogue's rules, classes of the source by their
// forward().

#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/state/signatures.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/ended_frames.h"
#include "open/python/trace/forward.h"
#include "open/python/trace/names.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kDeepestFrame = 60;
constexpr std::size_t kMostFrameSteps = 20'000;  // of one call of a module

/// An unknown value in what a module returns: the work behind it is not known.
const Value* find_unknown(const Value& value) {
    if (value.is_unknown()) return &value;
    if (value.is(Type::Tuple) || value.is(Type::List)) {
        for (const Value& each : value.items()) {
            if (const Value* found = find_unknown(each)) return found;
        }
    }
    if (value.is(Type::Dict)) {
        for (const Dict::Entry& entry : value.as<Dict>().entries) {
            if (const Value* found = entry.is_removed ? nullptr : find_unknown(entry.value)) return found;
        }
    }
    return nullptr;
}

/// The hooks of a module under that name, in order.
std::vector<Value> hooks_of(const InstanceObject& module, std::string_view name) {
    const Value* hooks = module.attributes.find(name);
    return hooks != nullptr && hooks->is(Type::List) ? hooks->items() : std::vector<Value>();
}

Value call_hook(Evaluator& e, const Value& hook, std::vector<Value> given) {
    if (e.is_interrupted()) return Value::none();
    Arguments arguments;
    arguments.positional = std::move(given);
    return call(e, hook, arguments);
}

/// The tensors of an argument that are inputs of what is called, as take_input() goes through them. Those
/// that an object holds are reached through it.
void collect_inputs(Evaluator& e, const Value& value, std::vector<Value>& tensors) {
    if (value.is(Type::Tensor)) return tensors.push_back(value);
    e.map_items(value, [&](const Value& item, const Value*) {
        collect_inputs(e, item, tensors);
        return item;
    });
}

/// True for a forward() that is called without its module.
bool is_static_method(const Value& forward) {
    return forward.is(Type::Descriptor) &&
           forward.as<DescriptorObject>().kind == DescriptorObject::Kind::StaticMethod;
}

}  // namespace

const Value* forward_of(const ClassObject& cls) {
    for (const char* name : {"forward", "__call__"}) {
        const Value* found = cls.find(name);
        if (found != nullptr) return found;
    }
    return nullptr;
}

std::vector<Parameter> inputs_of(const ClassObject& cls) {
    const Value* forward = forward_of(cls);
    if (forward == nullptr || !forward->is(Type::Function)) return {};
    std::vector<Parameter> parameters = parameters_of(unwrapped(forward->as<FunctionObject>()));
    if (!parameters.empty()) parameters.erase(parameters.begin());
    return parameters;
}

void ForwardPass::push_frame(InstanceObject& module) {
    auto made = std::make_unique<ForwardFrame>();
    made->module = &module;
    made->number = ++evaluator_.traced_frames;
    frames_.push_back(std::move(made));
}

std::optional<std::string> ForwardPass::path_of(const InstanceObject& module) {
    if (frames_.empty()) return "";
    ForwardFrame& at = frame();
    if (at.module_paths.empty()) operand_of(tensor(evaluator_, {}));
    const auto found = at.module_paths.find(&module);
    if (found == at.module_paths.end() || found->second.empty()) return std::nullopt;
    const bool is_nameable =
        found->second.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.") ==
        std::string::npos;
    return is_nameable ? std::optional(found->second) : std::nullopt;
}

Value ForwardPass::call_module(InstanceObject& module, python::Arguments& arguments) {
    const std::vector<Value> before = hooks_of(module, kForwardPreHooks),
                             after = hooks_of(module, kForwardHooks);
    if (frames_.empty() || (before.empty() && after.empty())) return call_without_hooks(module, arguments);
    const Value self = Value::of(Type::Instance, &module);
    for (const Value& hook : before) {
        const Value changed = call_hook(evaluator_, hook, {self, evaluator_.tuple(arguments.positional)});
        if (changed.is(Type::None)) continue;
        arguments.positional = changed.is(Type::Tuple) ? changed.items() : std::vector<Value>{changed};
    }
    const Value given = evaluator_.tuple(arguments.positional);
    Value result = call_without_hooks(module, arguments);
    for (const Value& hook : after) {
        const Value changed = call_hook(evaluator_, hook, {self, given, result});
        if (!changed.is(Type::None)) result = changed;
    }
    return result;
}

Value ForwardPass::call_without_hooks(InstanceObject& module, python::Arguments& arguments) {
    if (!is_probing && !is_searching) evaluator_.bound_unsettled();
    if (evaluator_.is_interrupted() || !evaluator_.step()) return Value::none();
    if (frames_.size() >= kDeepestFrame || (!frames_.empty() && frame().steps.size() > kMostFrameSteps))
        return evaluator_.stop(message("python.too_deep"));
    if (module.module->has_hook && !frames_.empty())
        mark_unknown(evaluator_.unknown(message("python.unknown_call", {{"type", "hook"}})));
    if (const Value* own = module.attributes.find("forward")) return call_forward(module, *own, arguments);
    if (const Value* forward = forward_of(*module.cls)) return call_forward(module, *forward, arguments);
    if (module.cls->derives_from(evaluator_.known.sequential)) return call_sequence(module, arguments);
    const std::string_view type = layer_of(*module.cls);
    if (!type.empty() && module.module->is_layer_bound) return call_layer(module, type, arguments);
    if (module.cls->unknown_base || module.cls->derives_from(evaluator_.known.module_list) ||
        module.cls->derives_from(evaluator_.known.module_dict))
        return tensor_of_unknown_shape(
            evaluator_, evaluator_.unknown(message("python.unknown_call", {{"type", module.cls->name}})));
    return tensor_of_unknown_shape(
        evaluator_, evaluator_.unknown(message("python.no_forward", {{"type", module.cls->name}})));
}

Value ForwardPass::call_inherited(InstanceObject& module, python::Arguments& arguments) {
    const std::string_view type = layer_of(*module.cls);
    const bool is_inside =
        !frames_.empty() && (frame().module == &module || forward_of(*module.cls) != nullptr);
    if (!is_inside) return call_module(module, arguments);
    if (module.cls->derives_from(evaluator_.known.sequential)) {
        Value x = arguments.positional.empty() ? Value::none() : arguments.positional.front();
        for (const auto& [name, child] : module.module->children.entries) {
            python::Arguments next;
            next.positional = {x};
            if (is_module(child)) x = call_module(child.instance(), next);
        }
        return x;
    }
    const std::optional<Value> result =
        type.empty() ? std::nullopt : call_as_function(module, type, arguments);
    return result ? *result : unknown_result(type.empty() ? "forward" : type);
}

std::optional<ForwardStep> ForwardPass::step_of(InstanceObject& module) {
    ForwardStep step;
    step.is_module = true;
    step.target = &module;
    if (const std::optional<std::string> path = path_of(module)) {
        step.function = *path;
        return step;
    }
    for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
        if (!frames_[i]->module_paths.contains(&module)) continue;
        frame().calls_foreign = true;
        return step;
    }
    return std::nullopt;
}

Value ForwardPass::call_sequence(InstanceObject& module, python::Arguments& arguments) {
    if (arguments.positional.size() != 1) return unknown_result("Sequential");
    const bool is_root = frames_.empty();
    const std::optional<ForwardStep> found = is_root ? std::nullopt : step_of(module);
    Value x = arguments.positional.front();
    std::vector<Value> tensors;
    collect_inputs(evaluator_, x, tensors);
    // A part of a Sequential is no module of its own: its modules are called where it is.
    const bool is_own = is_root || found;
    std::vector<ForwardOperand> operands;
    if (is_own && !is_root) {
        for (const Value& each : tensors) operands.push_back(operand_of(each));
    }
    if (is_own) {
        push_frame(module);
        x = take_input(x, "x", &operands, nullptr);
    }
    // The engine hands one tensor from each module to the next: others need a line, and so does a misfit.
    bool is_chain = x.is(Type::Tensor);
    const auto children = module.module->children.entries;
    for (const auto& [name, child] : children) {
        if (child.is_unknown()) mark_unknown(child);
        if (!is_module(child) || evaluator_.is_interrupted()) continue;
        is_chain = is_chain && x.is(Type::Tensor);
        python::Arguments next;
        next.positional = {x};
        x = call_module(child.instance(), next);
        is_chain = is_chain && !frame().has_misfit;
    }
    if (!is_own || evaluator_.is_interrupted()) {
        if (is_own) frames_.pop_back();
        return x;
    }
    if (!is_chain) return end_frame(x, found, std::move(operands));
    const std::optional<Message> unknown = frame().unknown;
    frames_.pop_back();
    if (is_root) {
        is_root_unknown_ = unknown.has_value();
        return x;
    }
    ForwardStep step = *found;
    step.operands = std::move(operands);
    frame().steps.push_back(std::move(step));
    std::vector<Value> outputs;
    collect_tensors(x, outputs);
    std::size_t count = 0;
    return give_output(x, &count, frame().steps.size() - 1, outputs.size() > 1);
}

Value ForwardPass::take_input(const Value& value, std::string_view name,
                              std::vector<ForwardOperand>* operands, const ForwardFrame* caller) {
    switch (value.type) {
        case Type::Tensor: {
            auto* copy = evaluator_.make<TensorObject>();
            *copy = value.tensor();
            if (copy->is_parameter && caller == nullptr) copy->is_parameter = false;
            copy->origin.frame = frame().number;
            copy->origin.is_input = true;
            copy->origin.index = frame().inputs.size();
            copy->origin.items.clear();
            std::string unique(name);
            for (std::size_t i = 2; contains(frame().inputs, unique); ++i) unique = concat(name, "_", i);
            frame().inputs.push_back(unique);
            return Value::of(Type::Tensor, copy);
        }
        default:
            return evaluator_.map_items(value, [&](const Value& item, const Value* key) {
                const bool is_named = key != nullptr && key->is(Type::Str);
                return take_input(item, is_named ? std::string_view(key->str()) : name, operands, caller);
            });
    }
}

Value ForwardPass::call_forward(InstanceObject& module, const Value& forward, python::Arguments& arguments) {
    for (const Value& each : arguments.positional) {
        if (!check_size(each)) return Value::none();
    }
    for (const auto& [name, each] : arguments.named) {
        if (!check_size(each)) return Value::none();
    }
    // What the pass itself makes is in no tree: its steps are those of the module around.
    const Value self = Value::of(Type::Instance, &module);
    const bool is_made_here = !frames_.empty() && module.module->number > made_before_;
    if (is_made_here && forward.is(Type::Function))
        return python::call_function(evaluator_, forward.as<FunctionObject>(), &self, arguments);
    std::optional<ForwardStep> step = frames_.empty() ? ForwardStep() : step_of(module);
    std::vector<Value> tensors;
    for (const Value& each : arguments.positional) collect_inputs(evaluator_, each, tensors);
    for (const auto& [name, each] : arguments.named) collect_inputs(evaluator_, each, tensors);
    std::vector<ForwardOperand> operands;
    if (!frames_.empty()) {
        for (const Value& each : tensors) operands.push_back(operand_of(each));
    }
    push_frame(module);
    Value function = forward.is(Type::Descriptor) ? forward.as<DescriptorObject>().function : forward;
    const bool is_static = is_static_method(forward);
    // self.forward = self.forward_fast
    const bool is_own = forward.is(Type::Method) && forward.as<MethodObject>().self.object == &module;
    if (is_own) function = Value::of(Type::Function, forward.as<MethodObject>().function);
    const std::vector<Parameter> parameters = function.is(Type::Function)
                                                  ? parameters_of(unwrapped(function.as<FunctionObject>()))
                                                  : std::vector<Parameter>();
    python::Arguments inner = arguments;
    for (std::size_t i = 0; i < inner.positional.size(); ++i) {
        const std::size_t at = is_static ? i : i + 1;  // behind self
        const bool has_name = at < parameters.size() && !parameters[at].is_rest;
        inner.positional[i] =
            take_input(inner.positional[i], has_name ? parameters[at].name : "x", &operands, nullptr);
    }
    for (auto& [name, value] : inner.named) value = take_input(value, name, &operands, nullptr);
    Value result;
    if (function.is(Type::Function)) {
        result = python::call_function(evaluator_, function.as<FunctionObject>(), is_static ? nullptr : &self,
                                       inner);
    } else {
        result = unknown_result("forward");
    }
    if (!check_size(result)) {
        frames_.pop_back();
        return Value::none();
    }
    return end_frame(result, std::move(step), std::move(operands));
}

Value ForwardPass::give_output(const Value& value, std::size_t* count, std::size_t step, bool is_tuple) {
    switch (value.type) {
        case Type::Tensor: {
            auto* copy = evaluator_.make<TensorObject>();
            *copy = value.tensor();
            copy->is_parameter = false;
            copy->origin = {};
            copy->origin.frame = frame().number;
            copy->origin.index = step;
            if (is_tuple) copy->origin.items = {*count};
            ++*count;
            return Value::of(Type::Tensor, copy);
        }
        case Type::Instance: {
            if (value.instance().module != nullptr) return value;
            auto* copy = evaluator_.make<InstanceObject>();
            copy->cls = value.instance().cls;
            copy->span = value.instance().span;
            for (const auto& [name, each] : value.instance().attributes.entries)
                copy->attributes.set(
                    name, each.is(Type::Instance) ? each : give_output(each, count, step, is_tuple));
            return Value::of(Type::Instance, copy);
        }
        default:
            return evaluator_.map_items(value, [&](const Value& item, const Value*) {
                return give_output(item, count, step, is_tuple);
            });
    }
}

/// Lets loops decide that stand as they ran: a line of repeats follows their length.
void ForwardPass::decide_by_loops(const ForwardFrame& frame, bool with_folded) {
    for (const ForwardLoop& loop : frame.loops) {
        if (with_folded || !loop.is_folded) evaluator_.decisions.decide_by(loop.length);
    }
}

/// Ends the innermost frame, and writes its line where the last call of a module of its class had another.
const EndedFrame& ForwardPass::write_frame(std::vector<ForwardOperand> outputs) {
    const std::unique_ptr<ForwardFrame> frame = std::move(frames_.back());
    frames_.pop_back();
    EndedFrame& ended = ended_[frame->module->cls];
    const bool has_line = ended.recorded.module != nullptr && is_alike(ended, *frame, outputs);
    if (!has_line) {
        ended.folded = *frame;
        ended.outputs = outputs;
        fold_loops(ended.folded, outputs);
        fold_lists(ended.folded, outputs);
        ended.line = forward_line(ended.folded, outputs, evaluator_, told_);
    }
    ended.recorded = std::move(*frame);
    return ended;
}

Value ForwardPass::end_frame(const Value& result, std::optional<ForwardStep> step,
                             std::vector<ForwardOperand> operands) {
    ForwardFrame& inner = frame();
    std::vector<Value> tensors;
    collect_tensors(result, tensors);
    std::vector<ForwardOperand> outputs;
    for (const Value& each : tensors) {
        outputs.push_back(operand_of(each));
        if (!each.tensor().is_shape_known) mark_unknown(each.tensor().shape_reason);
    }
    if (const Value* unknown = find_unknown(result)) mark_unknown(*unknown);
    const bool has_functions_only =
        none_of(inner.steps, [](const ForwardStep& each) { return each.target != nullptr; });
    if (frames_.size() > 1 && (inner.calls_foreign || (!step && has_functions_only))) {
        decide_by_loops(inner, false);
        const std::unique_ptr<ForwardFrame> ended = std::move(frames_.back());
        frames_.pop_back();
        return inline_steps(*ended, operands, result);
    }
    const EndedFrame& ended = write_frame(std::move(outputs));
    decide_by_loops(ended.folded, false);
    InstanceObject& module = *ended.recorded.module;
    const auto [known, is_new] = lines_.emplace(&module, ended.line);
    if (frames_.empty()) {
        is_root_unknown_ = ended.recorded.unknown.has_value();
        note_single_calls(ended.folded, module);
        return result;
    }
    if (!step) {
        if (is_new) lines_.erase(known);
        mark_unknown(evaluator_.unknown(message("python.module_elsewhere", {{"type", module.cls->name}})));
        return result;
    }
    if (!is_new && known->second != ended.line) {
        decide_by_loops(ended.folded, true);
        return inline_steps(ended.recorded, operands, result);
    }
    note_single_calls(ended.folded, module);
    step->operands = std::move(operands);
    evaluator_.step();
    frame().steps.push_back(std::move(*step));
    std::size_t count = 0;
    return give_output(result, &count, frame().steps.size() - 1, tensors.size() > 1);
}

}  // namespace paramscope::open::python
