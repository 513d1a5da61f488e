// What ImGui itself still has to show, although no event arrives.
#pragma once

namespace paramscope::platform {

/// Seconds until ImGui's picture changes on its own: 0 while a key or button is held, an input is queued or a
/// fade runs; the time to the next blink of the caret; infinity when it would paint the same again.
double seconds_to_next_change();

}  // namespace paramscope::platform
