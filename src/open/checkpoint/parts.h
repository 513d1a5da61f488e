// Checkpoints in several files without numbers and without an index, which were given together.
#pragma once

#include <optional>
#include <string_view>

#include "open/open.h"

namespace paramscope::open {

/// The code of the note that says that files were read as one model.
inline constexpr std::string_view kPartsTogether = "parts.together";

/// The ending of the name of an index of tensors and the parts that they are in.
inline constexpr std::string_view kIndexEnding = ".index.json";

/// Opens files that were given together as one model: by the index among them, or as parts if each is a
/// checkpoint and no two have a tensor of the same name. Of three or more that have one it is an error.
/// nullopt for files that are read by themselves: numbered parts, two models, a single file.
std::optional<Opened> open_parts(ByteSource& file);

}  // namespace paramscope::open
