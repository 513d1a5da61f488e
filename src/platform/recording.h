// The host's side of semantics.h: what a frame told, and what the mirror asks for.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace paramscope::platform {

/// What somebody wants of an item by way of the mirror. It is fulfilled when the item next comes by.
struct Wish {
    enum class Act : int { Focus, Press, Enter };

    ImGuiID id = 0;
    Act act = Act::Focus;
    std::string text = {};  ///< what to enter
};

void wish(Wish wanted);

/// Call it before a frame is built; `wanted`: the frame shall be recorded.
void begin_recording(bool wanted);

/// Call it when a frame is built; gives what was recorded. Its lines end with \x1e and begin with a letter,
/// fields end at \x1f:
///
///     i x y width height id role states level row rows sort low high now name value hint   an item
///     o …the same…                                                            a group begins
///     w x y width height id scroll-x scroll-y most-x most-y                   a window that scrolls begins
///     c                                                                       a group or window ends
///
/// A long value that is the same as before is \x1a. Zeros are left empty. States are bits: expanded,
/// selected, checked (two each, as Tri), invalid, disabled, focused.
std::string_view end_recording();

/// True for an item that was told to be of a kind that is dragged: a slider, a splitter, a picture.
bool is_dragged(ImGuiID id);

/// The sentence to read out, once.
std::string take_announcement();

}  // namespace paramscope::platform
