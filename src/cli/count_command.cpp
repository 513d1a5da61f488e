#include "cli/count_command.h"

#include "cli/files.h"
#include "cli/messages.h"
#include "cli/print.h"
#include "cli/source.h"
#include "formats/sections.h"

namespace paramscope::cli {

int print_output(std::string_view text) {
    if (write_output(text)) return kCounted;
    print_error("standard output", message("file.not_written"));
    return kWrongInput;
}

int count_command(const CommandLine& line) {
    const Result<open::Opened> opened = open_source(line.source);
    if (!opened) print_error(shown_source(line.source), opened.error().message);
    const std::optional<CountOptions> options = read_count_options(line);
    if (!opened || !options) return kWrongInput;

    const std::string& text = opened->text;
    const Report report = count_opened(*opened, line.source, *options);
    const bool is_wrong = has_errors(report.diagnostics);
    // A table of a wrong model would look like a result; JSON contains the errors.
    if (is_wrong && line.format != "json") return kWrongInput;
    std::vector<const ReportSection*> sections;
    if (line.conventions) sections.push_back(&kConventionsSection);
    if (line.memory) sections.push_back(&kMemorySection);
    const int written = print_output(line.write(report, {line.depth, text, sections, line.language,
                                                         opened->diagnostics.size(), opened->source_text}));
    return is_wrong ? kWrongInput : written;
}

}  // namespace paramscope::cli
