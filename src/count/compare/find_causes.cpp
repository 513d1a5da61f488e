#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/cause_amounts.h"
#include "count/compare/cause_changes.h"
#include "count/compare/causes.h"
#include "count/compare/distinct_names.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

using CauseKind = Cause::Kind;

constexpr std::size_t kMostCauses = 10'000;  // groups; further modules are in one with the rest
constexpr std::size_t kMostNamesOfCause = 4;
constexpr std::size_t kMostFormulaRows = 1'000;  // rows of a cause whose formulas are added

bool is_leaf(const Report& report, std::uint32_t node) {
    return report.nodes[node].subtree_end == node + 1;
}

/// How often a type is in a list of either model.
struct LayerCounts {
    Integer left = 0, right = 0;
    bool is_in_both = false;
};

/// The layers of a list: by type, and for types of the right model the left one that has their role.
struct LayersOfList {
    std::map<std::string_view, LayerCounts> counts;
    std::map<std::string_view, std::string_view> roles;

    std::string_view role_of(std::string_view type) const {
        const auto found = roles.find(type);
        return found == roles.end() ? type : found->second;
    }
};

/// Another number of repeats of a module, for all that is in it.
struct Split {
    Integer before, after;
    std::size_t cause;
};

/// A pair around the present one.
struct Frame {
    std::uint32_t pair;
    Integer left, right;                 ///< instances, with its own repeats
    std::size_t splits;                  ///< of it and those around it
    std::optional<LayersOfList> layers;  ///< its children
};

class CauseSearch {
  public:
    CauseSearch(const Report& left, const Report& right, const std::vector<ModulePair>& pairs)
        : sums_(&overflowed_), left_(left, sums_), right_(right, sums_), pairs_(pairs) {
        if (!left.variables.empty()) left_counts_ = module_counts(left);
        if (!right.variables.empty()) right_counts_ = module_counts(right);
    }

    std::vector<Cause> run() {
        if (pairs_.empty()) return {};
        pair_wrapped();
        add_outside(left_, pairs_[0].left, CauseKind::OnlyLeft);
        add_outside(right_, pairs_[0].right, CauseKind::OnlyRight);
        for (std::uint32_t i = 0; i < pairs_.size();) i = add_pair(i);
        return finished();
    }

  private:
    // -- causes --

    /// The cause with that key, a new one of that kind, or the rest where there are too many.
    std::size_t cause(CauseKind kind, const std::string& place, const std::string& key) {
        const std::string whole = concat(to_string(kind), "\n", place, "\n", key);
        const auto known = positions_.find(whole);
        if (known != positions_.end()) return known->second;
        if (causes_.size() >= kMostCauses && kind != CauseKind::Rest) return cause(CauseKind::Rest, "", "");
        positions_.emplace(whole, causes_.size());
        causes_.emplace_back();
        causes_.back().kind = kind;
        causes_.back().place = place;
        rows_.push_back(0);
        return causes_.size() - 1;
    }

    void name(std::size_t cause, std::string_view name) {
        std::vector<std::string>& names = causes_[cause].names;
        if (contains(names, name)) return;
        if (names.size() < kMostNamesOfCause) {
            names.emplace_back(name);
        } else {
            ++causes_[cause].more_names;
        }
    }

    void add(std::size_t cause, const Amounts& amounts) {
        Amounts& sum = causes_[cause].amounts;
        for (std::size_t i = 0; i < kCauseMeasures; ++i) sum[i] = sums_.sum(sum[i], amounts[i]);
    }

    void add_formulas(std::size_t cause, const ModuleAmounts& side, std::uint32_t node, bool is_own) {
        const bool is_left = &side == &left_;
        const std::vector<Polynomial>& counts = is_left ? left_counts_ : right_counts_;
        if (counts.empty()) return;
        if (++rows_[cause] > kMostFormulaRows) {
            causes_[cause].left_formulas = causes_[cause].right_formulas = {};
            return;
        }
        auto& formulas = is_left ? causes_[cause].left_formulas : causes_[cause].right_formulas;
        for (std::size_t i = 0; i < formulas.size(); ++i)
            formulas[i] += side.formula(node, kCauseSubjects[i], is_own) * counts[node];
    }

