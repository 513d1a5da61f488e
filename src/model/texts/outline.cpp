#include "model/texts/outline.h"

#include <array>
#include <optional>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/names.h"
#include "model/scanner.h"

namespace paramscope {
namespace {

std::uint32_t size_of(std::string_view text) {
    return static_cast<std::uint32_t>(text.size());
}

/// The end of the line without its trailing comment and blanks.
std::uint32_t content_end(std::string_view text, std::uint32_t line) {
    const std::uint32_t limit = line_end(text, line);
    std::uint32_t end = line;
    while (end < limit && !starts_comment(text, end)) ++end;
    while (end > line && is_blank(text[end - 1])) --end;
    return end;
}

/// True when the module opened at `opening` is complete on its line, with nothing but a shape after it.
bool is_whole_on_line(std::string_view text, std::uint32_t opening, std::uint32_t end) {
    const std::uint32_t closing = find_closing(text, opening, end);
    if (closing == end) return false;
    const std::uint32_t next = skip_blanks(text, closing + 1);
    return next >= end || text[next] == '@';
}

/// The type at `offset` when a tree may start with it.
std::optional<TypeName> match_root_type(std::string_view text, std::uint32_t offset) {
    const auto type = match_type(text, offset);
    if (type && !may_be_root(slice(text, type->span))) return std::nullopt;
    return type;
}

bool is_assignment(std::string_view text, std::uint32_t line) {
    Scanner scanner(text, line);
    if (scanner.take_name().empty()) return false;
    scanner.skip_blanks();
    return scanner.peek() == '=' && scanner.peek(1) != '=';
}

/// True when the last part of the type starts with a capital letter, as names of classes do.
bool has_class_name(std::string_view text, Span type) {
    if (slice(text, type) == "torch.Size") return false;  // printed in lists of tensors
    if (is_digit(text[type.begin])) return false;         // 0.04GiB(0.1%)
    std::uint32_t begin = type.begin;
    for (std::uint32_t i = type.begin; i < type.end; ++i) {
        if (text[i] == '.' || text[i] == ':') begin = i + 1;
    }
    return begin < type.end && (is_upper(text[begin]) || !is_name_start(text[begin]));
}

/// Tells whether the tree starts on a line.
class OutlineLine {
  public:
    OutlineLine(std::string_view text, std::uint32_t line)
        : text_(text), line_(line), begin_(skip_blanks(text, line)), end_(content_end(text, line)) {}

    bool is_empty() const { return begin_ >= end_; }

    /// The tree, when it certainly starts on this line.
    std::optional<TreeStart> block_start() const {
        if (starts_child_line(text_, line_)) return TreeStart{TreeStart::Kind::Fragment, begin_};
        if (const auto start = leading_block()) return start;
        return prefixed_block();
    }

    /// A tree that is this one line: `Type(...)`.
    std::optional<TreeStart> single_module() const {
        if (is_assignment(text_, begin_)) return std::nullopt;
        const auto type = match_root_type(text_, begin_);
        if (!type || !is_whole(*type)) return std::nullopt;
        const bool is_class = has_class_name(text_, type->span);
        if (!is_class && (holds(slice(text_, type->span), ".") || passes_names(*type))) return std::nullopt;
        return TreeStart{TreeStart::Kind::Module, begin_};
    }

    /// True for the `File "train.py", line 3, in <module>` of a traceback, before the line of code there.
    bool names_place() const {
        const std::string_view words = text_.substr(begin_, end_ - begin_);
        return words.starts_with("File \"") && words.find(", line ") != std::string_view::npos;
    }

    /// A tree that is one module at the end of this line: `Model: Type(...)`, `model = Type(...)`.
    std::optional<TreeStart> labelled_module() const {
        for (std::uint32_t i = begin_; i + 1 < end_; ++i) {
            if ((text_[i] != ':' && text_[i] != '=') || !is_blank(text_[i + 1])) continue;
            if (text_[i] == '=' && !(begin_ == line_ && is_assignment(text_, begin_))) return std::nullopt;
            const std::uint32_t begin = skip_blanks(text_, i + 1);
            const auto type = match_root_type(text_, begin);
            if (!type || !has_class_name(text_, type->span)) continue;
            if (!is_whole(*type)) return std::nullopt;
            return TreeStart{TreeStart::Kind::Module, begin};
        }
        return std::nullopt;
    }

