// Sentences, tracebacks and marks of a page between lines of code.
#include <algorithm>
#include <string>
#include <vector>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/texts/masked_text.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

/// Words that may stand beside a name in Python.
constexpr auto kKeywords = word_table<42>(
    "and as assert async await break case class continue def del elif else except exec finally for from "
    "global if "
    "import in is lambda match nonlocal not or pass print raise return True False None try type while with "
    "yield "
    "_ self");

/// Those that no statement begins with.
constexpr std::string_view kInside[] = {"is", "in", "or", "and", "not", "as"};

/// Those whose line has a colon.
constexpr std::string_view kHeads[] = {"if", "while", "with", "class", "elif", "except"};

bool is_keyword(std::string_view word) {
    return contains(kKeywords, word);
}

/// True where a line begins as a statement of Python does, and has what that needs.
bool may_begin_statement(std::string_view words) {
    std::size_t end = 0;
    while (end < words.size() && is_name_part(words[end])) ++end;
    const std::string_view word = words.substr(0, end);
    if (contains(kInside, word)) return false;
    if (word == "from") return holds(words, "import");
    if (word == "for") return holds(words, " in ");
    if (contains(kHeads, word)) return holds(words, ":");
    return is_keyword(word);
}

/// How many times names or numbers stand side by side, which Python has nowhere.
int count_neighbours(std::string_view words) {
    int count = 0;
    std::string_view before;
    for (std::size_t at = 0; at < words.size();) {
        if (!is_name_part(words[at])) {
            if (!is_blank(words[at])) before = {};
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < words.size() && (is_name_part(words[end]) || words[end] == '\'')) ++end;
        const std::string_view word = words.substr(at, end - at);
        if (!before.empty() && !is_keyword(before) && !is_keyword(word)) ++count;
        before = word;
        at = end;
    }
    return count;
}

/// True for a line with a full stop of Chinese, or a colon of it behind all.
bool has_chinese_stop(std::string_view words) {
    if (words.find('=') != std::string_view::npos || holds(words, "self.")) return false;
    return contains_any(words, {"\xE3\x80\x82", "\xE3\x80\x81", "\xEF\xBC\x81", "\xEF\xBC\x9F"}) ||
           (words.ends_with("\xEF\xBC\x9A") && words.find('(') == std::string_view::npos &&
            !holds(words, "\xEF\xBC\x88") && !may_begin_statement(words));
}

/// What begins a rule of a page or a title between rules.
constexpr std::string_view kRules[] = {"---", "***", "+++", "=="};

/// True for `code=python]`.
bool is_assigned_name(std::string_view words) {
    std::size_t end = 0;
    while (end < words.size() && is_letter(words[end])) ++end;
    return end > 0 && end < words.size() && words[end] == '=' && words.ends_with(']');
}

/// True for marks of a page: a fence, a rule, a row of a table, `Thanks!`.
bool is_mark(std::string_view words) {
    const char first = words.front();
    if (words.starts_with("```") || words.starts_with("~~~") || words.starts_with("$ ")) return true;
    if (words.starts_with(".. ") || (first == '\\' && words.size() > 1) || has_chinese_stop(words))
        return true;
    if (first == '|' && words.ends_with('|')) return true;
    const bool is_tag = first == '<' || (first == '[' && is_assigned_name(words.substr(1)));
    const bool is_rule = any_of(kRules, [&](std::string_view rule) { return words.starts_with(rule); });
    return is_tag || is_rule || words.ends_with('!') || words.ends_with('?');
}

/// True for `Epoch 1/10: loss=0.32`: a word and a number are no target of an assignment.
bool is_log_line(std::string_view words) {
    std::size_t end = 0;
    while (end < words.size() && is_letter(words[end])) ++end;
    return end > 0 && !is_keyword(words.substr(0, end)) && end + 1 < words.size() && words[end] == ' ' &&
           is_digit(words[end + 1]);
}

/// True for a line that is a sentence, or begins with a bullet: no part of it can make a layer.
bool is_sentence(std::string_view words) {
    if (may_begin_statement(words) || words.starts_with('@') || holds(words, "self.")) return false;
    if (holds(words, "`")) return true;
    if (is_log_line(words)) return true;
    if (words.find('=') != std::string_view::npos) return false;
    const char last = words.back();
    const int neighbours = count_neighbours(words);
    return neighbours > 1 || (neighbours == 1 && (last == ':' || last == '.' || last == ','));
}

