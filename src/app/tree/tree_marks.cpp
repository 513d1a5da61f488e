#include "app/tree/tree_marks.h"

#include <algorithm>

#include "algebra/print.h"
#include "app/tree/tree_cells.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

/// A sum with the worst basis of its parts.
struct Sum {
    Integer value = 0;
    Basis basis = Basis::Exact;

    void add(const Quantity& quantity, const std::optional<Integer>& copies) {
        const std::optional<Integer> part =
            quantity.value && copies ? checked_multiply(*quantity.value, *copies) : std::nullopt;
        const std::optional<Integer> next = part ? checked_add(value, *part) : std::nullopt;
        basis = worst(basis, next ? quantity.basis : Basis::Partial);
        value = next.value_or(value);
    }
};

}  // namespace

void TreeMarks::follow(const Workspace& workspace) {
    if (revision_ == workspace.revision()) return;
    revision_ = workspace.revision();
    if (nodes_in_report_ != workspace.report().nodes.size()) nodes_.clear();
    nodes_in_report_ = workspace.report().nodes.size();
    sum_.clear();
}

bool TreeMarks::has(std::size_t node) const {
    return std::binary_search(nodes_.begin(), nodes_.end(), static_cast<std::uint32_t>(node));
}

void TreeMarks::clear() {
    nodes_.clear();
    sum_.clear();
}

void TreeMarks::flip(const Context& context, std::size_t node) {
    // The first mark includes the selected module.
    if (nodes_.empty()) nodes_.push_back(static_cast<std::uint32_t>(context.workspace.selected()));
    const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), static_cast<std::uint32_t>(node));
    if (at != nodes_.end() && *at == node) {
        nodes_.erase(at);
    } else {
        nodes_.insert(at, static_cast<std::uint32_t>(node));
    }
    sum_.clear();
}

void TreeMarks::extend(const Context& context, std::size_t node) {
    const Report& report = context.workspace.report();
    const auto rows = context.tree.rows_between(report, context.workspace.selected(), node);
    nodes_.assign(rows.begin(), rows.end());
    sort(nodes_);
    sum_.clear();
}

const std::string& TreeMarks::sum(const Context& context) {
    if (!sum_.empty()) return sum_;
    const Report& report = context.workspace.report();
    Sum parameters;
    Sum flops;
    for (const std::uint32_t node : nodes_) {
        if (is_inside_another(report, node)) continue;
        const std::optional<Integer> copies = exact_copies(context, node);
        parameters.add(report.nodes[node].facts->parameters, copies);
        flops.add(report.nodes[node].facts->flops, copies);
    }
    const std::optional<Integer>& whole = report.nodes.front().facts->parameters.value;
    const double share =
        whole && *whole > 0 ? static_cast<double>(parameters.value) / static_cast<double>(*whole) : 0;
    const std::string_view least = sign_of(parameters.basis);
    sum_ = word("marked_sum", {{"modules", with_thousands(static_cast<Integer>(nodes_.size()))},
                               {"parameters", std::string(least) + with_thousands(parameters.value)},
                               {"share", percent(share)},
                               {"flops", concat(sign_of(flops.basis), short_work(flops.value, "FLOPs"))}});
    return sum_;
}

bool TreeMarks::is_inside_another(const Report& report, std::size_t node) const {
    while (node != 0) {
        node = report.nodes[node].parent;
        if (has(node)) return true;
    }
    return false;
}

}  // namespace paramscope::app
