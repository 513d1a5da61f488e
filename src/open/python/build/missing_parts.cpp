#include "open/python/build/missing_parts.h"

#include <map>
#include <set>
#include <vector>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {
namespace {

/// The attributes of `self` that some code names, by what it does with them.
struct SelfNames {
    std::map<std::string_view, Span> called;
    std::set<std::string_view> assigned;
};

const Node* attribute_of_self(const Node* node, std::string_view self) {
    if (node == nullptr || node->kind != Kind::Attribute) return nullptr;
    const Node* object = node->child(Field::Object);
    return object != nullptr && object->kind == Kind::Identifier && object->text == self
               ? node->child(Field::Attribute)
               : nullptr;
}

void collect(const Node& node, std::string_view self, SelfNames& names) {
    if (node.kind == Kind::Call) {
        if (const Node* name = attribute_of_self(node.child(Field::Function), self))
            names.called.emplace(name->text, name->span);
    }
    if (node.kind == Kind::Assignment || node.kind == Kind::AugmentedAssignment) {
        if (const Node* name = attribute_of_self(node.child(Field::Left), self))
            names.assigned.insert(name->text);
    }
    for (const Node* child : node.children) collect(*child, self, names);
}

SelfNames names_in(const FunctionObject& function) {
    SelfNames names;
    const std::vector<Parameter> parameters = parameters_of(function);
    if (function.body != nullptr && !parameters.empty())
        collect(*function.body, parameters.front().name, names);
    return names;
}

/// True where the text of a class may make the attribute in a way that is not seen here: another method
/// assigns it, or its name stands there as a string, as for setattr() and hasattr().
bool may_be_made(const ClassObject& cls, std::string_view name) {
    return any_of(cls.order, [&](const ClassObject* each) {
        if (each->definition == nullptr) return false;
        const std::string_view text = each->definition->text;
        const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
        if (has(concat("'", name, "'")) || has(concat("\"", name, "\""))) return true;
        return any_of(each->attributes.entries, [&](const auto& entry) {
            return entry.second.is(Type::Function) &&
                   names_in(entry.second.template as<FunctionObject>()).assigned.contains(name);
        });
    });
}

/// True for a class of an installed package, whose text is whole: a call of what its objects lack stands in a
/// branch that they do not take.
bool is_of_package(const Evaluator& evaluator, const ClassObject& cls) {
    return evaluator.imports.files != nullptr &&
           is_in_package(evaluator.imports.files->path_at(cls.definition->span.begin));
}

/// What transformers gives modules before a training that computes activations twice.
constexpr std::string_view kGivenFromOutside = "_gradient_checkpointing_func";

/// True when reading the attribute raises, and it is none of the others that is only written wrongly.
bool is_missing(Evaluator& evaluator, InstanceObject& module, std::string_view name) {
    if (module.cls->find(name) != nullptr || name == kGivenFromOutside) return false;
    attribute(evaluator, Value::of(Type::Instance, &module), name);
    const bool raises = evaluator.control.flow == Flow::Raise;
    if (raises) evaluator.control.flow = Flow::Next;
    return raises && !evaluator.control.exception_hint && !may_be_made(*module.cls, name);
}

}  // namespace

void doubt_missing_parts(Evaluator& evaluator, InstanceObject& root) {
    std::vector<InstanceObject*> modules;
    collect_modules(root, modules);
    std::map<const ClassObject*, SelfNames> of_class;
    for (InstanceObject* module : modules) {
        if (module->cls->is_library || module->cls->definition == nullptr) continue;
        if (is_of_package(evaluator, *module->cls)) continue;
        const auto [names, is_new] = of_class.try_emplace(module->cls);
        const Value* forward = forward_of(*module->cls);
        if (is_new && forward != nullptr && forward->is(Type::Function))
            names->second = names_in(forward->as<FunctionObject>());
        for (const auto& [name, place] : names->second.called) {
            if (evaluator.is_stopped()) return;
            if (!is_missing(evaluator, *module, name)) continue;
            const Value reason = evaluator.unknown(message("python.part_not_made", {{"name", name}}));
            reason.as<Unknown>().span = place;
            module->module->doubts.push_back(reason);
            break;
        }
    }
}

}  // namespace paramscope::open::python
