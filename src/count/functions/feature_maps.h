// Functions of forward lines on the spatial sizes of feature maps: windows, padding, resizing.
#pragma once

#include "count/functions/functions.h"

namespace paramscope::flow {

/// unflatten(x, reference): splits the last dimension of x into the spatial ones of `reference` (all after
/// the second).
Result<Signal> unflatten(FlowCall& call);
/// interpolate(x, reference): x resized to the spatial sizes of `reference`.
Result<Signal> interpolate(FlowCall& call);
/// window_partition(x, size): cuts a map (batch, sizes..., channels) into (batch, windows, positions in a
/// window, channels). The map is padded to whole windows; with shrink=True a window is instead never larger
/// than the map; with step=True a single position is a window.
Result<Signal> window_partition(FlowCall& call);
/// window_reverse(y, x): puts the windows y back together to the map x that they were cut from.
Result<Signal> window_reverse(FlowCall& call);
/// space_to_depth(x, size): merges each block of positions into one by concatenating their channels; the map
/// is padded.
Result<Signal> space_to_depth(FlowCall& call);
/// pad_to(x, size): pads the spatial dimensions of (batch, channels, sizes...) to multiples of a size.
Result<Signal> pad_to(FlowCall& call);

}  // namespace paramscope::flow
