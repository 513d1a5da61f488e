// Makes everything unknown that a statement may change which is not evaluated.
#include <utility>

#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/effects/words.h"
#include "open/python/modules/modules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {

namespace {

/// True for `a.b` where `a` is that name.
bool is_attribute_of(const Node& node, std::string_view name) {
    const Node* object = node.kind == Kind::Attribute ? node.child(Field::Object) : nullptr;
    return object != nullptr && object->kind == Kind::Identifier && object->text == name;
}

/// True when running a method changes no part of its module, as far as its text tells.
bool keeps_parts(const FunctionObject& method, const InstanceObject& module) {
    const Effects effects = effects_of(*method.body, *method.parameters);
    if (effects.is_open || effects.changes_containers || !effects.attributes.empty() ||
        !effects.changed.empty())
        return false;
    const std::vector<const Node*> parameters = parts_of(method.parameters);
    const std::string_view self = parameters.empty() ? std::string_view() : parameters[0]->text;
    return all_of(changes_of(*method.body), [&](const Change& change) {
        const Node& node = *change.node;
        if (change.does == Does::Mentions) {
            const bool is_called = node.field == Field::Function;  // a forward pass
            return node.text != "super" &&
                   (node.text != self || is_called || is_attribute_of(*node.parent, self));
        }
        if (change.does != Does::Calls && change.does != Does::Passes) return true;
        if (node.kind != Kind::Attribute || root_of(node) != self) return true;
        const bool is_child = is_attribute_of(node, self) &&
                              module.module->children.find(node.child(Field::Attribute)->text) != nullptr;
        return is_child == (node.field == Field::Function);
    });
}

bool method_keeps_parts(const InstanceObject& module, const Node* method) {
    if (method == nullptr) return false;
    const Value* member = module.cls->find(method->text);
    if (member == nullptr) return contains(kHarmlessMethods, method->text);
    if (!member->is(Type::Function)) return false;
    const auto& function = member->as<FunctionObject>();
    return function.body != nullptr && function.parameters != nullptr && keeps_parts(function, module);
}

/// Returns the name or the attribute of a name that holds the object: `self.a` for `self.a[0].b`.
const Node* holder_of(const Node* object) {
    while (object != nullptr) {
        const Node* inner = object->kind == Kind::Subscript   ? object->child(Field::Value)
                            : object->kind == Kind::Attribute ? object->child(Field::Object)
                                                              : nullptr;
        if (inner == nullptr || (object->kind == Kind::Attribute && inner->kind == Kind::Identifier)) break;
        object = inner;
    }
    return object;
}

/// True for `setattr`, `delattr`, and those of `object`.
bool sets_attributes(const Node& function) {
    const std::string_view name = function.text;
    return name == "setattr" || name == "delattr" || name.ends_with("__setattr__") ||
           name.ends_with("__delattr__");
}

/// True for `a.b.c`.
bool is_path_of_names(const Node& object) {
    const Node* at = &object;
    while (at != nullptr && at->kind == Kind::Attribute) at = at->child(Field::Object);
    return at != nullptr && at->kind == Kind::Identifier;
}

/// Makes unknown what one unevaluated statement may change.
class Forgetting {
  public:
    Forgetting(Evaluator& evaluator, const Value& reason) : e_(evaluator), reason_(reason) {}

    void forget(const std::vector<Change>& changes) {
        for (const Change& change : changes) forget_target(change);
        for (const Change& change : changes) forget_touched(change);
    }

    /// Forgets what the functions of the text may change that the statement calls by their names.
    void forget_called(const std::vector<Change>& changes) {
        std::set<std::string_view> names;
        bool is_open = false;
        for (const Change& change : changes) {
            if (change.does != Does::Calls || change.node->kind != Kind::Identifier) continue;
            names.insert(change.node->text);
            is_open = is_open || opens_all(*change.node);
        }
        const Effects effects = names.empty() ? Effects() : text_effects(e_).of_functions(names);
        add_uncertain_attributes(e_, effects.attributes);
        for (const std::string_view name : effects.changed) {
            const Value value = lookup(e_, name).value_or(Value::none());
            if (is_module(value)) doubt(value);
            if (is_container(value)) bind_name(e_, name, reason_);
        }
        if (!is_open && !effects.is_open && !adds_modules(e_, effects)) return;
        for (InstanceObject* module : e_.findings.modules) doubt(Value::of(Type::Instance, module));
    }

