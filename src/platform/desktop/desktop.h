// What the parts of the desktop host share.
#pragma once

#include <filesystem>

#include "platform/platform.h"

namespace paramscope::platform {

/// A file's beginning, up to kFileLimit; not `readable` when there is no such file.
File read_file(const std::filesystem::path& path);

/// Fills fonts() from TTF files of the system; ImGui's own font stands in for those not found.
void start_fonts();

}  // namespace paramscope::platform
