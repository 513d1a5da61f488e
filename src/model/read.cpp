#include "model/read.h"

#include <string>
#include <utility>

#include "base/concat.h"
#include "model/names.h"
#include "model/outline.h"
#include "model/prepare.h"
#include "model/read_header.h"
#include "model/read_module.h"
#include "model/reporter.h"

namespace paramscope {
namespace {

/// Says why these bytes are not read: too many, or not text, in which no byte is zero.
bool is_readable(std::string_view text, Reporter& reporter) {
    if (text.size() > kLargestText) {
        reporter.error({}, concat("the text is too large: at most ", kLargestText >> 20, " MiB are read"));
        return false;
    }
    const std::size_t zero = text.find('\0');
    if (zero == std::string_view::npos) return true;
    const auto place = static_cast<std::uint32_t>(zero);
    reporter.error({place, place + 1}, concat("this is no text: the byte at offset ", zero,
                                              " is zero, as in binary data or UTF-16; expected UTF-8"));
    return false;
}

/// The tree, and where it ended; nothing behind it is read when it broke off.
struct Tree {
    Module root;
    std::uint32_t end = 0;
    bool broken = false;
};

Module read_root(ModuleReader& reader, const TreeStart& start, Reporter& reporter) {
    switch (start.kind) {
        case TreeStart::Kind::Module:
            return reader.read_module_at(start.offset);
        case TreeStart::Kind::List:
            return reader.read_list_at(start.offset);
        case TreeStart::Kind::Fragment: {
            reporter.warning(
                {start.offset, start.offset + 1},
                "the first line of the model is missing: these modules are read as parts of one");
            return reader.read_fragment_at(start.offset);
        }
        case TreeStart::Kind::None:
            break;
    }
    return {};
}

/// Reports what follows the tree when it is another part of it, cut off by a parenthesis too many.
void check_surplus(std::string_view text, ModuleReader& reader) {
    const std::uint32_t next = skip_space(text, reader.offset());
    if (next >= text.size()) return;
    if (text[next] == ')' || starts_child_line(text, next)) reader.report_surplus({next, next + 1});
}

Tree read_tree_once(std::string_view text, const TreeStart& start, Brackets brackets,
                    Diagnostics& diagnostics) {
    Reporter reporter(&diagnostics);
    ModuleReader reader(text, reporter, brackets);
    Tree tree;
    tree.root = read_root(reader, start, reporter);
    if (!reader.stopped()) check_surplus(text, reader);
    tree.end = reader.offset();
    tree.broken = reader.stopped() || reader.unbalanced();
    return tree;
}

/// Only where the parentheses turn out not to match is the tree read again, with less trust in them.
Tree read_tree(std::string_view text, const TreeStart& start, Reporter& reporter) {
    Diagnostics diagnostics;
    Tree tree = read_tree_once(text, start, Brackets::Trusted, diagnostics);
    if (tree.broken) {
        diagnostics.clear();
        tree = read_tree_once(text, start, Brackets::Doubted, diagnostics);
    }
    for (Diagnostic& diagnostic : diagnostics) reporter.report(std::move(diagnostic));
    return tree;
}

/// A fragment of one module is that module.
Module unwrapped(Module root) {
    const bool single = root.type == "Fragment" && root.children.size() == 1 && root.tensors.empty() &&
                        root.arguments.empty() && root.extra.empty();
    if (!single || root.children[0].repeat != Polynomial(1) || !may_be_root(root.children[0].type))
        return root;
    Module only = std::move(root.children[0]);
    only.name.clear();
    only.repeat_span = {};
    return only;
}

void report_no_module(std::string_view text, Reporter& reporter) {
    const std::uint32_t begin = skip_space(text, 0);
    reporter.error({begin, line_end(text, begin)},
                   "no module is found in this text: expected what print(model) printed, such as "
                   "Linear(in_features=4, out_features=2)");
}

}  // namespace

Model read_model_text(std::string_view original, Diagnostics* diagnostics) {
    Model model;
    Reporter reporter(diagnostics);
    if (!is_readable(original, reporter)) return model;
    std::string storage;
    const std::string_view text = prepare(original, storage);
    if (skip_space(text, 0) >= text.size()) {
        reporter.error({}, "the text is empty: paste what print(model) printed, or write a model");
        return model;
    }
    const TreeStart start = find_tree(text);
    HeaderReader header(text, model, reporter);
    if (start.kind == TreeStart::Kind::None) {
        header.read_before(static_cast<std::uint32_t>(text.size()));
        std::erase_if(*diagnostics, [](const Diagnostic& d) { return d.severity == Severity::Note; });
        report_no_module(text, reporter);
        return model;
    }
    header.read_before(line_start(text, start.offset));
    Tree tree = read_tree(text, start, reporter);
    model.root = unwrapped(std::move(tree.root));
    if (!tree.broken) header.read_after(tree.end);
    return model;
}

std::vector<Module> read_modules(std::string_view text, Diagnostics* diagnostics) {
    std::vector<Module> modules;
    Reporter reporter(diagnostics);
    if (!is_readable(text, reporter)) return modules;
    ModuleReader reader(text, reporter);
    std::uint32_t offset = 0;
    while (!reader.stopped()) {
        offset = skip_space(text, offset);
        if (offset >= text.size()) break;
        if (text[offset] == '#') {
            offset = next_line(text, offset);
            continue;
        }
        if (!match_type(text, offset)) {
            reporter.error({offset, line_end(text, offset)}, "expected a module, `Type(...)`");
            break;
        }
        modules.push_back(reader.read_module_at(offset));
        offset = reader.offset();
    }
    return modules;
}

}  // namespace paramscope