/// True for a line that changes nothing, be it an expression or no Python: without a call, an assignment and
/// the word of a statement. A name or an item may be what is asked for, and dots stand for code.
bool is_idle(std::string_view words) {
    if (may_begin_statement(words) || is_dotted_name(words) || words.starts_with("...")) return false;
    if (std::string_view("@\"'").find(words[0]) != std::string_view::npos) return false;
    const std::size_t name = words.find_first_of("[ ");
    const bool is_item =
        name != std::string_view::npos && words[name] == '[' && is_dotted_name(words.substr(0, name));
    if (is_item || words.find('=') != std::string_view::npos) return false;
    int depth = 0;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const bool is_call =
            at > 0 && words[at] == '(' && (is_name_part(words[at - 1]) || is_closing(words[at - 1]));
        depth += is_opening(words[at]) - is_closing(words[at]);
        if (is_call || depth < 0) return false;
    }
    return depth == 0;
}

/// True for a tensor or a shape that was printed.
bool is_printed_value(std::string_view words) {
    constexpr std::string_view kValues[] = {"tensor(", "torch.Size(", "array(", "odict_keys(", "dict_keys("};
    return any_of(kValues, [&](std::string_view value) { return words.starts_with(value); });
}

/// True for the first line of a traceback, or of one in a chain.
bool begins_traceback(std::string_view words) {
    return words.starts_with("Traceback (most recent call last)");
}

/// Masks tracebacks: the lines that are indented below the first, and the exception.
class Tracebacks {
  public:
    /// True for a line of a traceback.
    bool has(const CodeLine& line) {
        if (begins_traceback(line.words)) {
            indentation_ = line.indentation;
            return is_inside_ = true;
        }
        if (!is_inside_ || line.is_empty()) return is_inside_;
        if (line.indentation > indentation_) return true;
        is_inside_ = false;
        return is_exception(line.words);
    }

  private:
    /// True for `RuntimeError: mat1 and mat2`, `torch.cuda.OutOfMemoryError`.
    static bool is_exception(std::string_view words) {
        const std::string_view name = words.substr(0, words.find(':'));
        return is_dotted_name(name) && !name.empty();
    }

    bool is_inside_ = false;
    std::uint32_t indentation_ = 0;
};

/// The text with quotes in place of strings, and blanks in place of comments.
std::string without_literals(std::string_view text) {
    std::string bare(text);
    for (const Literal& literal : find_literals(text)) {
        for (std::uint32_t at = literal.span.begin; at < literal.span.end; ++at) {
            if (!is_line_break(bare[at])) bare[at] = literal.is_comment ? ' ' : '"';
        }
    }
    return bare;
}

/// Masks the lines of a text that are no code.
class Prose {
  public:
    Prose(std::string_view text, MaskedText& masked)
        : bare_(without_literals(text)), lines_(code_lines(text)), masked_(masked) {}

    void mask() {
        Tracebacks tracebacks;
        bool is_in_value = false;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const CodeLine& line = lines_[i];
            if (line.is_in_string) continue;
            const std::string_view words = words_of(line);
            is_in_value = line.is_free() ? line.indentation == 0 && is_printed_value(words) : is_in_value;
            const bool may_be_prose = !words.empty() && line.is_free();
            if (tracebacks.has(line) || is_in_value || (may_be_prose && is_prose(i, words)))
                masked_.mask(line.span.begin, line.span.end);
        }
    }

  private:
    std::string_view words_of(const CodeLine& line) const {
        return trim(slice(std::string_view(bare_), line.span));
    }

    bool is_prose(std::size_t i, std::string_view words) {
        return is_mark(words) || is_sentence(words) ||
               (lines_[i].indentation == 0 && is_idle(words) && !has_block(i));
    }

    /// True where the next line of code is indented.
    bool has_block(std::size_t i) {
        next_ = std::max(next_, i + 1);
        while (next_ < lines_.size() && (!lines_[next_].is_free() || words_of(lines_[next_]).empty()))
            ++next_;
        return next_ < lines_.size() && lines_[next_].indentation > 0;
    }

    std::string bare_;
    std::vector<CodeLine> lines_;
    MaskedText& masked_;
    std::size_t next_ = 0;  ///< the line of code behind the last that was asked for
};

}  // namespace

std::optional<Unwrapped> remove_prose(std::string_view text) {
    Unwrapped result;
    MaskedText masked(text, result.text);
    Prose(text, masked).mask();
    return result.text.empty() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace paramscope::open::python::texts
