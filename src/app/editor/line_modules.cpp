#include "app/editor/line_modules.h"

#include <utility>

namespace paramscope::app {

void LineModules::follow(const Workspace& workspace, const CodeLines& lines, bool shows_built) {
    const bool is_code = workspace.is_source() && !shows_built;
    const Source source{workspace.revision(), lines.text()->data(), is_code};
    if (workspace.is_stale() || std::exchange(source_, source) == source) return;
    nodes_.assign(lines.count(), 0);
    const Report& report = workspace.report();
    for (std::size_t node = 0; node < report.nodes.size(); ++node) {
        const Module* module = report.nodes[node].module;
        if (module == nullptr) continue;
        const std::size_t line =
            is_code ? workspace.source_line(node) : lines.line_of(module->type_span.begin) + 1;
        if (line == 0 || line > nodes_.size() || (!is_code && module->type_span.end == 0)) continue;
        std::uint32_t& first = nodes_[line - 1];
        if (first == 0) first = static_cast<std::uint32_t>(node) + 1;
    }
}

std::optional<std::size_t> LineModules::at(std::size_t line) const {
    return line < nodes_.size() && nodes_[line] > 0 ? std::optional<std::size_t>(nodes_[line] - 1)
                                                    : std::nullopt;
}

}  // namespace paramscope::app
