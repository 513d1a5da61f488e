#include "open/python/build/file_notes.h"

#include <string>
#include <vector>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/messages.h"
#include "open/python/syntax/tokens.h"

namespace paramscope::open::python {
namespace {

/// Adds the name of a file's package to a list, once.
void add_package(const SourceFile& file, std::vector<std::string>& names) {
    const std::string_view path = file.shown_path();
    const std::string name(path.substr(0, std::min(path.find('/'), path.find(".py"))));
    if (!contains(names, name)) names.push_back(name);
}

}  // namespace

Diagnostic files_left_out(std::string_view first) {
    return {Severity::Warning,
            message("python.files_left_out", {{"file", first},
                                              {"count", kMostSourceFiles},
                                              {"size", kLargestSourceFiles >> 20},
                                              {"tokens", kMostTokens},
                                              {"all", kMostTokensOfFiles}}),
            {},
            ""};
}

void add_file_notes(const SourceFiles& files, Diagnostics* diagnostics) {
    constexpr std::size_t kMostNamed = 20;
    std::vector<std::string> names, packages;
    for (const SourceFile& file : files.files()) {
        if (!file.is_parsed()) continue;
        if (is_in_package(file.path())) {
            add_package(file, packages);
            continue;
        }
        if (names.size() == kMostNamed) {
            names.emplace_back("...");
            break;
        }
        names.emplace_back(file.shown_path());
    }
    if (!names.empty())
        diagnostics->push_back(
            {Severity::Note, message("python.files_read", {{"files", join(names)}}), {}, ""});
    if (!packages.empty())
        diagnostics->push_back(
            {Severity::Note, message("python.packages_read", {{"packages", join(packages)}}), {}, ""});
    if (!files.left_out().empty()) diagnostics->push_back(files_left_out(files.left_out()));
}

}  // namespace paramscope::open::python
