#include "model/texts/quoted_code.h"

#include <optional>
#include <string_view>

#include "base/characters.h"
#include "base/text_parts.h"
#include "model/names.h"
#include "model/texts/mask.h"

namespace paramscope {
namespace {

/// Where a line says of which place in a program the code below it is.
struct QuotedPlace {
    std::size_t column = 0;        ///< of the place, behind a logger's prefix
    std::string_view indentation;  ///< of the quoted code, at least
    bool is_of_warning = false;    ///< one line is quoted
};

/// The place of a warning, `/lib/a.py:12: UserWarning: ...`.
std::optional<QuotedPlace> place_of_warning(std::string_view line) {
    const std::size_t mark = line.find("Warning: ");
    if (mark == std::string_view::npos) return std::nullopt;
    std::size_t at = mark;
    while (at > 0 && is_letter(line[at - 1])) --at;
    if (at < 3 || line.substr(at - 2, 2) != ": " || !is_digit(line[at - 3])) return std::nullopt;
    const std::size_t blank = line.rfind(' ', at - 3);
    return QuotedPlace{blank == std::string_view::npos ? 0 : blank + 1, "  ", true};
}

std::optional<QuotedPlace> quoted_place(std::string_view line) {
    const std::size_t file = line.find("File \"");
    if (file != std::string_view::npos && holds(line.substr(file), "\", line "))
        return QuotedPlace{file, " ", false};
    return place_of_warning(line);
}

}  // namespace

void mask_quoted_code(MaskedText& masked) {
    if (!contains_any(masked.text(), {"Warning: ", "\", line "})) return;
    for (std::uint32_t line = 0; line < masked.text().size();) {
        const std::string_view text = masked.text();
        const std::uint32_t next = next_line(text, line);
        const std::optional<QuotedPlace> place = quoted_place(text.substr(line, line_end(text, line) - line));
        if (!place) {
            line = next;
            continue;
        }
        const std::string prefix(text.substr(line, place->column));
        for (line = next; line < masked.text().size();) {
            const std::uint32_t end = line_end(masked.text(), line);
            const auto code = match_prefix(masked.text(), line, prefix);
            if (!code || !masked.text().substr(*code, end - *code).starts_with(place->indentation)) break;
            if (starts_child_line(masked.text(), *code)) break;  // of a print that the warning interrupts
            masked.mask(line, end);
            line = next_line(masked.text(), line);
            if (place->is_of_warning) break;
        }
    }
}

}  // namespace paramscope
