#include "model/read/read.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/characters.h"
#include "base/ranges.h"
#include "model/messages.h"
#include "model/names.h"
#include "model/read/other_text.h"
#include "model/read/read_header.h"
#include "model/read/read_layers.h"
#include "model/read/read_module.h"
#include "model/reporter.h"
#include "model/texts/diff.h"
#include "model/texts/mask.h"
#include "model/texts/outline.h"
#include "model/texts/plain_print.h"
#include "model/texts/script.h"
#include "model/texts/unread_text.h"

namespace paramscope {
namespace {

/// False, with an error, for a text that is too large or has a zero byte.
bool is_readable(std::string_view text, Reporter& reporter) {
    if (text.size() > kLargestText) {
        reporter.error({}, message("model_text.too_large", {{"limit", kLargestText >> 20}}));
        return false;
    }
    const std::size_t zero = text.find('\0');
    if (zero == std::string_view::npos) return true;
    const auto place = static_cast<std::uint32_t>(zero);
    reporter.error({place, place + 1}, message("model_text.binary", {{"offset", zero}}));
    return false;
}

void lower_basis(Model* model, Basis basis) {
    model->basis = worst(model->basis.value_or(Basis::Exact), basis);
}

/// The tree and its end. When it is broken, the text after it is not read.
struct Tree {
    Module root;
    std::uint32_t end = 0;
    bool is_broken = false;
    bool has_duplicates = false;
    bool is_misplaced = false;  ///< its indentation shows other modules than its parentheses
    /// The last place that is complete, in a text that was cut off.
    std::optional<std::uint32_t> cut_off_after;
};

Module read_root(ModuleReader& reader, const TreeStart& start, Reporter& reporter) {
    switch (start.kind) {
        case TreeStart::Kind::Module:
            return reader.read_module_at(start.offset);
        case TreeStart::Kind::List:
            return reader.read_list_at(start.offset);
        case TreeStart::Kind::Fragment: {
            reporter.warning({start.offset, start.offset + 1}, message("model_text.first_line_missing"));
            return reader.read_fragment_at(start.offset);
        }
        case TreeStart::Kind::None:
            break;
    }
    return {};
}

/// Reports a part of the tree that follows its end: it was cut off by a surplus parenthesis. Its type may be
/// broken.
void check_surplus(std::string_view text, ModuleReader& reader) {
    const std::uint32_t next = skip_space(text, reader.offset());
    if (next >= text.size()) return;
    const bool is_child = text[next] == '(' && match_child_name(text, next);
    if (text[next] == ')' || is_child) reader.report_surplus({next, next + 1});
}

Tree read_tree_once(std::string_view text, const TreeStart& start, Brackets brackets,
                    Diagnostics& diagnostics) {
    Reporter reporter(&diagnostics);
    ModuleReader reader(text, reporter, brackets);
    Tree tree;
    tree.root = read_root(reader, start, reporter);
    if (!reader.has_stopped()) check_surplus(text, reader);
    tree.end = reader.offset();
    tree.is_broken = reader.has_stopped() || reader.is_unbalanced();
    tree.has_duplicates = reader.has_duplicates();
    tree.is_misplaced =
        !tree.is_broken && reader.has_mismatch_inside(tree.root) && has_uneven_children(text, tree.root);
    if (tree.is_misplaced) reader.report_misplaced();
    if (tree.is_broken) tree.cut_off_after = reader.cut_off_after();
    return tree;
}

/// Reads a tree that was cut off after `end`: its modules end there.
Tree read_beginning(std::string_view text, const TreeStart& start, std::uint32_t end,
                    Diagnostics& diagnostics) {
    Tree tree = read_tree_once(text.substr(0, end), start, Brackets::CutOff, diagnostics);
    tree.end = static_cast<std::uint32_t>(text.size());
    return tree;
}

/// Reads the tree; when its parentheses do not match, reads it again with Brackets::Doubted.
Tree read_tree(std::string_view text, const TreeStart& start, Reporter& reporter) {
    Diagnostics diagnostics;
    Tree tree = read_tree_once(text, start, Brackets::Trusted, diagnostics);
    if (tree.is_broken) {
        const std::optional<std::uint32_t> end = tree.cut_off_after;
        diagnostics.clear();
        tree = Tree();  // its memory serves the second reading
        tree = end ? read_beginning(text, start, *end, diagnostics)
                   : read_tree_once(text, start, Brackets::Doubted, diagnostics);
    }
    for (Diagnostic& diagnostic : diagnostics) reporter.report(std::move(diagnostic));
    return tree;
}

/// The module of a fragment of one module; any other root unchanged.
Module unwrap_single_module(Module root) {
    const bool single = root.type == "Fragment" && root.children.size() == 1 && root.tensors.empty() &&
                        root.arguments.empty() && root.extra.empty();
    if (!single || root.children[0].repeat != Polynomial(1) || !may_be_root(root.children[0].type))
        return root;
    Module only = std::move(root.children[0]);
    only.name.clear();
    only.repeat_span = {};
    return only;
}

/// The text with spaces in place of its layers.
std::string without(std::string_view text, const std::vector<Span>& layers) {
    std::string rest(text);
    for (const Span& span : layers) {
        for (std::uint32_t at = span.begin; at < span.end; ++at) {
            if (!is_line_break(rest[at])) rest[at] = ' ';
        }
    }
    return rest;
}

/// True for `bias=True)`.
bool ends_with_argument(std::string_view line) {
    line.remove_suffix(1);
    while (!line.empty() && (is_name_part(line.back()) || line.back() == '.')) line.remove_suffix(1);
    return line.ends_with('=');
}

/// True for `stride=(1, 1))`.
bool ends_with_tuple(std::string_view line) {
    return line.size() > 2 && line.ends_with("))") && is_digit(line[line.size() - 3]);
}

/// True for a line whose last bracket closes none of that line: alone, behind a blank or behind an argument.
bool closes_another_line(std::string_view line) {
    if (line == "]" || line == "}") return true;
    if (!line.ends_with(')') || open_brackets(line) >= 0) return false;
    return line.size() == 1 || is_blank(line[line.size() - 2]) || ends_with_argument(line) ||
           ends_with_tuple(line);
}

/// True for `50257, 1024)` and `rue)`, the rest of arguments.
bool is_rest_of_arguments(std::string_view line) {
    return line.ends_with(')') && (is_name(line.substr(0, line.size() - 1)) ||
                                   line.find_first_not_of("0123456789., )") == std::string_view::npos);
}

/// The first place of `text` from `begin` to `end` with a part of another print: a child, a call of a class
/// in brackets that do not match, or a parenthesis on its own at the end of a line that closes none of that
/// line.
std::optional<Span> find_other_part(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t at = begin; at < end; ++at) {
        if (text[at] == '(' && starts_child_line(text.substr(0, end), at))
            return Span{at, line_end(text, at)};
    }
    const std::string_view lines = text.substr(begin, end - begin);
    if (open_brackets(lines) != 0 && may_call_class(lines)) return Span{begin, line_end(text, begin)};
    for (std::uint32_t at = begin; at < end; at = next_line(text, at)) {
        const std::uint32_t limit = line_end(text, at);
        if (closes_another_line(trim(text.substr(at, limit - at)))) return Span{at, limit};
    }
    return std::nullopt;
}

/// The end of a print that was cut off before the tree: a line that closes a bracket of another line.
std::optional<Span> find_cut_line(std::string_view text, std::uint32_t end) {
    bool is_first = true;
    for (std::uint32_t at = 0; at < end; at = next_line(text, at)) {
        const std::uint32_t limit = std::min(line_end(text, at), end);
        const std::string_view line = trim(text.substr(at, limit - at));
        if (line.empty()) continue;
        if (closes_another_line(line) || (is_first && is_rest_of_arguments(line))) return Span{at, limit};
        is_first = false;
    }
    return std::nullopt;
}

/// A child behind the tree that belongs to no other model there: `(fc): Linear(3, 4)` on a line, perhaps
/// behind a prefix.
std::optional<Span> find_lost_child(std::string_view text, std::uint32_t begin) {
    for (std::uint32_t at = begin; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t limit = line_end(text, at);
        for (std::uint32_t place = at; place < limit; ++place) {
            if (text[place] == '(' && starts_child_line(text.substr(0, limit), place)) return Span{at, limit};
        }
        if (at > begin && find_opener(text, at) < text.size()) return std::nullopt;
    }
    return std::nullopt;
}

/// The start of the line's label, `(name): `, before the module at `offset`, else `offset`.
std::uint32_t label_start(std::string_view text, std::uint32_t offset) {
    for (std::uint32_t at = line_start(text, offset); at < offset; ++at) {
        const auto name = text[at] == '(' ? match_child_name(text, at) : std::nullopt;
        if (name && skip_blanks(text, name->end) == offset) return at;
    }
    return offset;
}

/// The line before `end` that opens a module which no line before `end` closes: `* Net(`.
std::optional<Span> find_open_module(std::string_view text, std::uint32_t end) {
    if (open_brackets(text.substr(0, end)) <= 0) return std::nullopt;
    for (std::uint32_t at = 0; at < end; at = next_line(text, at)) {
        const std::string_view line = trim(text.substr(at, line_end(text, at) - at));
        if (line.ends_with('(') && may_call_class(line)) return Span{at, line_end(text, at)};
    }
    return std::nullopt;
}

/// Lowers the basis of a model when other lines are parts of a print: of the print that it was cut from, or,
/// if it was read from one line, of another one.
void check_other_lines(std::string_view text, const TreeStart& start, std::uint32_t end, Model* model,
                       Reporter& reporter) {
    const bool has_block = has_child_lines(text);  // then other lines are prose or further models
    std::optional<Span> part;
    const Span label{line_start(text, start.offset), start.offset};
    if (const std::string_view words = trim(text.substr(label.begin, label.end - label.begin));
        words.ends_with("):") && open_brackets(words) < 0)
        part = label;  // `lf_attn): Attention(`: the end of a child's name
    if (const Span rest{end, line_end(text, end)};
        !part && has_block && may_call_class(text.substr(end, rest.end - end)))
        part = rest;
    if (!part) part = find_open_module(text, line_start(text, start.offset));
    if (!part) part = find_cut_line(text, line_start(text, start.offset));
    if (has_block && !part) part = find_lost_child(text, end);
    const bool is_lone = has_block && model->root.children.empty();
    if (has_block && !part && !is_lone) return;
    if (!part) part = find_other_part(text, 0, label_start(text, start.offset));
    if (!part) part = find_other_part(text, end, static_cast<std::uint32_t>(text.size()));
    if (!part) return;
    reporter.warning(*part, message("model_text.unread_layers"));
    lower_basis(model, Basis::Partial);
}

/// Lowers the basis of a list of layers when a line beside them, such as `...`, replaces further layers.
void check_elisions(std::string_view around, Model* model, Reporter& reporter) {
    for (std::uint32_t at = 0; at < around.size(); at = next_line(around, at)) {
        const std::uint32_t begin = skip_blanks(around, at), end = line_end(around, at);
        if (begin >= end || !is_elision(around.substr(begin, end - begin))) continue;
        reporter.warning({begin, end}, message("model_text.left_out"));
        return lower_basis(model, Basis::Partial);
    }
}

/// Lowers the basis of a model whose text is a diff that shows a part of a file.
void check_diff(std::string_view original, Model* model, Reporter& reporter) {
    std::string storage;
    std::optional<Diagnostic> partial = read_diff(replace_escapes(original, storage)).partial;
    if (!partial) return;
    reporter.report(std::move(*partial));
    lower_basis(model, Basis::Partial);
}

/// True for one word of letters, digits, `-`, `_`, `.` and `/`, such as `resnet50` or `openai/whisper-tiny`.
bool is_name_alone(std::string_view line) {
    const auto is_part = [](char c) { return is_name_part(c) || c == '-' || c == '.' || c == '/'; };
    return !line.empty() && is_letter(line.front()) && all_of(line, is_part);
}

void report_no_module(std::string_view text, Reporter& reporter) {
    const std::uint32_t begin = skip_space(text, 0);
    const Span line{begin, line_end(text, begin)};
    const std::string_view words = trim(text.substr(line.begin, line.end - line.begin));
    const bool is_one_line = skip_space(text, line.end) >= text.size();
    if (is_one_line && words.find("://") != std::string_view::npos &&
        words.find(' ') == std::string_view::npos) {
        reporter.error(line, message("model_text.address"));
    } else if (is_one_line && is_name_alone(words)) {
        reporter.error(line, message("model_text.name_alone", {{"name", words}}));
    } else {
        reporter.error(line, message("model_text.no_module"));
    }
}

/// Reports an empty text, or the kind of a text of which nothing is left once prompts and prose are masked.
void report_empty(std::string_view original, Reporter& reporter) {
    std::optional<OtherText> other = recognise_other_text(original, TreeStart());
    if (other)
        reporter.error(other->span, std::move(other->message));
    else
        reporter.error({}, message("model_text.empty"));
}

}  // namespace

