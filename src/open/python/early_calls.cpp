// Calls of modules while a model is built: `n = self.features(torch.zeros(1, 3, 32, 32)).shape[1]`.
#include "open/python/evaluator.h"
#include "open/python/forward.h"

namespace paramscope::open::python {

/// Evaluates the forward pass of a module and keeps what it changes in modules, as Python does. Where that
/// fails, what it returns and the attributes that it may assign are not known.
Value Evaluator::call_module_early(InstanceObject& module, const python::Arguments& arguments) {
    const std::set<std::string> decided = decided_by_;
    ForwardPass pass(*this, module);
    const bool is_whole = arguments.is_complete && pass.run(arguments);
    set_forward(nullptr);
    if (is_stopped()) return Value::none();
    if (!is_whole) {
        if (flow_ == Flow::Raise) catch_exception();
        decided_by_ = decided;
        return forget_forward(module);
    }
    return without_origins(pass.returned);
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
    uncertain_attributes_.insert(effects.attributes.begin(), effects.attributes.end());
    if (effects.is_open) module.module->doubts.push_back(reason);
    return tensor_of_unknown_shape(reason);
}

}  // namespace paramscope::open::python
