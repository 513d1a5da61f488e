// Functions: their scopes, calls, and the binding of arguments to parameters.

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/run/call_frame.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"

namespace paramscope::open::python {

namespace {

void collect_names(const Node& node, FunctionInfo& info);

void add_target(const Node& target, FunctionInfo& info) {
    switch (target.kind) {
        case Kind::Identifier:
            info.names.emplace(target.text, 'l');
            return;
        case Kind::Attribute:
        case Kind::Subscript:
            return;
        default:
            for (const Node* child : target.children) add_target(*child, info);
    }
}

/// Finds the names that a function's body binds, not those of functions inside it.
void collect_names(const Node& node, FunctionInfo& info) {
    switch (node.kind) {
        case Kind::Lambda:
            return;
        case Kind::FunctionDefinition:
        case Kind::ClassDefinition:
            if (const Node* name = node.child(Field::Name)) info.names.emplace(name->text, 'l');
            return;
        case Kind::GlobalStatement:
        case Kind::NonlocalStatement:
            for (const Node* name : node.children) {
                if (name->kind == Kind::Identifier)
                    info.names.insert_or_assign(name->text, node.kind == Kind::GlobalStatement ? 'g' : 'n');
            }
            return;
        case Kind::Assignment:
        case Kind::AugmentedAssignment:
        case Kind::ForStatement:
            if (const Node* left = node.child(Field::Left)) add_target(*left, info);
            break;
        case Kind::NamedExpression:
            if (const Node* name = node.child(Field::Name)) add_target(*name, info);
            break;
        case Kind::AsPatternTarget:
            add_target(node, info);
            return;
        case Kind::ImportStatement:
        case Kind::ImportFromStatement:
            for (const Node* name : node.all(Field::Name)) {
                const Node* alias = name->child(Field::Alias);
                if (alias != nullptr)
                    info.names.emplace(alias->text, 'l');
                else if (name->kind == Kind::DottedName && !name->children.empty())
                    info.names.emplace(name->children[0]->text, 'l');
            }
            return;
        case Kind::Yield:
            info.is_generator = true;
            break;
        case Kind::ListComprehension:
        case Kind::SetComprehension:
        case Kind::DictionaryComprehension:
        case Kind::GeneratorExpression:
            return;
        default:
            break;
    }
    for (const Node* child : node.children) collect_names(*child, info);
}

}  // namespace

static const FunctionInfo* info_of(Evaluator& e, const Node& function) {
    std::unique_ptr<FunctionInfo>& info = e.definitions.functions[&function];
    if (info != nullptr) return info.get();
    info = std::make_unique<FunctionInfo>();
    if (const Node* body = function.child(Field::Body)) {
        if (body->kind == Kind::Block)
            collect_names(*body, *info);
        else if (body->kind == Kind::Yield)
            info->is_generator = true;
    }
    if (const Node* parameters = function.child(Field::Parameters)) {
        for (const Node* each : parameters->children) {
            if (const Node* name = parameter_identifier(*each)) info->names.insert_or_assign(name->text, 'l');
        }
    }
    return info.get();
}

Value make_function(Evaluator& e, const Node& node) {
    auto* function = e.make<FunctionObject>();
    const Node* name = node.child(Field::Name);
    function->name = name != nullptr ? std::string(name->text) : "<lambda>";
    function->definition = &node;
    function->parameters = node.child(Field::Parameters);
    function->body = node.child(Field::Body);
    function->closure = e.frames.scope;
    function->info = info_of(e, node);
    function->is_lambda = node.kind == Kind::Lambda;
    if (function->parameters != nullptr) {
        for (const Node* parameter : function->parameters->children) {
            if (parameter->kind != Kind::DefaultParameter && parameter->kind != Kind::TypedDefaultParameter)
                continue;
            if (const Node* value = parameter->child(Field::Value))
                function->defaults[parameter] = evaluate(e, *value);
            if (e.is_interrupted()) return Value::none();
        }
    }
    return Value::of(Type::Function, function);
}

std::optional<Value> lookup(Evaluator& e, std::string_view name) {
    bool is_first = true;
    for (Scope* scope = e.frames.scope; scope != nullptr; scope = scope->parent) {
        const bool is_visible = is_first || !scope->is_class;
        is_first = false;
        if (!is_visible) continue;
        auto found = scope->names.find(name);
        if (found != scope->names.end()) return found->second;
        if (scope->info == nullptr) continue;
        const auto kind = scope->info->names.find(name);
        if (kind != scope->info->names.end() && kind->second == 'l') {
            e.raise("UnboundLocalError", concat("local variable '", name, "' referenced before assignment"));
            return std::nullopt;
        }
        if (kind == scope->info->names.end() || kind->second != 'g') continue;
        scope = scope->globals;
        found = scope->names.find(name);
        if (found != scope->names.end()) return found->second;
    }
    const auto found = e.builtins->names.find(name);
    if (found != e.builtins->names.end()) return found->second;
    return std::nullopt;
}

static Value run_body(Evaluator& e, FunctionObject& function, Scope* scope, const Value& self) {
    const CallFrame frame(e, function, scope, self, nullptr);
    if (function.is_lambda) return evaluate(e, *function.body);
    execute_block(e, *function.body);
    if (e.control.flow != Flow::Return) return Value::none();
    e.control.flow = Flow::Next;
    return e.control.result;
}

Value call_function(Evaluator& e, FunctionObject& function, const Value* self, python::Arguments& arguments) {
    if (e.is_interrupted() || !e.step()) return Value::none();
    if (e.budget.depth >= kDeepestEvaluation) return e.stop(message("python.too_deep"));
    if (function.body == nullptr) return Value::none();
    auto* scope = e.make<Scope>();
    scope->parent = function.closure;
    scope->globals = function.closure->globals;
    scope->info = function.info;
    if (!bind_arguments(e, function, self, arguments, *scope)) return Value::none();

    Value first = Value::none();
    const std::vector<Parameter> parameters = parameters_of(function);
    if (!parameters.empty() && !parameters.front().is_rest) first = scope->names[parameters.front().name];
    const bool is_generator = function.info->is_generator && !function.is_lambda;
    return is_generator ? generator_of(e, function, scope, first) : run_body(e, function, scope, first);
}

Value call(Evaluator& e, const Value& function, std::vector<Value> positional) {
    python::Arguments arguments;
    arguments.positional = std::move(positional);
    arguments.place = e.frames.here;
    return call(e, function, arguments);
}

Value call_method(Evaluator& e, const Value& self, std::string_view name, std::vector<Value> positional) {
    const Value method = attribute(e, self, name);
    if (e.is_interrupted()) return Value::none();
    return call(e, method, std::move(positional));
}

Value call(Evaluator& e, const Value& function, python::Arguments& arguments) {
    if (e.is_interrupted()) return Value::none();
    const auto call = behaviour_of(function).call;
    return call != nullptr ? call(e, function, arguments) : refuse(e, function, "is not callable");
}

}  // namespace paramscope::open::python
