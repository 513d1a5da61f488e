#include "model/texts/script.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/characters.h"
#include "base/text_parts.h"
#include "model/names.h"
#include "model/texts/outline.h"

namespace paramscope {
namespace {

/// The end of the string literal that begins at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
    const char quote = text[at];
    for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == quote) {
            return i + 1;
        }
    }
    return at + 1;
}

/// Walks over the characters of a text outside of strings, of a comment only `#`: `visit(offset, depth)`,
/// with the number of brackets around the character.
template <class Visit>
void walk(std::string_view text, Visit visit) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '#') {
            visit(at, depth);
            at = std::min(text.find('\n', at), text.size());
        } else if (c == '"' || c == '\'') {
            at = string_end(text, at);
        } else {
            if (c == ')' || c == ']' || c == '}') depth = std::max(depth - 1, 0);
            visit(at, depth);
            if (c == '(' || c == '[' || c == '{') ++depth;
            ++at;
        }
    }
}

/// The statements of a text: its lines, with those joined that a bracket holds together.
std::vector<std::string_view> split_statements(std::string_view text) {
    std::vector<std::string_view> statements;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end) {
        const std::string_view words = text.substr(begin, end - begin);
        const std::string_view filled = trim(words);
        if (!filled.empty() && filled[0] != '#') statements.push_back(words);
        begin = end + 1;
    };
    walk(text, [&](std::size_t at, int depth) {
        if (text[at] == '\n' && depth == 0) add(at);
    });
    if (begin < text.size()) add(text.size());
    return statements;
}

/// A statement without the comment behind it.
std::string_view without_comment(std::string_view statement) {
    std::size_t end = statement.size();
    walk(statement, [&](std::size_t at, int depth) {
        if (statement[at] == '#' && depth == 0) end = std::min(end, at);
    });
    return trim(statement.substr(0, end));
}

/// The place of the `=` of an assignment.
std::optional<std::size_t> find_assignment(std::string_view statement) {
    std::optional<std::size_t> found;
    walk(statement, [&](std::size_t at, int depth) {
        if (found || depth > 0 || statement[at] != '=' || at == 0) return;
        const bool is_comparison = at + 1 < statement.size() && statement[at + 1] == '=';
        const bool is_joined =
            std::string_view("=<>!+-*/%").find(statement[at - 1]) != std::string_view::npos;
        if (!is_comparison && !is_joined) found = at;
    });
    return found;
}

/// The names of `a = ...` or `a, b = ...`; none for other targets.
std::vector<std::string_view> split_targets(std::string_view targets) {
    std::vector<std::string_view> names;
    if (targets.ends_with(',')) return {};
    while (!targets.empty()) {
        names.push_back(trim(take_until(targets, ',')));
        if (!is_dotted_name(names.back())) return {};
    }
    return names;
}

/// True when an argument inside `value` is one of the names.
bool passes_any(std::string_view value, const std::set<std::string_view>& names) {
    bool is_found = false;
    walk(value, [&](std::size_t at, int depth) {
        if (depth == 0 || !is_letter(value[at]) || is_name_part(value[at - 1]) || value[at - 1] == '.')
            return;
        std::size_t end = at;
        while (end < value.size() && is_name_part(value[end])) ++end;
        const bool is_keyword = end < value.size() && value[end] == '=';
        is_found = is_found || (!is_keyword && names.contains(value.substr(at, end - at)));
    });
    return is_found;
}

bool is_import(std::string_view statement) {
    return statement.starts_with("import ") ||
           (statement.starts_with("from ") && statement.find(" import ") != std::string_view::npos);
}

/// True for `name(...)` and `library.name(...)`.
bool is_call(std::string_view words) {
    const std::size_t opening = words.find('(');
    return opening != std::string_view::npos && words.ends_with(')') &&
           is_dotted_name(trim(words.substr(0, opening)));
}

/// True for `nn.Linear(...)` and `Linear(...)`.
bool calls_class(std::string_view words) {
    if (!is_call(words)) return false;
    const std::string_view name = words.substr(0, words.find('('));
    return is_upper(name[name.rfind('.') + 1]);
}

/// True for `nn.Sequential(...)`, which is a model of its own or a part of one.
bool makes_container(std::string_view words) {
    const std::string_view name = words.substr(0, words.find('('));
    return calls_class(words) && name.substr(name.rfind('.') + 1) == "Sequential";
}

}  // namespace

bool is_script(std::string_view text) {
    if (has_child_lines(text)) return false;  // seen at the beginning of a print
    if (!contains_any(text, {"nn.", "torch.nn"})) return false;
    bool needs_python = false, makes_layer = false;
    int containers = 0;
    std::set<std::string_view> layers;
    for (const std::string_view line : split_statements(text)) {
        if (is_blank(line[0])) return false;
        const std::string_view statement = without_comment(line);
        if (is_import(statement)) {
            needs_python = true;
            continue;
        }
        const std::optional<std::size_t> equals = find_assignment(statement);
        const std::string_view value = equals ? trim(statement.substr(*equals + 1)) : statement;
        if (!equals && (!is_call(value) || is_upper(value[0])))
            return false;  // `Linear(in_features=3)` is printed
        makes_layer = makes_layer || calls_class(value);
        if (!equals) continue;
        const std::vector<std::string_view> names = split_targets(statement.substr(0, *equals));
        if (names.empty()) return false;
        const bool is_attribute = names.front().find('.') != std::string_view::npos;  // a part of `self`
        containers += !is_attribute && makes_container(value);
        needs_python = needs_python || names.size() > 1 || passes_any(value, layers);
        if (is_call(value)) layers.insert(names.begin(), names.end());
    }
    // Only code says that several models are no parts of one.
    return (needs_python || containers > 1) && makes_layer;
}

}  // namespace paramscope
