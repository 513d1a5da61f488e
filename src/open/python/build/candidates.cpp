#include "open/python/build/candidates.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/characters.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/imports/imports.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/state/signatures.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {
namespace {

bool is_required(const Parameter& parameter) {
    return parameter.default_value == nullptr && !parameter.is_rest && !parameter.is_named_rest;
}

/// Which of some definitions name what.
class Mentions {
  public:
    void add(const Node* definition) {
        if (definition != nullptr) add(*definition, definition);
    }

    /// True when another definition than its own names the candidate.
    bool contain(const Candidate& candidate) const {
        const auto found = users_.find(candidate.name);
        return found != users_.end() && any_of(found->second, [&](const Node* user) {
                   return user != nullptr && user != candidate.definition;
               });
    }

  private:
    void add(const Node& node, const Node* definition) {
        if (node.kind == Kind::Identifier) {
            auto& [first, second] = users_[node.text];
            if (first == nullptr)
                first = definition;
            else if (first != definition)
                second = definition;
        }
        for (const Node* each : node.children) add(*each, definition);
    }

    std::map<std::string_view, std::array<const Node*, 2>> users_;  ///< of each name, up to two
};

bool is_imported(const Candidate& candidate) {
    return candidate.definition != nullptr && candidate.definition->span.begin >= kFirstFilePlace;
}

/// The expressions that a function returns, those of functions inside it aside.
void collect_returns(const Node& node, std::vector<const Node*>& found) {
    if (node.kind == Kind::FunctionDefinition || node.kind == Kind::ClassDefinition) return;
    if (node.kind == Kind::ReturnStatement && !node.children.empty()) {
        for (const Node* child : node.children) {
            if (child->kind != Kind::Token) found.push_back(child);
        }
        return;
    }
    for (const Node* child : node.children) collect_returns(*child, found);
}

/// What the name is assigned in the body, in order.
void collect_assigned(const Node& node, std::string_view name, std::vector<const Node*>& found) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right);
    if (node.kind == Kind::Assignment && left != nullptr && right != nullptr && left->text == name)
        found.push_back(right);
    for (const Node* child : node.children) collect_assigned(*child, name, found);
}

bool can_be_made(const ClassObject& cls) {
    if (cls.is_dataclass)
        return all_of(cls.fields, [&](const std::string& field) { return cls.find(field) != nullptr; });
    const Value* initialize = cls.find("__init__");
    if (initialize == nullptr) return true;
    return initialize->is(Type::Function) && none_of(constructor_parameters(cls), is_required);
}

/// The usual short forms of "config" stand for it.
std::string config_name(std::string_view name) {
    const std::string lower = lowercase(name);
    return lower == "cfg" || lower == "conf" ? "config" : lower;
}

}  // namespace

std::vector<Candidate> Candidates::classes() const {
    const auto& names = evaluator_.globals->names;
    std::vector<Candidate> all, unused;
    for (ClassObject* cls : evaluator_.definitions.classes) {
        if (!cls->derives_from(evaluator_.known.module)) continue;
        const auto bound = names.find(cls->name);
        if (bound == names.end() || !bound->second.is(Type::Class) || &bound->second.cls() != cls) continue;
        all.push_back({cls->name, bound->second, cls->definition});
    }
    // Imported classes count only where there are no others.
    if (!all_of(all, is_imported)) std::erase_if(all, is_imported);
    Mentions mentions;
    for (const Candidate& each : all) mentions.add(each.definition);
    for (const Candidate& each : all) {
        if (!mentions.contain(each)) unused.push_back(each);
    }
    return unused.empty() ? all : unused;
}

std::vector<Candidate> Candidates::functions() const {
    std::vector<Candidate> found;
    for (const auto& [name, value] : evaluator_.globals->names) {
        if (!value.is(Type::Function)) continue;
        const FunctionObject& function = value.as<FunctionObject>();
        const Candidate candidate{std::string(name), value, function.definition};
        if (function.is_lambda || function.body == nullptr || function.definition == nullptr) continue;
        if (function.name != name || is_imported(candidate) ||
            !is_of_source(evaluator_, *function.definition))
            continue;
        std::vector<const Node*> returned;
        collect_returns(*function.body, returned);
        if (any_of(returned, [&](const Node* each) { return makes_module(*each, *function.body, 0); }))
            found.push_back(candidate);
    }
    sort(found, [](const Candidate& a, const Candidate& b) {
        return a.definition->span.begin < b.definition->span.begin;
    });
    return found;
}

std::vector<Candidate> Candidates::factories() const {
    std::vector<Candidate> all = functions(), unused;
    Mentions mentions;
    for (const Candidate& each : all) mentions.add(each.definition);
    for (const ClassObject* each : evaluator_.definitions.classes) mentions.add(each->definition);
    for (const Candidate& each : all) {
        if (!mentions.contain(each)) unused.push_back(each);
    }
    return unused;
}

const FunctionObject* Candidates::function_of(const Node& name) const {
    const auto& names = evaluator_.globals->names;
    const auto found = name.kind == Kind::Identifier ? names.find(name.text) : names.end();
    return found != names.end() && found->second.is(Type::Function) ? &found->second.as<FunctionObject>()
                                                                    : nullptr;
}