    static bool is_zero(const Amounts& amounts) {
        return all_of(amounts, [](Integer amount) { return amount == 0; });
    }

    Amounts difference(const Amounts& a, const Amounts& b) const {
        Amounts amounts{};
        for (std::size_t i = 0; i < kCauseMeasures; ++i) amounts[i] = sums_.less(b[i], a[i]);
        return amounts;
    }

    // -- modules around the compared subtrees --

    void add_outside(const ModuleAmounts& side, std::uint32_t root, CauseKind kind) {
        if (root == kNoNode) return;
        for (std::uint32_t inner = root; inner != 0;) {
            const std::uint32_t outer = side.node(inner).parent;
            add_alone(side, outer, kind, side.own(outer, above(side, outer)), true);
            for (const std::uint32_t child : side.report().children(outer)) {
                if (child != inner)
                    add_alone(side, child, kind, side.whole(child, above(side, child)), false);
            }
            inner = outer;
        }
    }

    static Integer above(const ModuleAmounts& side, std::uint32_t node) {
        return side.report().instances(node).value_or(1);
    }

    static std::string place_of(const ModuleAmounts& side, std::uint32_t node) {
        const std::string path = without_numbers(side.report().path(node));
        const std::size_t number = path.rfind('*');
        if (number == std::string::npos) return "";
        return path.substr(0,
                           std::max(number + 1, path.rfind('.') == std::string::npos ? 0 : path.rfind('.')));
    }

    /// The nearest repeated module around a module: `layers.*`.
    static std::string layer_of(const ModuleAmounts& side, std::uint32_t node) {
        const std::string path = without_numbers(side.report().path(side.node(node).parent));
        const std::size_t number = path.rfind('*');
        return number == std::string::npos ? "" : path.substr(0, number + 1);
    }

    /// The last name of a module's path; its type where that is only a number.
    static std::string_view name_of(const NodeReport& node) {
        const std::string_view last = last_name(node);
        return last.empty() || is_digits(last) ? std::string_view(node.type) : last;
    }

    /// Adds a module that one side has, by amounts of that side.
    void add_alone(const ModuleAmounts& side, std::uint32_t node, CauseKind kind, Amounts amounts,
                   bool is_own) {
        if (is_zero(amounts)) return;
        const std::size_t group = cause(kind, layer_of(side, node), std::string(side.node(node).type));
        add(group, kind == CauseKind::OnlyLeft ? difference(amounts, {}) : amounts);
        if (causes_[group].kind == CauseKind::Rest) return;
        name(group, name_of(side.node(node)));
        const Integer instances = sums_.times(above(side, node), whole_repeat_of(side.node(node)));
        causes_[group].modules = sums_.sum(causes_[group].modules, instances);
        add_formulas(group, side, node, is_own);
    }

    // -- pairs --

    /// Pairs a layer with the equal one inside the module that stands in its place on the other side:
    /// adapters wrap the layer that they adapt.
    void pair_wrapped() {
        for (std::uint32_t i = 0; i < pairs_.size(); ++i) {
            const ModulePair& pair = pairs_[i];
            if (pair.left == kNoNode || pair.right == kNoNode) continue;
            const bool left_is_leaf = is_leaf(left_.report(), pair.left);
            if (left_is_leaf == is_leaf(right_.report(), pair.right)) continue;
            const NodeReport& layer = left_is_leaf ? left_.node(pair.left) : right_.node(pair.right);
            if (layer.facts->tensors.empty()) continue;
            for (std::uint32_t j = i + 1; j < pair.end; j = pairs_[j].end) {
                const std::uint32_t inner = left_is_leaf ? pairs_[j].right : pairs_[j].left;
                const ModuleAmounts& side = left_is_leaf ? right_ : left_;
                if (pairs_[j].end != j + 1 || inner == kNoNode) continue;
                const NodeReport& other = side.node(inner);
                if (other.type != layer.type ||
                    !(other.facts->parameters.value == layer.facts->parameters.value))
                    continue;
                wrapped_[j] = i;
                wrapping_[i] = j;
                break;
            }
        }
    }

