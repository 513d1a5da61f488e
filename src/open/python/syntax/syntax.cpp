#include "open/python/syntax/syntax.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include <tree_sitter/api.h>

#include "base/characters.h"
#include "open/python/syntax/comment_lines.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace paramscope::open::python {
namespace {

constexpr std::string_view kKindNames[] = {
    "module",
    "ERROR",
    "expression_statement",
    "assignment",
    "augmented_assignment",
    "return_statement",
    "if_statement",
    "elif_clause",
    "else_clause",
    "for_statement",
    "while_statement",
    "try_statement",
    "except_clause",
    "finally_clause",
    "with_statement",
    "with_clause",
    "with_item",
    "raise_statement",
    "assert_statement",
    "pass_statement",
    "break_statement",
    "continue_statement",
    "delete_statement",
    "global_statement",
    "nonlocal_statement",
    "import_statement",
    "import_from_statement",
    "future_import_statement",
    "aliased_import",
    "dotted_name",
    "relative_import",
    "wildcard_import",
    "function_definition",
    "class_definition",
    "decorated_definition",
    "decorator",
    "block",
    "print_statement",
    "match_statement",
    "parameters",
    "lambda_parameters",
    "default_parameter",
    "typed_parameter",
    "typed_default_parameter",
    "list_splat_pattern",
    "dictionary_splat_pattern",
    "keyword_separator",
    "positional_separator",
    "argument_list",
    "keyword_argument",
    "list_splat",
    "dictionary_splat",
    "type",
    "identifier",
    "integer",
    "float",
    "string",
    "string_start",
    "string_content",
    "string_end",
    "escape_sequence",
    "escape_interpolation",
    "interpolation",
    "format_specifier",
    "type_conversion",
    "concatenated_string",
    "true",
    "false",
    "none",
    "ellipsis",
    "list",
    "tuple",
    "set",
    "dictionary",
    "pair",
    "expression_list",
    "pattern_list",
    "tuple_pattern",
    "list_pattern",
    "attribute",
    "subscript",
    "slice",
    "call",
    "binary_operator",
    "unary_operator",
    "not_operator",
    "boolean_operator",
    "comparison_operator",
    "conditional_expression",
    "lambda",
    "parenthesized_expression",
    "named_expression",
    "list_comprehension",
    "set_comprehension",
    "dictionary_comprehension",
    "generator_expression",
    "for_in_clause",
    "if_clause",
    "yield",
    "await",
    "as_pattern",
    "as_pattern_target",
};
static_assert(std::size(kKindNames) == static_cast<std::size_t>(Kind::Token));

constexpr std::string_view kFieldNames[] = {
    "",
    "name",
    "value",
    "left",
    "right",
    "operator",
    "operators",
    "argument",
    "arguments",
    "function",
    "object",
    "attribute",
    "subscript",
    "condition",
    "consequence",
    "alternative",
    "body",
    "parameters",
    "superclasses",
    "definition",
    "module_name",
    "alias",
    "key",
    "type",
    "return_type",
    "expression",
    "format_specifier",
    "type_conversion",
    "cause",
};
static_assert(std::size(kFieldNames) == static_cast<std::size_t>(Field::Other));

/// What the nodes of one symbol of the grammar have in common.
struct Symbol {
    Kind kind = Kind::Token;
    std::string_view name;
    bool is_punctuation = false;  ///< no name of the grammar, and not read without a field
};

Symbol make_symbol(std::string_view name, bool is_named) {
    if (!is_named) return {Kind::Token, name, name != "async"};
    const auto* found = std::find(std::begin(kKindNames), std::end(kKindNames), name);
    const bool is_known = found != std::end(kKindNames);
    return {is_known ? static_cast<Kind>(found - std::begin(kKindNames)) : Kind::Other, name, false};
}

/// The symbols of the grammar, and last the one of what cannot be parsed.
const Symbol& symbol_of(const TSNode& node) {
    static const std::vector<Symbol> symbols = [] {
        const TSLanguage* language = tree_sitter_python();
        std::vector<Symbol> all;
        for (std::uint32_t i = 0; i < ts_language_symbol_count(language); ++i) {
            const auto id = static_cast<TSSymbol>(i);
            const bool is_named = ts_language_symbol_type(language, id) == TSSymbolTypeRegular;
            all.push_back(make_symbol(ts_language_symbol_name(language, id), is_named));
        }
        all.push_back({Kind::Error, kind_name(Kind::Error), false});
        return all;
    }();
    return symbols[std::min<std::size_t>(ts_node_symbol(node), symbols.size() - 1)];
}

Field field_of(const TSTreeCursor& cursor) {
    static const std::vector<Field> fields = [] {
        const TSLanguage* language = tree_sitter_python();
        std::vector<Field> all = {Field::None};
        for (std::uint32_t i = 1; i <= ts_language_field_count(language); ++i) {
            const std::string_view name = ts_language_field_name_for_id(language, static_cast<TSFieldId>(i));
            const auto* found = std::find(std::begin(kFieldNames), std::end(kFieldNames), name);
            all.push_back(static_cast<Field>(found - std::begin(kFieldNames)));
        }
        return all;
    }();
    return fields[ts_tree_cursor_current_field_id(&cursor)];
}

struct DeleteParser {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct DeleteTree {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

/// True for children that the evaluator does not read: comments and punctuation.
bool is_skipped(const TSNode& node, const Symbol& symbol, Field field) {
    if (ts_node_is_extra(node) && !ts_node_is_error(node)) return true;
    return symbol.is_punctuation && field == Field::None && !ts_node_is_missing(node);
}

}  // namespace

std::string_view kind_name(Kind kind) {
    return kind < Kind::Token ? kKindNames[static_cast<std::size_t>(kind)] : std::string_view();
}

const Node* Node::child(Field wanted) const {
    const auto found = std::find_if(children.begin(), children.end(),
                                    [&](const Node* each) { return each->field == wanted; });
    return found == children.end() ? nullptr : *found;
}

const Node* Node::child(Kind wanted) const {
    const auto found = std::find_if(children.begin(), children.end(),
                                    [&](const Node* each) { return each->kind == wanted; });
    return found == children.end() ? nullptr : *found;
}

std::vector<const Node*> Node::all(Field wanted) const {
    std::vector<const Node*> found;
    for (const Node* each : children) {
        if (each->field == wanted) found.push_back(each);
    }
    return found;
}

SyntaxTree::SyntaxTree(std::string_view source, std::uint32_t base) : source_(source), base_(base) {
    parse(source);
    const std::optional<Problem> first = problem();
    if (!first) return;
    unclosed_ = find_unclosed_brackets(source);
    if (!unclosed_.empty()) {
        close_brackets();
        parse(closed_);
        return;
    }
    // Perhaps a comma is missing behind what is no Python, or in front of the name before it: `f(2
    // stride=2)`.
    std::uint32_t name = first->span.begin - base_;
    while (name > 0 && is_name_part(source_[name - 1])) --name;
    while (name > 0 && is_blank(source_[name - 1])) --name;
    put_comma(first->span.end - base_);
    if (unclosed_.empty()) put_comma(name);
}

/// Puts a comma there, if that makes the source Python.
void SyntaxTree::put_comma(std::uint32_t place) {
    if (place == 0 || place >= source_.size() || !is_blank(source_[place])) return;
    unclosed_.push_back({place, place, ','});
    close_brackets();
    parse(closed_);
    if (!problem()) return;
    unclosed_.clear();
    closed_.clear();
    parse(source_);
}

/// Puts each missing bracket where the statement of the unclosed one ends.
void SyntaxTree::close_brackets() {
    std::size_t begin = 0;
    for (const UnclosedBracket& each : unclosed_) {
        closed_ += source_.substr(begin, each.end - begin);
        closed_ += each.closer;
        begin = each.end;
    }
    closed_ += source_.substr(begin);
}

/// The place in the source of a place in the text that is parsed.
std::uint32_t SyntaxTree::place_in_source(std::uint32_t offset) const {
    if (text_.data() == source_.data()) return base_ + offset;
    std::uint32_t first = 0, last = static_cast<std::uint32_t>(unclosed_.size());
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (unclosed_[middle].end + middle < offset) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return base_ + offset - first;
}

bool SyntaxTree::holds(const Node& node) const {
    return node.text.data() >= text_.data() && node.text.data() <= text_.data() + text_.size();
}

std::uint32_t SyntaxTree::line_of(std::uint32_t place) const {
    if (line_ends_.empty()) {
        for (std::size_t at = 0; at < source_.size(); ++at) {
            at = std::min(source_.find('\n', at), source_.size());
            line_ends_.push_back(base_ + static_cast<std::uint32_t>(at));
        }
    }
    const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), place);
    return static_cast<std::uint32_t>(end - line_ends_.begin()) + 1;
}

