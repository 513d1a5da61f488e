// Code that has lost its line breaks: `class A(nn.Module):def __init__(self):super().__init__()self.w = ...`.
#include <algorithm>
#include <string>
#include <utility>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/messages.h"
#include "open/python/texts/statement_levels.h"
#include "open/python/texts/tokens.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

/// Words that begin a statement, also where they stand behind another one.
constexpr std::string_view kStatements[] = {"class", "def",    "return", "import", "from",
                                            "del",   "assert", "raise",  "pass",   "global"};
/// Words that begin a block, whose end only its indentation tells.
constexpr std::string_view kBlocks[] = {"for", "while", "with", "try", "elif", "except", "finally"};
/// Words between the parts of an expression.
constexpr std::string_view kOperators[] = {"and", "or",     "not",   "in",    "is",    "if",   "else",
                                           "as",  "lambda", "yield", "await", "async", "print"};

/// True for a word between the parts of an expression.
bool is_operator(const Token& token) {
    return token.kind == Token::Kind::Name && contains(kOperators, token.text);
}

/// True for a line with a statement behind other code: `def`, which Python has nowhere, also in `xdef f(x)`,
/// or `self` behind a closed bracket.
/// `is_empty`: no block follows the line.
bool lacks_breaks(Tokens tokens, std::string_view line, bool is_empty) {
    Token before = tokens.next();
    if (before.is("#")) return false;
    const bool is_class = before.is("class");
    bool is_glued = false;
    int depth = 0;
    for (Token token = tokens.next(); token.kind != Token::Kind::End; token = tokens.next()) {
        if (token.is("#")) return is_class && is_empty && holds(line, " def ");
        const bool is_name = token.kind == Token::Kind::Name;
        if (before.kind == Token::Kind::Sign)
            depth += is_opening(before.text[0]) - is_closing(before.text[0]);
        const bool follows_bracket =
            before.kind == Token::Kind::Sign && is_closing(before.text[0]) && depth == 0;
        const bool is_glued_def = is_glued && !is_operator(token);  // no `mdef` of `mdef if x else y`
        if (is_name && (is_glued_def || (token.is("def") && !before.is("async")))) return true;
        if (follows_bracket && (token.is("self") || token.is("super") || token.is("return"))) return true;
        is_glued = is_name && token.text.size() > 3 && token.text.ends_with("def");
        before = token;
    }
    return false;
}

/// The word of a statement that ends a name without a blank between, as in `xdef`; "" for none.
std::string_view glued_word(const Token& token) {
    for (const std::string_view word : kStatements) {
        if (token.kind == Token::Kind::Name && token.text.size() > word.size() && token.text.ends_with(word))
            return word;
    }
    return "";
}

bool is_statement(const Token& token) {
    return token.kind == Token::Kind::Name && contains(kStatements, token.text);
}

/// True for a token behind which an expression may end.
bool ends_expression(const Token& token) {
    if (token.kind == Token::Kind::Sign) return is_closing(token.text[0]);
    if (token.kind != Token::Kind::Name) return true;
    return token.is("pass") || (!is_operator(token) && !is_statement(token));
}

/// Writes the statements of one line on lines of their own.
class Statements {
  public:
    Statements(std::string_view text, Span line, const std::vector<Literal>& literals, Rebuilder& result)
        : text_(text), line_(line), tokens_(text, line, literals), result_(result), begin_(line.begin) {}

    /// What has no end that is known: "for"; "" where the line was written.
    std::string_view write() {
        Token before;
        for (Token token = tokens_.next(); token.kind != Token::Kind::End; token = tokens_.next()) {
            if (token.is("#")) return "#";
            if (token.kind == Token::Kind::Name && contains(kBlocks, token.text) && depth_ == 0)
                return token.text;
            if (begins_statement(before, token)) {
                end_statement(token.begin);
                first_ = token;
            } else if (depth_ == 0 && separate(before, token)) {
                before = {};
                continue;
            }
            if (first_.kind == Token::Kind::End) first_ = token;
            if (const std::string_view open_end = follow(before, token); !open_end.empty()) return open_end;
            before = token;
        }
        end_statement(line_.end);
        return "";
    }

  private:
    bool is_header() const { return first_.is("class") || first_.is("def"); }

    bool begins_statement(const Token& before, const Token& token) const {
        if (depth_ > 0 || before.kind == Token::Kind::End) return false;
        if (before.is(":") && is_header() && lambdas_ == 0) return true;
        if (!ends_expression(before) || token.kind == Token::Kind::Sign || is_operator(token)) return false;
        if (token.is("import") && first_.is("from")) return false;
        return before.kind != Token::Kind::String || token.kind != Token::Kind::String;
    }