    /// Adds a pair; the index of the next one.
    std::uint32_t add_pair(std::uint32_t i) {
        while (!frames_.empty() && pairs_[frames_.back().pair].end <= i) {
            frames_.pop_back();
            splits_.resize(frames_.empty() ? 0 : frames_.back().splits);
        }
        const ModulePair& pair = pairs_[i];
        if (const auto outer = wrapped_.find(i); outer != wrapped_.end()) {
            add_wrapped(i, outer->second);
            return i + 1;
        }
        if (pair.left == kNoNode || pair.right == kNoNode) {
            add_one_sided(i);
            return pair.end;
        }
        if (is_replaced(i)) {
            add_change(pair.left, pair.right, left_.whole(pair.left, left_above()),
                       right_.whole(pair.right, right_above()), false);
            return pair.end;
        }
        add_both(i);
        return i + 1;
    }

    /// True for a block that another one stands for: of another type, without a child of the same name, and
    /// not only with renamed ones. What its parts are is then no difference of parts.
    bool is_replaced(std::uint32_t i) const {
        const ModulePair& pair = pairs_[i];
        if (frames_.empty() || left_.node(pair.left).type == right_.node(pair.right).type) return false;
        if (is_leaf(left_.report(), pair.left) || is_leaf(right_.report(), pair.right)) return false;
        bool has_lone = false;
        for (std::uint32_t j = i + 1; j < pair.end; j = pairs_[j].end) {
            const ModulePair& child = pairs_[j];
            if (child.left == kNoNode || child.right == kNoNode) {
                has_lone = true;
            } else if (last_name(left_.node(child.left)) == last_name(right_.node(child.right))) {
                return false;
            }
        }
        return has_lone;
    }

    Integer left_above() const { return frames_.empty() ? outer_left() : frames_.back().left; }
    Integer right_above() const { return frames_.empty() ? outer_right() : frames_.back().right; }
    Integer outer_left() const { return pairs_[0].left == kNoNode ? 1 : above(left_, pairs_[0].left); }
    Integer outer_right() const { return pairs_[0].right == kNoNode ? 1 : above(right_, pairs_[0].right); }

    void add_both(std::uint32_t i) {
        const ModulePair& pair = pairs_[i];
        Amounts before = left_.own(pair.left, left_above());
        Amounts after = right_.own(pair.right, right_above());
        if (wrapping_.contains(i)) {
            // The layer inside is compared with the one that has none around it.
            if (is_leaf(left_.report(), pair.left)) {
                moved_ = before;
                before = {};
            } else {
                moved_ = after;
                after = {};
            }
        }
        enter(i);
        add_change(pair.left, pair.right, before, after, true);
    }

    void add_wrapped(std::uint32_t j, std::uint32_t i) {
        const ModulePair& inner = pairs_[j];
        const bool is_right = inner.left == kNoNode;
        const Amounts before = is_right ? moved_ : left_.own(inner.left, left_above());
        const Amounts after = is_right ? right_.own(inner.right, right_above()) : moved_;
        add_change(is_right ? pairs_[i].left : inner.left, is_right ? inner.right : pairs_[i].right, before,
                   after, true);
    }

    /// Makes a pair the one around the next, with its repeats.
    void enter(std::uint32_t i) {
        const NodeReport& a = left_.node(pairs_[i].left);
        const NodeReport& b = right_.node(pairs_[i].right);
        if (whole_repeat_of(a) != whole_repeat_of(b) && whole_repeat_of(a) > 0) {
            const std::size_t group = layers_cause(left_, pairs_[i].left);
            add_formulas_of_layer(group, pairs_[i].left);
            splits_.push_back({whole_repeat_of(a), whole_repeat_of(b), group});
        }
        frames_.push_back({i,
                           sums_.times(left_above(), whole_repeat_of(a)),
                           sums_.times(right_above(), whole_repeat_of(b)),
                           splits_.size(),
                           {}});
    }

