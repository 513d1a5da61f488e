#include "app/editor/line_modules.h"

#include <utility>

namespace paramscope::app {
namespace {

/// The line of a module in its model text, from 1; 0 for none. `before`: that of a module before it.
std::size_t text_line(const NodeReport& node, const CodeLines& lines, std::size_t before) {
    const Span place = node.module != nullptr ? node.module->type_span : Span{};
    return place.end > 0 ? lines.line_of(place.begin, before) + 1 : 0;
}

}  // namespace

void LineModules::follow(const Report& report, std::uint64_t revision, const CodeLines& lines,
                         const std::function<std::uint32_t(std::size_t node)>& source_line) {
    if (!is_outdated(revision, lines)) return;
    source_ = source_of(revision, lines);
    nodes_.assign(lines.count(), 0);
    std::size_t line = 0;
    for (std::size_t node = 0; node < report.nodes.size(); ++node) {
        line = source_line ? source_line(node) : text_line(report.nodes[node], lines, line);
        if (line > 0 && line <= nodes_.size() && nodes_[line - 1] == 0)
            nodes_[line - 1] = static_cast<std::uint32_t>(node) + 1;
    }
}

std::optional<std::size_t> LineModules::at(std::size_t line) const {
    return line < nodes_.size() && nodes_[line] > 0 ? std::optional<std::size_t>(nodes_[line] - 1)
                                                    : std::nullopt;
}

}  // namespace paramscope::app
