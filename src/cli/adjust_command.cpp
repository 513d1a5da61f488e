#include "cli/commands.h"

#include "adjust/adjust.h"
#include "cli/files.h"
#include "cli/print.h"
#include "cli/source.h"
#include "cli/terminal_layout.h"
#include "formats/support/table.h"

namespace paramscope::cli {
namespace {

std::string table_of(const std::vector<FoundVariable>& variables) {
    AlignedTable table;
    table.add_column("name", AlignedTable::Align::Left);
    table.add_column("value", AlignedTable::Align::Right);
    table.add_column("places", AlignedTable::Align::Right);
    table.add_column("step", AlignedTable::Align::Right);
    table.add_column("divides", AlignedTable::Align::Right);
    table.add_column("is", AlignedTable::Align::Left, AlignedTable::Fit::Wrap);
    for (const FoundVariable& variable : variables)
        table.add_row({variable.name, to_string(variable.value), std::to_string(variable.places),
                       to_string(variable.step), variable.divides ? to_string(*variable.divides) : "",
                       variable.role.english()});
    const TerminalLayout layout(terminal(Stream::Error));
    return table.text(&layout);
}

}  // namespace

int adjust_command(const CommandLine& line) {
    const std::string name = shown_source(line.source);
    std::optional<CountOptions> options = read_count_options(line);
    const Result<open::Opened> opened =
        open_source(line, line.source, line.more_sources, options ? &*options : nullptr);
    if (!opened) print_error(name, opened.error().message);
    if (!opened || !options) return kWrongInput;
    print_diagnostics(opened->diagnostics, name, opened->source_text);
    if (has_errors(opened->diagnostics)) return kWrongInput;
    const Adjustable adjustable = make_adjustable(opened->text(), *options);
    if (!adjustable.remark.empty()) {
        print_diagnostics({{Severity::Note, adjustable.remark}}, name, "");
    } else {
        write_error(table_of(adjustable.variables));
    }
    return print_output(adjustable.text);
}

}  // namespace paramscope::cli
