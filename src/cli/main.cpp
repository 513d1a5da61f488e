// The command line: parses options, then counts, compares or lists. Start here; options.h has the
// options, source.h the reading of models.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/host.h"
#include "cli/options.h"
#include "cli/source.h"
#include "cli/terminal_layout.h"
#include "formats/support/numbers.h"
#include "formats/support/table.h"
#include "formats/support/unicode.h"
#include "presets/presets.h"

namespace paramscope::cli {
namespace {

std::string output_text(const AlignedTable& table) {
    const TerminalLayout layout(terminal(Stream::Output));
    return table.text(&layout);
}

std::string preset_list() {
    AlignedTable table;
    table.add_column("preset", AlignedTable::Align::Left);
    table.add_column("model", AlignedTable::Align::Left, AlignedTable::Fit::Wrap);
    for (const Preset& preset : presets())
        table.add_row({std::string(preset.name), std::string(preset.title)});
    return output_text(table);
}

std::string device_list() {
    AlignedTable table;
    using Align = AlignedTable::Align;
    table.add_column("device", Align::Left, AlignedTable::Fit::Shorten);
    for (const std::string_view heading : {"memory", "usable", "bandwidth", "float32", "float16", "bfloat16"})
        table.add_column(heading, Align::Right);
    std::uint8_t dispensable = 0;
    for (const std::string_view heading : {"TF32", "float8", "int8"})
        table.add_column({std::string(heading), Align::Right, {}, {}, ++dispensable});
    table.add_column({"source", Align::Left, AlignedTable::Fit::Wrap, {}, ++dispensable});
    const auto rate = [](double operations) {
        return operations > 0 ? short_work(static_cast<Integer>(operations), "FLOP/s") : std::string("-");
    };
    for (const Device& device : devices()) {
        table.add_row({std::string(device.name), concat(to_string(device.memory >> 30), " GB"),
                       short_bytes(device.usable()),
                       short_bytes(static_cast<Integer>(device.bandwidth)) + "/s", rate(device.float32),
                       rate(device.float16), rate(device.bfloat16), rate(device.tf32), rate(device.float8),
                       rate(device.int8), std::string(device.source)});
    }
    return output_text(table);
}

/// Lines of --help are no longer, for people read short lines with ease.
constexpr std::size_t kHelpWidth = 100;

/// Makes two files that are parts of one model the sources of a count.
void count_parts_together(CommandLine& line) {
    if (!open_source(line, line.source, {line.other})) return;
    line.more_sources = {std::exchange(line.other, {})};
    line.is_comparison = false;
}

int wrong_usage(const Message& problem) {
    write_error(printable("paramscope: " + problem.english()) + "\nTry 'paramscope --help'.\n");
    return kWrongUsage;
}

int run(std::span<const std::string_view> arguments) {
    Result<CommandLine> line = parse_command_line(arguments);
    if (!line) return wrong_usage(line.error().message);
    choose_colours(line->colours);
    switch (line->action) {
        case CommandLine::Action::Help:
            return print_output(
                help_text(std::min(terminal(Stream::Output).width.value_or(kHelpWidth), kHelpWidth)));
        case CommandLine::Action::Complete:
            return print_output(completion_script(line->shell));
        case CommandLine::Action::Version:
            return print_output("paramscope " PARAMSCOPE_VERSION "\n");
        case CommandLine::Action::ListPresets:
            return print_output(preset_list());
        case CommandLine::Action::ListDevices:
            return print_output(device_list());
        case CommandLine::Action::ListClasses:
            return list_classes_command(*line);
        case CommandLine::Action::Adjust:
            return adjust_command(*line);
        case CommandLine::Action::Count:
            break;
    }
    if (line->may_be_parts) count_parts_together(*line);
    if (line->is_comparison && !line->refusal.empty()) return wrong_usage(line->refusal);
    return line->other.empty() ? count_command(*line) : compare_command(*line);
}

}  // namespace
}  // namespace paramscope::cli

#ifdef __EMSCRIPTEN__
// Has no parameters: Emscripten 3.1.6 with clang 15, as Ubuntu 24.04 has it, leaves out a main() with
// parameters.
int main() {
    const std::vector<std::string> values = paramscope::cli::node_arguments();
    const std::vector<std::string_view> arguments(values.begin(), values.end());
    return paramscope::cli::run(arguments);
}
#else
int main(int count, char** values) {
    const std::vector<std::string_view> arguments(values + std::min(count, 1), values + count);
    return paramscope::cli::run(arguments);
}
#endif
