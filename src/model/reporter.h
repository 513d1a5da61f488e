// Collects the diagnostics of a reader, up to a limit.
#pragma once

#include <cstddef>
#include <utility>

#include "base/diagnostic.h"

namespace paramscope {

/// Limit for the diagnostics of one text.
inline constexpr std::size_t kMostDiagnostics = 50;

/// Appends to a list of diagnostics. The kMostDiagnostics-th is replaced by "more problems follow"; later
/// ones are dropped.
class Reporter {
  public:
    explicit Reporter(Diagnostics* diagnostics) : diagnostics_(diagnostics) {}

    void error(Span span, Message message) { add(Severity::Error, span, std::move(message)); }
    void warning(Span span, Message message) { add(Severity::Warning, span, std::move(message)); }
    void note(Span span, Message message) { add(Severity::Note, span, std::move(message)); }

    void report(Diagnostic diagnostic);

    /// How many were reported, those included that were dropped.
    std::size_t count() const { return count_; }

  private:
    void add(Severity severity, Span span, Message message) { report({severity, std::move(message), span}); }

    Diagnostics* diagnostics_;
    std::size_t count_ = 0;
};

}  // namespace paramscope
