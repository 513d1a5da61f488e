#include "model/omission.h"

#include <algorithm>

namespace paramscope {
namespace {

bool is_omission(const Module& module) {
    return module.type == "Omitted" && module.name == "omitted";
}

}  // namespace

Module omitted_module(Span span) {
    Module module;
    module.name = "omitted";
    module.type = "Omitted";
    module.span = module.type_span = span;
    return module;
}

void add_omission(Module& module, Span span) {
    if (std::none_of(module.children.begin(), module.children.end(), is_omission))
        module.children.push_back(omitted_module(span));
}

void remove_second_omission(Module& module) {
    std::vector<Module>& children = module.children;
    if (children.empty() || !is_omission(children.back())) return;
    if (std::any_of(children.begin(), children.end() - 1, is_omission)) children.pop_back();
}

}  // namespace paramscope
