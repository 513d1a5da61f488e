#include "cli/print.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "cli/styles.h"
#include "cli/terminal.h"
#include "formats/position_scan.h"
#include "formats/support/unicode.h"

namespace paramscope::cli {
namespace {

constexpr std::size_t kMaxPrinted = 100;

std::string_view colour_of(Severity severity) {
    if (severity == Severity::Error) return kBoldRed;
    return severity == Severity::Warning ? kBoldYellow : kBoldCyan;
}

/// Prints a line without the control characters that an input may contain; its place and its severity in
/// colours.
void print_line(std::string_view line, Severity severity) {
    std::string text = printable(line);
    const std::string word = concat(": ", to_string(severity), ": ");
    const std::size_t at = text.find(word);
    if (terminal(Stream::Error).has_colours && at != std::string::npos) {
        const std::size_t end = at + word.size() - 1;
        text = concat(kBold, text.substr(0, at + 2), kEndOfStyle, colour_of(severity),
                      text.substr(at + 2, end - at - 2), kEndOfStyle, text.substr(end));
    }
    write_error(text + "\n");
}

/// Messages that ask for something, and the options that give it.
constexpr std::pair<std::string_view, std::string_view> kOptionsOfMessages[] = {
    {"python.can_be_built", "--build"},  {"python.chosen_config", "--build"},
    {"python.forward_input", "--input"}, {"python.lazy_inputs", "--input"},
    {"python.number_to_set", "--set"},
};

/// The option that gives what the message, or one that it quotes, asks for in parentheses; "" for none.
std::string option_of(const Message& message) {
    for (const auto& [id, option] : kOptionsOfMessages) {
        if (message.id() == id) return concat(" (", option, ")");
    }
    for (const MessageArgument& each : message.arguments()) {
        std::string option = each.message != nullptr ? option_of(*each.message) : "";
        if (!option.empty()) return option;
    }
    return "";
}

std::string to_line(const Diagnostic& diagnostic, std::string_view source, std::string_view text) {
    std::string line = has_place(diagnostic) ? format_diagnostic(diagnostic, source, text)
                                             : concat(source, ": ", to_string(diagnostic.severity), ": ",
                                                      diagnostic.message.english());
    // The excerpt of the source follows on lines of its own.
    return line.insert(std::min(line.find('\n'), line.size()), option_of(diagnostic.message));
}

}  // namespace

void print_error(std::string_view where, const Message& message) {
    print_line(concat(where, ": error: ", message.english()), Severity::Error);
}

void print_note(std::string_view where, const Message& message) {
    print_line(concat(where, ": note: ", message.english()), Severity::Note);
}

void print_option_error(std::string_view option, std::string_view value, const Error& error,
                        std::size_t offset) {
    const auto shift = static_cast<std::uint32_t>(offset);
    const Span span{error.span.begin + shift, error.span.end + shift};
    print_line(format_diagnostic({Severity::Error, error.message, span}, option, value), Severity::Error);
}

void print_diagnostics(const Diagnostics& diagnostics, std::string_view source, std::string_view text) {
    const std::size_t printed = std::min(diagnostics.size(), kMaxPrinted);
    for (std::size_t i = 0; i < printed; ++i)
        print_line(to_line(diagnostics[i], source, text), diagnostics[i].severity);
    if (printed == diagnostics.size()) return;
    print_note(source, message("diagnostics.more", {{"count", diagnostics.size() - printed}}));
}

}  // namespace paramscope::cli
