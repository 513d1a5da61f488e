// The interface: what is on the screen and what it does. ImGui only; the host is platform/platform.h.
#pragma once

#include <memory>

#include "platform/platform.h"

namespace paramscope {

/// The factory platform::run() asks for.
std::unique_ptr<platform::Program> make_app();

}  // namespace paramscope
