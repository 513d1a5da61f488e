// Declares functions shared by the files of the desktop host.
#pragma once

#include <filesystem>

#include "platform/platform.h"

namespace paramscope::platform {

/// Reads the first kFileLimit bytes of a file; `readable` is false when there is no such file.
File read_file(const std::filesystem::path& path);

/// Fills fonts() from TTF files of the system; fonts that are not found are replaced by ImGui's own font.
void start_fonts();

}  // namespace paramscope::platform
