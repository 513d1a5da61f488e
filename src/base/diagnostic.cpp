#include "base/diagnostic.h"

#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr std::size_t kWidestExcerpt = 160;

/// The source line with a caret below the position; long lines are not echoed.
std::string excerpt(std::string_view text, const Diagnostic& diagnostic, const Position& position) {
    const std::string_view line = line_at(text, diagnostic.span.begin);
    if (line.empty() || line.size() > kWidestExcerpt) return "";
    std::string caret(position.column - 1, ' ');
    for (std::size_t i = 0; i < caret.size() && i < line.size(); ++i) {
        if (line[i] == '\t') caret[i] = '\t';
    }
    return concat("\n    ", line, "\n    ", caret, "^");
}

}  // namespace

std::string_view to_string(Severity severity) {
    switch (severity) {
        case Severity::Note:
            return "note";
        case Severity::Warning:
            return "warning";
        case Severity::Error:
            return "error";
    }
    return "error";
}

bool has_errors(const Diagnostics& diagnostics) {
    return contains_by(diagnostics, &Diagnostic::severity, Severity::Error);
}

void add_without_places(Diagnostics found, Diagnostics* all) {
    for (Diagnostic& each : found) {
        each.span = {};
        all->push_back(std::move(each));
    }
}

std::string format_diagnostic(const Diagnostic& diagnostic, std::string_view file, std::string_view text) {
    const Position position = position_at(text, diagnostic.span.begin);
    return concat(file, ":", position.line, ":", position.column, ": ", to_string(diagnostic.severity), ": ",
                  diagnostic.message.english(), excerpt(text, diagnostic, position));
}

}  // namespace paramscope
