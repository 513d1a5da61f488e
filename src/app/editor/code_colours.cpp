#include "app/editor/code_colours.h"

#include "app/editor/coloured_line.h"
#include "app/ui/theme.h"
#include "base/characters.h"

namespace paramscope::app {
namespace {

std::size_t word_length(std::string_view line) {
    std::size_t length = 1;
    while (length < line.size() && (is_name_part(line[length]) || line[length] == '.')) ++length;
    return length;
}

// The longest prefix of `line` of one colour.
ColouredPiece first_piece(std::string_view line, bool at_start) {
    const Palette& colours = palette();
    const char c = line.front();
    if (c == '#') return {line.size(), colours.muted};
    // `(layer1):` at the start of a line names a module.
    if (const std::size_t end = line.find("):"); at_start && c == '(' && end != std::string_view::npos) {
        return {end + 2, colours.muted};
    }
    if (is_digit(c)) return {word_length(line), colours.accent};
    if (is_name_part(c)) {
        const std::size_t length = word_length(line);
        const bool argument = length < line.size() && line[length] == '=';
        return {length, argument ? colours.muted : colours.text};
    }
    std::size_t length = 1;
    while (length < line.size() && !is_name_part(line[length]) && line[length] != '#' && line[length] != '(')
        ++length;
    return {length, colours.muted};
}

}  // namespace

void draw_code_line(ImDrawList& list, ImVec2 at, std::string_view line) {
    bool at_start = true;
    draw_coloured_line(list, at, line, [&](std::string_view rest) {
        const ColouredPiece piece = first_piece(rest, at_start);
        at_start =
            at_start && rest.substr(0, piece.length).find_first_not_of(" \t") == std::string_view::npos;
        return piece;
    });
}

}  // namespace paramscope::app
