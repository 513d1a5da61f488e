// Opens a diff of a text file as the new version of that file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "open/support/bytes.h"

namespace paramscope::open {

/// A file that holds a unified diff.
struct DiffFile {
    std::string text;                   ///< the file
    std::string new_version;            ///< the file with spaces for what is not part of the new version
    std::optional<Diagnostic> partial;  ///< the warning that lines of the new version may be missing
};

/// Reads a file that begins with `beginning` as a diff; nullopt for any other file, and for one larger than a
/// text may be.
std::optional<DiffFile> read_diff_file(ByteSource& file, std::string_view beginning);

}  // namespace paramscope::open
