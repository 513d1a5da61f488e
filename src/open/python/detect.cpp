// Detects source code.
#include <algorithm>
#include <set>

#include "model/mask.h"
#include "model/other_text.h"
#include "model/outline.h"
#include "model/read.h"
#include "open/formats.h"
#include "open/python/syntax.h"

namespace paramscope::open {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using python::SyntaxTree;

/// True when a call takes one of the names.
bool takes_any(const Node& node, const std::set<std::string_view>& names) {
    if (node.kind == Kind::Identifier && names.contains(node.text)) return true;
    const Node* only = node.kind == Kind::KeywordArgument ? node.child(Field::Value) : nullptr;
    if (only != nullptr) return takes_any(*only, names);
    return std::any_of(node.children.begin(), node.children.end(),
                       [&](const Node* child) { return takes_any(*child, names); });
}

/// True for `layer = nn.Linear(3, 4)` and a further line that calls something with `layer`.
bool passes_layers_on(const SyntaxTree& tree) {
    std::set<std::string_view> layers;
    for (const Node* statement : tree.root().children) {
        const Node& line = statement->children.empty() ? *statement : *statement->children[0];
        const Node *target = line.child(Field::Left), *value = line.child(Field::Right);
        if (target == nullptr || value == nullptr || value->kind != Kind::Call) continue;
        if (takes_any(*value, layers)) return true;
        layers.insert(target->text);
    }
    return false;
}

/// True for layers written as code (`nn.Linear(width, 4)`) beside statements that model text has no place
/// for: imports, names of layers, tuples of numbers.
bool is_script(std::string_view text) {
    if (text.find("nn.") == std::string_view::npos || has_child_lines(text)) return false;
    Diagnostics diagnostics;
    read_model_text(text, &diagnostics);
    const auto has = [&](std::string_view id) {
        return std::any_of(diagnostics.begin(), diagnostics.end(),
                           [&](const Diagnostic& each) { return each.message.id() == id; });
    };
    const bool is_list = has("model_text.layer_list");
    if (!is_list && !has("model_text.ignored_before") && !has("model_text.ignored_after")) return false;
    const SyntaxTree tree(text);
    return !tree.problem() && (!is_list || passes_layers_on(tree));
}

/// True when a line imports a library whose name begins so; "" for any.
bool imports(std::string_view text, std::string_view library) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        const bool is_from = line.starts_with("from ") && line.find(" import ") != std::string_view::npos;
        if (is_from && line.substr(5).starts_with(library)) return true;
        if (line.starts_with("import ") && line.substr(7).starts_with(library)) return true;
        begin = end + 1;
    }
    return false;
}

}  // namespace

Confidence detect_source(const Beginning& beginning) {
    if (beginning.bytes.find('\0') != std::string_view::npos) return Confidence::None;
    std::string storage;
    const std::string_view text = mask_surroundings(beginning.bytes, storage);
    const std::optional<OtherText> other = recognise_other_text(text, find_tree(text));
    const bool is_keras = other && other->name == "keras-source";
    const bool is_file = beginning.name.ends_with(".py") && imports(text, "");
    const bool is_source = is_keras ? imports(text, "torch")
                           : other  ? other->name == "python-source"
                                    : is_file || is_script(text);
    return is_source ? Confidence::Likely : Confidence::None;
}

}  // namespace paramscope::open