    /// Ends the statement inside of a name to which the next statement is glued: `return xdef f(self):`, `y =
    /// xself.z = 3`.
    bool separate(const Token& before, const Token& token) {
        if (token.kind != Token::Kind::Name || before.is(".")) return false;
        std::string_view word = glued_word(token);
        const std::uint32_t end = token.begin + static_cast<std::uint32_t>(token.text.size());
        const bool is_word = !word.empty() && takes_name(word, end);
        const bool is_self = equals_ > 0 && token.text.ends_with("self") && token.text.size() > 4 &&
                             end < line_.end && text_[end] == '.';
        if (is_self) word = "self";
        if (!is_word && !is_self) return false;
        const std::uint32_t next = end - static_cast<std::uint32_t>(word.size());
        end_statement(next);
        tokens_.go_to(next);
        first_ = {};
        return true;
    }

    /// True where a name stands behind the word of a statement, as that needs it.
    bool takes_name(std::string_view word, std::uint32_t end) const {
        const std::uint32_t begin = skip_blanks(text_, end);
        std::uint32_t behind = begin;
        while (behind < line_.end && is_name_part(text_[behind])) ++behind;
        if (begin == end || behind == begin || behind >= line_.end) return false;
        const bool is_definition = word == "class" || word == "def";
        return is_definition ? text_[behind] == '(' || text_[behind] == ':'
                             : !contains(kOperators, text_.substr(begin, behind - begin));
    }

    /// Follows brackets and signs. Returns a sign behind which the end of the statement is not known.
    std::string_view follow(const Token& before, const Token& token) {
        if (token.kind == Token::Kind::Name) lambdas_ += token.is("lambda") && depth_ == 0;
        if (depth_ == 0 && (token.is("if") || token.is("else"))) has_if_ = token.is("if");
        if (depth_ == 0 && token.is(":") && (has_if_ || before.is("else"))) return "if";
        if (token.kind != Token::Kind::Sign) return "";
        if (is_opening(token.text[0])) ++depth_;
        if (is_closing(token.text[0])) depth_ = std::max(depth_ - 1, 0);
        if (depth_ > 0) return "";
        if (token.is("@")) return "@";
        if (token.is(":") && lambdas_ > 0 && !is_header()) --lambdas_;
        const bool assigns = token.is("=") && !before.is("=") && !before.is("<") && !before.is(">") &&
                             !before.is("!") && next_is_no_equals(token);
        equals_ += assigns;
        const bool is_open = equals_ > 1 || (equals_ > 0 && first_.is("return"));
        return is_open ? statement_before(token) : "";
    }

    bool next_is_no_equals(const Token& token) const {
        return token.begin + 1 >= line_.end || text_[token.begin + 1] != '=';
    }

    /// The statement as far as it is certain, shortened.
    std::string_view statement_before(const Token& token) const {
        constexpr std::size_t kLongestEcho = 30;
        return trim(slice(text_, {begin_, token.begin})).substr(0, kLongestEcho);
    }

    /// Writes the statement before `end` with its indentation.
    void end_statement(std::uint32_t end) {
        std::uint32_t last = end;
        while (last > begin_ && is_space(text_[last - 1])) --last;
        const std::uint32_t first = std::min(skip_blanks(text_, begin_), last);
        if (first < last) {
            if (has_written_) result_.insert("\n", first);
            result_.insert(std::string(4 * levels_.of(slice(text_, {first, last})), ' '), first);
            result_.keep(first, last);
            has_written_ = true;
        }
        begin_ = end;
        equals_ = lambdas_ = 0;
        has_if_ = false;
    }

    std::string_view text_;
    Span line_;
    Tokens tokens_;
    Rebuilder& result_;
    std::uint32_t begin_;  ///< of the statement
    Token first_ = {};     ///< of the statement
    int depth_ = 0, equals_ = 0, lambdas_ = 0;
    StatementLevels levels_;
    bool has_if_ = false, has_written_ = false;
};

}  // namespace

std::optional<Unwrapped> restore_line_breaks(std::string_view text) {
    const std::vector<Literal> literals = find_literals(text);
    Rebuilder rebuilt(text);
    Diagnostics diagnostics;
    const std::vector<CodeLine> lines = code_lines(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const CodeLine& line = lines[i];
        const bool is_empty = i + 1 == lines.size() || lines[i + 1].indentation <= line.indentation;
        const bool is_whole =
            !line.is_free() || !lacks_breaks(Tokens(text, line.span, literals), line.words, is_empty);
        if (is_whole) {
            rebuilt.keep(line.span.begin, next_line(text, line.span.begin));
            continue;
        }
        if (diagnostics.empty())
            diagnostics.push_back({Severity::Note, message("texts.line_breaks"), line.span, ""});
        const std::string_view open_end = Statements(text, line.span, literals, rebuilt).write();
        if (!open_end.empty()) {
            const Message why = message("texts.no_line_breaks", {{"what", open_end}});
            diagnostics = {{Severity::Error, why, line.span, ""}};
            break;
        }
        rebuilt.keep(line.span.end, next_line(text, line.span.begin));
    }
    if (diagnostics.empty()) return std::nullopt;
    Unwrapped result = std::move(rebuilt).take();
    result.diagnostics = std::move(diagnostics);
    return result;
}

}  // namespace paramscope::open::python::texts
