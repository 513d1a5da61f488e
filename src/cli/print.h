// Prints errors and diagnostics on standard error.
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"

namespace paramscope::cli {

/// Prints `where: error: message`, for a problem without a position in a text.
void print_error(std::string_view where, const Message& message);

/// Prints `where: note: message`.
void print_note(std::string_view where, const Message& message);

/// Prints an error in an option's value, with a caret under its position. `offset` is the position in `value`
/// at which the text that the error refers to begins.
void print_option_error(std::string_view option, std::string_view value, const Error& error,
                        std::size_t offset = 0);

/// Prints each diagnostic as `source:line:column: severity: message` with its line of `text`; at most the
/// first 100.
void print_diagnostics(const Diagnostics& diagnostics, std::string_view source, std::string_view text);

}  // namespace paramscope::cli
