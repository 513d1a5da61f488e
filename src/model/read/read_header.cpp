#include "model/read/read_header.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "algebra/parse.h"
#include "model/messages.h"
#include "model/names.h"
#include "model/read/read_shape.h"
#include "model/texts/outline.h"

namespace paramscope {
namespace {

/// True when a value is Python code and not an expression: a dotted name, a class, a string, a call without
/// arguments or with named ones.
bool looks_like_code(std::string_view value) {
    Scanner scanner(value);
    if (is_upper(scanner.peek()) && match_type(value, 0)) return true;
    const std::string_view name = scanner.take_name();
    if (!name.empty() && scanner.peek() == '.') return true;
    if (!name.empty() && scanner.peek() == '(') {
        const std::uint32_t opening = scanner.offset();
        const std::uint32_t closing = find_closing(value, opening, static_cast<std::uint32_t>(value.size()));
        if (closing == value.size()) return false;
        const std::string_view arguments = trim(value.substr(opening + 1, closing - opening - 1));
        return arguments.empty() || arguments.find_first_of("='\"") != std::string_view::npos;
    }
    return !value.empty() && (value[0] == '\'' || value[0] == '"' || value[0] == '{');
}

bool is_literal_word(std::string_view text) {
    return text == "True" || text == "False" || text == "None";
}

/// Takes the dotted path up to `=`, a comma, a comment or the end of the line. A `#` here always starts a
/// comment.
Span take_path(Scanner& scanner) {
    scanner.skip_blanks();
    const std::uint32_t begin = scanner.offset();
    if (scanner.peek() == '#') return {begin, begin};
    while (!scanner.at_line_end() && scanner.peek() != '=' && scanner.peek() != ',' &&
           !scanner.at_comment()) {
        scanner.advance();
    }
    const std::string_view path = trim(scanner.since(begin));
    return {begin, begin + static_cast<std::uint32_t>(path.size())};
}

Span rest_of_line(const Scanner& scanner) {
    return {scanner.offset(), std::max(line_end(scanner.text(), scanner.offset()), scanner.offset())};
}

}  // namespace

void HeaderReader::read_before(std::uint32_t end) {
    is_before_tree_ = true;
    has_prose_ = false;
    read_lines(0, end);
}

void HeaderReader::read_after(std::uint32_t begin) {
    is_before_tree_ = false;
    has_prose_ = false;
    read_lines(begin, static_cast<std::uint32_t>(text_.size()));
}

void HeaderReader::read_lines(std::uint32_t begin, std::uint32_t end) {
    Scanner scanner(text_.substr(0, end), begin);
    while (true) {
        scanner.skip_space();
        if (scanner.at_end()) return;
        read_line(scanner);
        scanner.skip_line();
    }
}

void HeaderReader::read_line(Scanner& scanner) {
    if (scanner.peek() == '#') return read_comment(scanner);
    if (!read_directive(scanner) && !read_assignment(scanner)) add_prose(scanner);
}

void HeaderReader::read_comment(Scanner& scanner) {
    const bool is_indented = text_.substr(scanner.offset()).starts_with("#   ");
    const std::string_view comment = scanner.take_comment();
    if (!is_before_tree_ || has_prose_) return;
    const bool continues =
        is_indented && !comment.empty() && !model_.notes.empty() && !model_.notes.back().empty();
    if (!continues) return static_cast<void>(model_.notes.emplace_back(comment));
    model_.notes.back().append(" ").append(comment);
}

bool HeaderReader::read_directive(Scanner& scanner) {
    const std::uint32_t begin = scanner.offset();
    const bool tie = scanner.accept_word("tie");
    const bool freeze = !tie && scanner.accept_word("freeze");
    const bool basis = !tie && !freeze && scanner.accept_word("basis");
    const bool forward = !tie && !freeze && !basis && scanner.accept_word("forward");
    scanner.skip_blanks();
    if (read_estimated_parameters(scanner) || read_work_range(scanner)) return true;
    if ((!tie && !freeze && !basis && !forward) || !scanner.accept(':')) {
        scanner.seek(begin);
        return false;
    }
    if (tie) {
        read_ties(scanner);
    } else if (freeze) {
        read_freezes(scanner);
    } else if (basis) {
        read_basis(scanner);
    } else {
        read_forward(scanner);
    }
    return true;
}

/// Other words after "parameters:" are those of some table.
bool HeaderReader::read_estimated_parameters(Scanner& scanner) {
    const std::uint32_t begin = scanner.offset();
    const bool is_stated = scanner.accept_word("parameters") && scanner.accept(':');
    scanner.skip_blanks();
    if (!is_stated || !scanner.accept_word("estimated")) {
        scanner.seek(begin);
        return false;
    }
    model_.estimated.parameters = true;
    expect_line_end(scanner);
    return true;
}

/// Only "least work:" and "most work:" are those of a model.
bool HeaderReader::read_work_range(Scanner& scanner) {
    const std::uint32_t begin = scanner.offset();
    const bool is_least = scanner.accept_word("least");
    const bool is_either = is_least || scanner.accept_word("most");
    scanner.skip_blanks();
    if (!is_either || !scanner.accept_word("work") || !scanner.accept(':')) {
        scanner.seek(begin);
        return false;
    }
    read_settings(scanner, is_least ? model_.work_range.least : model_.work_range.most);
    return true;
}

void HeaderReader::read_settings(Scanner& scanner, std::vector<Setting>& settings) {
    do {
        scanner.skip_blanks();
        const auto name = scanner.take_assigned_name();
        std::uint32_t end = scanner.offset();
        Result<Polynomial> value = parse_expression(scanner.text(), &end);
        if (!name || !value) {
            reporter_.error(rest_of_line(scanner), message("header.settings"));
            return;
        }
        settings.push_back({std::string(slice(text_, *name)), std::move(*value)});
        scanner.seek(end);
        scanner.skip_blanks();
    } while (scanner.accept(','));
    expect_line_end(scanner);
}

void HeaderReader::read_ties(Scanner& scanner) {
    do {
        Span tied = take_path(scanner);
        const bool is_possible = slice(text_, tied).ends_with('?');
        tied.end -= is_possible;
        const bool equals = scanner.accept('=');
        if (!equals && slice(text_, tied) == "none") {
            model_.has_no_more_ties = true;
            continue;
        }
        const Span source = take_path(scanner);
        if (tied.begin == tied.end || !equals || source.begin == source.end) {
            reporter_.error(rest_of_line(scanner), message("header.tie"));
            return;
        }
        model_.ties.push_back({std::string(slice(text_, tied)),
                               std::string(slice(text_, source)),
                               {tied.begin, source.end},
                               is_possible});
    } while (scanner.accept(','));
    expect_line_end(scanner);
}

void HeaderReader::read_freezes(Scanner& scanner) {
    do {
        const Span path = take_path(scanner);
        if (path.begin == path.end) {
            reporter_.error(rest_of_line(scanner), message("header.freeze"));
            return;
        }
        model_.frozen.push_back({std::string(slice(text_, path)), path});
    } while (scanner.accept(','));
    expect_line_end(scanner);
}

void HeaderReader::read_basis(Scanner& scanner) {
    const Span word = take_path(scanner);
    const std::optional<Basis> basis = find_basis(slice(text_, word));
    if (!basis) {
        reporter_.error(rest_of_line(scanner), message("header.basis"));
        return;
    }
    model_.basis = basis;
    expect_line_end(scanner);
}

void HeaderReader::read_forward(Scanner& scanner) {
    do {
        const std::string_view words = slice(text_, take_path(scanner));
        if (words == "traced") {
            model_.is_traced = true;
        } else if (words == "estimated") {
            model_.estimated = model_.estimated | Estimated{false, true, true, true};
        } else if (words == "estimated elements") {
            model_.estimated.elements = true;
        } else if (words == "estimated cache") {
            model_.estimated.cache = true;
        } else {
            reporter_.error(rest_of_line(scanner), message("header.forward"));
            return;
        }
    } while (scanner.accept(','));
    expect_line_end(scanner);
}

bool HeaderReader::read_assignment(Scanner& scanner) {
    const auto name = scanner.take_assigned_name();
    if (!name) return false;
    if (has_prose_ && name->begin > 0 && is_blank(text_[name->begin - 1]))
        return false;  // an indented line of some program
    const std::string_view word = text_.substr(name->begin, name->end - name->begin);
    const std::string_view value =
        trim(text_.substr(scanner.offset(), rest_of_line(scanner).end - scanner.offset()));
    if (looks_like_code(value) && word != "dtype") {
        scanner.seek(name->begin);
        return false;
    }
    if (value.empty() || scanner.at_comment()) {
        reporter_.error(*name, message("header.no_value", {{"name", word}}));
    } else if (word == "dtype") {
        read_dtype(scanner);
    } else if (word == "input") {
        for (Input& input : read_inputs(scanner, reporter_)) model_.inputs.push_back(std::move(input));
        expect_line_end(scanner);
    } else {
        read_variable(scanner, word, *name);
    }
    return true;
}

void HeaderReader::read_dtype(Scanner& scanner) {
    const bool quoted = scanner.accept('"') || scanner.accept('\'');
    if (scanner.text().substr(scanner.offset(), 6) == "torch.") scanner.advance(6);
    const std::string_view dtype = scanner.take_name();
    if (dtype.empty()) {
        reporter_.error(rest_of_line(scanner), message("header.dtype"));
        return;
    }
    model_.dtype = std::string(dtype);
    if (quoted) scanner.advance();
    expect_line_end(scanner);
}

void HeaderReader::read_variable(Scanner& scanner, std::string_view name, Span name_span) {
    const std::uint32_t begin = scanner.offset();
    std::uint32_t end = begin;
    Result<Polynomial> value = parse_expression(scanner.text(), &end);
    const std::string_view text = trim(scanner.text().substr(begin, end - begin));
    const std::uint32_t rest = skip_blanks(scanner.text(), end);
    const bool whole =
        value && (rest >= scanner.text().size() || is_line_break(text_[rest]) || text_[rest] == '#');
    if (!whole && has_prose_) {
        scanner.seek(name_span.begin);  // an assignment of some program, among its other lines
        return;
    }
    if (!value || is_literal_word(text)) {
        if (value) {
            reporter_.error({begin, end}, message("header.not_an_expression", {{"actual", text}}));
        } else {
            reporter_.error(value.error().span, value.error().message);
        }
        return;
    }
    scanner.seek(end);
    Variable variable{std::string(name), std::move(*value), std::string(text), "", name_span, {}};
    variable.value_span = {begin, begin + static_cast<std::uint32_t>(text.size())};
    expect_line_end(scanner);
    if (scanner.peek() == '#') variable.comment = std::string(scanner.take_comment());
    add_variable(std::move(variable));
}

void HeaderReader::add_variable(Variable variable) {
    const auto [place, inserted] = variable_of_.try_emplace(variable.name, model_.variables.size());
    if (inserted) {
        model_.variables.push_back(std::move(variable));
        return;
    }
    reporter_.warning(variable.span, message("header.set_again", {{"name", variable.name}}));
    model_.variables[place->second] = std::move(variable);
}

/// Skips blanks; anything but a comment before the end of the line is an error.
void HeaderReader::expect_line_end(Scanner& scanner) {
    scanner.skip_blanks();
    if (scanner.at_line_end() || scanner.peek() == '#') return;
    reporter_.error(rest_of_line(scanner), message("header.expected_line_end"));
    scanner.skip_line();
}

/// Notes ignored text once before and once after the tree; warns where a second module tree starts.
void HeaderReader::add_prose(Scanner& scanner) {
    const Span line = rest_of_line(scanner);
    if (!is_before_tree_ && find_opener(text_, line.begin) == line.begin) {
        const std::uint32_t next = next_filled_line(text_, line.begin);
        if (starts_child_line(text_, next)) {
            reporter_.warning(line, message("model_text.second_model"));
        }
    }
    for (const StatedTotal& total : find_stated_totals(text_, line.begin, line.end))
        model_.stated_totals.push_back(total);
    if (!has_prose_) {
        reporter_.note(line, is_before_tree_ ? message("model_text.ignored_before")
                                             : message("model_text.ignored_after"));
    }
    has_prose_ = true;
}

}  // namespace paramscope
