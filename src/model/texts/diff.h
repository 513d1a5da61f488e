// Recognises unified diffs, as git and diff -u write them, and finds the new version of the text in them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace paramscope {

/// A unified diff: `@@ -1,4 +1,9 @@` and lines that begin with a sign.
struct Diff {
    /// What is not part of the new version: headers, removed lines, and the signs of the other lines. Empty
    /// for a text that is no diff.
    std::vector<Span> marks;
    /// The warning, at the first hunk, that lines of the new version may be missing. A diff that creates one
    /// file shows all its lines, and has no warning.
    std::optional<Diagnostic> partial;
};

/// Reads a text as a diff. A hunk may have another number of lines than its header states. All lines may
/// have the same prefix (`> ` of a mail). Lines without a header are a diff where each has a sign, some are
/// added, and some are not.
Diff read_diff(std::string_view text);

}  // namespace paramscope
