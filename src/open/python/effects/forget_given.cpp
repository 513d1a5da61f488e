// What a function may change of its arguments of which nothing is known: it may change modules, fill lists of
// them, and call functions.
#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/effects/words.h"
#include "open/python/modules/modules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {
namespace {

/// Forgets what the body of a function may change, in a scope of its own whose arguments are unknown; once,
/// where functions call one another.
void forget_function(Evaluator& e, const FunctionObject& function, const Value* self, const Value& reason) {
    if (function.body == nullptr || !e.step()) return;
    if (e.budget.depth >= kDeepestEvaluation) return void(e.stop(message("python.too_deep")));
    std::set<const Node*>& forgotten = e.uncertainty.forgotten;
    const bool is_first = forgotten.empty();
    if (!forgotten.insert(function.body).second) return;
    auto* scope = e.make<Scope>();
    scope->parent = function.closure;
    scope->globals = function.closure->globals;
    scope->info = function.info;
    for (const Parameter& each : parameters_of(function)) {
        scope->names.insert_or_assign(each.name, self != nullptr ? *self : reason);
        self = nullptr;
    }
    Scope* before = std::exchange(e.frames.scope, scope);
    ++e.budget.depth;
    forget_body(e, *function.body, reason);
    --e.budget.depth;
    e.frames.scope = before;
    if (is_first) forgotten.clear();
}

/// Doubts a module: it may be changed, or called in a forward pass.
void doubt(Evaluator& e, const Value& given, const Value& reason) {
    if (!is_module(given)) return;
    given.instance().module->doubts.push_back(reason);
    if (e.tracer != nullptr) e.tracer->mark_unknown(reason);
}

/// Doubts the modules of a list or dict, and which modules a list holds.
void forget_items(Evaluator& e, const Value& container, const Value& reason) {
    if (container.is(Type::Dict)) {
        for (const Dict::Entry& each : container.as<Dict>().entries) doubt(e, each.value, reason);
    }
    if (!container.is(Type::List)) return;
    for (const Value& each : container.items()) doubt(e, each, reason);
    const bool may_be_filled = e.tracer == nullptr && all_of(container.items(), is_module);
    if (may_be_filled && e.count_items(1)) container.items().push_back(reason);
}

void forget_method(Evaluator& e, const BuiltinObject& method, const Value& reason) {
    doubt_method(e, method.self, method.name, reason);
    if (contains(kContainerMethods, method.name)) forget_items(e, method.self, reason);
}

bool is_partial(const BuiltinObject& function) {
    return function.name == "partial" && function.self.is(Type::Tuple);
}

void forget_call(Evaluator& e, Value function, const Value& reason) {
    while (function.is(Type::Builtin) && is_partial(function.as<BuiltinObject>()))
        function = function.as<BuiltinObject>().self.items()[0];
    if (is_module(function) && e.tracer != nullptr) e.tracer->mark_unknown(reason);
    if (function.is(Type::Function)) forget_function(e, function.as<FunctionObject>(), nullptr, reason);
    if (function.is(Type::Builtin)) forget_method(e, function.as<BuiltinObject>(), reason);
    if (function.is(Type::Instance) && !is_module(function)) {
        const Value* member = function.instance().cls->find("__call__");
        if (member != nullptr && member->is(Type::Function))
            forget_function(e, member->as<FunctionObject>(), &function, reason);
    }
    if (!function.is(Type::Method)) return;
    const auto& method = function.as<MethodObject>();
    forget_function(e, *method.function, &method.self, reason);
}

void for_each(const Arguments& arguments, const auto& use) {
    for (const Value& each : arguments.positional) use(each);
    for (const auto& [name, value] : arguments.named) use(value);
}

}  // namespace

void doubt_method(Evaluator& e, const Value& self, std::string_view method, const Value& reason) {
    if (!contains(kHarmlessMethods, method)) doubt(e, self, reason);
}

void forget_calls(Evaluator& e, const Arguments& functions, const Value& reason) {
    for_each(functions, [&](const Value& given) { forget_call(e, given, reason); });
}

void forget_given(Evaluator& e, const Arguments& arguments, const Value& reason) {
    for_each(arguments, [&](const Value& given) {
        doubt(e, given, reason);
        forget_items(e, given, reason);
    });
    forget_calls(e, arguments, reason);
}

}  // namespace paramscope::open::python
