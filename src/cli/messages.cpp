#include "cli/messages.h"

#include <algorithm>
#include <string>

#include "base/concat.h"
#include "cli/files.h"
#include "formats/position_scan.h"
#include "formats/unicode.h"

namespace paramscope::cli {
namespace {

constexpr std::size_t kMostPrinted = 100;

/// Inputs may hold anything; a terminal must not act on it.
void print_line(std::string_view line) {
    write_error(printable(line) + "\n");
}

std::string to_line(const Diagnostic& diagnostic, std::string_view source, std::string_view text) {
    if (has_place(diagnostic)) return format_diagnostic(diagnostic, source, text);
    return concat(source, ": ", to_string(diagnostic.severity), ": ", diagnostic.message.english());
}

}  // namespace

void print_error(std::string_view where, std::string_view message) {
    print_line(concat(where, ": error: ", message));
}

void print_option_error(std::string_view option, std::string_view value, const Error& error,
                        std::size_t offset) {
    const auto shift = static_cast<std::uint32_t>(offset);
    const Span span{error.span.begin + shift, error.span.end + shift};
    print_line(format_diagnostic({Severity::Error, error.message.english(), span, ""}, option, value));
}

void print_diagnostics(const Diagnostics& diagnostics, std::string_view source, std::string_view text) {
    const std::size_t printed = std::min(diagnostics.size(), kMostPrinted);
    for (std::size_t i = 0; i < printed; ++i) print_line(to_line(diagnostics[i], source, text));
    if (printed == diagnostics.size()) return;
    const std::string more = std::to_string(diagnostics.size() - printed);
    print_line(concat(source, ": note: and ", more, " more; --format json has them all"));
}

}  // namespace paramscope::cli
