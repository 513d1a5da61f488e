#include "cli/commands.h"

#include "base/concat.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "cli/print.h"
#include "cli/remote.h"
#include "cli/source.h"
#include "formats/support/unicode.h"

namespace paramscope::cli {
namespace {

/// The source code of the command line: a file here or on a server, with its name, or several files.
Result<RemoteFile> open_source_code(const CommandLine& line) {
    if (is_remote(line.source)) return open_remote_file(line.source);
    Result<std::unique_ptr<open::ByteSource>> bytes = open_sources(line, line.source, line.more_sources);
    if (!bytes) return bytes.error();
    return RemoteFile{std::move(*bytes), std::string(line.source)};
}

}  // namespace

int list_classes_command(const CommandLine& line) {
    const std::string name = shown_source(line.source);
    const Result<RemoteFile> file = open_source_code(line);
    if (!file) {
        print_error(name, file.error().message);
        return kWrongInput;
    }
    Diagnostics diagnostics;
    const std::vector<open::SourceClass> classes = open::list_classes(*file->bytes, file->name, diagnostics);
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