    /// Adds what the numbers of layers make of an amount; what is left of it at the right model's numbers.
    Amounts split(Amounts before) {
        for (const Split& part : splits_) {
            Amounts scaled = before;
            for (std::size_t i = 0; i < kCauseMeasures; ++i) {
                // Repeats that change the shape cost different amounts each, which no number of layers
                // scales.
                if (before[i] % part.before != 0) return before;
                scaled[i] = sums_.times(before[i] / part.before, part.after);
            }
            add(part.cause, difference(before, scaled));
            before = scaled;
        }
        return before;
    }

    /// `is_own`: of the modules themselves, without their children.
    void add_change(std::uint32_t left, std::uint32_t right, const Amounts& before, const Amounts& after,
                    bool is_own) {
        const Amounts amounts = difference(split(before), after);
        if (is_zero(amounts)) return;
        const NodeReport& a = left_.node(left);
        const NodeReport& b = right_.node(right);
        Change change = change_of(left_.report(), a, right_.report(), b);
        std::string key = concat(change.before, "\n", change.after);
        for (const SizeChange& size : change.sizes)
            key += concat("\n", to_string(size.before), ">", to_string(size.after));
        constexpr CauseKind kWithoutPlace[] = {CauseKind::Dtype, CauseKind::Sharing, CauseKind::OpenSharing,
                                               CauseKind::OpenRole};
        const bool has_place = !contains(kWithoutPlace, change.kind);
        const std::size_t group = cause(change.kind, has_place ? place_of(right_, right) : "", key);
        add(group, amounts);
        Cause& changed = causes_[group];
        if (changed.kind == CauseKind::Rest) return;
        changed.sizes = std::move(change.sizes);
        changed.before = std::move(change.before);
        changed.after = std::move(change.after);
        changed.modules = sums_.sum(changed.modules, sums_.times(above(right_, right), whole_repeat_of(b)));
        name(group, name_of(b));
        add_formulas(group, left_, left, is_own);
        add_formulas(group, right_, right, is_own);
    }

    // -- modules of one side --

    void add_one_sided(std::uint32_t i) {
        const bool is_left = pairs_[i].right == kNoNode;
        const ModuleAmounts& side = is_left ? left_ : right_;
        const std::uint32_t node = is_left ? pairs_[i].left : pairs_[i].right;
        Amounts amounts = side.whole(node, is_left ? left_above() : right_above());
        if (is_left) amounts = split(amounts);
        if (is_another_layer(side.node(node))) {
            const std::size_t group = layers_cause(side, node);
            add(group, is_left ? difference(amounts, {}) : amounts);
        } else {
            add_alone(side, node, is_left ? CauseKind::OnlyLeft : CauseKind::OnlyRight, amounts, false);
        }
    }

    /// True for a layer of a list that has layers of its type in both models.
    bool is_another_layer(const NodeReport& node) {
        if (frames_.empty() || !is_digits(last_name(node))) return false;
        const LayersOfList& layers = layers_of(frames_.back());
        const auto found = layers.counts.find(layers.role_of(node.type));
        return found != layers.counts.end() && found->second.is_in_both;
    }

