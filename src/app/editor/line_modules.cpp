#include "app/editor/line_modules.h"

#include <utility>

namespace paramscope::app {
namespace {

/// The line of a module in its model text, from 1; 0 for none.
std::size_t text_line(const NodeReport& node, const CodeLines& lines) {
    const Span place = node.module != nullptr ? node.module->type_span : Span{};
    return place.end > 0 ? lines.line_of(place.begin) + 1 : 0;
}

}  // namespace

void LineModules::follow(const Report& report, std::uint64_t revision, const CodeLines& lines,
                         const std::function<std::uint32_t(std::size_t node)>& source_line) {
    const Source source{revision, lines.text()->data(), bool(source_line)};
    if (std::exchange(source_, source) == source) return;
    nodes_.assign(lines.count(), 0);
    for (std::size_t node = 0; node < report.nodes.size(); ++node) {
        const std::size_t line = source_line ? source_line(node) : text_line(report.nodes[node], lines);
        if (line > 0 && line <= nodes_.size() && nodes_[line - 1] == 0)
            nodes_[line - 1] = static_cast<std::uint32_t>(node) + 1;
    }
}

std::optional<std::size_t> LineModules::at(std::size_t line) const {
    return line < nodes_.size() && nodes_[line] > 0 ? std::optional<std::size_t>(nodes_[line] - 1)
                                                    : std::nullopt;
}

}  // namespace paramscope::app
