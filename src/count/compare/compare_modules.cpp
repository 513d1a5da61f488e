#include "count/compare/compare_modules.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/characters.h"
#include "base/ranges.h"
#include "count/compare/cause_amounts.h"
#include "count/compare/distinct_names.h"
#include "count/compare/open_ties.h"

namespace paramscope {
namespace {

using Nodes = std::vector<std::uint32_t>;
/// For each left child, the position of its right partner, or kNoNode.
using Partners = std::vector<std::uint32_t>;

constexpr std::size_t kMostCells = 1u << 20;  // of the table for two lists; larger ones are matched by name
constexpr std::size_t kFarthest = 512;        // right children that are tried for one left child

/// A pair of modules that is not written yet; either may be missing.
struct OpenPair {
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

/// True for equal numbers, of which the right one may count so many more.
bool is_same(const Quantity& a, const Quantity& b, Integer more = 0) {
    const bool is_equal =
        a.value && b.value ? checked_subtract(*b.value, *a.value) == more : a.value == b.value;
    return is_equal && a.is_complete() == b.is_complete();
}

/// Tells which types of two lists have one role: the same type, or types that only one list has each, whose
/// modules have mostly children of the same names.
class Roles {
  public:
    Roles(const Report& left, const Nodes& left_list, const Report& right, const Nodes& right_list)
        : left_(left), right_(right) {
        for (const std::uint32_t node : left_list) left_types_.emplace(left.nodes[node].type, node);
        for (const std::uint32_t node : right_list) right_types_.emplace(right.nodes[node].type, node);
    }

    bool are_same(std::uint32_t left, std::uint32_t right) {
        const std::string_view a = left_.nodes[left].type, b = right_.nodes[right].type;
        if (a == b) return true;
        if (right_types_.contains(a) || left_types_.contains(b)) return false;
        const auto [known, is_new] = alike_.emplace(std::pair(a, b), false);
        if (is_new) known->second = have_same_children(left_types_.at(a), right_types_.at(b));
        return known->second;
    }

  private:
    bool have_same_children(std::uint32_t left, std::uint32_t right) const {
        const Nodes a = children_of(left_, left), b = children_of(right_, right);
        const auto is_in_b = [&](std::uint32_t child) {
            return any_of(b, [&](std::uint32_t other) {
                return last_name(left_.nodes[child]) == last_name(right_.nodes[other]);
            });
        };
        return !a.empty() &&
               static_cast<std::size_t>(count_if(a, is_in_b)) * 2 > std::max(a.size(), b.size());
    }

    const Report &left_, &right_;
    std::map<std::string_view, std::uint32_t> left_types_, right_types_;  ///< with the first of each
    std::map<std::pair<std::string_view, std::string_view>, bool> alike_;
};

/// Pairs the modules of two trees.
class ModuleComparer {
  public:
    ModuleComparer(const Report& left, const Report& right) : left_(left), right_(right) {}

    std::vector<ModulePair> run(std::uint32_t left_root, std::uint32_t right_root) {
        open_.push_back(
            {left_.nodes.empty() ? kNoNode : left_root, right_.nodes.empty() ? kNoNode : right_root, 0});
        if (open_.back().left == kNoNode && open_.back().right == kNoNode) return {};
        while (!open_.empty()) {
            const OpenPair pair = open_.back();
            open_.pop_back();
            pairs_.push_back({pair.left, pair.right, pair.depth});
            open_children(pair);
        }
        find_ends();
        for (std::size_t i = pairs_.size(); i-- > 0;) {
            pairs_[i].open_parameters = open_parameters_of(i);
            pairs_[i].differs = differs(pairs_[i]);
        }
        return std::move(pairs_);
    }

  private:
    /// Those of the pair itself and of all below, whose own are known; 0 where they are too many.
    Integer open_parameters_of(std::size_t pair) const {
        if (pairs_[pair].left == kNoNode || pairs_[pair].right == kNoNode) return 0;
        const NodeReport& a = left_.nodes[pairs_[pair].left];
        const NodeReport& b = right_.nodes[pairs_[pair].right];
        std::optional<Integer> sum = open_parameters(left_, a, right_, b);
        for (std::size_t i = pair + 1; i < pairs_[pair].end && sum; i = pairs_[i].end)
            sum = checked_add(*sum, pairs_[i].open_parameters);
        if (!sum || *sum == 0) return 0;
        return checked_multiply(*sum, whole_repeat_of(b)).value_or(0);
    }

    bool differs(const ModulePair& pair) const {
        if (pair.left == kNoNode || pair.right == kNoNode) return true;
        const NodeReport& a = left_.nodes[pair.left];
        const NodeReport& b = right_.nodes[pair.right];
        return a.type != b.type || !is_same(a.facts->parameters, b.facts->parameters, pair.open_parameters) ||
               !is_same(a.facts->flops, b.facts->flops) ||
               !(a.facts->repeat().value == b.facts->repeat().value);
    }