    const LayersOfList& layers_of(Frame& frame) {
        if (frame.layers) return *frame.layers;
        LayersOfList& layers = frame.layers.emplace();
        const auto for_each = [&](const auto& take) {
            for (std::uint32_t j = frame.pair + 1; j < pairs_[frame.pair].end; j = pairs_[j].end)
                take(pairs_[j].left, pairs_[j].right);
        };
        for_each([&](std::uint32_t left, std::uint32_t right) {
            if (left != kNoNode && right != kNoNode)
                layers.roles.emplace(right_.node(right).type, left_.node(left).type);
        });
        for_each([&](std::uint32_t left, std::uint32_t right) {
            if (left != kNoNode) {
                LayerCounts& counts = layers.counts[left_.node(left).type];
                counts.left = sums_.sum(counts.left, whole_repeat_of(left_.node(left)));
                counts.is_in_both |= right != kNoNode;
            }
            if (right == kNoNode) return;
            LayerCounts& counts = layers.counts[layers.role_of(right_.node(right).type)];
            counts.right = sums_.sum(counts.right, whole_repeat_of(right_.node(right)));
        });
        return layers;
    }

    /// The cause of another number of layers of a type in the present list.
    std::size_t layers_cause(const ModuleAmounts& side, std::uint32_t node) {
        const NodeReport& row = side.node(node);
        const std::string place = without_numbers(side.report().path(row.parent));
        const LayersOfList* const layers = frames_.empty() ? nullptr : &layers_of(frames_.back());
        const std::string_view type =
            layers == nullptr ? std::string_view(row.type) : layers->role_of(row.type);
        const std::size_t group = cause(CauseKind::Layers, place, std::string(type));
        if (!causes_[group].names.empty()) return group;
        name(group, type);
        if (layers == nullptr) return group;
        if (const auto counts = layers->counts.find(type); counts != layers->counts.end()) {
            causes_[group].layers_before = counts->second.left;
            causes_[group].layers_after = counts->second.right;
        }
        return group;
    }

    void add_formulas_of_layer(std::size_t group, std::uint32_t node) {
        if (left_counts_.empty() || rows_[group]++ > 0) return;
        causes_[group].layers_formula = left_.node(node).facts->repeat().formula;
        for (std::size_t i = 0; i < kBytesOfCause; ++i)
            causes_[group].left_formulas[i] = left_.formula(node, kCauseSubjects[i], false);
    }

    // -- the end --

    /// Whole bytes, and the rest that makes the sum exact.
    std::vector<Cause> finished() {
        Cause rest;
        for (std::size_t i = 0; i < kCauseMeasures; ++i) {
            const auto measure = static_cast<CauseMeasure>(i);
            const Quantity before = total_of(left_.report(), measure),
                           after = total_of(right_.report(), measure);
            const bool is_known = before.value && after.value && !overflowed_;
            Integer sum = 0;
            for (Cause& cause : causes_) {
                if (i == kBytesOfCause) cause.amounts[i] /= kPartsOfByte;
                if (!is_known) cause.amounts[i] = 0;
                sum = sums_.sum(sum, cause.amounts[i]);
            }
            if (is_known) rest.amounts[i] = sums_.less(sums_.less(*after.value, *before.value), sum);
        }
        if (overflowed_) return {};
        if (!is_zero(rest.amounts)) causes_.push_back(std::move(rest));
        std::erase_if(causes_, [](const Cause& cause) { return is_zero(cause.amounts); });
        return std::move(causes_);
    }

    bool overflowed_ = false;
    CheckedSums sums_;
    ModuleAmounts left_, right_;
    const std::vector<ModulePair>& pairs_;
    std::vector<Polynomial> left_counts_, right_counts_;  ///< empty without hyper-parameters
    std::map<std::uint32_t, std::uint32_t> wrapped_, wrapping_;
    Amounts moved_{};  ///< what the layer counts that the present module wraps on the other side
    std::vector<Frame> frames_;
    std::vector<Split> splits_;
    std::vector<Cause> causes_;
    std::vector<std::size_t> rows_;  ///< of each cause, how many rows its formulas have
    std::map<std::string, std::size_t> positions_;
};

}  // namespace

std::vector<Cause> find_causes(const Report& left, const Report& right,
                               const std::vector<ModulePair>& pairs) {
    return CauseSearch(left, right, pairs).run();
}

}  // namespace paramscope
