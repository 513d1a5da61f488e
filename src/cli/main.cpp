// The command line: parses options, then counts, compares or lists. Start here; options.h has the
// options, source.h the reading of models.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/adjust_command.h"
#include "cli/classes_command.h"
#include "cli/compare_command.h"
#include "cli/count_command.h"
#include "cli/files.h"
#include "cli/options.h"
#include "formats/table.h"
#include "formats/unicode.h"
#include "presets/presets.h"

namespace paramscope::cli {
namespace {

std::string preset_list() {
    AlignedTable table;
    table.add_column("preset", AlignedTable::Align::Left);
    table.add_column("model", AlignedTable::Align::Left);
    for (const Preset& preset : presets())
        table.add_row({std::string(preset.name), std::string(preset.title)});
    return table.text();
}

int run(std::span<const std::string_view> arguments) {
    const Result<CommandLine> line = parse_command_line(arguments);
    if (!line) {
        write_error(printable("paramscope: " + line.error().message.english()) +
                    "\nTry 'paramscope --help'.\n");
        return kWrongUsage;
    }
    switch (line->action) {
        case CommandLine::Action::Help:
            return print_output(help_text());
        case CommandLine::Action::Version:
            return print_output("paramscope " PARAMSCOPE_VERSION "\n");
        case CommandLine::Action::ListPresets:
            return print_output(preset_list());
        case CommandLine::Action::ListClasses:
            return list_classes_command(*line);
        case CommandLine::Action::Adjust:
            return adjust_command(*line);
        case CommandLine::Action::Count:
            break;
    }
    return line->other.empty() ? count_command(*line) : compare_command(*line);
}

}  // namespace
}  // namespace paramscope::cli

int main(int count, char** values) {
    const std::vector<std::string_view> arguments(values + std::min(count, 1), values + count);
    return paramscope::cli::run(arguments);
}
