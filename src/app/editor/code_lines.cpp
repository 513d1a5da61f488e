#include "app/editor/code_lines.h"

#include <algorithm>

#include "app/editor/source_colours.h"
#include "base/text_parts.h"

namespace paramscope::app {

void CodeLines::find_lines() {
    const std::string_view text = *text_;
    starts_ = {0};
    for (std::size_t at = find_byte(text, '\n'); at != std::string_view::npos;
         at = find_byte(text, '\n', at + 1))
        starts_.push_back(static_cast<std::uint32_t>(at + 1));
    open_strings_ = is_code_ ? find_open_strings(text, starts_) : std::vector<char>();
}

std::string_view CodeLines::line(std::size_t line) const {
    const std::size_t end = line + 1 < count() ? start(line + 1) - 1 : text_->size();
    return std::string_view(*text_).substr(start(line), end - start(line));
}

std::size_t CodeLines::line_of(std::size_t offset, std::size_t near) const {
    for (std::size_t line = near; line < std::min(near + 2, count()) && start(line) <= offset; ++line)
        if (line + 1 == count() || offset < start(line + 1)) return line;
    return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) -
                                    starts_.begin()) -
           1;
}

std::size_t leading_comment_lines(const CodeLines& lines) {
    std::size_t count = 0;
    while (count < lines.count() && lines.line(count).starts_with('#')) ++count;
    return count;
}

}  // namespace paramscope::app
