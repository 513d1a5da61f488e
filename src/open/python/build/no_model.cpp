#include "open/python/build/no_model.h"

#include <utility>

#include "base/ranges.h"
#include "open/python/build/file_notes.h"
#include "open/python/messages.h"

namespace paramscope::open::python {

namespace {

Message name_of_code(CodeOf code) {
    if (code == CodeOf::Config) return message("python.code_beside");
    if (code == CodeOf::Diffusers) return message("python.code_of_diffusers");
    return message("python.code_of_transformers");
}

}  // namespace

Diagnostic code_tells_no_model(CodeOf code, Message reason) {
    return {
        Severity::Warning,
        message("python.code_tells_no_model", {{"code", name_of_code(code)}, {"reason", std::move(reason)}}),
        {},
        ""};
}

Message why_nothing_is_built(const Diagnostics& diagnostics, const SourceFiles& files) {
    if (!files.left_out().empty()) return files_left_out(files.left_out()).message;
    const Diagnostic* error = find_by(diagnostics, &Diagnostic::severity, Severity::Error);
    return error != nullptr ? error->message : message("python.no_model");
}

}  // namespace paramscope::open::python
