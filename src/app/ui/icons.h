// Draws icons as lines: sharp at any size and pixel density, in any colour, without a font.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace paramscope::app {

enum class Icon : std::uint8_t {
    Logo,
    Search,
    Close,
    Check,
    Copy,
    Unfold,  ///< open all
    Fold,    ///< close all
    Repeats,
    List,
    Columns,
    Ascending,
    Descending,
    Compare,
    Export,
    Focus,
    Back,
    Language,
    More,
    Plus,
    Minus,
    Undo,
    Redo,
    Enlarge,
    Shrink,
    Play,
    Pause,
    Step,
};

/// Draws an icon into a square of `size` around `middle`.
void draw_icon(ImDrawList* list, Icon icon, ImVec2 middle, float size, ImU32 colour);

}  // namespace paramscope::app
