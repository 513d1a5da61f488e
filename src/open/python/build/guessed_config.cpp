#include "open/python/build/guessed_config.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/libraries/guesses.h"

namespace paramscope::open::python {
namespace {

/// A field, and those below it.
struct FieldNode {
    std::string name;
    bool is_item = false;
    std::vector<FieldNode> fields = {};
};

/// Adds the field at the rest of a path: ".model[width]".
void add(FieldNode& node, std::string_view path) {
    if (path.empty()) return;
    const bool is_item = path.front() == '[';
    const std::size_t end = is_item ? path.find(']') : std::min(path.find_first_of(".[", 1), path.size());
    if (end == std::string_view::npos) return;
    const std::string_view name = path.substr(1, end - 1);
    FieldNode* field = find_where(node.fields, [&](const FieldNode& each) { return each.name == name; });
    if (field == nullptr) field = &node.fields.emplace_back(FieldNode{std::string(name), is_item});
    add(*field, path.substr(is_item ? end + 1 : end));
}

std::string text_of(const FieldNode& node) {
    const bool are_items = node.fields.front().is_item;
    if (any_of(node.fields, [&](const FieldNode& each) { return each.is_item != are_items; })) return "...";
    std::string text;
    for (const FieldNode& each : node.fields) {
        const std::string value = each.fields.empty() ? std::string(guess_value(each.name)) : text_of(each);
        text += concat(text.empty() ? "" : ", ",
                       are_items ? concat("'", each.name, "': ") : concat(each.name, "="), value);
    }
    return are_items ? concat("{", text, "}") : concat("SimpleNamespace(", text, ")");
}

}  // namespace

bool takes_config(std::string_view argument) {
    constexpr std::string_view names[] = {"config", "configs", "configuration", "cfg",     "conf", "args",
                                          "opt",    "opts",    "options",       "hparams", "hps",  "params",
                                          "hp",     "parser"};
    const std::string lower = lowercase(argument);
    return contains(names, std::string_view(lower).substr(lower.rfind('_') + 1));
}

std::string config_text(const std::vector<std::string>& fields) {
    FieldNode config;
    for (const std::string& each : fields) add(config, each);
    return config.fields.empty() ? "" : text_of(config);
}

}  // namespace paramscope::open::python
