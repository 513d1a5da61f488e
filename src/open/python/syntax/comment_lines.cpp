#include "open/python/syntax/comment_lines.h"

#include <algorithm>
#include <cstddef>

namespace paramscope::open::python {
namespace {

/// Where a text is inside of a string: the quotes that end it, "" outside.
class StringState {
  public:
    bool is_inside() const { return !quotes_.empty(); }
    /// Takes the next characters of `text` and gives how many: more than one for quotes and escapes.
    std::size_t take(std::string_view text) {
        if (is_inside()) {
            if (text[0] == '\\') return std::min<std::size_t>(2, text.size());
            const bool ends = text.starts_with(quotes_);
            const std::size_t count = ends ? quotes_.size() : 1;
            if (ends || (text[0] == '\n' && quotes_.size() == 1)) quotes_ = {};
            return count;
        }
        if (text[0] != '"' && text[0] != '\'') return 1;
        const bool is_triple = text.size() > 2 && text[1] == text[0] && text[2] == text[0];
        quotes_ = text.substr(0, is_triple ? 3 : 1);
        return quotes_.size();
    }

  private:
    std::string_view quotes_;
};

}  // namespace

std::string blank_comment_lines(std::string_view text) {
    std::string blanked(text);
    StringState state;
    bool is_at_begin = true;  // of a line, before its first character that is no blank
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '#' && !state.is_inside()) {
            const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
            if (is_at_begin)
                std::fill(blanked.begin() + std::ptrdiff_t(at), blanked.begin() + std::ptrdiff_t(end), ' ');
            at = end;
            continue;
        }
        is_at_begin = text[at] == '\n' || (is_at_begin && (text[at] == ' ' || text[at] == '\t'));
        at += state.take(text.substr(at));
    }
    return blanked;
}

}  // namespace paramscope::open::python
