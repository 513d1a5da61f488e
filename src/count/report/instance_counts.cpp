#include "count/report/instance_counts.h"

#include <algorithm>

namespace paramscope {

std::vector<double> instance_counts(const Report& report) {
    constexpr double most = 1e60;  // far beyond 128 bits; sums stay finite
    std::vector<double> counts(report.nodes.size(), 1);
    for (std::size_t i = 1; i < counts.size(); ++i) {
        const std::uint32_t parent = report.nodes[i].parent;
        const double repeat = static_cast<double>(report.nodes[parent].facts->repeat().value.value_or(1));
        counts[i] = std::min(counts[parent] * std::max(repeat, 0.0), most);
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
