#include "model/model.h"

#include "base/characters.h"

namespace paramscope {

std::string_view first_name(std::string_view name) {
    const std::size_t dash = name.find('-');
    if (dash == std::string_view::npos || !is_digits(name.substr(0, dash))) return name;
    const std::string_view last = name.substr(dash + 1);
    return last == "*" || is_digits(last) ? name.substr(0, dash) : name;
}

std::string_view first_name(const Module& module) {
    return first_name(std::string_view(module.name));
}

bool lists_all_tensors(const Model& model) {
    return model.basis == Basis::Exact || !model.variables.empty();
}

}  // namespace paramscope
