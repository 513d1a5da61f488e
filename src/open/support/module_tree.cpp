#include "open/support/module_tree.h"

#include <algorithm>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/support/opened_model.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLongestPart = 100;

bool is_number(std::string_view text) {
    return all_of(text, is_digit);
}

/// True for names of inputs and steps in forward lines: x1, v12.
bool is_value_name(std::string_view name) {
    return name.size() > 1 && (name.front() == 'v' || name.front() == 'x') && is_number(name.substr(1));
}

/// The text of a module with its lines.
std::string text_of(const std::string& head, const std::vector<std::string>& lines) {
    std::string text = head;
    for (const std::string& line : lines) append_all(text, "\n  ", line);
    if (!lines.empty()) text += '\n';
    return text += ')';
}

}  // namespace

void append_part(std::string& path, std::string_view name) {
    if (!path.empty()) path += '.';
    const std::size_t begin = path.size();
    name = name.substr(0, kLongestPart);
    if (name.empty() || (is_digit(name.front()) && !is_number(name))) path += '_';
    path += name;
    std::replace_if(
        path.begin() + static_cast<std::ptrdiff_t>(begin), path.end(),
        [](char c) { return !is_letter(c) && !is_digit(c) && c != '_'; }, '_');
}

std::string callable_name(std::string_view name) {
    std::string part;
    append_part(part, name);
    return part;
}

std::string ModuleTree::add_module(std::string_view wanted, std::string head,
                                   std::vector<std::string> lines) {
    return add(wanted, {{}, {}, std::move(head), std::move(lines), {}, false});
}

std::string ModuleTree::add_tensor(std::string_view wanted, std::string text) {
    return add(wanted, {{}, {}, std::move(text), {}, {}, true});
}

std::string ModuleTree::add(std::string_view wanted, Entry entry) {
    const std::size_t last = wanted.rfind('.');
    if (last == std::string_view::npos) return add_below(root_, wanted, std::move(entry)).path;
    return add_below(scope_of(wanted.substr(0, last)), wanted.substr(last + 1), std::move(entry)).path;
}

/// The scope of that wanted path. The name may belong to a layer, which cannot hold children: then the scope
/// has another one.
ModuleTree::Entry& ModuleTree::scope_of(std::string_view wanted) {
    const auto [found, is_new] = scopes_.try_emplace(std::string(wanted), nullptr);
    if (!is_new) return *found->second;
    const std::size_t last = wanted.rfind('.');
    const bool is_below_root = last == std::string_view::npos;
    Entry*& scope = found->second;  // stays where it is when others are added
    Entry& around = is_below_root ? root_ : scope_of(wanted.substr(0, last));
    return *(scope = &add_below(around, is_below_root ? wanted : wanted.substr(last + 1), {}));
}

/// Adds an entry to a scope, under another name when the wanted one is taken.
ModuleTree::Entry& ModuleTree::add_below(Entry& scope, std::string_view wanted, Entry entry) {
    if (wanted.empty()) wanted = "_";
    entry.name = wanted;
    const auto path_of = [&](const std::string& name) {
        return &scope == &root_ ? name : concat(scope.path, '.', name);
    };
    entry.path = path_of(entry.name);
    const std::string stem = is_number(wanted) ? concat('_', wanted) : std::string(wanted);
    if (is_taken(scope, entry.path)) {
        std::size_t& number = numbers_[path_of(stem)];
        while (is_taken(scope, entry.path)) {
            entry.name = concat(stem, '_', number++ + 2);
            entry.path = path_of(entry.name);
        }
    }
    Entry& added = scope.children.emplace_back(std::move(entry));
    entries_.emplace(added.path, &added);
    return added;
}

bool ModuleTree::is_taken(const Entry& scope, const std::string& path) const {
    return entries_.contains(path) || (&scope == &root_ && (is_value_name(path) || reserved_.contains(path)));
}

void ModuleTree::add_to(Module& root) const {
    ModuleTexts texts;
    add_children(root_, texts, root);
}

bool ModuleTree::copy(const std::string& path, std::string_view name, Module& to) {
    const auto found = entries_.find(path);
    if (found == entries_.end()) return false;
    add_entry(*found->second, name, texts_, to);
    return true;
}

void ModuleTree::add_children(const Entry& entry, ModuleTexts& texts, Module& module) {
    module.children.reserve(module.children.size() + entry.children.size());
    for (const Entry& child : entry.children) add_entry(child, child.name, texts, module);
}

void ModuleTree::add_entry(const Entry& entry, std::string_view name, ModuleTexts& texts, Module& to) {
    if (entry.is_tensor) {
        Tensor tensor = texts.read_tensor(entry.head);
        tensor.name = name;
        to.tensors.push_back(std::move(tensor));
        return;
    }
    Module& made = to.children.emplace_back();
    if (!entry.head.empty()) {
        made = texts.read(text_of(entry.head, entry.lines));
    } else {
        made.type = "Module";
        made.span = made.type_span = kUnwritten;
    }
    made.name = name;
    add_children(entry, texts, made);
}

void ModuleTree::write(const Entry& entry, std::size_t depth, std::vector<std::string>& lines) {
    const std::string indent(depth * 2, ' ');
    const std::string head =
        concat(indent, '(', entry.name, "): ", entry.head.empty() ? std::string("Module(") : entry.head);
    const bool is_block = !entry.lines.empty() || !entry.children.empty();
    lines.push_back(entry.is_tensor || is_block ? head : head + ")");
    if (!is_block) return;
    for (const std::string& line : entry.lines) lines.push_back(concat(indent, "  ", line));
    for (const Entry& child : entry.children) write(child, depth + 1, lines);
    lines.push_back(indent + ")");
}

std::vector<std::string> ModuleTree::lines() const {
    std::vector<std::string> lines;
    for (const Entry& child : root_.children) write(child, 0, lines);
    return lines;
}

}  // namespace paramscope::open