void SyntaxTree::parse(std::string_view text) {
    text_ = text;
    nodes_.clear();
    const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
    ts_parser_set_language(parser.get(), tree_sitter_python());
    const std::string parsed = blank_comment_lines(text);
    const std::unique_ptr<TSTree, DeleteTree> tree(ts_parser_parse_string(
        parser.get(), nullptr, parsed.data(), static_cast<std::uint32_t>(parsed.size())));

    const auto add = [&](const TSNode& from, const Symbol& symbol, Field field, Node* parent) {
        Node& node = nodes_.emplace_back();
        node.name = symbol.name;
        node.kind = symbol.kind;
        node.field = field;
        node.has_error = ts_node_has_error(from);
        node.is_missing = ts_node_is_missing(from);
        const std::uint32_t begin = ts_node_start_byte(from), end = ts_node_end_byte(from);
        node.span = {place_in_source(begin), place_in_source(end)};
        node.text = text.substr(begin, end - begin);
        node.parent = parent;
        node.children.reserve(ts_node_child_count(from));
        if (parent != nullptr) parent->children.push_back(&node);
        return &node;
    };
    const TSNode top = ts_tree_root_node(tree.get());
    Node* at = add(top, symbol_of(top), Field::None, nullptr);
    root_ = at;
    // Not by recursion: a text may nest as deep as it is long.
    TSTreeCursor cursor = ts_tree_cursor_new(top);
    std::vector<Node*> path = {at};
    bool is_descending = ts_tree_cursor_goto_first_child(&cursor);
    while (is_descending) {
        const TSNode here = ts_tree_cursor_current_node(&cursor);
        const Symbol& symbol = symbol_of(here);
        const Field field = field_of(cursor);
        if (!is_skipped(here, symbol, field)) {
            Node* node = add(here, symbol, field, path.back());
            if (path.size() >= kDeepestNode) {
                node->kind = Kind::Other;
            } else if (ts_tree_cursor_goto_first_child(&cursor)) {
                path.push_back(node);
                continue;
            }
        }
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            is_descending = ts_tree_cursor_goto_parent(&cursor) && path.size() > 1;
            if (!is_descending) break;
            path.pop_back();
        }
    }
    ts_tree_cursor_delete(&cursor);
}

