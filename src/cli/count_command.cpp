#include "cli/commands.h"

#include "base/concat.h"
#include "base/ranges.h"
#include "cli/files.h"
#include "cli/limits.h"
#include "cli/messages.h"
#include "cli/print.h"
#include "cli/source.h"
#include "cli/terminal_layout.h"
#include "count/cost/row_memory.h"
#include "count/cost/verdict.h"
#include "formats/device_times.h"
#include "formats/verdict_sentence.h"

namespace paramscope::cli {

int print_output(std::string_view text) {
    if (write_output(text)) return kCounted;
    print_error("standard output", message("file.not_written"));
    return kWrongInput;
}

namespace {

/// True for formats that are detected by what most lines of a text look like.
bool is_detected_by_lines(std::string_view format) {
    constexpr std::string_view formats[] = {"tensor-listing", "summary-table", "tensor-table",
                                            "stated-totals"};
    return contains(formats, format);
}

/// Prints what a text was taken for, where it could be something else.
void print_detected_format(const open::Opened& opened, const CommandLine& line) {
    if (line.source_format != nullptr || !is_detected_by_lines(opened.source)) return;
    print_diagnostics({{Severity::Note, message("file.read_as", {{"format", opened.source}})}},
                      shown_source(line.source), "");
}

}  // namespace

std::string write_report(const CommandLine& line, const open::Opened& opened, const Report& report,
                         const std::optional<MemoryPlan>& plan, TakePiece take_piece) {
    std::vector<const ReportSection*> sections;
    if (line.conventions) sections.push_back(&kConventionsSection);
    ReportSection memory;
    std::vector<Integer> row_memory;
    if (line.memory) {
        memory = memory_section(*plan, line.devices ? &line.devices->device : nullptr);
        sections.push_back(&memory);
        row_memory = memory_of_rows(report, *plan);
    }
    std::optional<DeviceTimes> times;
    ReportSection least_times;
    if (line.devices) {
        times.emplace(report, line.devices->device, line.memory_options, [&](Mode mode) {
            CountOptions options = read_count_options(line).value_or(CountOptions());
            options.mode = mode;
            return count_model(opened.model, options);
        });
        least_times = times->section();
        sections.push_back(&least_times);
    }
    const std::size_t of_file = opened.diagnostics.size();
    const std::string_view text = text_of_places(opened, std::span(report.diagnostics).subspan(of_file));
    const TerminalLayout layout(terminal(Stream::Output));
    WriteOptions options{line.depth, text, sections, line.language, &layout, of_file, opened.source_text};
    options.plan = plan ? &*plan : nullptr;
    options.row_memory = row_memory;
    options.columns = line.columns;
    options.take_piece = take_piece;
    if (times) times->add_to(&options, line.format);
    return line.write(report, options);
}

int count_command(const CommandLine& line) {
    std::optional<CountOptions> options = read_count_options(line);
    const Result<open::Opened> opened =
        open_source(line, line.source, line.more_sources, options ? &*options : nullptr);
    if (!opened) print_error(shown_source(line.source), opened.error().message);
    if (!opened || !options) return kWrongInput;

    print_detected_format(*opened, line);
    const Report report = count_opened(*opened, line.source, *options);
    const bool is_wrong = has_errors(report.diagnostics);
    // A table of a wrong model would look like a result; JSON contains the errors.
    if (is_wrong && line.format != "json") return kWrongInput;
    std::optional<MemoryPlan> plan;
    if (!plan_asked_memory(line, shown_source(line.source), report, &plan)) return kWrongInput;
    std::optional<Fits> fits;
    if (line.will_it_run) {
        const Verdict verdict = judge_plan(report, *plan, line.devices->device);
        fits = verdict.fit.fits;
        if (line.format == "text") write_piece(concat(sentence_of(verdict, *plan), "\n\n"));
    }
    const int written = print_output(write_report(line, *opened, report, plan, write_piece));
    if (is_wrong || written != kCounted) return kWrongInput;
    if (fits && *fits != Fits::Yes) return kBeyondLimit;
    return keeps_limits(line, shown_source(line.source), report, plan) ? kCounted : kBeyondLimit;
}

}  // namespace paramscope::cli
