#include "count/flow/attempt.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace paramscope {

Attempt Attempt::begin() {
    Attempt inner(*tree_);
    inner.is_input_accepted_ = is_input_accepted_;
    inner.skip_connections = std::exchange(skip_connections, {});
    return inner;
}

void Attempt::keep(Attempt inner) {
    skip_connections = std::move(inner.skip_connections);
    end(std::move(inner));
}

void Attempt::reject(Attempt inner) {
    for (Diagnostic& diagnostic : inner.diagnostics_) {
        if (diagnostic.severity == Severity::Error) diagnostic.severity = Severity::Warning;
    }
    end(std::move(inner));
}

void Attempt::end(Attempt inner) {
    is_input_accepted_ = inner.is_input_accepted_;
    std::move(inner.diagnostics_.begin(), inner.diagnostics_.end(), std::back_inserter(diagnostics_));
}

void Attempt::report(Severity severity, std::uint32_t module, Span span, Message message) {
    const Node& node = tree_->nodes[module];
    if (!has_line_in_text(node)) span = node.module->type_span;
    diagnostics_.push_back({severity, std::move(message), span, tree_->path(module)});
}

void Attempt::warn(std::uint32_t module, Message message) {
    report(Severity::Warning, module, tree_->nodes[module].module->type_span, std::move(message));
}

void Attempt::report_layer(std::uint32_t module, Diagnostics recorded) {
    for (Diagnostic& diagnostic : recorded) {
        diagnostic.path = tree_->path(module);
        diagnostics_.push_back(std::move(diagnostic));
    }
}

}  // namespace paramscope
