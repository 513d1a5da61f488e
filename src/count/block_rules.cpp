#include "count/block_rules.h"

#include "count/flow_functions.h"
#include "layers/catalogue.h"

namespace paramscope {
namespace {

void visit_calls(const FlowExpression& expression, const std::function<void(const std::string&)>& visit) {
    if (expression.kind == FlowExpression::Kind::Call && !expression.optional) visit(expression.name);
    for (const FlowExpression& operand : expression.operands) visit_calls(operand, visit);
}

bool fits(const Module& rule, const Module& module) {
    if (!rule.forward) return true;
    bool complete = true;
    for_each_required_call(*rule.forward, [&](const std::string& name) {
        complete = complete && (has_descendant(module, name) || is_flow_function(name));
    });
    return complete;
}

}  // namespace

BlockFit fit_block(const Module& module) {
    for (const Module& rule : find_blocks(module.type)) {
        if (module.children.empty() && module.tensors.empty() && !rule.children.empty()) return {&rule, true};
        if (fits(rule, module)) return {&rule, false};
    }
    return {};
}

void for_each_required_call(const Forward& forward, const std::function<void(const std::string&)>& visit) {
    visit_calls(forward.result, visit);
    for (const Forward::Binding& binding : forward.bindings) visit_calls(binding.value, visit);
}

bool has_descendant(const Module& module, std::string_view path) {
    for (const Module& child : module.children) {
        if (child.name == path || first_name(child) == path) return true;
        const std::size_t length = first_name(child).size();
        const bool leads_there = path.size() > length && path.substr(0, length) == first_name(child) &&
                                 path[length] == '.';
        if (leads_there && has_descendant(child, path.substr(length + 1))) return true;
    }
    return false;
}

}  // namespace paramscope
