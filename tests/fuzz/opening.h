// Shared by the fuzzers of readers: opens bytes and checks the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/diagnostic.h"
#include "model/read/read.h"
#include "open/open.h"

namespace paramscope::fuzz {

inline void require(bool holds, const char* what, std::string_view about) {
    if (holds) return;
    std::fprintf(stderr, "%s\n---\n%.*s\n", what, static_cast<int>(about.size()), about.data());
    std::abort();
}

/// Checks that every diagnostic has an id, a sentence of one line and a span inside the text.
inline void check_diagnostics(const Diagnostics& diagnostics, std::string_view text) {
    for (const Diagnostic& diagnostic : diagnostics) {
        require(!diagnostic.message.id().empty(), "a message without an id", diagnostic.message.english());
        require(!diagnostic.message.english().empty(), "an empty message", text);
        const bool is_inside = diagnostic.span.begin <= diagnostic.span.end && diagnostic.span.end <= text.size();
        require(is_inside, "a span outside the text", diagnostic.message.english());
        for (const char c : diagnostic.message.english()) {
            require(static_cast<unsigned char>(c) >= 0x20, "a control character in a message", diagnostic.message.english());
        }
    }
}

/// Opens any bytes with the reader of one format. An empty model text needs an error; any other reads without errors.
inline int open_as(decltype(open::ModelFormat::open) reader, const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    open::MemorySource file(bytes);
    const open::Opened opened = reader(file, {"file", bytes.substr(0, open::kBeginning), bytes.size()});
    check_diagnostics(opened.diagnostics, opened.source_text);
    require(!opened.text().empty() || opened.is_model_text || has_errors(opened.diagnostics), "neither a text nor an error", bytes);
    Diagnostics diagnostics;
    read_model_text(opened.text(), &diagnostics);
    for (const Diagnostic& diagnostic : diagnostics) {
        require(diagnostic.severity != Severity::Error || opened.text().empty(), diagnostic.message.english().c_str(), opened.text());
    }
    return 0;
}

}  // namespace paramscope::fuzz
