// Parts of a class that were copied without the rest: methods without their class, lines of `__init__`.
#include <algorithm>
#include <string>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/messages.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

bool is_method(const CodeLine& line) {
    return is_code(line) && line.words.starts_with("def ") && holds(line.words, "(self");
}

/// Lines from `begin` to before `end`, by their indices.
struct Lines {
    std::size_t begin = 0, end = 0;
    bool is_empty() const { return begin >= end; }
};

class Fragment {
  public:
    explicit Fragment(std::string_view text) : text_(text), lines_(code_lines(text)) {}

    std::optional<Unwrapped> complete() {
        mend_first_line();
        find_methods();
        find_body();
        if (first_ >= lines_.size()) return std::nullopt;
        const bool is_alone = lacks_method();
        const bool opens_block =
            lines_[first_].indentation > 0 && (methods_.is_empty() || class_line() > first_);
        if (!opens_block && methods_.is_empty() && !is_mended_ && !is_alone) return std::nullopt;
        if (opens_block && methods_.is_empty()) find_common_blanks();
        const bool has_head = opens_block && common_blanks_.empty();
        Rebuilder result(text_);
        for (std::size_t i = 0; i < lines_.size(); ++i) add_line(i, has_head && i == first_, result);
        Unwrapped completed = std::move(result).take();
        completed.diagnostics = std::move(diagnostics_);
        completed.basis = basis_;
        return completed;
    }

  private:
    /// True for lines of `__init__` alone, with its call of `super()`.
    bool lacks_method() {
        const auto defines = [](const CodeLine& line) {
            return is_code(line) && (line.words.starts_with("class ") || line.words.starts_with("def "));
        };
        calls_super_alone_ = any_of(lines_, calls_super) && none_of(lines_, defines);
        return calls_super_alone_;
    }

    static bool calls_super(const CodeLine& line) {
        return is_code(line) && line.words.starts_with("super(") && holds(line.words, ".__init__(");
    }

    std::size_t next_code(std::size_t i) const {
        while (i < lines_.size() && !is_code(lines_[i])) ++i;
        return i;
    }

    /// Gives the first line the indentation that it had if it was copied without; leaves it out if its
    /// beginning is missing.
    void mend_first_line() {
        first_ = next_code(0);
        const std::size_t second = next_code(first_ + 1);
        if (second >= lines_.size()) return;
        CodeLine& line = lines_[first_];
        std::uint32_t indentation = line.indentation;
        if (line.words.ends_with(':') || line.words.starts_with('@')) {
            const auto sibling =
                std::find_if(lines_.begin() + static_cast<std::ptrdiff_t>(second), lines_.end(), is_method);
            const bool is_between = is_method(line) && sibling != lines_.end() &&
                                    sibling->indentation > line.indentation &&
                                    sibling->indentation < lines_[second].indentation;
            if (is_between) indentation = sibling->indentation;
        } else if (lines_[second].indentation > indentation) {
            indentation = lines_[second].indentation;
            is_cut_ = closes_more(line);
        }
        is_mended_ = is_cut_ || indentation != line.indentation;
        line.indentation = indentation;
        if (!is_cut_) return;
        diagnostics_.push_back({Severity::Warning, message("texts.cut_line"), line.span, ""});
        basis_ = Basis::Partial;
    }

    static bool closes_more(const CodeLine& line) {
        int depth = 0;
        return any_of(line.words, [&](char c) { return (depth += is_opening(c) - is_closing(c)) < 0; });
    }

    /// Finds the first method `__init__` that stands in no class, and the lines that belong to that class.
    void find_methods() {
        std::vector<const CodeLine*> around;
        for (std::size_t i = first_; i < lines_.size(); ++i) {
            const CodeLine& line = lines_[i];
            if (!is_code(line)) continue;
            while (!around.empty() && around.back()->indentation >= line.indentation) around.pop_back();
            const bool is_orphan = is_method(line) && around.empty();
            if (is_orphan &&
                (line.words.starts_with("def __init__(") || (i > first_ && is_body(first_, i)))) {
                methods_ = {i, end_of_methods(i)};
                return;
            }
            if (line.words.ends_with(':') || line.words.starts_with("class ")) around.push_back(&line);
        }
    }

    /// True for lines that are indented deeper than the method behind them, and make layers.
    bool is_body(std::size_t begin, std::size_t end) const {
        if (lines_[begin].indentation <= lines_[end].indentation || has_tested_body_) return false;
        has_tested_body_ = true;
        bool makes_parts = false;
        for (std::size_t i = begin; i < end; ++i) {
            if (!is_code(lines_[i])) continue;
            if (lines_[i].indentation <= lines_[end].indentation) return false;
            makes_parts = makes_parts || lines_[i].words.starts_with("self.");
        }
        return makes_parts;
    }