  private:
    void forget_target(const Change& change) {
        if (change.binds()) bind_name(e_, change.node->text, reason_);
        if (is_other_name(change)) others_.insert(change.node->text);
        if (change.does != Does::Assigns || !is_path_of_names(*change.node)) return;
        const Value owner = evaluate(e_, *change.node->child(Field::Object));
        if (e_.control.flow == Flow::Next && !owner.is_unknown())
            set_attribute(e_, owner, private_name(*change.node->child(Field::Attribute)), reason_);
        else if (others_.contains(root_of(*change.node)))
            add_uncertain_attributes(e_, {change.node->child(Field::Attribute)->text});
        go_on();
    }

    /// True where a name is bound to what existed before: `for layer in net.children()`.
    static bool is_other_name(const Change& change) {
        if (change.does == Does::BindsItem) return !gives_new_items(*change.value);
        return change.does <= Does::BindsPart && change.value->kind != Kind::Call &&
               gives(*change.value) == Gives::Anything;
    }

    /// Forgets an object whose method is called, whose items change, or that is passed on.
    void forget_touched(const Change& change) {
        const bool is_result = change.does == Does::Passes && change.node->field == Field::Function;
        const bool is_used = change.does == Does::ChangesItems || (change.does == Does::Passes && !is_result);
        const bool is_called = change.does == Does::Calls;
        if (is_called) forget_called_function(*change.node);
        if (!is_used && !is_called && (change.does != Does::Assigns || is_path_of_names(*change.node)))
            return;
        const Node* object = is_used ? change.node : change.node->child(Field::Object);
        const Node* method = is_called ? change.node->child(Field::Attribute) : nullptr;
        const Node* holder = holder_of(object);
        if (holder == nullptr || (holder->kind != Kind::Identifier && holder->kind != Kind::Attribute))
            return;
        const Value value = evaluate(e_, *holder);
        go_on();
        if (is_module(value)) {
            if (holder != object || !method_keeps_parts(value.instance(), method)) doubt(value);
        } else if (is_container(value)) {
            forget_container(*holder, value);
        } else if (value.is(Type::Class) || (value.is(Type::Instance) && holder == object)) {
            forget_object(value, change);
        }
    }

    /// Forgets what the function changes that is called, where names lead to it and it is one of the text.
    void forget_called_function(const Node& function) {
        if (function.kind != Kind::Identifier && !is_path_of_names(function)) return;
        const Value called = evaluate(e_, function);
        go_on();
        const bool is_method = called.is(Type::Method) && !is_module(called.as<MethodObject>().self);
        if (!called.is(Type::Function) && !is_method && !called.is(Type::Instance)) return;
        Arguments given;
        given.positional.push_back(called);
        forget_calls(e_, given, reason_);
    }

    /// Forgets the attributes of an object or a class that setattr() may set, of an object also those that an
    /// assignment to an item or a method may.
    void forget_object(const Value& object, const Change& change) {
        const Node* name = change.does == Does::Calls ? change.node->child(Field::Attribute) : nullptr;
        const Node* function = change.does == Does::Passes ? change.value : name;
        if (function != nullptr && sets_attributes(*function)) return forget_contents(e_, object, reason_);
        if (!object.is(Type::Instance)) return;
        if (change.does == Does::ChangesItems) return forget_contents(e_, object, reason_);
        if (name != nullptr) forget_method(object, name->text);
    }

    /// Forgets the attributes that a method of the text assigns.
    void forget_method(const Value& object, std::string_view name) {
        const Value* method = object.instance().cls->find(name);
        if (method == nullptr || !method->is(Type::Function)) return;
        const auto& function = method->as<FunctionObject>();
        if (function.body == nullptr || function.parameters == nullptr) return;
        const Effects effects = effects_of(*function.body, *function.parameters);
        if (effects.is_open) forget_contents(e_, object, reason_);
        for (const std::string_view attribute : effects.attributes)
            object.instance().attributes.set(attribute, reason_);
    }

