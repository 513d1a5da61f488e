// Computes when ImGui's picture changes next without an event.
#pragma once

namespace paramscope::platform {

/// Seconds until ImGui's picture changes on its own: 0 while a key or button is held, an input is queued or a
/// fade runs; the time to the next blink of the caret; infinity when the next frame would be identical.
double seconds_to_next_change();

}  // namespace paramscope::platform
