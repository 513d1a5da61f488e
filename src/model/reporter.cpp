#include "model/reporter.h"

#include "model/messages.h"

namespace paramscope {

void Reporter::report(Diagnostic diagnostic) {
    if (++count_ > kMostDiagnostics) return;
    if (count_ == kMostDiagnostics) diagnostic.message = message("model_text.more_problems");
    diagnostics_->push_back(std::move(diagnostic));
}

}  // namespace paramscope
