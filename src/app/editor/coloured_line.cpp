#include "app/editor/coloured_line.h"

#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kLongestColoured = 2000;

}  // namespace

void draw_coloured_line(ImDrawList& list, ImVec2 at, std::string_view line, const FirstPiece& first_piece) {
    if (line.size() > kLongestColoured) {
        list.AddText(at, palette().text, line.data(), line.data() + line.size());
        return;
    }
    while (!line.empty()) {
        const ColouredPiece piece = first_piece(line);
        const std::string_view words = line.substr(0, piece.length);
        list.AddText(at, piece.colour, words.data(), words.data() + words.size());
        at.x += text_advance(words);
        line.remove_prefix(piece.length);
    }
}

}  // namespace paramscope::app
