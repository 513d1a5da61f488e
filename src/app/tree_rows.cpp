#include "app/tree_rows.h"

#include <algorithm>

namespace paramscope::app {
namespace {

// Levels are opened for the reader as long as the whole stays this short.
constexpr std::size_t kRowsOpenedAtFirst = 48;

// The deepest level whose rows, with those of all levels above, are few enough to be shown at first.
std::uint32_t first_depth(const Report& report) {
    std::vector<std::size_t> rows_at_depth;
    for (const NodeReport& node : report.nodes) {
        if (node.depth >= rows_at_depth.size()) rows_at_depth.resize(node.depth + 1);
        ++rows_at_depth[node.depth];
    }
    std::size_t rows = 0;
    for (std::uint32_t depth = 0; depth < rows_at_depth.size(); ++depth) {
        rows += rows_at_depth[depth];
        if (rows > kRowsOpenedAtFirst) return std::max(depth, 2u) - 1;
    }
    return static_cast<std::uint32_t>(rows_at_depth.size());
}

}  // namespace

bool has_children(const Report& report, std::size_t node) {
    return report.nodes[node].subtree_end > node + 1;
}

void TreeRows::update(const Workspace& workspace) {
    const bool same_report = revision_ == workspace.revision();
    if (same_report && opened_generation_ == workspace.opened_generation()) return;
    revision_ = workspace.revision();
    opened_generation_ = workspace.opened_generation();
    if (!same_report) count_copies(workspace.report());
    open_modules(workspace);
    list_rows(workspace.report());
}

std::size_t TreeRows::row_of(std::size_t node) const {
    const auto behind = std::upper_bound(rows_.begin(), rows_.end(), static_cast<std::uint32_t>(node));
    return behind == rows_.begin() ? 0 : static_cast<std::size_t>(behind - rows_.begin()) - 1;
}

void TreeRows::open_modules(const Workspace& workspace) {
    const Report& report = workspace.report();
    const std::map<std::string, bool>& by_hand = workspace.document().opened;
    const std::uint32_t depth = first_depth(report);
    open_.resize(report.nodes.size());
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        open_[i] = report.nodes[i].depth < depth;
        if (by_hand.empty()) continue;
        if (const auto set = by_hand.find(report.nodes[i].path); set != by_hand.end()) open_[i] = set->second;
    }
}

void TreeRows::count_copies(const Report& report) {
    copies_.assign(report.nodes.size(), 1);
    for (std::size_t i = 1; i < report.nodes.size(); ++i) {
        const std::uint32_t parent = report.nodes[i].parent;
        const std::optional<Integer>& repeat = report.nodes[parent].repeat.value;
        copies_[i] = copies_[parent] * (repeat ? static_cast<double>(*repeat) : 1);
    }
}

void TreeRows::list_rows(const Report& report) {
    rows_.clear();
    for (std::uint32_t i = 0; i < report.nodes.size();) {
        rows_.push_back(i);
        i = open_[i] ? i + 1 : report.nodes[i].subtree_end;
    }
}

}  // namespace paramscope::app
