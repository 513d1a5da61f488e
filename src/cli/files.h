// Reads files and standard input, writes to standard output and standard error.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paramscope::open {
class ByteSource;
}

namespace paramscope::cli {

/// Opens a file, or reads all of standard input for "-". The error's message does not contain the file's
/// name.
Result<std::unique_ptr<open::ByteSource>> open_file(std::string_view path);

/// Opens several files of source code or parts of a checkpoint, or those of a folder and of the folders below
/// it: the first, with all as its companions.
Result<std::unique_ptr<open::ByteSource>> open_files(const std::vector<std::string_view>& paths);

/// Opens a file on a disk; nullptr when there is none. A pipe, which might never end, is none.
std::unique_ptr<open::ByteSource> open_regular(const std::string& path);

/// True for a file on a disk.
bool is_file(const std::string& path);

/// True for a file or folder that exists.
bool is_there(std::string_view path);

/// True for a folder.
bool is_folder(std::string_view path);

/// Writes to standard output, as the beginning of what write_output() ends.
void write_piece(std::string_view text);

/// Writes to standard output; false when it could not write all of `text` and of the pieces before it.
bool write_output(std::string_view text);

/// Writes to standard error.
void write_error(std::string_view text);

}  // namespace paramscope::cli