Model read_model_text(std::string_view original, Diagnostics* diagnostics) {
    Model model;
    Reporter reporter(diagnostics);
    if (!is_readable(original, reporter)) return model;
    std::string storage;
    const bool is_plain = is_plain_print(original);  // then no diff
    const std::string_view text = is_plain ? original : mask_surroundings(original, storage);
    if (skip_space(text, 0) >= text.size()) {
        report_empty(original, reporter);
        return model;
    }
    if (std::optional<OtherText> code = is_plain ? std::nullopt : recognise_modules(original)) {
        reporter.error(code->span, std::move(code->message));
        return model;
    }
    const TreeStart start = find_tree(text);
    HeaderReader header(text, model, reporter);
    std::optional<LayerList> layers;
    if (!is_script(text)) layers = read_layers(text, reporter);
    if (layers) {
        if (!layers->root.children.empty() && layers->root.type_span.begin == layers->root.type_span.end)
            reporter.note(layers->root.span, message("model_text.layer_list"));
        const std::string around = without(text, layers->spans);
        HeaderReader(around, model, reporter).read_before(static_cast<std::uint32_t>(around.size()));
        check_elisions(around, &model, reporter);
        if (!is_plain) check_diff(original, &model, reporter);
        model.root = std::move(layers->root);
        return model;
    }
    std::optional<OtherText> other = recognise_other_text(text, start);
    // Signs in front of lines may have been taken for prose.
    if (!other && !is_plain && start.kind == TreeStart::Kind::None)
        other = recognise_other_text(original, start);
    // A call in the code of a document is no module, and prose is none.
    const bool is_called = start.kind != TreeStart::Kind::None && !is_upper(text[start.offset]);
    if (!other && !is_plain && (is_called || start.kind == TreeStart::Kind::None) && !has_child_lines(text))
        other = recognise_document(original);
    if (other) {
        reporter.error(other->span, std::move(other->message));
        return model;
    }
    if (start.kind == TreeStart::Kind::None) {
        header.read_before(static_cast<std::uint32_t>(text.size()));
        std::erase_if(*diagnostics, [](const Diagnostic& d) { return d.severity == Severity::Note; });
        report_no_module(text, reporter);
        return model;
    }
    header.read_before(line_start(text, start.offset));
    Tree tree = read_tree(text, start, reporter);
    model.root = unwrap_single_module(std::move(tree.root));
    if (tree.is_broken) lower_basis(&model, Basis::Partial);
    if (!tree.is_broken) header.read_after(tree.end);
    if (tree.has_duplicates || tree.is_misplaced) lower_basis(&model, Basis::Approximate);
    if (!tree.is_broken) check_other_lines(text, start, tree.end, &model, reporter);
    if (!is_plain) check_diff(original, &model, reporter);
    return model;
}

std::vector<Module> read_modules(std::string_view text, Diagnostics* diagnostics) {
    std::vector<Module> modules;
    Reporter reporter(diagnostics);
    if (!is_readable(text, reporter)) return modules;
    ModuleReader reader(text, reporter);
    std::uint32_t offset = 0;
    while (!reader.has_stopped()) {
        offset = skip_space(text, offset);
        if (offset >= text.size()) break;
        if (text[offset] == '#') {
            offset = next_line(text, offset);
            continue;
        }
        if (!match_type(text, offset)) {
            reporter.error({offset, line_end(text, offset)}, message("model_text.expected_module"));
            break;
        }
        modules.push_back(reader.read_module_at(offset));
        offset = reader.offset();
    }
    return modules;
}

}  // namespace paramscope