    void doubt(const Value& module) { module.instance().module->doubts.push_back(reason_); }

    /// Binds a name in the scope that has it: a list may be one of the function around.
    void rebind(std::string_view name) {
        Scope* scope = e_.frames.scope;
        while (scope != nullptr && !scope->names.contains(name)) scope = scope->parent;
        Scope* before = std::exchange(e_.frames.scope, scope != nullptr ? scope : e_.frames.scope);
        bind_name(e_, name, reason_);
        e_.frames.scope = before;
    }

    void forget_container(const Node& holder, const Value& value) {
        if (holder.kind == Kind::Identifier) return rebind(holder.text);
        if (value.is(Type::Set)) return;
        // A list or dict of its own stays one, and is no part of a module.
        const Value owner = evaluate(e_, *holder.child(Field::Object));
        const std::string_view name = holder.child(Field::Attribute)->text;
        if (owner.is(Type::Instance) && owner.instance().attributes.find(name) != nullptr)
            owner.instance().attributes.set(name, reason_);
        else
            assign(e_, holder, reason_);
        go_on();
    }

    /// Goes on where evaluating an object raised.
    void go_on() {
        if (e_.control.flow == Flow::Raise) e_.control.flow = Flow::Next;
    }

    Evaluator& e_;
    const Value& reason_;
    std::set<std::string_view> others_;  ///< names that the statement binds to what existed before
};

/// The loop that a `continue` in the statement goes on with; nullptr for none.
const Node* loop_around(const Node& statement) {
    const Node* at = statement.parent;
    while (at != nullptr && at->kind != Kind::ForStatement && at->kind != Kind::WhileStatement &&
           at->kind != Kind::FunctionDefinition)
        at = at->parent;
    return at != nullptr && at->kind != Kind::FunctionDefinition ? at : nullptr;
}

/// Leaves the function, or the loop around the statement, where the statement may do so.
void leave_as(Evaluator& e, const Node& node, const std::vector<Change>& changes, const Value& reason) {
    if (e.control.flow != Flow::Next) return;
    const auto has = [&](Kind kind) {
        return any_of(changes, [&](const Change& change) { return change.node->kind == kind; });
    };
    if (has(Kind::ReturnStatement) && !e.frames.functions.empty()) {
        // The rest of the function runs or does not.
        const Value self = e.frames.selves.empty() ? Value::none() : e.frames.selves.back();
        if (is_module(self)) self.instance().module->doubts.push_back(reason);
        e.control.result = reason;
        e.control.flow = Flow::Return;
        return;
    }
    const bool breaks = has(Kind::BreakStatement);
    if (!breaks && !has(Kind::ContinueStatement)) return;
    // What is built or done by iterations that may not run is no part of "at least".
    const Node* loop = e.tracer == nullptr ? loop_around(node) : nullptr;
    if (loop != nullptr) forget_changes(e, *loop, reason, true);
    if (e.control.flow == Flow::Next)
        e.control.flow = breaks || loop != nullptr ? Flow::Break : Flow::Continue;
}

}  // namespace

static void forget(Evaluator& e, const std::vector<Change>& changes, const Value& reason, bool was_begun) {
    if (e.tracer != nullptr) e.tracer->mark_unknown(reason);
    const Flow before = std::exchange(e.control.flow, Flow::Next);
    Forgetting forgetting(e, reason);
    forgetting.forget(changes);
    // What functions call is among the effects of those that the code calls itself.
    const bool is_inner = e.uncertainty.forgotten.size() > 1;
    if (!was_begun && !is_inner && e.frames.functions.empty()) forgetting.forget_called(changes);
    e.control.flow = before == Flow::Raise ? Flow::Next : before;
}

void forget_changes(Evaluator& e, const Node& node, const Value& reason, bool was_begun) {
    if (e.is_stopped()) return;
    const std::vector<Change> changes = changes_of(node);
    forget(e, changes, reason, was_begun);
    leave_as(e, node, changes, reason);
}

void forget_body(Evaluator& e, const Node& body, const Value& reason) {
    if (!e.is_stopped()) forget(e, changes_of(body), reason, false);
}

}  // namespace paramscope::open::python
