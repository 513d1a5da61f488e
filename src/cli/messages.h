// What the command line says on standard error.
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"

namespace paramscope::cli {

/// `where: error: message`, for a problem that has no place in a text.
void print_error(std::string_view where, std::string_view message);

/// A problem inside an option's value, shown with a caret as problems of a file are. `offset` is where in
/// `value` the text began that the error speaks of.
void print_option_error(std::string_view option, std::string_view value, const Error& error,
                        std::size_t offset = 0);

/// Each as `source:line:column: severity: message` with its line of `text`; of very many only the first.
void print_diagnostics(const Diagnostics& diagnostics, std::string_view source, std::string_view text);

}  // namespace paramscope::cli
