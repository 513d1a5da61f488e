#include "cli/classes_command.h"

#include "base/concat.h"
#include "cli/count_command.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "cli/print.h"
#include "cli/source.h"
#include "formats/unicode.h"

namespace paramscope::cli {

int list_classes_command(const CommandLine& line) {
    const std::string name = shown_source(line.source);
    const Result<std::unique_ptr<open::ByteSource>> file = open_sources(line.source, line.more_sources);
    if (!file) {
        print_error(name, file.error().message);
        return kWrongInput;
    }
    Diagnostics diagnostics;
    const std::vector<open::SourceClass> classes = open::list_classes(**file, line.source, diagnostics);
    print_diagnostics(diagnostics, name, "");
    if (classes.empty()) {
        if (!has_errors(diagnostics)) print_error(name, message("classes.none"));
        return kWrongInput;
    }
    std::string text;
    for (const open::SourceClass& cls : classes) text += open::signature(cls) + "\n";
    return print_output(printable(text));
}

}  // namespace paramscope::cli
