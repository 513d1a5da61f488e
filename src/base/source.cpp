#include "base/source.h"

#include <algorithm>

#include "base/utf8.h"

namespace paramscope {
namespace {

bool ends_line(std::string_view text, std::size_t i) {
    return text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
}

}  // namespace

Position position_at(std::string_view text, std::uint32_t offset) {
    const std::size_t stop = std::min<std::size_t>(offset, text.size());
    Position position;
    for (std::size_t i = 0; i < stop; ++i) {
        if (ends_line(text, i)) {
            ++position.line;
            position.column = 1;
        } else if (!is_utf8_continuation(text[i])) {
            ++position.column;
        }
    }
    return position;
}

std::uint32_t offset_at(std::string_view text, Position position) {
    Position at;
    std::size_t i = 0;
    for (; i < text.size() && at.line < position.line; ++i) at.line += ends_line(text, i);
    for (; i < text.size() && at.column < position.column && !ends_line(text, i) && text[i] != '\r';
         ++at.column) {
        ++i;
        while (i < text.size() && is_utf8_continuation(text[i])) ++i;
    }
    return static_cast<std::uint32_t>(i);
}

std::string_view line_at(std::string_view text, std::uint32_t offset) {
    const std::size_t at = std::min<std::size_t>(offset, text.size());
    std::size_t begin = at;
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r') --begin;
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    return text.substr(begin, end - begin);
}

}  // namespace paramscope
