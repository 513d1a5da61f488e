#include "open/support/module_tree.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"

namespace paramscope::open {
namespace {

bool is_word_part(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

bool is_number(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// True for names of inputs and steps in forward lines: x1, v12.
bool is_value_name(std::string_view name) {
    return name.size() > 1 && (name.front() == 'v' || name.front() == 'x') && is_number(name.substr(1));
}

}  // namespace

std::string callable_name(std::string_view part) {
    std::string name(part.substr(0, 100));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !is_word_part(c); }, '_');
    if (name.empty()) return "_";
    return is_digit(name.front()) && !is_number(name) ? "_" + name : name;
}

std::string ModuleTree::add_module(const Path& wanted, std::string head, std::vector<std::string> lines) {
    return add(wanted, {{}, std::move(head), std::move(lines), {}, {}, {}, false});
}

std::string ModuleTree::add_tensor(const Path& wanted, std::string text) {
    return add(wanted, {{}, std::move(text), {}, {}, {}, {}, true});
}

std::string ModuleTree::add(const Path& wanted, Entry entry) {
    Entry* scope = &root_;
    std::string path;
    for (std::size_t i = 0; i + 1 < wanted.size(); ++i) {
        auto found = scope->scopes.find(wanted[i]);
        if (found == scope->scopes.end()) {
            // The wanted name may belong to a layer, which cannot hold children: the scope gets another name.
            Entry& made = scope->children.emplace_back();
            made.name = free_name(*scope, wanted[i]);
            scope->names.insert(made.name);
            found = scope->scopes.emplace(wanted[i], &made).first;
        }
        scope = found->second;
        path.append(scope->name).push_back('.');
    }
    entry.name = free_name(*scope, wanted.empty() ? "_" : wanted.back());
    path += entry.name;
    Entry& placed = scope->children.emplace_back(std::move(entry));
    scope->names.insert(placed.name);
    return path;
}

std::string ModuleTree::free_name(const Entry& scope, const std::string& wanted) const {
    const auto is_taken = [&](const std::string& name) {
        return scope.names.contains(name) ||
               (&scope == &root_ && (is_value_name(name) ||
                                     std::find(reserved_.begin(), reserved_.end(), name) != reserved_.end()));
    };
    if (!is_taken(wanted)) return wanted;
    const std::string stem = is_number(wanted) ? "_" + wanted : wanted;
    for (std::size_t number = 2;; ++number) {
        std::string name = concat(stem, '_', number);
        if (!is_taken(name)) return name;
    }
}

void ModuleTree::write(const Entry& entry, std::size_t depth, std::string& text) {
    const std::string indent(depth * 2, ' ');
    text += concat(indent, '(', entry.name, "): ", entry.head.empty() ? std::string("Module(") : entry.head);
    if (entry.is_tensor) {
        text += '\n';
        return;
    }
    if (!entry.lines.empty() || !entry.children.empty()) {
        text += '\n';
        for (const std::string& line : entry.lines) text += concat(indent, "  ", line, '\n');
        for (const Entry& child : entry.children) write(child, depth + 1, text);
        text += indent;
    }
    text += ")\n";
}

std::string ModuleTree::text() const {
    std::string text;
    for (const Entry& child : root_.children) write(child, 1, text);
    return text;
}

std::vector<std::string> ModuleTree::lines() const {
    std::vector<std::string> lines;
    const std::string all = text();
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = all.find('\n', at);
        lines.push_back(all.substr(at + 2, end - at - 2));
        at = end + 1;
    }
    return lines;
}

}  // namespace paramscope::open
