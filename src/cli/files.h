// Reading and writing whole files and standard streams.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace paramscope::cli {

/// All bytes of a file, or of standard input for "-". The error is a sentence without the file's name.
Result<std::string> read_text(std::string_view path);

/// Writes to standard output; false when not all could be written.
bool write_output(std::string_view text);

/// Writes to standard error.
void write_error(std::string_view text);

}  // namespace paramscope::cli
