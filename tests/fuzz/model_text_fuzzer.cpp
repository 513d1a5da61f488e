// Reads any bytes as model text. Diagnostics must lie inside the text, also inside the text that is written
// of what was read. What is read without a diagnostic and without text that means nothing to the reader (Raw
// values, lines of a custom extra_repr) must be written as text that reads without errors and is written the
// same again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "model/read/read.h"
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

bool is_understood(const Argument& argument);

bool is_understood(const Value& value) {
    return value.kind != Value::Kind::Raw &&
           std::all_of(value.items.begin(), value.items.end(),
                       [](const Value& item) { return is_understood(item); }) &&
           std::all_of(value.arguments.begin(), value.arguments.end(),
                       [](const Argument& argument) { return is_understood(argument); });
}

bool is_understood(const Argument& argument) {
    return is_understood(argument.value);
}

/// True when nothing in the module is text that only its author can read.
bool is_understood(const Module& module) {
    const SharedList<Argument> arguments = module.arguments.list();
    return module.extra.empty() &&
           std::all_of(arguments.begin(), arguments.end(),
                       [](const Argument& argument) { return is_understood(argument); }) &&
           std::all_of(module.children.begin(), module.children.end(),
                       [](const Module& child) { return is_understood(child); });
}

/// Writes the model and reads what was written; the text stays the same where `is_plain`.
void check_round_trip(const Model& model, bool is_plain) {
    const std::string written = write_model_text(model);
    Diagnostics diagnostics;
    const Model again = read_model_text(written, &diagnostics);
    check_spans(diagnostics, written);
    if (!is_plain) return;
    require(!has_errors(diagnostics), "a text without errors is written as one with errors", written);
    require(write_model_text(again) == written, "the second text differs from the first", written,
            write_model_text(again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Diagnostics diagnostics;
    const Model model = read_model_text(text, &diagnostics);
    check_spans(diagnostics, text);
    check_round_trip(model, diagnostics.empty() && is_understood(model.root));

    Diagnostics of_modules;
    read_modules(text, &of_modules);
    check_spans(of_modules, text);
    return 0;
}
