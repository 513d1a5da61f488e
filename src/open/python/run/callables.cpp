// Functions, builtin functions, bound methods, and descriptors.
#include <algorithm>

#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/effects/words.h"
#include "open/python/run/members.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

Value module_of(Evaluator& e, const Node* definition) {
    const SourceFile* file = e.imports.files != nullptr && definition != nullptr
                                 ? e.imports.files->file_at(definition->span.begin)
                                 : nullptr;
    return e.text(file != nullptr ? module_name(file->path()) : "__main__");
}

namespace {

/// function.__get__(object): the method of that object.
Value bind_function(Evaluator& e, const Value& function, Arguments& a) {
    if (a.positional.empty() || a.positional[0].is(Type::None)) return function;
    auto* method = e.make<MethodObject>();
    method->self = a.positional[0];
    method->function = &function.as<FunctionObject>();
    return Value::of(Type::Method, method);
}

std::optional<Value> function_attribute(Evaluator& e, const Value& value, std::string_view name) {
    const auto& function = value.as<FunctionObject>();
    const auto found = function.attributes.find(name);
    if (found != function.attributes.end()) return found->second;
    if (name == "__name__" || name == "__qualname__") return e.text(function.name);
    if (name == "__module__") return module_of(e, function.definition);
    if (name == "__get__") return e.builtin(name, bind_function, value);
    if (name == "__doc__" && function.definition != nullptr) return documentation(e, *function.definition);
    return builtin_attribute(e, value, name);
}

std::optional<Value> method_attribute(Evaluator& e, const Value& value, std::string_view name) {
    const auto& method = value.as<MethodObject>();
    if (name == "__self__") return method.self;
    if (name == "__name__" || name == "__qualname__") return e.text(method.function->name);
    if (name == "__module__") return module_of(e, method.function->definition);
    if (name == "__doc__") return documentation(e, *method.function->definition);
    if (name == "__func__") return Value::of(Type::Function, method.function);
    return builtin_attribute(e, value, name);
}

/// Parts of a functools.partial.
std::optional<Value> partial_attribute(Evaluator& e, const Value& value, std::string_view name) {
    const auto& partial = value.as<BuiltinObject>();
    constexpr std::string_view kParts[] = {"func", "args", "keywords"};
    const auto part = std::find(std::begin(kParts), std::end(kParts), name);
    const bool is_part =
        partial.name == "partial" && partial.self.is(Type::Tuple) && part != std::end(kParts);
    return is_part ? partial.self.items()[static_cast<std::size_t>(part - kParts)]
                   : builtin_attribute(e, value, name);
}

Value make_setter(Evaluator& e, const Value& self, Arguments& arguments) {
    auto* descriptor = e.make<DescriptorObject>();
    *descriptor = self.as<DescriptorObject>();
    if (!arguments.positional.empty()) descriptor->setter = arguments.positional[0];
    return Value::of(Type::Descriptor, descriptor);
}

std::optional<Value> descriptor_attribute(Evaluator& e, const Value& value, std::string_view name) {
    return name == "setter" ? e.builtin(name, make_setter, value) : builtin_attribute(e, value, name);
}

Value call_written(Evaluator& e, const Value& function, Arguments& arguments) {
    return call_function(e, function.as<FunctionObject>(), nullptr, arguments);
}

Value call_bound(Evaluator& e, const Value& function, Arguments& arguments) {
    const auto& method = function.as<MethodObject>();
    return call_function(e, *method.function, &method.self, arguments);
}

/// A method of texts reads itself and its arguments; false at a limit.
bool charge_method(Evaluator& e, const Value& self, const Arguments& arguments) {
    if (!self.is(Type::Str)) return true;
    return e.read(self) && all_of(arguments.positional, [&](const Value& each) { return e.read(each); });
}

/// Functions that do not run a generator to its end.
constexpr std::string_view kTakeNoWholeGenerator[] = {"next", "zip",      "iter", "isinstance",
                                                      "type", "callable", "id"};

/// Returns the object whose method is called, also in `nn.Linear.__init__(self, **sizes)`.
const Value& self_of(const BuiltinObject& method, const Arguments& arguments) {
    const bool is_unbound = !method.self.is(Type::Instance) && !arguments.positional.empty();
    return is_unbound ? arguments.positional[0] : method.self;
}

Value call_builtin(Evaluator& e, const Value& function, Arguments& arguments) {
    if (e.budget.depth >= kDeepestEvaluation) return e.stop(message("python.too_deep"));
    const auto& object = function.as<BuiltinObject>();
    if (!arguments.is_complete) {
        const Value result = e.unknown(message("python.unknown_method", {{"name", object.name}}));
        doubt_method(e, self_of(object, arguments), object.name, result);
        if (contains(kContainerMethods, object.name)) forget_contents(e, self_of(object, arguments), result);
        if (e.tracer != nullptr) e.tracer->mark_unknown(result);
        return result;
    }
    if (!contains(kTakeNoWholeGenerator, object.name) && !run_generators(e, arguments)) return Value::none();
    if (!charge_method(e, object.self, arguments)) return Value::none();
    ++e.budget.depth;
    const Value value = object.function(e, object.self, arguments);
    --e.budget.depth;
    if (value.is_unknown() && contains(kCallingFunctions, object.name)) forget_calls(e, arguments, value);
    return value;
}

/// Calls a classmethod or a staticmethod in the body of its class.
Value call_descriptor(Evaluator& e, const Value& function, Arguments& arguments) {
    const auto& descriptor = function.as<DescriptorObject>();
    if (descriptor.kind == DescriptorObject::Kind::Property) return refuse(e, function, "is not callable");
    return call(e, descriptor.function, arguments);
}

void set_function_attribute(Evaluator&, const Value& object, std::string_view name, const Value& value) {
    object.as<FunctionObject>().attributes.insert_or_assign(std::string(name), value);
}

Truth are_equal_methods(Evaluator&, const Value& left, const Value& right) {
    const MethodObject &a = left.as<MethodObject>(), &b = right.as<MethodObject>();
    return truth_of(a.function == b.function && a.self.object == b.self.object);
}

}  // namespace

const Behaviour kFunctionBehaviour = {
    .name = "function",
    .attribute = function_attribute,
    .set_attribute = set_function_attribute,
    .call = call_written,
};

const Behaviour kBuiltinBehaviour = {
    .name = "builtin_function_or_method",
    .attribute = partial_attribute,
    .call = call_builtin,
};

const Behaviour kMethodBehaviour = {
    .name = "method",
    .attribute = method_attribute,
    .call = call_bound,
    .equal = are_equal_methods,
};

const Behaviour kDescriptorBehaviour = {
    .name = "property",
    .attribute = descriptor_attribute,
    .call = call_descriptor,
};

}  // namespace paramscope::open::python
