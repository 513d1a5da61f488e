#include "open/python/syntax/unclosed_brackets.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/syntax/tokens.h"

namespace paramscope::open::python {
namespace {

/// Words that stand inside of no expression where a line begins.
constexpr std::string_view kStatementWords[] = {
    "assert", "break",  "class",    "continue", "def",   "del",    "elif", "except", "finally", "from",
    "global", "import", "nonlocal", "pass",     "raise", "return", "try",  "while",  "with"};
/// Words of expressions too: they begin a statement if the line ends with a colon.
constexpr std::string_view kBlockWords[] = {"if", "for", "else"};
/// Statements whose first line ends with a colon.
constexpr std::string_view kHeaderWords[] = {"class", "def", "elif", "except", "for", "if", "while", "with"};
constexpr std::string_view kShortHeaders[] = {"async", "else", "finally", "try"};

template <std::size_t count>
bool is_one_of(std::string_view word, const std::string_view (&words)[count]) {
    return contains(words, word);
}

char closer_of(char bracket) {
    return bracket == '(' ? ')' : bracket == '[' ? ']' : '}';
}

/// A line without its comment and the blanks around it; quotes that hold a # end it too early, which only
/// hides a colon.
std::string_view code_of(std::string_view line) {
    line = line.substr(0, line.find('#'));
    while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    return line;
}

std::string_view first_word(std::string_view code) {
    std::size_t end = 0;
    while (end < code.size() && is_name_part(code[end])) ++end;
    return code.substr(0, end);
}

/// True for `self.x = ...`: what is assigned has a dot, so it is no argument with its name.
bool assigns_attribute(std::string_view code) {
    std::size_t end = 0;
    while (end < code.size() && (is_name_part(code[end]) || code[end] == '.')) ++end;
    if (code.substr(0, end).find('.') == std::string_view::npos || !is_name_start(code[0])) return false;
    while (end < code.size() && is_blank(code[end])) ++end;
    return code.substr(end).starts_with("=") && !code.substr(end).starts_with("==");
}

class Scanner {
  public:
    /// `ends_statements`: brackets are taken to be closed where another statement begins.
    Scanner(std::string_view source, bool ends_statements) : source_(source), ends_(ends_statements) {}

    std::vector<UnclosedBracket> scan() {
        begin_line();
        while (at_ < source_.size()) step();
        close_all(code_end_);
        return std::move(found_);
    }

  private:
    struct Open {
        std::uint32_t place;
        char bracket;
    };

    void step() {
        const char c = source_[at_];
        if (c == '#') {
            at_ = std::min(source_.find('\n', at_), source_.size());
        } else if (c == '\n') {
            ++at_;
            begin_line();
        } else if (c == '"' || c == '\'') {
            code_end_ = at_ = end_of_string(source_, at_);
        } else if (is_space(c)) {
            ++at_;
        } else {
            if (is_opening(c)) open_.push_back({static_cast<std::uint32_t>(at_), c});
            if (is_closing(c)) close(c);
            if (c == ':' && ends_header()) close_all(at_);
            has_colon_ = has_colon_ || (c == ':' && open_.empty());
            code_end_ = ++at_;
        }
    }

    void begin_line() {
        const std::string_view line = source_.substr(at_, source_.find('\n', at_) - at_);
        const std::string_view code = code_of(line);
        if (code.empty()) return;
        const std::size_t indentation = static_cast<std::size_t>(code.data() - line.data());
        if (ends_ && !open_.empty() && begins_statement(code, indentation)) close_all(code_end_);
        if (!open_.empty()) return;
        if (indentation > indentation_ && lacks_colon()) {
            const auto end = static_cast<std::uint32_t>(code_end_);
            found_.push_back({end, end, ':'});
        }
        indentation_ = indentation;
        word_ = first_word(code);
        has_colon_ = false;
    }

    /// True where the code before this line is the head of a block, and ends as an expression does.
    bool lacks_colon() const {
        const bool is_header = is_one_of(word_, kHeaderWords) || is_one_of(word_, kShortHeaders);
        if (!is_header || has_colon_ || code_end_ == 0) return false;
        const char last = source_[code_end_ - 1];
        return is_name_part(last) || is_closing(last) || last == '"' || last == '\'';
    }

    bool begins_statement(std::string_view code, std::size_t indentation) const {
        const std::string_view word = first_word(code);
        if (is_one_of(word, kStatementWords)) return true;
        if (is_one_of(word, kBlockWords)) return code.ends_with(':');
        const bool is_word = !word.empty() && is_name_start(word[0]);
        return assigns_attribute(code) || (indentation <= indentation_ && (is_word || code[0] == '@'));
    }

    /// True at the colon that ends the line of `def f(x:`.
    bool ends_header() const {
        if (!ends_ || open_.empty() || open_.back().bracket != '(' || !is_one_of(word_, kHeaderWords))
            return false;
        const std::string_view line = source_.substr(at_, source_.find('\n', at_) - at_);
        return code_of(line) == ":";
    }

    void close(char closer) {
        const auto match = std::find_if(open_.rbegin(), open_.rend(),
                                        [&](const Open& each) { return closer_of(each.bracket) == closer; });
        if (match == open_.rend()) return;
        while (closer_of(open_.back().bracket) != closer) close_last(at_);
        open_.pop_back();
    }

    void close_last(std::size_t end) {
        const Open& last = open_.back();
        found_.push_back({last.place, static_cast<std::uint32_t>(end), closer_of(last.bracket)});
        open_.pop_back();
    }

    void close_all(std::size_t end) {
        while (!open_.empty()) close_last(end);
    }

    std::string_view source_;
    bool ends_;
    std::size_t at_ = 0;
    std::size_t code_end_ = 0;     ///< behind the last code before `at_`
    std::size_t indentation_ = 0;  ///< of the statement
    std::string_view word_;        ///< that begins the statement
    bool has_colon_ = false;       ///< outside of brackets
    std::vector<Open> open_;
    std::vector<UnclosedBracket> found_;
};

}  // namespace

std::vector<UnclosedBracket> find_unclosed_brackets(std::string_view source) {
    if (Scanner(source, false).scan().empty()) return {};
    return Scanner(source, true).scan();
}

}  // namespace paramscope::open::python
