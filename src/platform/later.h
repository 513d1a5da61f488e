// Code that opening the program does not need: a page keeps it in a wasm of its own (web/later), which it asks for when
// it is first needed. The linker's output is cut there by the functions' names.
#pragma once

namespace paramscope::platform {

/// Whether the later part can be called.
enum class LaterPart {
    Here,    ///< always on a desktop
    Coming,  ///< it has been asked for, which the pointer shows; a frame follows when it is here or failed
    Failed,  ///< it could not be had, of which the person was told: asking again tries again
};

/// Asks for the later part where it is not here. Nothing of it may be called, nor its types be made, before it is Here.
LaterPart later_part();

}  // namespace paramscope::platform
