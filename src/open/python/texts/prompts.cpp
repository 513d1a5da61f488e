// Sessions of Python, IPython and its debugger: lines typed at prompts, and what was printed.
#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

enum class Prompt {
    None,
    Code,
    Continuation,
    Output,
    Cell,  ///< `[3]:` above a cell, and then above what it gives
    Shell,
};

/// A prompt in front of a line, and where what was typed begins.
struct Start {
    Prompt prompt = Prompt::None;
    std::uint32_t end = 0;
};

constexpr std::string_view kPrompts[] = {">>>", "(Pdb)", "(Pdb++)", "ipdb>"};

/// The end of `In [12]:`, `Out[3]:` behind `word`; 0 where there is none.
std::uint32_t numbered_end(std::string_view line, std::uint32_t at, std::string_view word) {
    if (!line.substr(at).starts_with(word)) return 0;
    at = skip_blanks(line, at + static_cast<std::uint32_t>(word.size()));
    if (at >= line.size() || line[at] != '[') return 0;
    for (++at; at < line.size() && (is_digit(line[at]) || line[at] == ' ' || line[at] == '*');) ++at;
    return line.substr(at).starts_with("]:") ? at + 2 : 0;
}

/// True where a prompt may end: a blank or the end of the line follows.
bool ends_at(std::string_view line, std::uint32_t at) {
    return at >= line.size() || is_blank(line[at]);
}

Start start_of(std::string_view line) {
    const std::uint32_t at = skip_blanks(line, 0);
    for (const std::string_view prompt : kPrompts) {
        const auto end = at + static_cast<std::uint32_t>(prompt.size());
        if (line.substr(at).starts_with(prompt) && ends_at(line, end)) return {Prompt::Code, end};
    }
    if (const std::uint32_t end = numbered_end(line, at, "In")) return {Prompt::Code, end};
    if (const std::uint32_t end = numbered_end(line, at, "Out")) return {Prompt::Output, end};
    if (const std::uint32_t end = numbered_end(line, at, ""); end > 0 && trim(line.substr(end)).empty())
        return {Prompt::Cell, end};
    if (line.substr(at).starts_with("...:")) return {Prompt::Continuation, at + 4};
    if (line.substr(at).starts_with("...") && ends_at(line, at + 3)) return {Prompt::Continuation, at + 3};
    if (line.substr(at).starts_with("$ ")) return {Prompt::Shell, at + 2};
    return {};
}

/// Takes what was typed out of a session.
class Session {
  public:
    explicit Session(std::string_view text) : text_(text), lines_(code_lines(text)), result_(text) {
        for (const CodeLine& line : lines_) starts_.push_back(start_of(slice(text, line.span)));
    }

    std::optional<Unwrapped> read() && {
        const auto first = std::find_if(starts_.begin(), starts_.end(), [](const Start& each) {
            return each.prompt == Prompt::Code || each.prompt == Prompt::Cell;
        });
        if (first == starts_.end()) return std::nullopt;
        const auto begin = static_cast<std::size_t>(first - starts_.begin());
        if (!lines_[begin].is_free()) return std::nullopt;  // an example in a docstring
        has_code_before_ = has_python({lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(begin)});
        state_ = has_code_before_ ? State::Code : State::Printed;
        for (std::size_t i = 0; i < lines_.size(); ++i) add(i);
        return std::move(result_).take();
    }

  private:
    enum class State {
        Code,   ///< lines without prompts
        Typed,  ///< behind a prompt
        Cell,   ///< below a prompt on a line of its own
        Printed,
    };

    void add(std::size_t i) {
        const CodeLine& line = lines_[i];
        Start start = starts_[i];
        if (start.prompt == Prompt::Cell) {
            start.prompt = line.words == cell_ ? Prompt::Output : Prompt::Code;
            cell_ = line.words;
        }
        if (start.prompt == Prompt::Continuation && state_ != State::Typed && state_ != State::Cell)
            start = {};
        if (state_ == State::Code && start.prompt != Prompt::Code) return keep(line, line.span.begin);
        switch (start.prompt) {
            case Prompt::Code:
                state_ = is_alone(i, start) ? State::Cell : State::Typed;
                return keep_typed(line, start);
            case Prompt::Continuation:
                state_ = State::Typed;
                return keep_typed(line, start);
            case Prompt::Output:
            case Prompt::Cell:
            case Prompt::Shell:
                state_ = State::Printed;
                break;
            case Prompt::None:
                if (state_ == State::Cell) return keep(line, line.span.begin);
                state_ = begins_code(line) ? State::Code : State::Printed;
                if (state_ == State::Code) return keep(line, line.span.begin);
        }
        keep(line, line.span.end);
    }

    /// True where a page has the prompt on a line above the cell.
    bool is_alone(std::size_t i, const Start& start) const {
        const bool is_empty = trim(slice(text_, lines_[i].span).substr(start.end)).empty();
        const bool is_numbered = lines_[i].words.ends_with("]:");
        return is_empty && is_numbered &&
               (i + 1 == lines_.size() || starts_[i + 1].prompt != Prompt::Continuation);
    }

    /// True for a line below a session that was never printed.
    static bool begins_code(const CodeLine& line) {
        return line.indentation == 0 && !line.words.starts_with("self.") && is_plainly_python(line.words);
    }

    void keep_typed(const CodeLine& line, const Start& start) {
        const std::uint32_t blank = start.end < line.span.end - line.span.begin ? 1 : 0;
        keep(line, line.span.begin + start.end + blank);
    }

    /// Keeps a line from `begin` on, and its line break.
    void keep(const CodeLine& line, std::uint32_t begin) {
        result_.keep(begin, next_line(text_, line.span.begin));
    }

    std::string_view text_;
    std::vector<CodeLine> lines_;
    std::vector<Start> starts_;
    Rebuilder result_;
    State state_ = State::Code;
    std::string_view cell_;  ///< the last `[3]:`
    bool has_code_before_ = false;
};

}  // namespace

std::optional<Unwrapped> remove_prompts(std::string_view text) {
    if (text.find(">>>") == std::string_view::npos && text.find("]:") == std::string_view::npos &&
        text.find("Pdb") == std::string_view::npos && text.find("ipdb>") == std::string_view::npos)
        return std::nullopt;
    return Session(text).read();
}

}  // namespace paramscope::open::python::texts
