// Declares the host's side of semantics.h: the recording of a frame and the mirror's actions.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace paramscope::platform {

/// An action on an item requested through the mirror. It is performed when the item is next drawn.
struct ItemAction {
    enum class Kind : int { Focus, Press, Enter };

    ImGuiID id = 0;
    Kind kind = Kind::Focus;
    std::string text = {};  ///< the text to enter
};

/// Replaces an earlier request that was not performed yet.
void request_action(ItemAction action);

/// Begins a frame, which is recorded if `is_recorded`.
void begin_recording(bool is_recorded);

/// Ends a frame and returns its recording. Lines end with \x1e and begin with a letter, fields end with \x1f:
///
///     i x y width height id role states level row rows sort low high now name value hint   an item
///     o …the same…                                                            a group begins
///     w x y width height id scroll-x scroll-y most-x most-y                   a window that scrolls begins
///     c                                                                       a group or window ends
///
/// A long value equal to the previous one is \x1a. Zeros are left empty. States are bits: expanded,
/// selected, checked (two each, as Tri), invalid, disabled, focused.
std::string_view end_recording();

/// True for an item described as draggable: a slider, a splitter, a picture.
bool is_dragged(ImGuiID id);

/// The sentence to announce, returned once.
std::string take_announcement();

}  // namespace paramscope::platform
