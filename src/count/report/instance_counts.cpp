#include "count/report/instance_counts.h"

#include <algorithm>
#include <utility>

namespace paramscope {
namespace {

Polynomial repeat_of(const NodeReport& node) {
    return node.facts->repeat().formula;
}

/// `first` for `top`, and for each node below it that of its parent times its own repeat.
std::vector<Polynomial> multiply_down(const Report& report, std::size_t top, const Polynomial& first,
                                      Polynomial (*repeat)(const NodeReport&)) {
    std::vector<Polynomial> counts(report.nodes[top].subtree_end - top, first);
    for (std::size_t i = 1; i < counts.size(); ++i) {
        const NodeReport& node = report.nodes[top + i];
        counts[i] = counts[node.parent - top] * repeat(node);
    }
    return counts;
}

}  // namespace

Polynomial work_repeat_of(const NodeReport& node) {
    return node.facts->repeats_followed ? Polynomial(1) : repeat_of(node);
}

std::vector<double> instance_counts(const Report& report) {
    constexpr double most = 1e60;  // far beyond 128 bits; sums stay finite
    std::vector<double> counts(report.nodes.size(), 1);
    double below = 1;  // of the children of the node that `parent` is
    std::uint32_t parent = UINT32_MAX;
    for (std::size_t i = 1; i < counts.size(); ++i) {
        if (std::exchange(parent, report.nodes[i].parent) != report.nodes[i].parent) {
            const double repeat = static_cast<double>(report.nodes[parent].facts->repeat().value.value_or(1));
            below = std::min(counts[parent] * std::max(repeat, 0.0), most);
        }
        counts[i] = below;
    }
    return counts;
}

std::vector<Polynomial> work_counts(const Report& report) {
    if (report.root() == nullptr) return {};
    return multiply_down(report, 0, work_repeat_of(*report.root()), work_repeat_of);
}

std::vector<Polynomial> work_counts_in_one(const Report& report, std::size_t top) {
    return multiply_down(report, top, Polynomial(1), work_repeat_of);
}

std::vector<Polynomial> module_counts(const Report& report) {
    if (report.root() == nullptr) return {};
    return multiply_down(report, 0, repeat_of(*report.root()), repeat_of);
}

}  // namespace paramscope
