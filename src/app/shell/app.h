// Creates the interface. It uses ImGui only; the host is platform/platform.h.
#pragma once

#include <memory>

#include "platform/platform.h"

namespace paramscope {

/// The factory passed to platform::run().
std::unique_ptr<platform::Program> make_app();

}  // namespace paramscope
