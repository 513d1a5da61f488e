// Reads any bytes as model text. Diagnostics must lie inside the text; what was read must be written as text that reads
// without errors and is written the same again.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "model/read.h"
#include "model/write.h"

namespace {

using namespace paramscope;

void require(bool holds, const char* what, std::string_view first, std::string_view second = {}) {
    if (holds) return;
    std::fprintf(stderr, "%s\n---\n%.*s\n---\n%.*s\n", what, static_cast<int>(first.size()), first.data(),
                 static_cast<int>(second.size()), second.data());
    std::abort();
}

void check_spans(const Diagnostics& diagnostics, std::string_view text) {
    for (const Diagnostic& diagnostic : diagnostics) {
        const bool inside =
            diagnostic.span.begin <= diagnostic.span.end && diagnostic.span.end <= text.size();
        require(inside, "a span outside the text", text, diagnostic.message.english());
        require(!diagnostic.message.english().empty(), "an empty message", text);
    }
}

/// Checks that the text of `model` stays the same when it is read and written again.
void check_round_trip(const Model& model, bool was_faulty) {
    const std::string written = write_model_text(model);
    Diagnostics diagnostics;
    const Model again = read_model_text(written, &diagnostics);
    check_spans(diagnostics, written);
    require(was_faulty || !has_errors(diagnostics), "a text without errors is written as one with errors",
            written);
    require(write_model_text(again) == written, "the second text differs from the first", written,
            write_model_text(again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Diagnostics diagnostics;
    const Model model = read_model_text(text, &diagnostics);
    check_spans(diagnostics, text);
    if (!has_errors(diagnostics)) check_round_trip(model, false);

    Diagnostics of_modules;
    read_modules(text, &of_modules);
    check_spans(of_modules, text);
    return 0;
}
