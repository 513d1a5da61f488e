// Collects what a reader has to say, up to a number a person would read.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace paramscope {

/// The most problems told for one text.
inline constexpr std::size_t kMostDiagnostics = 50;

/// Appends to a list of diagnostics; the last one of kMostDiagnostics says that there were more.
class Reporter {
  public:
    explicit Reporter(Diagnostics* diagnostics) : diagnostics_(diagnostics) {}

    void error(Span span, Message message) { add(Severity::Error, span, std::move(message)); }
    void warning(Span span, Message message) { add(Severity::Warning, span, std::move(message)); }
    void note(Span span, Message message) { add(Severity::Note, span, std::move(message)); }

    void report(Diagnostic diagnostic) {
        if (count_ >= kMostDiagnostics) return;
        if (++count_ == kMostDiagnostics) diagnostic.message = "more problems follow; they are not listed";
        diagnostics_->push_back(std::move(diagnostic));
    }

  private:
    void add(Severity severity, Span span, Message message) {
        report({severity, std::move(message), span, ""});
    }

    Diagnostics* diagnostics_;
    std::size_t count_ = 0;
};

}  // namespace paramscope