/// True for `Net`, `nn.Sequential`: the name of a class of modules.
bool Candidates::is_module_class(const Node& function) const {
    const auto& names = evaluator_.globals->names;
    const bool is_member = function.kind == Kind::Attribute;
    const Node* root = is_member ? function.child(Field::Object) : &function;
    if (root == nullptr || root->kind != Kind::Identifier) return false;
    const auto found = names.find(root->text);
    if (found == names.end()) return false;
    Value value = found->second;
    if (is_member) {
        if (!value.is(Type::Namespace)) return false;
        value = attribute(evaluator_, value, function.child(Field::Attribute)->text);
        if (evaluator_.control.flow == Flow::Raise) evaluator_.control.flow = Flow::Next;
    }
    return value.is(Type::Class) && value.cls().derives_from(evaluator_.known.module);
}

/// True for an expression in a function's body that gives a module: a call of a class, of a function that
/// returns one, or a name that is assigned one.
bool Candidates::makes_module(const Node& expression, const Node& body, int depth) const {
    constexpr int kDeepestFactory = 4;
    if (depth > kDeepestFactory) return false;
    if (expression.kind == Kind::Identifier) {
        std::vector<const Node*> assigned;
        collect_assigned(body, expression.text, assigned);
        return any_of(assigned, [&](const Node* each) {
            return each->kind == Kind::Call && makes_module(*each, body, depth + 1);
        });
    }
    const Node* function = expression.kind == Kind::Call ? expression.child(Field::Function) : nullptr;
    if (function == nullptr) return false;
    if (is_module_class(*function)) return true;
    const FunctionObject* called = function_of(*function);
    if (called == nullptr || called->body == nullptr) return false;
    std::vector<const Node*> returned;
    collect_returns(*called->body, returned);
    return any_of(returned, [&](const Node* each) { return makes_module(*each, *called->body, depth + 1); });
}

std::vector<Parameter> Candidates::parameters(const Candidate& candidate) {
    if (candidate.callee.is(Type::Function))
        return parameters_of(unwrapped(candidate.callee.as<FunctionObject>()));
    return constructor_parameters(candidate.callee.cls());
}

/// What a class without a constructor of its own needs of the layer that it derives from.
static std::vector<std::string> required_by_layer(const Candidate& candidate) {
    std::vector<std::string> required;
    if (!candidate.callee.is(Type::Class)) return required;
    const ClassObject& cls = candidate.callee.cls();
    const Value* initialize = cls.find("__init__");
    const FoundLayer layer = find_layer(layer_of(cls));
    if (initialize == nullptr || !initialize->is(Type::Builtin) || layer.signature == nullptr)
        return required;
    for (const Argument& each : *layer.signature) {
        if (paramscope::is_required(each)) required.emplace_back(parameter_name(each));
    }
    return required;
}

std::vector<std::string> Candidates::required_arguments(const Candidate& candidate) const {
    std::vector<std::string> required = required_by_layer(candidate);
    for (const Parameter& each : parameters(candidate)) {
        if (is_required(each) && config_for(each).text.empty()) required.emplace_back(each.name);
    }
    return required;
}

/// A class of the text that a parameter of that name or annotation takes, and that needs no arguments.
ClassObject* Candidates::config_class_for(const Parameter& parameter) const {
    const std::string name = config_name(parameter.name);
    const std::string_view annotation =
        parameter.annotation != nullptr ? parameter.annotation->text : std::string_view();
    ClassObject* found = nullptr;
    for (ClassObject* cls : evaluator_.definitions.classes) {
        if (cls->derives_from(evaluator_.known.module) || cls->is_exception) continue;
        if (cls->name == annotation) return can_be_made(*cls) ? cls : nullptr;
        if (lowercase(cls->name).ends_with(name) && can_be_made(*cls)) {
            if (found != nullptr) return nullptr;  // several fit
            found = cls;
        }
    }
    return found;
}

/// The number of the statement at the top that first assigns the name.
std::size_t Candidates::order_of(std::string_view name) const {
    const auto first = std::find_if(root_.children.begin(), root_.children.end(), [&](const Node* statement) {
        const Node* assignment = statement->child(Kind::Assignment);
        const Node* left = assignment != nullptr ? assignment->child(Field::Left) : nullptr;
        return left != nullptr && left->text == name;
    });
    return static_cast<std::size_t>(first - root_.children.begin());
}

Candidates::Config Candidates::config_for(const Parameter& parameter) const {
    if (!is_required(parameter)) return {};
    if (ClassObject* cls = config_class_for(parameter)) return {cls->name + "()", cls, {}, {cls->name}};
    const std::string name = config_name(parameter.name);
    if (name != "config" && name != "args" && name != "params" && name != "hparams") return {};
    Config config;
    for (const auto& [key, value] : evaluator_.globals->names) {
        const std::string lower = lowercase(key);
        const bool is_named = lower == lowercase(parameter.name) || lower.find(name) != std::string::npos ||
                              (name == "config" && lower.find("cfg") != std::string::npos);
        const bool is_config =
            value.is(Type::Dict) || (value.is(Type::Instance) && value.instance().module == nullptr);
        if (is_named && is_config) config.all.emplace_back(key);
    }
    if (config.all.empty()) return config;
    sort(config.all, [&](const std::string& a, const std::string& b) {
        return std::pair(order_of(a), a) < std::pair(order_of(b), b);
    });
    config.text = config.all.front();
    config.value = evaluator_.globals->names.at(config.text);
    return config;
}

}  // namespace paramscope::open::python
