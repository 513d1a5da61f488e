#include "app/editor/coloured_line.h"

#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kLongestColoured = 2000;

}  // namespace

void draw_coloured_line(ImDrawList& list, ImVec2 at, std::string_view line, const FirstPiece& first_piece) {
    if (line.size() > kLongestColoured) {
        add_text(list, at, palette().text, line);
        return;
    }
    while (!line.empty()) {
        const ColouredPiece piece = first_piece(line);
        const std::string_view words = line.substr(0, piece.length);
        add_text(list, at, piece.colour, words);
        at.x += text_advance(words);
        line.remove_prefix(piece.length);
    }
}

}  // namespace paramscope::app