    std::size_t end_of_methods(std::size_t begin) const {
        const std::uint32_t indentation = lines_[begin].indentation;
        std::size_t end = begin;
        for (std::size_t i = begin; i < lines_.size(); ++i) {
            const CodeLine& line = lines_[i];
            if (!is_code(line)) continue;
            const bool belongs = line.indentation > indentation || is_method(line) ||
                                 line.words.starts_with('@') ||
                                 (indentation > 0 && line.indentation == indentation);
            if (!belongs || line.indentation < indentation) return i;
            end = i + 1;
        }
        return std::max(end, lines_.size());
    }

    /// Takes the lines in front of the first method for the end of `__init__`, if they can be that.
    void find_body() {
        if (methods_.is_empty()) return;
        const CodeLine& method = lines_[methods_.begin];
        has_body_ = !method.words.starts_with("def __init__(");
        name_ = class_name();
        Message note = has_body_ ? message("texts.no_header", {{"name", name_}})
                                 : message("texts.no_class", {{"name", name_}});
        diagnostics_.push_back(
            {has_body_ ? Severity::Warning : Severity::Note, std::move(note), method.span, ""});
        if (has_body_) basis_ = Basis::Partial;
    }

    /// The name in `super(Net, self)`, or one that says nothing.
    std::string class_name() const {
        constexpr std::string_view kStart = "super(";
        for (std::size_t i = first_; i < methods_.end; ++i) {
            const std::size_t at = lines_[i].words.find(kStart);
            if (at == std::string_view::npos) continue;
            const std::string_view rest = lines_[i].words.substr(at + kStart.size());
            const std::string_view name = rest.substr(0, rest.find(','));
            if (name.size() < rest.size() && is_name(name)) return std::string(name);
        }
        return "Model";
    }

    /// The line above which the head of the class is put.
    std::size_t class_line() const { return has_body_ ? first_ : methods_.begin; }

    std::string head() const {
        const bool is_keras =
            any_of(lines_, [](const CodeLine& line) { return line.words.starts_with("def call(self"); });
        std::string head = concat("class ", name_, is_keras ? "(keras.Model):\n" : "(nn.Module):\n");
        const std::size_t blanks = std::max(lines_[methods_.begin].indentation, 1u);
        const std::string body(lines_[first_].indentation, ' ');
        if (has_body_)
            head += concat(std::string(blanks, ' '), "def __init__(self):\n", body, "super().__init__()\n");
        return head;
    }

    /// Finds the blanks in front of the first line where all others have them, too.
    void find_common_blanks() {
        const std::string_view first = slice(text_, lines_[first_].span);
        const std::string_view blanks = first.substr(0, skip_blanks(first, 0));
        const bool is_common = all_of(lines_, [&](const CodeLine& line) {
            return !is_code(line) || slice(text_, line.span).starts_with(blanks);
        });
        if (is_common) common_blanks_ = blanks;
    }

    void add_line(std::size_t i, bool opens_block, Rebuilder& result) {
        const CodeLine& line = lines_[i];
        std::uint32_t begin = line.span.begin;
        const std::uint32_t next = next_line(text_, begin);
        if (opens_block) result.insert("if True:\n", begin);
        if (slice(text_, line.span).starts_with(common_blanks_))
            begin += static_cast<std::uint32_t>(common_blanks_.size());
        if (!methods_.is_empty() && i == class_line()) result.insert(head(), begin);
        const bool is_deeper = !methods_.is_empty() && lines_[methods_.begin].indentation == 0 &&
                               i >= methods_.begin && i < methods_.end;
        if (is_deeper) result.insert(" ", begin);
        if (i == first_ && is_mended_) {
            begin = is_cut_ ? line.span.end : offset_in(text_, line.words);
            if (!is_cut_) result.insert(std::string(line.indentation, ' '), begin);
        }
        if (calls_super_alone_ && calls_super(line)) begin = line.span.end;
        result.keep(begin, next);
    }

    std::string_view text_;
    std::vector<CodeLine> lines_;
    std::size_t first_ = 0;           ///< the first line of code
    std::string_view common_blanks_;  ///< in front of all lines, which are removed
    Lines methods_;
    std::string name_;  ///< of their class
    bool is_mended_ = false, is_cut_ = false, has_body_ = false, calls_super_alone_ = false;
    mutable bool has_tested_body_ = false;
    Diagnostics diagnostics_;
    Basis basis_ = Basis::Exact;
};

}  // namespace

std::optional<Unwrapped> complete_fragment(std::string_view text) {
    return Fragment(text).complete();
}

}  // namespace paramscope::open::python::texts
