#include "app/document/tree_rows.h"

#include <algorithm>
#include <utility>

#include "app/document/tree_filter.h"

namespace paramscope::app {
namespace {

// Levels are expanded initially while the tree has at most this many rows.
constexpr std::size_t kRowsOpenedAtFirst = 48;

const Quantity& quantity_of(const NodeReport& node, SortKey key) {
    if (key == SortKey::Buffers) return node.facts->buffers;
    if (key == SortKey::Macs) return node.facts->macs;
    return key == SortKey::Flops ? node.facts->flops : node.facts->parameters;
}

// Negative when `a` is smaller, as words are ordered; an unknown shape is smaller than all others.
int compare_sizes(const std::optional<SharedList<Integer>>& a, const std::optional<SharedList<Integer>>& b) {
    if (!a || !b) return static_cast<int>(a.has_value()) - static_cast<int>(b.has_value());
    const auto is_less = [](const SharedList<Integer>& left, const SharedList<Integer>& right) {
        return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
    };
    return is_less(*a, *b) ? -1 : is_less(*b, *a) ? 1 : 0;
}

// Negative when `a` is smaller; unknown quantities are smaller than all known ones.
int compare(const NodeReport& a, const NodeReport& b, SortKey key) {
    if (key == SortKey::Name) return a.name.compare(b.name);
    if (key == SortKey::Type) return a.type.compare(b.type);
    if (key == SortKey::Output) return compare_sizes(a.facts->output_sizes, b.facts->output_sizes);
    const std::optional<Integer> left = quantity_of(a, key).value;
    const std::optional<Integer> right = quantity_of(b, key).value;
    return left < right ? -1 : right < left ? 1 : 0;
}

// True when two modules have the same type and numbers, including all their descendants.
bool are_equal(const Report& report, std::size_t a, std::size_t b) {
    const std::size_t size = report.nodes[a].subtree_end - a;
    if (report.nodes[b].subtree_end - b != size) return false;
    for (std::size_t i = 0; i < size; ++i) {
        const NodeReport& left = report.nodes[a + i];
        const NodeReport& right = report.nodes[b + i];
        if (left.type != right.type || left.depth != right.depth ||
            left.facts->repeat().value != right.facts->repeat().value ||
            left.facts->parameters.value != right.facts->parameters.value ||
            left.facts->buffers.value != right.facts->buffers.value ||
            left.facts->flops.value != right.facts->flops.value ||
            left.facts->output_sizes != right.facts->output_sizes) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool has_children(const Report& report, std::size_t node) {
    return report.nodes[node].subtree_end > node + 1;
}

bool TreeRows::can_open(const Report& report, std::size_t node) const {
    return !view_.is_list && has_children(report, node);
}

std::uint32_t TreeRows::level(const Report& report, std::size_t node) const {
    if (view_.is_list) return node == top_ ? 0 : 1;
    return report.nodes[node].depth - report.nodes[top_].depth;
}

void TreeRows::set_view(TreeView view) {
    view_changed_ = view_changed_ || !(view == view_);
    view_ = std::move(view);
}

void TreeRows::update(const Workspace& workspace) {
    const bool same_report = revision_ == workspace.revision();
    if (same_report && opened_generation_ == workspace.versions().opened && !view_changed_) return;
    const Report& report = workspace.report();
    revision_ = workspace.revision();
    opened_generation_ = workspace.versions().opened;
    view_changed_ = false;
    if (!same_report) measure_depth(report);
    open_modules(workspace);
    apply_filter(report);
    list_rows(report);
}

std::size_t TreeRows::row_of(const Report& report, std::size_t node) const {
    while (node < row_of_.size() && row_of_[node] == UINT32_MAX && node != 0)
        node = report.nodes[node].parent;
    return node < row_of_.size() && row_of_[node] != UINT32_MAX ? row_of_[node] : 0;
}

double TreeRows::copies(const Report& report, std::size_t node) const {
    constexpr double kMost = 1e60;  // products stay finite
    double copies = gathered(node);
    for (; node != 0; node = report.nodes[node].parent) {
        const std::size_t around = report.nodes[node].parent;
        const double repeat = to_double(report.nodes[around].facts->repeat().value.value_or(1));
        copies = std::min(copies * std::max(repeat, 0.0) * gathered(around), kMost);
    }
    return copies;
}

std::span<const std::uint32_t> TreeRows::rows_between(const Report& report, std::size_t node,
                                                      std::size_t other) const {
    // std::minmax would return references to temporaries.
    std::size_t first = row_of(report, node);
    std::size_t last = row_of(report, other);
    if (last < first) std::swap(first, last);
    return rows().subspan(first, last - first + 1);
}

void TreeRows::measure_depth(const Report& report) {
    rows_at_depth_.clear();
    for (const NodeReport& node : report.nodes) {
        if (node.depth >= rows_at_depth_.size()) rows_at_depth_.resize(node.depth + 1);
        ++rows_at_depth_[node.depth];
    }
    depth_ = static_cast<std::uint32_t>(rows_at_depth_.size());
}

void TreeRows::open_modules(const Workspace& workspace) {
    const Report& report = workspace.report();
    const Document& document = workspace.document();
    open_depth_ = document.depth.value_or(depth_);
    if (!document.depth) {
        // Finds the deepest level whose rows, with those of all above, are few enough to be shown at first.
        std::size_t rows = 0;
        for (std::uint32_t depth = 0; depth < depth_; ++depth) {
            rows += rows_at_depth_[depth];
            if (rows <= kRowsOpenedAtFirst) continue;
            open_depth_ = std::max(depth, 2u) - 1;
            break;
        }
    }
    open_depth_ = std::min(open_depth_, depth_ > 0 ? depth_ - 1 : 0);
    open_.resize(report.nodes.size());
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        open_[i] = report.nodes[i].depth < open_depth_;
    }
    for (const auto& [path, is_open] : document.opened) {
        const std::optional<std::uint32_t> node = report.find(path);
        if (node && has_children(report, *node)) open_[*node] = is_open;
    }
}

void TreeRows::apply_filter(const Report& report) {
    matches_.clear();
    match_count_ = report.nodes.size();
    const TreeFilter filter(view_.filter);
    if (filter.is_empty()) return;
    match_count_ = 0;
    matches_.assign(report.nodes.size(), kHidden);
    for (std::size_t i = report.nodes.size(); i-- > 0;) {
        if (filter.lets_through(report, report.nodes[i])) {
            matches_[i] = kMatch;
            ++match_count_;
        }
        if (matches_[i] != kHidden && i > 0) {
            std::uint8_t& around = matches_[report.nodes[i].parent];
            around = std::max<std::uint8_t>(around, kAround);
        }
    }
}

void TreeRows::list_rows(const Report& report) {
    rows_.clear();
    rows_.reserve(report.nodes.size());
    row_of_.assign(report.nodes.size(), UINT32_MAX);
    gathered_.assign(view_.gathers_repeats ? report.nodes.size() : 0, 1);
    top_ = 0;
    if (!view_.focus.empty()) {
        const std::optional<std::uint32_t> found = report.find(view_.focus);
        top_ = found.value_or(0);
        if (!found) view_.focus.clear();
    }
    if (report.nodes.empty()) return;
    if (view_.is_list) {
        list_layers(report);
    } else {
        list(report, static_cast<std::uint32_t>(top_));
    }
}

void TreeRows::add_row(std::uint32_t node) {
    row_of_[node] = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back(node);
}

/// Lists the topmost module, and of those in it the ones without children or with tensors of their own.
void TreeRows::list_layers(const Report& report) {
    std::vector<std::uint32_t> layers;
    for (std::size_t i = top_ + 1; i < report.nodes[top_].subtree_end; ++i) {
        const bool is_layer = !has_children(report, i) || !report.nodes[i].facts->tensors.list().empty();
        if (is_layer && is_match(i)) layers.push_back(static_cast<std::uint32_t>(i));
    }
    sort(report, layers);
    add_row(static_cast<std::uint32_t>(top_));
    for (const std::uint32_t layer : layers) add_row(layer);
}

void TreeRows::sort(const Report& report, std::vector<std::uint32_t>& nodes) const {
    if (view_.key == SortKey::None) return;
    std::sort(nodes.begin(), nodes.end(), [&](std::uint32_t a, std::uint32_t b) {
        const int order = compare(report.nodes[a], report.nodes[b], view_.key);
        return order == 0 ? a < b : (order < 0) == view_.ascending;
    });
}

void TreeRows::list(const Report& report, std::uint32_t node) {
    add_row(node);
    // A filter expands the ancestors of its matches.
    if (matches_.empty() ? !open_[node] : matches_[node] == kHidden) return;
    if (matches_.empty() && !view_.gathers_repeats && view_.key == SortKey::None) {
        for (const std::uint32_t child : report.children(node)) list(report, child);
        return;
    }
    std::vector<std::uint32_t> children;
    for (const std::uint32_t child : report.children(node)) {
        if (matches_.empty() || matches_[child] != kHidden) children.push_back(child);
    }
    if (view_.gathers_repeats) gather(report, children);
    sort(report, children);
    for (const std::uint32_t child : children) list(report, child);
}

void TreeRows::gather(const Report& report, std::vector<std::uint32_t>& siblings) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < siblings.size(); ++i) {
        if (kept > 0 && are_equal(report, siblings[kept - 1], siblings[i])) {
            ++gathered_[siblings[kept - 1]];
        } else {
            siblings[kept++] = siblings[i];
        }
    }
    siblings.resize(kept);
}

}  // namespace paramscope::app
