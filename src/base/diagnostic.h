// Notes, warnings and errors about an input. The folder base/ holds what every folder uses: diagnostics and
// messages, Result, places in a text, characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "base/source.h"

namespace paramscope {

enum class Severity {
    Note,     ///< something inferred or assumed that the reader should know
    Warning,  ///< a number is incomplete or doubtful
    Error,    ///< the input is wrong; no number is given for the part concerned
};

/// A message about a place in the source text and, where known, a module.
struct Diagnostic {
    Severity severity = Severity::Error;
    Message message;        ///< one sentence: what is wrong and what is expected
    Span span = {};         ///< in the source text; {0, 0} when it belongs to no place
    std::string path = "";  ///< dotted module path, "" for the root or for no module

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// "note", "warning" or "error".
std::string_view to_string(Severity severity);

/// True when at least one diagnostic is an error.
bool has_errors(const Diagnostics& diagnostics);

/// Adds diagnostics of code that stands in no text of the user, so that they belong to no place.
void add_without_places(Diagnostics found, Diagnostics* all);

/// A compiler-style line `file:line:column: error: message`, then the source line and a caret under it.
std::string format_diagnostic(const Diagnostic& diagnostic, std::string_view file, std::string_view text);

}  // namespace paramscope
