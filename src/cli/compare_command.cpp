#include "cli/commands.h"

#include <optional>

#include "cli/limits.h"
#include "cli/print.h"
#include "cli/source.h"
#include "cli/terminal_layout.h"
#include "formats/comparison/comparison.h"
#include "open/open.h"

namespace paramscope::cli {
namespace {

/// One of the two models.
struct Side {
    std::string source;
    Report report;
};

/// Reads and counts one side. Prints its errors; nullopt when there are any.
std::optional<Side> read_side(const CommandLine& line, std::string_view source, CountOptions options) {
    const std::string name = shown_source(source);
    const Result<open::Opened> opened = open_source(line, source, {}, &options);
    if (!opened) {
        print_error(name, opened.error().message);
        return std::nullopt;
    }
    Side side{name, count_opened(*opened, source, options)};
    return has_errors(side.report.diagnostics) ? std::nullopt : std::optional(std::move(side));
}

/// True where a model was read from a format that tells modules, not tensors alone.
bool tells_modules(const Report& report) {
    const open::ModelFormat* format = open::find_model_format(report.source);
    return format == nullptr || !format->is_of_tensors;
}

/// True for other tensors, or other modules where both models tell theirs.
bool differ(const Comparison& comparison) {
    if (!comparison.tensors.differences.empty()) return true;
    return !comparison.modules.empty() && tells_modules(*comparison.left.report) &&
           tells_modules(*comparison.right.report);
}

}  // namespace

int compare_command(const CommandLine& line) {
    const std::optional<CountOptions> options = read_count_options(line);
    if (!options) return kWrongInput;
    const std::optional<Side> left = read_side(line, line.source, *options);
    const std::optional<Side> right = read_side(line, line.other, *options);
    if (!left || !right) return kWrongInput;
    const Comparison comparison =
        compare_reports({left->source, &left->report}, {right->source, &right->report});
    const TerminalLayout layout(terminal(Stream::Output));
    const int written = print_output(find_comparison_format(line.format)->write(comparison, &layout));
    if (written != kCounted) return written;
    std::optional<MemoryPlan> plan;
    if (!plan_asked_memory(line, right->source, right->report, &plan)) return kWrongInput;
    if (!keeps_limits(line, right->source, right->report, plan)) return kBeyondLimit;
    return differ(comparison) ? kDifferent : kCounted;
}

}  // namespace paramscope::cli
