// What fuzzers of readers share: bytes are opened, and what comes of them must be sound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/diagnostic.h"
#include "model/read.h"
#include "open/open.h"

namespace paramscope::fuzz {

inline void require(bool holds, const char* what, std::string_view about) {
    if (holds) return;
    std::fprintf(stderr, "%s\n---\n%.*s\n", what, static_cast<int>(about.size()), about.data());
    std::abort();
}

/// Sentences are of one line, and lie in the file where that is text.
inline void check_diagnostics(const Diagnostics& diagnostics, std::string_view text) {
    for (const Diagnostic& diagnostic : diagnostics) {
        require(!diagnostic.message.english().empty(), "an empty message", text);
        const bool is_inside = diagnostic.span.begin <= diagnostic.span.end && diagnostic.span.end <= text.size();
        require(is_inside, "a span outside the text", diagnostic.message.english());
        for (const char c : diagnostic.message.english()) {
            require(static_cast<unsigned char>(c) >= 0x20, "a control character in a message", diagnostic.message.english());
        }
    }
}

/// Any bytes are a file of the format: they are opened, and the model text that comes of it reads without an error.
inline int open_as(decltype(open::ModelFormat::open) reader, const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    open::MemorySource file(bytes);
    const open::Opened opened = reader(file, {"file", bytes.substr(0, open::kBeginning), bytes.size()});
    check_diagnostics(opened.diagnostics, opened.source_text);
    Diagnostics diagnostics;
    read_model_text(opened.text, &diagnostics);
    for (const Diagnostic& diagnostic : diagnostics) {
        require(diagnostic.severity != Severity::Error || opened.text.empty(), diagnostic.message.english().c_str(), opened.text);
    }
    return 0;
}

}  // namespace paramscope::fuzz
