#include "open/support/module_texts.h"

#include <utility>

#include "base/concat.h"
#include "model/read/read.h"

namespace paramscope::open {
namespace {

/// A module whose parentheses hold what could not be read.
Module unread_module(std::string_view text) {
    const std::size_t opening = std::min(text.find('('), text.size());
    const std::string_view inside = text.substr(std::min(opening + 1, text.size()));
    Module module;
    module.type = std::string(text.substr(0, opening));
    module.extra.push_back(std::string(inside.substr(0, inside.rfind(')'))));
    return module;
}

Module read_module(std::string_view text) {
    Diagnostics diagnostics;
    std::vector<Module> modules = read_modules(text, &diagnostics);
    const bool is_read = modules.size() == 1 && diagnostics.empty();
    return is_read ? std::move(modules.front()) : unread_module(text);
}

}  // namespace

Module ModuleTexts::read(std::string text) {
    const auto [found, is_new] = modules_.try_emplace(std::move(text));
    if (is_new) found->second = read_module(found->first);
    return found->second;
}

Tensor ModuleTexts::read_tensor(std::string_view text) {
    const Module module = read(concat("Module((_): ", text, ")"));
    return module.tensors.empty() ? Tensor{} : module.tensors.front();
}

Forward read_forward(std::string text) {
    std::uint32_t end = 0;
    Result<Forward> read = parse_forward(text, &end);
    Forward forward = read && end == text.size() ? std::move(*read) : Forward();
    forward.text = std::move(text);
    return forward;
}

}  // namespace paramscope::open
