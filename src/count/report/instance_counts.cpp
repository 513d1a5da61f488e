#include "count/report/instance_counts.h"

#include <algorithm>
#include <utility>

namespace paramscope {

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
    std::vector<Polynomial> counts(report.nodes.size(), Polynomial(1));
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const NodeReport& node = report.nodes[i];
        if (i > 0) counts[i] = counts[node.parent];
        if (!node.facts->repeats_followed) counts[i] *= node.facts->repeat().formula;
    }
    return counts;
}

}  // namespace paramscope