/// The blanks before a node that begins its line; nullopt for a node behind others.
std::optional<std::string_view> SyntaxTree::indentation(const Node& node) const {
    const std::size_t end = static_cast<std::size_t>(node.text.data() - text_.data());
    std::size_t begin = end;
    while (begin > 0 && is_blank(text_[begin - 1])) --begin;
    if (begin > 0 && !is_line_break(text_[begin - 1])) return std::nullopt;
    return text_.substr(begin, end - begin);
}

/// The first statement of a block that is indented otherwise than those before it; nullptr without one.
const Node* SyntaxTree::misplaced_statement(const Node& block) const {
    std::optional<std::string_view> common;
    for (const Node* statement : block.children) {
        const std::optional<std::string_view> own = indentation(*statement);
        if (!own) continue;
        if (common && *common != *own) return statement;
        common = own;
    }
    return nullptr;
}

std::optional<SyntaxTree::Problem> SyntaxTree::problem() const {
    const Node* first = nullptr;
    const auto note = [&](const Node* node) {
        if (node != nullptr && (first == nullptr || node->span.begin < first->span.begin)) first = node;
    };
    // The grammar takes blocks without statements and statements of any indentation.
    for (const Node& node : nodes_) {
        const bool is_block = node.kind == Kind::Block || node.kind == Kind::Module;
        const bool is_empty = node.kind == Kind::Block && node.children.empty();
        if (node.kind == Kind::Error || node.is_missing || is_empty) note(&node);
        if (is_block) note(misplaced_statement(node));
    }
    if (first == nullptr) return std::nullopt;
    return Problem{first->span, first->is_missing ? first->name : std::string_view()};
}

}  // namespace paramscope::open::python
