#include "open/python/build/file_notes.h"

#include "base/concat.h"
#include "open/python/messages.h"

namespace paramscope::open::python {
namespace {

/// Adds the name of a file's package to a list, once.
void add_package(const SourceFile& file, std::string& names) {
    const std::string_view path = file.shown_path();
    const std::string_view name = path.substr(0, std::min(path.find('/'), path.find(".py")));
    const bool is_named = concat(", ", names, ", ").find(concat(", ", name, ", ")) != std::string::npos;
    if (!is_named) names += concat(names.empty() ? "" : ", ", name);
}

}  // namespace

Diagnostic too_many_files() {
    return {
        Severity::Warning,
        message("python.too_many_files", {{"count", kMostSourceFiles}, {"size", kLargestSourceFiles >> 20}}),
        {},
        ""};
}

void add_file_notes(const SourceFiles& files, Diagnostics* diagnostics) {
    constexpr std::size_t kMostNamed = 20;
    std::string names, packages;
    std::size_t count = 0;
    for (const SourceFile& file : files.files()) {
        if (!file.is_parsed()) continue;
        if (is_in_package(file.path())) {
            add_package(file, packages);
            continue;
        }
        if (++count > kMostNamed) break;
        names += concat(names.empty() ? "" : ", ", file.shown_path());
    }
    if (count > kMostNamed) names += ", ...";
    if (!names.empty())
        diagnostics->push_back({Severity::Note, message("python.files_read", {{"files", names}}), {}, ""});
    if (!packages.empty())
        diagnostics->push_back(
            {Severity::Note, message("python.packages_read", {{"packages", packages}}), {}, ""});
    if (files.has_more()) diagnostics->push_back(too_many_files());
}

}  // namespace paramscope::open::python
