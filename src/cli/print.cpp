#include "cli/print.h"

#include <algorithm>
#include <string>

#include "base/characters.h"
#include "base/concat.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "formats/position_scan.h"
#include "formats/unicode.h"

namespace paramscope::cli {
namespace {

constexpr std::size_t kMaxPrinted = 100;

/// Prints a line without the control characters that an input may contain.
void print_line(std::string_view line) {
    write_error(printable(line) + "\n");
}

std::string to_line(const Diagnostic& diagnostic, std::string_view source, std::string_view text) {
    if (has_place(diagnostic)) return format_diagnostic(diagnostic, source, text);
    return concat(source, ": ", to_string(diagnostic.severity), ": ", diagnostic.message.english());
}

}  // namespace

void print_error(std::string_view where, const Message& message) {
    print_line(concat(where, ": error: ", message.english()));
}

void print_option_error(std::string_view option, std::string_view value, const Error& error,
                        std::size_t offset) {
    const auto shift = static_cast<std::uint32_t>(offset);
    const Span span{error.span.begin + shift, error.span.end + shift};
    print_line(format_diagnostic({Severity::Error, error.message, span, ""}, option, value));
}

void print_diagnostics(const Diagnostics& diagnostics, std::string_view source, std::string_view text) {
    const std::size_t printed = std::min(diagnostics.size(), kMaxPrinted);
    for (std::size_t i = 0; i < printed; ++i) print_line(to_line(diagnostics[i], source, text));
    if (printed == diagnostics.size()) return;
    const Message more = message("diagnostics.more", {{"count", diagnostics.size() - printed}});
    print_line(concat(source, ": note: ", more.english()));
}

}  // namespace paramscope::cli
