#include "cli/idle_settings.h"

#include <algorithm>
#include <string>

#include "base/concat.h"

namespace paramscope::cli {
namespace {

bool is_name_character(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// True when `name` stands in `text` as a word of its own.
bool mentions(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool starts = at == 0 || !is_name_character(text[at - 1]);
        const bool ends = end == text.size() || !is_name_character(text[end]);
        if (starts && ends) return true;
    }
    return false;
}

}  // namespace

void warn_of_idle_settings(const CommandLine& line, std::string_view text, Report& report) {
    for (const CommandLine::Setting& setting : line.settings) {
        const auto is_mentioned_in = [&](std::string_view other) { return mentions(other, setting.name); };
        if (is_mentioned_in(text)) continue;
        if (std::any_of(line.inputs.begin(), line.inputs.end(), is_mentioned_in)) continue;
        std::string message =
            concat("--set changes nothing: the model does not mention '", setting.name, "'");
        report.diagnostics.push_back({Severity::Warning, std::move(message), Span{}, ""});
    }
}

}  // namespace paramscope::cli
