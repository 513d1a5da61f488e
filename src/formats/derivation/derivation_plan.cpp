#include "formats/derivation/derivation_plan.h"

#include <algorithm>
#include <bit>

namespace paramscope {
namespace {

constexpr std::uint32_t kNoPlace = UINT32_MAX;

bool same_tensor(const TensorReport& a, const TensorReport& b) {
    return a.name == b.name && a.role == b.role && a.tied_to == b.tied_to && a.elements == b.elements &&
           a.shape == b.shape;
}

void mix(std::size_t& hash, std::size_t value) {
    hash = (hash ^ value) * 0x9E3779B1u;
    hash ^= hash >> 15;
}

}  // namespace

DerivationPlan::DerivationPlan(const Report& report, Subject subject, std::uint32_t deepest, std::size_t most)
    : report_(report), subject_(subject), numbers_(report, subject), kinds_(report.nodes.size(), 0) {
    find_kinds();
    steps_.resize(firsts_.size());
    choose(deepest_shown(deepest, most));
}

Polynomial DerivationPlan::formula_of_one(std::uint32_t node) const {
    const Polynomial& all = quantity(node).formula;
    const ModuleFacts& facts = *report_.nodes[node].facts;
    const bool holds_repeats = subject_ != Subject::Parameters && facts.repeats_followed;
    if (holds_repeats || facts.repeat().formula == Polynomial(1)) return all;
    Polynomial one = all / facts.repeat().formula;
    return one.is_faulted() ? all : one;
}

bool DerivationPlan::matters(std::uint32_t node) const {
    const Quantity& number = quantity(node);
    return !number.formula.is_zero() || !number.is_complete();
}

std::uint32_t DerivationPlan::next_part(std::uint32_t node, std::uint32_t child) const {
    const std::uint32_t end = end_of(node);
    while (child < end && !matters(child)) child = end_of(child);
    return std::min(child, end);
}

std::uint32_t DerivationPlan::inside(std::uint32_t node) const {
    while (node != 0) {
        const NodeReport& row = report_.nodes[node];
        const std::uint32_t child = next_part(node, node + 1);
        const bool is_alone = child != row.subtree_end && next_part(node, end_of(child)) == row.subtree_end;
        if (!is_alone || !(row.facts->repeat().formula == Polynomial(1))) break;
        const Quantity& all = quantity(node);
        const Quantity& part = quantity(child);
        if (all.is_complete() != part.is_complete() || !(all.formula == part.formula)) break;
        if (subject_ == Subject::Parameters && !row.facts->tensors.empty()) break;
        node = child;
    }
    return node;
}

std::size_t DerivationPlan::hash(std::uint32_t node) const {
    const NodeReport& row = report_.nodes[node];
    std::size_t hash = row.facts->tensors.size();
    for (const char c : row.type) mix(hash, static_cast<unsigned char>(c));
    mix(hash, static_cast<std::size_t>(quantity(node).value.value_or(-1)));
    for (std::uint32_t child = next_part(node, node + 1); child < row.subtree_end;
         child = next_part(node, end_of(child))) {
        mix(hash, kinds_[child]);
    }
    return hash;
}

bool DerivationPlan::same_kind(std::uint32_t a, std::uint32_t b) const {
    const NodeReport& left = report_.nodes[a];
    const NodeReport& right = report_.nodes[b];
    const Quantity& some = quantity(a);
    const Quantity& other = quantity(b);
    if (left.type != right.type || some.is_complete() != other.is_complete() ||
        left.facts->tensors.size() != right.facts->tensors.size())
        return false;
    if (!(formula_of_one(a) == formula_of_one(b))) return false;
    const SharedList<TensorReport> own = left.facts->tensors.list(), others = right.facts->tensors.list();
    if (!std::equal(own.begin(), own.end(), others.begin(), same_tensor)) return false;
    std::uint32_t child = next_part(a, a + 1);
    std::uint32_t twin = next_part(b, b + 1);
    while (child < left.subtree_end && twin < right.subtree_end) {
        const bool same = kinds_[child] == kinds_[twin] && report_.nodes[child].facts->repeat().formula ==
                                                               report_.nodes[twin].facts->repeat().formula;
        if (!same) return false;
        child = next_part(a, end_of(child));
        twin = next_part(b, end_of(twin));
    }
    return child == left.subtree_end && twin == right.subtree_end;
}

void DerivationPlan::find_kinds() {
    // An open hash table of kinds. Backwards, so that the kinds of children are known before their parents'.
    std::vector<std::uint32_t> table(std::bit_ceil(report_.nodes.size() * 2 + 1), kNoPlace);
    for (auto node = static_cast<std::uint32_t>(report_.nodes.size()); node-- > 0;) {
        std::size_t slot = hash(node) & (table.size() - 1);
        while (table[slot] != kNoPlace && !same_kind(firsts_[table[slot]], node)) {
            slot = (slot + 1) & (table.size() - 1);
        }
        if (table[slot] == kNoPlace) {
            table[slot] = static_cast<std::uint32_t>(firsts_.size());
            firsts_.push_back(node);
        }
        kinds_[node] = table[slot];
        firsts_[kinds_[node]] = node;
    }
}

bool DerivationPlan::wants_step(std::uint32_t node) const {
    if (node == 0) return true;
    return firsts_[kinds_[node]] == node && matters(node) && has_parts(node) && inside(node) == node;
}

std::uint32_t DerivationPlan::deepest_shown(std::uint32_t deepest, std::size_t most) const {
    std::vector<std::size_t> at_depth;
    for (std::uint32_t node = 0; node < report_.nodes.size(); ++node) {
        const std::uint32_t depth = report_.nodes[node].depth;
        if (depth > deepest || !wants_step(node)) continue;
        at_depth.resize(std::max<std::size_t>(at_depth.size(), depth + 1));
        ++at_depth[depth];
    }
    std::size_t shown = 0;
    for (std::uint32_t depth = 0; depth < at_depth.size(); ++depth) {
        shown += at_depth[depth];
        if (shown > most) return depth == 0 ? 0 : depth - 1;
    }
    return deepest;
}

void DerivationPlan::choose(std::uint32_t deepest) {
    std::vector<std::uint32_t> open;
    const auto close_before = [&](std::uint32_t node) {
        for (; !open.empty() && end_of(open.back()) <= node; open.pop_back()) {
            modules_.push_back(open.back());
            steps_[kinds_[open.back()]] = static_cast<std::uint32_t>(modules_.size());
        }
    };
    for (std::uint32_t node = 0; node < report_.nodes.size(); ++node) {
        close_before(node);
        if (report_.nodes[node].depth <= deepest && wants_step(node)) open.push_back(node);
    }
    close_before(kNoPlace);
}

}  // namespace paramscope