  private:
    /// True for a module that is complete on this line. With a blank before its arguments, it is one as
    /// PyTorch 0.3 prints it, `Linear (400 -> 120)` or `ReLU (inplace)`: `Hardware (e.g. the GPU)` is prose.
    bool is_whole(const TypeName& type) const {
        if (!is_whole_on_line(text_, type.opening, end_)) return false;
        const std::string_view inside = text_.substr(type.opening + 1, end_ - type.opening - 2);
        const bool is_old_print =
            is_letter(text_[type.span.begin]) && (any_of(inside, is_digit) || !holds(inside, " "));
        return type.opening == type.span.end || is_old_print;
    }

    /// True for `plot(y, colors)`: a print shows numbers and texts.
    bool passes_names(const TypeName& type) const {
        std::string_view inside = text_.substr(type.opening + 1, end_ - type.opening - 2);
        if (trim(inside).empty()) return false;
        while (!inside.empty()) {
            const std::string_view name = trim(take_until(inside, ','));
            if (!is_dotted_name(name) || is_upper(name[0])) return false;
        }
        return true;
    }

    /// `Type(` at the start of the line, when it is not closed on this line or a child follows.
    std::optional<TreeStart> leading_block() const {
        if (is_assignment(text_, begin_)) return std::nullopt;
        const auto type = match_root_type(text_, begin_);
        if (!type || type->opening >= end_) return std::nullopt;
        const std::uint32_t inside = skip_blanks(text_, type->opening + 1);
        const bool child_inside = starts_child_line(text_, inside);
        const bool spaced = type->opening > type->span.end;
        const bool stays_open = find_closing(text_, type->opening, end_) == end_;
        const bool open = stays_open && (!spaced || child_follows());
        if (!open && !child_inside) return std::nullopt;
        return TreeStart{TreeStart::Kind::Module, begin_};
    }

    /// `... Type(` at the end of a line of other text, when a child is on the next line.
    std::optional<TreeStart> prefixed_block() const {
        const std::uint32_t type = find_opener(text_, line_);
        if (type >= end_ || !child_follows()) return std::nullopt;
        const bool list = type > line_ && text_[type - 1] == '[';
        if (list) return TreeStart{TreeStart::Kind::List, type - 1};
        return TreeStart{TreeStart::Kind::Module, type};
    }

    bool child_follows() const { return starts_child_line(text_, next_filled_line(text_, line_)); }

    std::string_view text_;
    std::uint32_t line_;
    std::uint32_t begin_;
    std::uint32_t end_;
};

}  // namespace

bool may_be_root(std::string_view type) {
    constexpr std::array<std::string_view, 6> others = {"print", "None",  "tensor",
                                                        "array", "range", "Namespace"};
    const std::string_view name = type.substr(type.rfind('.') + 1);
    return !contains(others, name);
}

std::uint32_t find_opener(std::string_view text, std::uint32_t line) {
    const std::uint32_t end = content_end(text, line);
    if (end == line || text[end - 1] != '(') return size_of(text);
    std::uint32_t begin = end - 1;
    while (begin > line && is_blank(text[begin - 1])) --begin;
    while (begin > line && (is_name_part(text[begin - 1]) || text[begin - 1] == '.')) --begin;
    while (begin < end && text[begin] == '.') ++begin;
    const auto type = match_root_type(text, begin);
    return type && type->opening == end - 1 ? begin : size_of(text);
}

bool has_child_lines(std::string_view text) {
    for (std::uint32_t line = 0; line < text.size(); line = next_line(text, line)) {
        if (starts_child_line(text, line)) return true;
    }
    return false;
}

std::uint32_t next_filled_line(std::string_view text, std::uint32_t offset) {
    do {
        offset = next_line(text, offset);
    } while (offset < text.size() && skip_blanks(text, offset) == line_end(text, offset));
    return offset;
}

TreeStart find_tree(std::string_view text) {
    std::optional<TreeStart> single;
    std::optional<TreeStart> labelled;
    bool is_quoted = false;  // the line, by the place that a traceback names before it
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const OutlineLine line(text, at);
        if (line.is_empty()) continue;
        if (const auto start = line.block_start()) return *start;
        if (!single && !is_quoted) single = line.single_module();
        if (!labelled) labelled = line.labelled_module();
        is_quoted = line.names_place();
    }
    return single ? *single : labelled.value_or(TreeStart{});
}

}  // namespace paramscope
