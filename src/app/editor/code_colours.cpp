#include "app/editor/code_colours.h"

#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/characters.h"

namespace paramscope::app {
namespace {

// Longer lines are not written by hand.
constexpr std::size_t kLongestColoured = 2000;

// A range of one colour.
struct Piece {
    std::string_view words;
    ImU32 colour;
};

std::size_t word_length(std::string_view line) {
    std::size_t length = 1;
    while (length < line.size() && (is_name_part(line[length]) || line[length] == '.')) ++length;
    return length;
}

// The longest prefix of `line` of one colour.
Piece first_piece(std::string_view line, bool at_start) {
    const Palette& colours = palette();
    const char c = line.front();
    if (c == '#') return {line, colours.muted};
    // `(layer1):` at the start of a line names a module.
    if (const std::size_t end = line.find("):"); at_start && c == '(' && end != std::string_view::npos) {
        return {line.substr(0, end + 2), colours.muted};
    }
    if (is_digit(c)) return {line.substr(0, word_length(line)), colours.accent};
    if (is_name_part(c)) {
        const std::size_t length = word_length(line);
        const bool argument = length < line.size() && line[length] == '=';
        return {line.substr(0, length), argument ? colours.muted : colours.text};
    }
    std::size_t length = 1;
    while (length < line.size() && !is_name_part(line[length]) && line[length] != '#' && line[length] != '(')
        ++length;
    return {line.substr(0, length), colours.muted};
}

}  // namespace

void draw_code_line(ImDrawList& list, ImVec2 at, std::string_view line) {
    if (line.size() > kLongestColoured) {
        list.AddText(at, palette().text, line.data(), line.data() + line.size());
        return;
    }
    bool at_start = true;
    while (!line.empty()) {
        const Piece piece = first_piece(line, at_start);
        list.AddText(at, piece.colour, piece.words.data(), piece.words.data() + piece.words.size());
        at.x += text_advance(piece.words);
        line.remove_prefix(piece.words.size());
        at_start = at_start && piece.words.find_first_not_of(" \t") == std::string_view::npos;
    }
}

}  // namespace paramscope::app
