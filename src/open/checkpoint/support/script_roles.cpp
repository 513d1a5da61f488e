#include "open/checkpoint/support/script_roles.h"

#include "base/characters.h"
#include "base/text_parts.h"
#include "open/tensors/buffers.h"

namespace paramscope::open {
namespace {

/// `    __parameters__ = ["weight", "bias", ]`: adds the names in quotes to those of `label`.
void add_names(std::string_view line, std::string_view label, std::set<std::string>& names) {
    line = trim(line);
    if (!line.starts_with(label)) return;
    take_until(line, '[');
    while (line.find('"') != std::string_view::npos) {
        take_until(line, '"');
        names.emplace(take_until(line, '"'));
    }
}

std::string_view last_part(std::string_view name) {
    return name.substr(name.rfind('.') + 1);
}

}  // namespace

void ScriptRoles::add(std::string_view code) {
    lists_buffers_ |= code.find("__buffers__ = [") != std::string_view::npos;
    while (!code.empty()) {
        const std::string_view line = take_until(code, '\n');
        add_names(line, "__parameters__ = [", parameters_);
        add_names(line, "__buffers__ = [", buffers_);
    }
}

void ScriptRoles::mark(std::vector<NamedTensor>& tensors) const {
    if (!lists_buffers_) return;
    for (NamedTensor& tensor : tensors) {
        if (!has_open_role(tensor)) continue;
        const std::string name(last_part(tensor.name));
        const bool is_parameter = parameters_.contains(name);
        tensor.buffer = !is_parameter;
        tensor.is_parameter = is_parameter && !buffers_.contains(name);
    }
}

bool has_open_role(const NamedTensor& tensor) {
    const std::string_view name = last_part(tensor.name);
    return !is_buffer(name, tensor) && may_be_buffer(name, tensor);
}

}  // namespace paramscope::open
