// Files one may read anywhere in, and standard streams.
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "open/support/bytes.h"

namespace paramscope::cli {

/// A file, or standard input for "-", which is read to its end at once. The error is a sentence without the
/// file's name.
Result<std::unique_ptr<open::ByteSource>> open_file(std::string_view path);

/// Writes to standard output; false when not all could be written.
bool write_output(std::string_view text);

/// Writes to standard error.
void write_error(std::string_view text);

}  // namespace paramscope::cli
