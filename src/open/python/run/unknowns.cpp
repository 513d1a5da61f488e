// Values that are not known, and members of libraries that are known to have no effect on a model.
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/libraries/libraries.h"
#include "open/python/libraries/questions.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/number_types.h"

namespace paramscope::open::python {
namespace {

Truth not_known(Evaluator&, const Value&) {
    return Truth::Unknown;
}

Value itself(Evaluator&, const Value& value) {
    return value;
}

Value own_item(Evaluator&, const Value& value, const Value&) {
    return value;
}

void ignore_item(Evaluator&, const Value&, const Value&, const Value&) {}

void ignore_attribute(Evaluator&, const Value&, std::string_view, const Value&) {}

bool ignore_deletion(Evaluator&, const Value&, std::string_view) {
    return true;
}

std::optional<std::vector<Value>> unknown_items(Evaluator&, const Value& value, Value* reason,
                                                const Polynomial**) {
    *reason = value;
    return std::nullopt;
}

std::optional<Value> unknown_attribute(Evaluator& e, const Value& value, std::string_view) {
    ++e.uncertainty.doubtful_steps;
    return value;
}

Value opaque_length(Evaluator& e, const Value&) {
    return e.unknown(message("python.unknown_method", {{"name", "len"}}));
}

std::optional<std::vector<Value>> opaque_items(Evaluator& e, const Value& value, Value* reason,
                                               const Polynomial**) {
    *reason = e.unknown(message("python.unknown_call", {{"type", type_name(value)}}));
    return std::nullopt;
}

std::optional<Value> opaque_attribute(Evaluator& e, const Value& value, std::string_view name) {
    const std::string& owner = value.as<OpaqueObject>().name;
    if (owner == "cpu" && name == "type") return e.text(owner);  // the device of a tensor
    if (owner == "cpu" && name == "index") return Value::none();
    if (find_number_type(owner) != kUnknownType) {
        if (name == "is_complex") return Value::of(owner.starts_with("torch.c"));
        if (name == "is_floating_point") return Value::of(is_floating_type(owner));
    }
    return e.opaque(concat(owner, ".", name));
}

std::string opaque_name(Evaluator&, const Value& value, int) {
    return value.as<OpaqueObject>().name;
}

Value call_unknown(Evaluator& e, const Value& function, Arguments& arguments) {
    ++e.uncertainty.doubtful_steps;
    Arguments given = arguments;
    if (InstanceObject* self = function.as<Unknown>().self)
        given.positional.push_back(Value::of(Type::Instance, self));
    forget_given(e, given, function);
    if (e.tracer != nullptr && takes_tensors(arguments)) return tensor_of_unknown_shape(e, function);
    return function;
}

/// Calls a member of a library without a rule. Only those of a few parts are known to give no module.
Value call_opaque(Evaluator& e, const Value& function, Arguments& arguments) {
    const std::string& name = function.as<OpaqueObject>().name;
    const bool is_size = name == "torch.Size" && arguments.positional.size() == 1;
    if (is_size && (arguments.positional[0].is_unknown() || arguments.positional[0].is(Type::Tuple)))
        return arguments.positional[0];
    if (is_size && arguments.positional[0].is(Type::List)) return e.tuple(arguments.positional[0].items());
    const bool is_device = name == "torch.device" && arguments.positional.size() == 1;
    if (is_device && arguments.positional[0].is(Type::Str)) {
        const std::string& device = arguments.positional[0].str();
        if (device == "meta" || device == "cpu") return e.opaque(device);
    }
    if (e.tracer != nullptr) {
        if (const auto result = e.tracer->call_opaque(name, arguments)) return *result;
    }
    if (name.starts_with(kObserver)) note_question(e, name, arguments);
    constexpr std::string_view kHarmless[] = {kObserver,          "typing",
                                              "logging",          "time",
                                              "collections.abc",  "abc",
                                              "warnings",         "torch.device",
                                              "torch.optim",      "torch.utils.data",
                                              "torch.autograd",   "torch.backends",
                                              "torch.cuda",       "torch.distributed",
                                              "torch.finfo",      "torch.iinfo",
                                              "torch.Size",       "torch.Generator",
                                              "torch.set_",       "torch.get_",
                                              "torch.save",       "torch.amp",
                                              "torch.utils.hooks"};
    const bool is_harmless = any_of(kHarmless, [&](std::string_view each) { return name.starts_with(each); });
    // A transform of images has no weights; what one gives for a tensor is another matter.
    const bool is_transform = e.tracer == nullptr && name.starts_with("torchvision.transforms");
    if (is_harmless || is_transform) return function;
    const Value reason = e.unknown(message("python.unknown_call", {{"type", name}}));
    forget_given(e, arguments, reason);
    return reason;
}

}  // namespace

const Behaviour kUnknownBehaviour = {
    .name = "unknown",
    .truth = not_known,
    .length = itself,
    .items = unknown_items,
    .item = own_item,
    .takes_unknown_keys = true,
    .set_item = ignore_item,
    .attribute = unknown_attribute,
    .set_attribute = ignore_attribute,
    .delete_attribute = ignore_deletion,
    .call = call_unknown,
    .key = nullptr,
};

const Behaviour kOpaqueBehaviour = {
    .name = "object",
    .truth = not_known,
    .length = opaque_length,
    .items = opaque_items,
    .item = own_item,
    .takes_unknown_keys = true,
    .set_item = ignore_item,
    .attribute = opaque_attribute,
    .set_attribute = ignore_attribute,
    .delete_attribute = ignore_deletion,
    .call = call_opaque,
    .represent = opaque_name,
};

}  // namespace paramscope::open::python
