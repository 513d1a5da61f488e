#include "count/report/instance_counts.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace paramscope {
namespace {

Polynomial repeat_of(const NodeReport& node) {
    return node.facts->repeat().formula;
}

/// The repeat of the root, and for each node below it that of its parent times its own.
std::vector<Polynomial> multiply_down(const Report& report, Polynomial (*repeat)(const NodeReport&)) {
    if (report.root() == nullptr) return {};
    std::vector<Polynomial> counts(report.nodes.size(), repeat(*report.root()));
    for (std::size_t i = 1; i < counts.size(); ++i)
        counts[i] = counts[report.nodes[i].parent] * repeat(report.nodes[i]);
    return counts;
}

/// Goes over the rows once. Siblings that follow each other and share their facts are one run.
class AlikeMaker {
  public:
    explicit AlikeMaker(const Report& report) : report_(report), around_(1, Polynomial(1)) {}

    std::vector<AlikeModules> run() {
        const std::vector<NodeReport>& nodes = report_.nodes;
        if (!nodes.empty()) add(0, 1);
        for (std::uint32_t i = 1; i < nodes.size();) {
            std::uint32_t end = i + 1;
            while (end < nodes.size() && nodes[end].parent == nodes[i].parent &&
                   nodes[end].facts.is_same_object(nodes[i].facts))
                ++end;
            add(i, end - i);
            i = end;
        }
        return std::move(alike_);
    }

  private:
    void add(std::uint32_t first, std::uint32_t modules) {
        const NodeReport& row = report_.nodes[first];
        const Polynomial times = around_[row.depth] * work_repeat_of(row);
        around_.resize(row.depth + 1);
        around_.push_back(times);  // of the children, which follow
        group_of(first).times += times * Integer{modules};
    }

    AlikeModules& group_of(std::uint32_t first) {
        const SharedValue<ModuleFacts>& facts = report_.nodes[first].facts;
        if (!facts.is_sole()) {
            const auto next = static_cast<std::uint32_t>(alike_.size());
            const auto [known, is_new] = groups_.emplace(&*facts, next);
            if (!is_new) return alike_[known->second];
        }
        return alike_.emplace_back(AlikeModules{first, {}});
    }

    const Report& report_;
    std::vector<AlikeModules> alike_;
    std::unordered_map<const ModuleFacts*, std::uint32_t> groups_;  ///< indices in `alike_`
    std::vector<Polynomial> around_;  ///< by depth, how often the work of that row's parent is done
};

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
    return multiply_down(report, work_repeat_of);
}

Polynomial work_count(const Report& report, std::size_t index) {
    Polynomial times = work_repeat_of(report.nodes[index]);
    for (; index != 0; index = report.nodes[index].parent)
        times *= work_repeat_of(report.nodes[report.nodes[index].parent]);
    return times;
}

std::vector<AlikeModules> alike_modules(const Report& report) {
    return AlikeMaker(report).run();
}

std::vector<Polynomial> module_counts(const Report& report) {
    return multiply_down(report, repeat_of);
}

}  // namespace paramscope
