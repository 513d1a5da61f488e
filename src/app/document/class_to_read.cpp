#include "app/document/class_to_read.h"

#include <set>

#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

/// Where the task begins in the name of a class: at "For" of Qwen3ForCausalLM; npos in one without a task.
std::size_t find_task(std::string_view type) {
    constexpr std::string_view kFor = "For";
    for (std::size_t at = type.find(kFor); at != std::string_view::npos; at = type.find(kFor, at + 1)) {
        const std::size_t end = at + kFor.size();
        if (at > 0 && end < type.size() && is_upper(type[end])) return at;
    }
    return std::string_view::npos;
}

/// The part of its model in the name of a class without a task: "Qwen3" of Qwen3Model; "" in others.
std::string_view without_role(std::string_view type) {
    for (const std::string_view role : {"LMHeadModel", "Model", "Backbone", "Encoder", "Decoder"})
        if (type.ends_with(role)) return type.substr(0, type.size() - role.size());
    return "";
}

/// True for a class whose modules are named as those of transformers: nearly all begin with the name of its
/// model, and one with a task has a model inside. Without a task one such module is not enough: anybody's
/// MyModel has a MyBlock.
bool is_named_like_library(const Report& report) {
    const std::string_view type = report.root()->type;
    const std::size_t task = find_task(type);
    const bool has_task = task != std::string_view::npos;
    const std::string_view model = has_task ? type.substr(0, task) : without_role(type);
    if (model.empty()) return false;
    std::set<std::string_view> others;
    for (const NodeReport& node : report.nodes) {
        const bool is_model = has_task && !without_role(node.type).empty() && node.type.ends_with("Model");
        if (node.type != type && (is_model || node.type.starts_with(model))) others.insert(node.type);
    }
    return others.size() >= (has_task ? 1u : 2u);
}

/// True for a text that nobody has written lines for: neither for its forward pass nor for what is missing.
bool is_print(const Report& report) {
    const bool has_input_line = !report.inputs.empty() && report.given_inputs.empty();
    const bool states_basis = report.model != nullptr && report.model->basis.has_value();
    return report.root() != nullptr && report.variables.empty() && !has_input_line && !states_basis;
}

}  // namespace

std::string_view class_to_read(const Report& report) {
    if (!is_print(report)) return "";
    const ModuleFacts& facts = *report.root()->facts;
    const bool is_unknown = facts.family == "custom" || !report.inputs.empty();
    const bool is_open = is_unknown && !facts.flops.is_complete();
    return is_open && is_named_like_library(report) ? report.root()->type : "";
}

}  // namespace paramscope::app
