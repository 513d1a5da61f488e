#include "count/library/block_rules.h"

#include <algorithm>

#include "base/ranges.h"
#include "count/functions/functions.h"
#include "count/library/block_arguments.h"
#include "layers/catalogue/catalogue.h"
#include "layers/catalogue/type_aliases.h"

namespace paramscope {
namespace {

/// True when every name that an expression calls and does not mark as optional with `?`, including lists
/// passed to functions such as `each`, passes the test.
template <typename Test>
bool all_required_calls(const ForwardExpression& expression, const Test& test) {
    const std::string& name = expression.name;
    const bool is_required = expression.kind == ForwardExpression::Kind::Call && !expression.optional;
    if (is_required && !test(name)) return false;
    const std::size_t lists = name == "alternate" ? 2 : calls_list(name) ? 1 : 0;
    for (std::size_t i = 0; i < std::min(lists, expression.operands.size()); ++i) {
        if (!test(expression.operands[i].name)) return false;
    }
    return all_of(expression.operands,
                  [&](const ForwardExpression& operand) { return all_required_calls(operand, test); });
}

template <typename Test>
bool all_required_calls(const Forward& forward, const Test& test) {
    return all_required_calls(forward.result, test) &&
           all_of(forward.bindings,
                  [&](const Forward::Binding& binding) { return all_required_calls(binding.value, test); });
}

void add_names(const ForwardExpression& expression, std::vector<std::string_view>& names) {
    names.push_back(expression.name);
    for (const ForwardExpression& operand : expression.operands) add_names(operand, names);
}

/// The names that a rule mentions: in its forward line, and of its children.
std::vector<std::string_view> mentioned_names(const Module& rule) {
    std::vector<std::string_view> names;
    names.reserve(64);  // most rules have fewer
    add_names(rule.forward->result, names);
    for (const Forward::Binding& binding : rule.forward->bindings) add_names(binding.value, names);
    for (const Module& child : rule.children) names.push_back(child.name);
    return names;
}

/// The rules of a type, or else of its nearest base type with rules.
std::span<const Module> nearest_rules(std::string_view type) {
    std::string name(type);
    while (!name.empty() && find_blocks(name).empty()) name = base_type_of(name);
    return find_blocks(name);
}

/// True for types that do no work without children: an empty Sequential.
bool needs_children_to_work(std::string_view type) {
    const std::span<const Module> rules = nearest_rules(type);
    return is_list_type(type) || (!rules.empty() && none_of(rules, is_constructor));
}

/// Limit on modules visited to find whether unmentioned children have work.
constexpr int kMostVisited = 1000;

/// True when a module may have work. Visits at most `*budget` modules, then assumes so.
bool may_have_work(const Module& module, int* budget) {
    if (--*budget < 0) return true;
    const FoundLayer found = find_layer(module);
    if (found.rule) return found.rule->has_work;
    if (module.children.empty()) return !needs_children_to_work(module.type);
    return any_of(module.children, [&](const Module& child) { return may_have_work(child, budget); });
}

/// True when the rule mentions every child that may have work. A line that calls the children by name would
/// silently leave the work of another child out.
bool mentions_all_work(const Module& rule, const Module& module) {
    const std::vector<std::string_view> names = mentioned_names(rule);
    if (any_of(names, calls_all_children)) return true;
    const auto is_mentioned = [&](const Module& child) {
        const std::string_view whole = child.name, first = first_name(child);
        return any_of(names, [&](std::string_view name) {
            return name == whole ||
                   (name.starts_with(first) && (name.size() == first.size() || name[first.size()] == '.'));
        });
    };
    int budget = kMostVisited;
    return all_of(module.children,
                  [&](const Module& child) { return is_mentioned(child) || !may_have_work(child, &budget); });
}

/// True where a type may be given these arguments: none is a dict, which is a config of another library's
/// class, and the signature has all that are named.
bool takes(const Module& rule, std::span<const Argument> given) {
    const auto& signature = rule.arguments.list();
    return all_of(given, [&](const Argument& argument) {
        if (argument.value.kind == Value::Kind::Raw && argument.value.text.starts_with("{")) return false;
        const bool is_of_any = argument.name == "device" || argument.name == "dtype";
        return is_of_any || argument.name.empty() || any_of(signature, [&](const Argument& parameter) {
                   return parameter_name(parameter) == argument.name;
               });
    });
}

/// True for a rule that runs whatever children there are: `sequence(x)`.
bool runs_all_children(const Module& rule) {
    return rule.children.empty() && any_of(mentioned_names(rule), calls_all_children);
}

bool fits(const Module& rule, const Module& module, std::span<const Argument> given) {
    if (!is_constructor(rule) && !has_signature_inputs(rule, module, given)) return false;
    if (!rule.forward) return true;
    // A class of that name which shows arguments of its own, and none of the modules that the rule runs.
    if (module.children.empty() && !given.empty() && rule.arguments.empty() && runs_all_children(rule))
        return false;
    const bool has_all = all_required_calls(*rule.forward, [&](std::string_view name) {
        return find_descendant(module, name) != nullptr || is_flow_function(name);
    });
    return has_all && mentions_all_work(rule, module);
}

}  // namespace

BlockFit fit_block(const Module& module, std::span<const Argument> given) {
    for (std::string type = module.type.str(); !type.empty(); type = base_type_of(type)) {
        for (const Module& rule : find_blocks(type)) {
            if (module.children.empty() && module.tensors.empty() && is_constructor(rule) &&
                takes(rule, given))
                return {&rule, true};
            if (fits(rule, module, given)) return {&rule, false};
        }
    }
    return {};
}

bool is_list_type(std::string_view type) {
    constexpr std::string_view lists[] = {"ModuleList",    "ModuleDict",          "ParameterList",
                                          "ParameterDict", "ParametrizationList", "None"};
    return contains(lists, type);
}

bool has_unknown_types(const Module& module) {
    const bool is_known =
        find_layer(module).rule || is_list_type(module.type) || !nearest_rules(module.type).empty();
    return !is_known || any_of(module.children, has_unknown_types);
}

}  // namespace paramscope
