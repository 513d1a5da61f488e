#include "app/ui/icons.h"

#include <algorithm>

namespace paramscope::app {
namespace {

// Paths on a grid of 24 by 24: M starts a line, L continues it, Z closes it, O is a circle (centre and
// radius).
constexpr const char* kPaths[] = {
    /* Logo       */ "M12 2L21 7L21 17L12 22L3 17L3 7Z M3 7L12 12L21 7 M12 12L12 22",
    /* Search     */ "O10 10 6 M15 15L21 21",
    /* Close      */ "M6 6L18 18 M18 6L6 18",
    /* Check      */ "M4 12L10 18L20 6",
    /* Copy       */ "M9 9L20 9L20 20L9 20Z M5 15L4 15L4 4L15 4L15 5",
    /* Unfold     */ "M7 8L12 3L17 8 M7 16L12 21L17 16",
    /* Fold       */ "M7 3L12 8L17 3 M7 21L12 16L17 21",
    /* Repeats    */ "M4 4L16 4L16 16L4 16Z M20 8L20 20L8 20",
    /* List       */ "M9 6L20 6 M9 12L20 12 M9 18L20 18 O5 6 1 O5 12 1 O5 18 1",
    /* Columns    */ "M4 4L20 4L20 20L4 20Z M10 4L10 20 M15 4L15 20",
    /* Ascending  */ "M12 19L12 5 M6 11L12 5L18 11",
    /* Descending */ "M12 5L12 19 M6 13L12 19L18 13",
    /* Compare    */ "M4 4L10 4L10 20L4 20Z M14 4L20 4L20 20L14 20Z",
    /* Export     */ "M12 3L12 15 M7 10L12 15L17 10 M4 16L4 20L20 20L20 16",
    /* Focus      */ "M4 9L4 4L9 4 M15 4L20 4L20 9 M20 15L20 20L15 20 M9 20L4 20L4 15 O12 12 2",
    /* Back       */ "M14 5L7 12L14 19",
    /* Language   */ "O12 12 9 M3 12L21 12 M12 3L8 8L8 16L12 21L16 16L16 8L12 3",
    /* More       */ "O5 12 2 O12 12 2 O19 12 2",
    /* Plus       */ "M5 12L19 12 M12 5L12 19",
    /* Minus      */ "M5 12L19 12",
    /* Undo       */ "M9 4L4 9L9 14 M4 9L15 9L19 11L20 14L19 17L15 19L10 19",
    /* Redo       */ "M15 4L20 9L15 14 M20 9L9 9L5 11L4 14L5 17L9 19L14 19",
    /* Enlarge    */ "M14 4L20 4L20 10 M20 4L14 10 M10 20L4 20L4 14 M4 20L10 14",
    /* Shrink     */ "M20 4L14 10 M14 5L14 10L19 10 M4 20L10 14 M5 14L10 14L10 19",
    /* Play       */ "M7 4L19 12L7 20Z",
    /* Pause      */ "M8 5L8 19 M16 5L16 19",
    /* Step       */ "M6 5L14 12L6 19 M18 5L18 19",
};

}  // namespace

void draw_icon(ImDrawList* list, Icon icon, ImVec2 middle, float size, ImU32 colour) {
    const float scale = size / 24;
    const float thickness = std::max(1.25f, size * 0.085f);
    const char* at = kPaths[static_cast<std::size_t>(icon)];
    const auto number = [&at] {
        while (*at == ' ') ++at;
        int value = 0;
        while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
        return static_cast<float>(value);
    };
    const auto point = [&] {
        const float x = number();
        return ImVec2{middle.x + (x - 12) * scale, middle.y + (number() - 12) * scale};
    };
    while (*at != 0) {
        const char command = *at++;
        if (command == 'O') {
            const ImVec2 centre = point();
            list->AddCircle(centre, number() * scale, colour, 0, thickness);
        } else if (command != 'Z') {
            list->PathLineTo(point());
        }
        while (*at == ' ') ++at;
        if (*at == 'L' || *at == 'Z' || list->_Path.empty()) continue;
        list->PathStroke(colour, command == 'Z' ? ImDrawFlags_Closed : 0, thickness);
    }
}

}  // namespace paramscope::app