    /// Pairs the children of both and puts them on the stack, the first on top.
    void open_children(const OpenPair& pair) {
        const Nodes left = children_of(left_, pair.left);
        const Nodes right = children_of(right_, pair.right);
        Partners partner(left.size(), kNoNode);
        std::vector<bool> taken(right.size(), false);
        if (!match_lists(left, right, partner, taken)) {
            match(left, right, partner, taken,
                  [](const NodeReport& a, const NodeReport& b) { return last_name(a) == last_name(b); });
            match(left, right, partner, taken,
                  [](const NodeReport& a, const NodeReport& b) { return a.type == b.type; });
        }
        std::vector<OpenPair> pairs;
        std::size_t next = 0;  // position of the next right child to write
        const auto add_unmatched = [&](std::size_t until) {
            for (; next < until; ++next) {
                if (!taken[next]) pairs.push_back({kNoNode, right[next], pair.depth + 1});
            }
        };
        for (std::size_t i = 0; i < left.size(); ++i) {
            const bool is_matched = partner[i] != kNoNode;
            if (is_matched) add_unmatched(partner[i]);
            pairs.push_back({left[i], is_matched ? right[partner[i]] : kNoNode, pair.depth + 1});
        }
        add_unmatched(right.size());
        open_.insert(open_.end(), pairs.rbegin(), pairs.rend());
    }

    static bool is_list(const Report& report, const Nodes& children) {
        return all_of(children, [&](std::uint32_t child) {
            const std::string_view name = last_name(report.nodes[child]);
            return !name.empty() && is_digit(name[0]);
        });
    }

    /// Matches lists, whose children are named by position: in order, as many children of one role as
    /// possible. False when either is no list, or both are too long.
    bool match_lists(const Nodes& left, const Nodes& right, Partners& partner, std::vector<bool>& taken) {
        const std::size_t width = right.size() + 1;
        if (!is_list(left_, left) || !is_list(right_, right) || (left.size() + 1) * width > kMostCells)
            return false;
        // Longest common subsequence of roles; cell (i, j) is its length from i and j on.
        std::vector<std::uint16_t> longest((left.size() + 1) * width, 0);
        Roles roles(left_, left, right_, right);
        const auto fits = [&](std::size_t i, std::size_t j) { return roles.are_same(left[i], right[j]); };
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

    /// Matches each left child without a partner with the first right child that fits. Searches from behind
    /// the last match, around the end, over at most kFarthest children.
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
        const auto count = static_cast<std::uint32_t>(pairs_.size());
        for (std::uint32_t row = 0; row < count; ++row) {
            for (; !open.empty() && pairs_[open.back()].depth >= pairs_[row].depth; open.pop_back()) {
                pairs_[open.back()].end = row;
            }
            open.push_back(row);
        }
        for (const std::uint32_t row : open) pairs_[row].end = count;
    }

    const Report& left_;
    const Report& right_;
    std::vector<OpenPair> open_;
    std::vector<ModulePair> pairs_;
};

}  // namespace

std::vector<ModulePair> compare_modules(const Report& left, const Report& right, std::uint32_t left_root,
                                        std::uint32_t right_root) {
    return ModuleComparer(left, right).run(left_root, right_root);
}

std::string_view to_string(ModuleDifference::Kind kind) {
    constexpr std::string_view kNames[] = {"only-left", "only-right", "type",
                                           "repeat",    "parameters", "flops"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::vector<ModuleDifference> module_differences(const Report& left, const Report& right,
                                                 const std::vector<ModulePair>& pairs) {
    using Kind = ModuleDifference::Kind;
    std::vector<ModuleDifference> differences;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const ModulePair& pair = pairs[i];
        if (!pair.differs) continue;
        const auto add = [&](Kind kind) { differences.push_back({kind, pair.left, pair.right}); };
        if (pair.left == kNoNode || pair.right == kNoNode) {
            add(pair.left == kNoNode ? Kind::OnlyRight : Kind::OnlyLeft);
            i = pair.end - 1;  // its descendants are missing with it
            continue;
        }
        const NodeReport& a = left.nodes[pair.left];
        const NodeReport& b = right.nodes[pair.right];
        if (a.type != b.type) add(Kind::Type);
        const bool same_repeat = a.facts->repeat().value == b.facts->repeat().value;
        if (!same_repeat) add(Kind::Repeat);
        const auto first = pairs.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto last = pairs.begin() + static_cast<std::ptrdiff_t>(pair.end);
        const bool is_innermost =
            std::none_of(first, last, [](const ModulePair& below) { return below.differs; });
        if (!is_innermost || !same_repeat) continue;
        if (!is_same(a.facts->parameters, b.facts->parameters, pair.open_parameters)) add(Kind::Parameters);
        if (!is_same(a.facts->flops, b.facts->flops)) add(Kind::Flops);
    }
    return differences;
}

double ratio(const Quantity& left, const Quantity& right) {
    if (!left.value || !right.value || *left.value <= 0) return 0;
    return static_cast<double>(*right.value) / static_cast<double>(*left.value);
}

}  // namespace paramscope
