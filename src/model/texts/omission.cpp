#include "model/texts/omission.h"

#include <algorithm>

#include "base/ranges.h"

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
    if (none_of(module.children, is_omission)) module.children.push_back(omitted_module(span));
}

void remove_earlier_omission(Module& module) {
    std::vector<Module>& children = module.children;
    if (children.empty() || !is_omission(children.back())) return;
    const auto first = std::find_if(children.begin(), children.end(), is_omission);
    if (first != children.end() - 1) children.erase(first);
}

}  // namespace paramscope
