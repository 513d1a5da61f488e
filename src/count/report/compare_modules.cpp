#include "count/report/compare_modules.h"

#include <algorithm>
#include <string_view>

#include "base/characters.h"

namespace paramscope {
namespace {

using Nodes = std::vector<std::uint32_t>;
using Partners = std::vector<std::uint32_t>;  // of each left child, a place among the right ones

// Lists whose product is larger are matched by name as other modules are.
constexpr std::size_t kMostCells = 1u << 20;
constexpr std::size_t kFarthest = 512;

/// A pair of modules, either of which may be missing, still to be written.
struct Pair {
    std::uint32_t left = kNoNode;
    std::uint32_t right = kNoNode;
    std::uint32_t depth = 0;
};

Nodes children_of(const Report& report, std::uint32_t node) {
    Nodes nodes;
    if (node == kNoNode) return nodes;
    for (const std::uint32_t child : report.children(node)) nodes.push_back(child);
    return nodes;
}

bool same(const Quantity& a, const Quantity& b) {
    return a.value == b.value && a.complete == b.complete;
}

class Alignment {
  public:
    Alignment(const Report& left, const Report& right) : left_(left), right_(right) {}

    std::vector<ComparedRow> run() {
        const auto root = [](const Report& report) { return report.root() == nullptr ? kNoNode : 0; };
        open_.push_back({root(left_), root(right_), 0});
        if (open_.back().left == kNoNode && open_.back().right == kNoNode) return {};
        while (!open_.empty()) {
            const Pair pair = open_.back();
            open_.pop_back();
            rows_.push_back({pair.left, pair.right, pair.depth, 0, differs(pair)});
            open_children(pair);
        }
        find_ends();
        return std::move(rows_);
    }

  private:
    bool differs(const Pair& pair) const {
        if (pair.left == kNoNode || pair.right == kNoNode) return true;
        const NodeReport& a = left_.nodes[pair.left];
        const NodeReport& b = right_.nodes[pair.right];
        return a.type != b.type || !same(a.parameters, b.parameters) || !same(a.flops, b.flops) ||
               !(a.repeat.value == b.repeat.value);
    }

    /// The children of both, matched; the first of them ends up on top.
    void open_children(const Pair& pair) {
        const Nodes left = children_of(left_, pair.left);
        const Nodes right = children_of(right_, pair.right);
        Partners partner(left.size(), kNoNode);
        std::vector<bool> taken(right.size(), false);
        if (!match_lists(left, right, partner, taken)) {
            match(left, right, partner, taken,
                  [](const NodeReport& a, const NodeReport& b) { return key(a) == key(b); });
            match(left, right, partner, taken,
                  [](const NodeReport& a, const NodeReport& b) { return a.type == b.type; });
        }
        std::vector<Pair> pairs;
        std::size_t next = 0;  // of the right one's children
        const auto write_lone = [&](std::size_t until) {
            for (; next < until; ++next) {
                if (!taken[next]) pairs.push_back({kNoNode, right[next], pair.depth + 1});
            }
        };
        for (std::size_t i = 0; i < left.size(); ++i) {
            const bool is_matched = partner[i] != kNoNode;
            if (is_matched) write_lone(partner[i]);
            pairs.push_back({left[i], is_matched ? right[partner[i]] : kNoNode, pair.depth + 1});
        }
        write_lone(right.size());
        open_.insert(open_.end(), pairs.rbegin(), pairs.rend());
    }

    /// The last name of the path: "0" for "0-5" and "0-31" alike, however often they repeat.
    static std::string_view key(const NodeReport& node) {
        const std::string_view name = first_name(node.name);
        return name.substr(name.rfind('.') + 1);
    }

    static bool is_list(const Report& report, const Nodes& children) {
        return std::all_of(children.begin(), children.end(), [&](std::uint32_t child) {
            const std::string_view name = key(report.nodes[child]);
            return !name.empty() && is_digit(name[0]);
        });
    }

    /// Numbers are places and no names: lists are matched in order, as many modules of equal type as can be.
    bool match_lists(const Nodes& left, const Nodes& right, Partners& partner,
                     std::vector<bool>& taken) {
        const std::size_t width = right.size() + 1;
        if (!is_list(left_, left) || !is_list(right_, right) || (left.size() + 1) * width > kMostCells)
            return false;
        // The longest common subsequence of types; cell (i, j) is that of what follows i and j.
        std::vector<std::uint16_t> longest((left.size() + 1) * width, 0);
        const auto fits = [&](std::size_t i, std::size_t j) {
            return left_.nodes[left[i]].type == right_.nodes[right[j]].type;
        };
        for (std::size_t i = left.size(); i-- > 0;) {
            for (std::size_t j = right.size(); j-- > 0;) {
                const std::size_t at = i * width + j;
                longest[at] = fits(i, j) ? static_cast<std::uint16_t>(longest[at + width + 1] + 1)
                                         : std::max(longest[at + 1], longest[at + width]);
            }
        }
        for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
            if (fits(i, j)) {
                taken[j] = true;
                partner[i++] = static_cast<std::uint32_t>(j++);
            } else if (longest[i * width + j + 1] > longest[(i + 1) * width + j]) {
                ++j;
            } else {
                ++i;
            }
        }
        return true;
    }

    /// Matches each module that has no partner with the first of the right ones that fits it, from behind the
    /// last match on, as far as kFarthest.
    template <typename Fits>
    void match(const Nodes& left, const Nodes& right, Partners& partner, std::vector<bool>& taken,
               Fits fits) {
        std::size_t expected = 0;
        const std::size_t reach = std::min(right.size(), kFarthest);
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (partner[i] != kNoNode) continue;
            for (std::size_t step = 0; step < reach; ++step) {
                const std::size_t j = (expected + step) % right.size();
                if (taken[j] || !fits(left_.nodes[left[i]], right_.nodes[right[j]])) continue;
                partner[i] = static_cast<std::uint32_t>(j);
                taken[j] = true;
                expected = j + 1;
                break;
            }
        }
    }

    void find_ends() {
        std::vector<std::uint32_t> open;
        const auto count = static_cast<std::uint32_t>(rows_.size());
        for (std::uint32_t row = 0; row < count; ++row) {
            for (; !open.empty() && rows_[open.back()].depth >= rows_[row].depth; open.pop_back()) {
                rows_[open.back()].end = row;
            }
            open.push_back(row);
        }
        for (const std::uint32_t row : open) rows_[row].end = count;
    }

    const Report& left_;
    const Report& right_;
    std::vector<Pair> open_;
    std::vector<ComparedRow> rows_;
};

}  // namespace

std::vector<ComparedRow> align(const Report& left, const Report& right) {
    return Alignment(left, right).run();
}

double ratio(const Quantity& left, const Quantity& right) {
    if (!left.value || !right.value || *left.value <= 0) return 0;
    return static_cast<double>(*right.value) / static_cast<double>(*left.value);
}

}  // namespace paramscope
