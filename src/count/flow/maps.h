// Functions of forward lines over feature maps: their spatial sizes, and windows cut from them.
#pragma once

#include "count/flow/functions.h"

namespace paramscope::flow {

/// unflatten(x, like): the last dimension as the spatial ones of `like`, all behind its second.
Result<Signal> unflatten(FlowCall& call);
/// interpolate(x, like): x stretched to the spatial sizes of `like`.
Result<Signal> interpolate(FlowCall& call);
/// window_partition(x, size): (batch, windows, positions in one, channels); the map is padded to whole
/// windows. shrink=True makes windows no larger than the map instead of padding a map that is smaller.
Result<Signal> window_partition(FlowCall& call);
/// window_reverse(y, x): the windows y back on the map x that they were cut from.
Result<Signal> window_reverse(FlowCall& call);
/// space_to_depth(x, size): each block of positions as one, its channels side by side; the map is padded.
Result<Signal> space_to_depth(FlowCall& call);
/// pad_to(x, size): the spatial dimensions of (batch, channels, sizes...) grown to multiples of a size.
Result<Signal> pad_to(FlowCall& call);

}  // namespace paramscope::flow
