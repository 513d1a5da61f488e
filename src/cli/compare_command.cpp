#include "cli/compare_command.h"

#include <cstdint>
#include <optional>

#include "cli/comparison.h"
#include "cli/count_command.h"
#include "cli/limits.h"
#include "cli/print.h"
#include "cli/source.h"
#include "cli/terminal_layout.h"
#include "formats/unicode.h"
#include "formats/waterfall.h"

namespace paramscope::cli {
namespace {

/// The index of the module that a prefix of tensor names ("model.") belongs to.
std::uint32_t find_part(const Report& report, std::string_view prefix) {
    if (prefix.ends_with('.')) prefix.remove_suffix(1);
    return report.find(prefix).value_or(0);
}

Comparison compare(const Report& left, const Report& right) {
    Comparison comparison{compare_tensors(left, right), {}, {}};
    const std::uint32_t left_root = find_part(left, comparison.tensors.left_prefix);
    const std::uint32_t right_root = find_part(right, comparison.tensors.right_prefix);
    const std::vector<ModulePair> pairs = compare_modules(left, right, left_root, right_root);
    comparison.modules = module_differences(left, right, pairs);
    comparison.causes = find_causes(left, right, pairs);
    return comparison;
}

std::string written_comparison(std::string_view format, const Side& left, const Side& right,
                               const Comparison& comparison) {
    if (format == "json") return comparison_json(left, right, comparison);
    if (format == "markdown") return printable(comparison_markdown(left, right, comparison));
    if (format == "waterfall")
        return write_waterfall(left.report, right.report, comparison.causes, left.source, right.source);
    return comparison_text(left, right, comparison, TerminalLayout(terminal(Stream::Output)));
}

/// Reads and counts one side. Prints its errors; nullopt when there are any.
std::optional<Side> read_side(const CommandLine& line, std::string_view source, const CountOptions& options) {
    const std::string name = shown_source(source);
    const Result<open::Opened> opened =
        open_source(source, line.source_format, line.build, {}, input_shapes(line));
    if (!opened) {
        print_error(name, opened.error().message);
        return std::nullopt;
    }
    Side side{name, count_opened(*opened, source, options)};
    return has_errors(side.report.diagnostics) ? std::nullopt : std::optional(std::move(side));
}

}  // namespace

int compare_command(const CommandLine& line) {
    const std::optional<CountOptions> options = read_count_options(line);
    if (!options) return kWrongInput;
    const std::optional<Side> left = read_side(line, line.source, *options);
    const std::optional<Side> right = read_side(line, line.other, *options);
    if (!left || !right) return kWrongInput;
    const Comparison comparison = compare(left->report, right->report);
    const int written = print_output(written_comparison(line.format, *left, *right, comparison));
    if (written != kCounted) return written;
    if (!keeps_limits(line, right->source, right->report)) return kBeyondLimit;
    return comparison.tensors.differences.empty() ? kCounted : kDifferent;
}

}  // namespace paramscope::cli
