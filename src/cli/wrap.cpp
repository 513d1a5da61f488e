#include "cli/wrap.h"

#include <algorithm>

#include "base/utf8.h"
#include "formats/support/unicode.h"

namespace paramscope::cli {
namespace {

constexpr std::string_view kEllipsis = "…";

/// The bytes of the longest beginning that is no wider than `width`; at least one character if
/// `at_least_one`.
std::size_t beginning(std::string_view text, std::size_t width, bool at_least_one) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = std::max<std::size_t>(decode_utf8(text.substr(at)).length, 1);
        const std::size_t wide = display_width(text.substr(at, length));
        if (wide > width && !(at_least_one && at == 0)) break;
        width -= std::min(wide, width);
        at += length;
    }
    return at;
}

/// The bytes of the longest end that is no wider than `width`.
std::size_t end_within(std::string_view text, std::size_t width) {
    std::size_t at = text.size();
    while (at > 0) {
        std::size_t before = at - 1;
        while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xC0U) == 0x80U) --before;
        const std::size_t wide = display_width(text.substr(before, at - before));
        if (wide > width) break;
        width -= wide;
        at = before;
    }
    return text.size() - at;
}

/// The bytes of the first line of `text`, of which `fits` bytes fit: up to a space (one right behind is as
/// good), or within a word behind a sign that joins parts of formulas and paths, or as many as fit.
std::size_t line_length(std::string_view text, std::size_t fits) {
    const std::size_t space = text.rfind(' ', fits);
    if (space != std::string_view::npos && text.find_first_not_of(' ') < space) return space;
    std::size_t length = 0;
    for (const std::string_view sign : {"·", ".", "/", ","}) {
        const std::size_t at = text.substr(0, fits).rfind(sign);
        if (at != std::string_view::npos) length = std::max(length, at + sign.size());
    }
    return length == 0 ? fits : length;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    while (display_width(text) > width) {
        const std::size_t length = line_length(text, beginning(text, width, true));
        std::string_view line = text.substr(0, length);
        while (line.ends_with(' ')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(length);
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    if (!text.empty() || lines.empty()) lines.emplace_back(text);
    return lines;
}

std::string shortened(std::string_view text, std::size_t width) {
    if (display_width(text) <= width) return std::string(text);
    const std::size_t blanks = std::min(std::min(text.find_first_not_of(' '), text.size()), width / 2);
    const std::string_view name = text.substr(std::min(text.find_first_not_of(' '), text.size()));
    const std::size_t room = width - blanks;
    std::string result(blanks, ' ');
    if (display_width(name) <= room) return result.append(name);
    if (room == 0) return result;
    const std::size_t end = (room - 1) * 2 / 3;  // the ends of paths differ
    result += name.substr(0, beginning(name, room - 1 - end, false));
    result += kEllipsis;
    return result.append(name.substr(name.size() - end_within(name, end)));
}

}  // namespace paramscope::cli
