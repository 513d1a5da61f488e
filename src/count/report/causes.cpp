#include "count/report/causes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "count/report/instance_counts.h"
#include "count/report/memory.h"
#include "count/report/subject.h"
#include "model/dtype.h"

namespace paramscope {
namespace {

using Amounts = std::array<Integer, kCauseMeasures>;
using Kind = Cause::Kind;

constexpr std::size_t kMostCauses = 10'000;  // groups; further modules are in one with the rest
constexpr Integer kPartsOfBit = 256;         // quantised types store 256 elements in whole bits
constexpr std::size_t kMostNamesOfCause = 4;
constexpr std::size_t kMostSizesOfCause = 4;
constexpr std::size_t kMostFormulaRows = 1'000;  // rows of a cause whose formulas are added

constexpr Subject kSubjects[] = {Subject::Parameters, Subject::Macs, Subject::Flops};
constexpr std::size_t kBytes = static_cast<std::size_t>(CauseMeasure::Bytes);

/// A sum that knows whether it fits.
class Counter {
  public:
    explicit Counter(bool* overflowed) : overflowed_(overflowed) {}

    Integer sum(Integer a, Integer b) const { return kept(checked_add(a, b)); }
    Integer less(Integer a, Integer b) const { return kept(checked_subtract(a, b)); }
    Integer times(Integer a, Integer b) const { return kept(checked_multiply(a, b)); }

  private:
    Integer kept(std::optional<Integer> value) const {
        if (!value) *overflowed_ = true;
        return value.value_or(0);
    }

    bool* overflowed_;
};

std::string_view last_name(const NodeReport& node) {
    const std::string_view name = first_name(node.name);
    return name.substr(name.rfind('.') + 1);
}

bool is_number(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), is_digit);
}

Integer repeat_of(const NodeReport& node) {
    return node.facts->repeat().value.value_or(1);
}

bool is_leaf(const Report& report, std::uint32_t node) {
    return report.nodes[node].subtree_end == node + 1;
}

/// What modules of one report count in the whole model.
class Counts {
  public:
    Counts(const Report& report, Counter counter)
        : report_(report),
          counter_(counter),
          usual_bits_(bits_of(model_dtype(report)).value_or(Rational(32))) {}

    const Report& report() const { return report_; }
    const NodeReport& node(std::uint32_t index) const { return report_.nodes[index]; }

    /// Of a module itself, without its children; `above` instances of its parent.
    Amounts own(std::uint32_t index, Integer above) const {
        const NodeReport& row = node(index);
        const Integer here = counter_.times(above, repeat_of(row));
        Amounts amounts = of_row(row, above);
        for (const std::uint32_t child : report_.children(index))
            subtract(&amounts, of_row(node(child), here));
        amounts[kBytes] = counter_.times(own_bits(row), here);
        return amounts;
    }

    /// Of a module with all below it.
    Amounts whole(std::uint32_t index, Integer above) const {
        Amounts amounts = of_row(node(index), above);
        std::vector<std::pair<std::uint32_t, Integer>> around;  // the end and the instances of modules around
        for (std::uint32_t i = index; i < node(index).subtree_end; ++i) {
            while (!around.empty() && around.back().first <= i) around.pop_back();
            const Integer here =
                counter_.times(around.empty() ? above : around.back().second, repeat_of(node(i)));
            around.emplace_back(node(i).subtree_end, here);
            amounts[kBytes] = counter_.sum(amounts[kBytes], counter_.times(own_bits(node(i)), here));
        }
        return amounts;
    }

    /// The formula of one instance of a module, without its children where `is_own`.
    Polynomial formula(std::uint32_t index, Subject subject, bool is_own) const {
        const NodeReport& row = node(index);
        Polynomial formula = quantity_of(row, subject).formula;
        const Polynomial repeat = row.facts->repeat().formula;
        if (!(repeat == Polynomial(1))) formula /= repeat;
        if (!is_own) return formula;
        for (const std::uint32_t child : report_.children(index))
            formula -= quantity_of(node(child), subject).formula;
        return formula;
    }

  private:
    Amounts of_row(const NodeReport& row, Integer above) const {
        Amounts amounts{};
        for (std::size_t i = 0; i < kBytes; ++i)
            amounts[i] = counter_.times(quantity_of(row, kSubjects[i]).value.value_or(0), above);
        return amounts;
    }

    void subtract(Amounts* from, const Amounts& other) const {
        for (std::size_t i = 0; i < kBytes; ++i) (*from)[i] = counter_.less((*from)[i], other[i]);
    }

    /// In parts of a bit.
    Integer own_bits(const NodeReport& row) const {
        Integer bits = 0;
        for (const TensorReport& tensor : row.facts->tensors) {
            if (tensor.role != Role::Parameter || !tensor.tied_to.empty() || !tensor.count) continue;
            const Rational each =
                tensor.dtype.empty() ? usual_bits_ : bits_of(tensor.dtype).value_or(usual_bits_);
            const Integer parts = counter_.times(each.numerator(), kPartsOfBit) / each.denominator();
            bits = counter_.sum(bits, counter_.times(*tensor.count, parts));
        }
        return bits;
    }

    const Report& report_;
    Counter counter_;
    Rational usual_bits_;
};

// ---- what changed in a module ----

struct Change {
    Kind kind = Kind::Work;
    std::vector<SizeChange> sizes;
    std::string before, after;
};

bool is_multiple(const SizeChange& of, const SizeChange& other) {
    return other.before > 0 && other.after > 0 && of.before > other.before && of.before % other.before == 0 &&
           of.after % other.after == 0 && of.before / other.before == of.after / other.after;
}

/// The changes in order, each once, without multiples of others: a layer that makes queries, keys and values
/// of a width changes with the width.
std::vector<SizeChange> simplest(std::vector<SizeChange> sizes) {
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    std::vector<SizeChange> kept;
    for (const SizeChange& size : sizes) {
        if (std::none_of(kept.begin(), kept.end(),
                         [&](const SizeChange& k) { return is_multiple(size, k); }) &&
            kept.size() < kMostSizesOfCause)
            kept.push_back(size);
    }
    return kept;
}

const TensorReport* find_tensor(const NodeReport& node, const ShortText& name) {
    for (const TensorReport& tensor : node.facts->tensors)
        if (tensor.name == name) return &tensor;
    return nullptr;
}

std::vector<SizeChange> changed_sizes(const Report& left, const NodeReport& a, const Report& right,
                                      const NodeReport& b) {
    std::vector<SizeChange> sizes;
    for (const TensorReport& tensor : a.facts->tensors) {
        const TensorReport* other = find_tensor(b, tensor.name);
        if (other == nullptr || other->shape.size() != tensor.shape.size()) continue;
        for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
            const OptionalInteger before = left.quantity(tensor.shape[i]).value;
            const OptionalInteger after = right.quantity(other->shape[i]).value;
            if (before && after && !(before == after)) sizes.push_back({*before, *after});
        }
    }
    return simplest(std::move(sizes));
}

std::string tensor_names(const NodeReport& node) {
    std::string names;
    for (const TensorReport& tensor : node.facts->tensors)
        names += concat(names.empty() ? "" : ", ", std::string_view(tensor.name));
    return names;
}

bool is_shared(const NodeReport& node) {
    const auto& tensors = node.facts->tensors;
    return std::any_of(tensors.begin(), tensors.end(),
                       [](const TensorReport& t) { return !t.tied_to.empty(); });
}

std::string dtype_of(const Report& report, const NodeReport& node) {
    for (const TensorReport& tensor : node.facts->tensors)
        if (!tensor.dtype.empty()) return std::string(std::string_view(tensor.dtype));
    return model_dtype(report);
}

/// Arguments that one side has otherwise, as text of either side.
std::pair<std::string, std::string> changed_arguments(const NodeReport& a, const NodeReport& b) {
    std::pair<std::string, std::string> texts;
    const auto& left = a.module->arguments;
    const auto& right = b.module->arguments;
    if (left.size() != right.size()) return texts;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const std::string before = to_string(left[i]), after = to_string(right[i]);
        if (before == after) continue;
        texts.first += concat(texts.first.empty() ? "" : ", ", before);
        texts.second += concat(texts.second.empty() ? "" : ", ", after);
    }
    return texts;
}

Change change_of(const Report& left, const NodeReport& a, const Report& right, const NodeReport& b) {
    const auto texts = [](Kind kind, std::string before, std::string after) {
        return Change{kind, {}, std::move(before), std::move(after)};
    };
    if (a.type != b.type) return texts(Kind::Type, std::string(a.type), std::string(b.type));
    std::vector<SizeChange> sizes = changed_sizes(left, a, right, b);
    if (!sizes.empty()) return {Kind::Sizes, std::move(sizes), "", ""};
    if (is_shared(a) != is_shared(b))
        return texts(Kind::Sharing, is_shared(a) ? "shared" : "", is_shared(b) ? "shared" : "");
    auto [before, after] = changed_arguments(a, b);
    if (!before.empty() || !after.empty()) return texts(Kind::Arguments, std::move(before), std::move(after));
    if (tensor_names(a) != tensor_names(b)) return texts(Kind::Arguments, tensor_names(a), tensor_names(b));
    if (!a.facts->tensors.empty() && dtype_of(left, a) != dtype_of(right, b))
        return texts(Kind::Dtype, dtype_of(left, a), dtype_of(right, b));
    return {};
}

// ---- the search ----

/// How often a type is in a list of either model.
struct LayerCounts {
    Integer left = 0, right = 0;
    bool is_in_both = false;
};

/// Another number of repeats of a module, for all that is in it.
struct Split {
    Integer before, after;
    std::size_t cause;
};

/// A pair around the present one.
struct Frame {
    std::uint32_t pair;
    Integer left, right;                                            ///< instances, with its own repeats
    std::size_t splits;                                             ///< of it and those around it
    std::optional<std::map<std::string_view, LayerCounts>> layers;  ///< its children by type
};

class CauseSearch {
  public:
    CauseSearch(const Report& left, const Report& right, const std::vector<ModulePair>& pairs)
        : counter_(&overflowed_), left_(left, counter_), right_(right, counter_), pairs_(pairs) {
        if (!left.variables.empty()) left_counts_ = module_counts(left);
        if (!right.variables.empty()) right_counts_ = module_counts(right);
    }

    std::vector<Cause> run() {
        if (pairs_.empty()) return {};
        pair_wrapped();
        add_outside(left_, pairs_[0].left, Kind::OnlyLeft);
        add_outside(right_, pairs_[0].right, Kind::OnlyRight);
        for (std::uint32_t i = 0; i < pairs_.size();) i = add_pair(i);
        return finished();
    }

  private:
    // -- causes --

    /// The cause with that key, a new one of that kind, or the rest where there are too many.
    std::size_t cause(Kind kind, const std::string& place, const std::string& key) {
        const std::string whole = concat(to_string(kind), "\n", place, "\n", key);
        const auto known = positions_.find(whole);
        if (known != positions_.end()) return known->second;
        if (causes_.size() >= kMostCauses && kind != Kind::Rest) return cause(Kind::Rest, "", "");
        positions_.emplace(whole, causes_.size());
        causes_.emplace_back();
        causes_.back().kind = kind;
        causes_.back().place = place;
        rows_.push_back(0);
        return causes_.size() - 1;
    }

    void name(std::size_t cause, std::string_view name) {
        std::vector<std::string>& names = causes_[cause].names;
        if (std::find(names.begin(), names.end(), name) != names.end()) return;
        if (names.size() < kMostNamesOfCause) {
            names.emplace_back(name);
        } else {
            ++causes_[cause].more_names;
        }
    }

    void add(std::size_t cause, const Amounts& amounts) {
        Amounts& sum = causes_[cause].amounts;
        for (std::size_t i = 0; i < kCauseMeasures; ++i) sum[i] = counter_.sum(sum[i], amounts[i]);
    }

    void add_formulas(std::size_t cause, const Counts& side, std::uint32_t node, bool is_own) {
        const bool is_left = &side == &left_;
        const std::vector<Polynomial>& counts = is_left ? left_counts_ : right_counts_;
        if (counts.empty()) return;
        if (++rows_[cause] > kMostFormulaRows) {
            causes_[cause].left_formulas = causes_[cause].right_formulas = {};
            return;
        }
        auto& formulas = is_left ? causes_[cause].left_formulas : causes_[cause].right_formulas;
        for (std::size_t i = 0; i < formulas.size(); ++i)
            formulas[i] += side.formula(node, kSubjects[i], is_own) * counts[node];
    }

    static bool is_zero(const Amounts& amounts) {
        return std::all_of(amounts.begin(), amounts.end(), [](Integer amount) { return amount == 0; });
    }

    Amounts difference(const Amounts& a, const Amounts& b) const {
        Amounts amounts{};
        for (std::size_t i = 0; i < kCauseMeasures; ++i) amounts[i] = counter_.less(b[i], a[i]);
        return amounts;
    }

    // -- modules around the compared subtrees --

    void add_outside(const Counts& side, std::uint32_t root, Kind kind) {
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

    static Integer above(const Counts& side, std::uint32_t node) {
        return side.report().instances(node).value_or(1);
    }

    static std::string place_of(const Counts& side, std::uint32_t node) {
        const std::string path = without_numbers(side.report().path(node));
        const std::size_t number = path.rfind('*');
        if (number == std::string::npos) return "";
        return path.substr(0,
                           std::max(number + 1, path.rfind('.') == std::string::npos ? 0 : path.rfind('.')));
    }

    /// The nearest repeated module around a module: `layers.*`.
    static std::string layer_of(const Counts& side, std::uint32_t node) {
        const std::string path = without_numbers(side.report().path(side.node(node).parent));
        const std::size_t number = path.rfind('*');
        return number == std::string::npos ? "" : path.substr(0, number + 1);
    }

    /// Adds a module that one side has, by amounts of that side.
    void add_alone(const Counts& side, std::uint32_t node, Kind kind, Amounts amounts, bool is_own) {
        if (is_zero(amounts)) return;
        const std::size_t group = cause(kind, layer_of(side, node), std::string(side.node(node).type));
        add(group, kind == Kind::OnlyLeft ? difference(amounts, {}) : amounts);
        if (causes_[group].kind == Kind::Rest) return;
        const std::string_view words = last_name(side.node(node));
        name(group, words.empty() ? side.node(node).type : words);
        const Integer instances = counter_.times(above(side, node), repeat_of(side.node(node)));
        causes_[group].modules = counter_.sum(causes_[group].modules, instances);
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
                const Counts& side = left_is_leaf ? right_ : left_;
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
        add_both(i);
        return i + 1;
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
        add_change(pair.left, pair.right, before, after);
    }

    void add_wrapped(std::uint32_t j, std::uint32_t i) {
        const ModulePair& inner = pairs_[j];
        const bool is_right = inner.left == kNoNode;
        const Amounts before = is_right ? moved_ : left_.own(inner.left, left_above());
        const Amounts after = is_right ? right_.own(inner.right, right_above()) : moved_;
        add_change(is_right ? pairs_[i].left : inner.left, is_right ? inner.right : pairs_[i].right, before,
                   after);
    }

    /// Makes a pair the one around the next, with its repeats.
    void enter(std::uint32_t i) {
        const NodeReport& a = left_.node(pairs_[i].left);
        const NodeReport& b = right_.node(pairs_[i].right);
        if (repeat_of(a) != repeat_of(b) && repeat_of(a) > 0) {
            const std::size_t group = layers_cause(left_, pairs_[i].left);
            add_formulas_of_layer(group, pairs_[i].left);
            splits_.push_back({repeat_of(a), repeat_of(b), group});
        }
        frames_.push_back({i,
                           counter_.times(left_above(), repeat_of(a)),
                           counter_.times(right_above(), repeat_of(b)),
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
                scaled[i] = counter_.times(before[i] / part.before, part.after);
            }
            add(part.cause, difference(before, scaled));
            before = scaled;
        }
        return before;
    }

    void add_change(std::uint32_t left, std::uint32_t right, const Amounts& before, const Amounts& after) {
        const Amounts amounts = difference(split(before), after);
        if (is_zero(amounts)) return;
        const NodeReport& a = left_.node(left);
        const NodeReport& b = right_.node(right);
        Change change = change_of(left_.report(), a, right_.report(), b);
        std::string key = concat(change.before, "\n", change.after);
        for (const SizeChange& size : change.sizes)
            key += concat("\n", to_string(size.before), ">", to_string(size.after));
        const bool has_place = change.kind != Kind::Dtype && change.kind != Kind::Sharing;
        const std::size_t group = cause(change.kind, has_place ? place_of(right_, right) : "", key);
        add(group, amounts);
        Cause& changed = causes_[group];
        if (changed.kind == Kind::Rest) return;
        changed.sizes = std::move(change.sizes);
        changed.before = std::move(change.before);
        changed.after = std::move(change.after);
        changed.modules = counter_.sum(changed.modules, counter_.times(above(right_, right), repeat_of(b)));
        name(group, last_name(b).empty() ? b.type : is_number(last_name(b)) ? b.type : last_name(b));
        add_formulas(group, left_, left, true);
        add_formulas(group, right_, right, true);
    }

    // -- modules of one side --

    void add_one_sided(std::uint32_t i) {
        const bool is_left = pairs_[i].right == kNoNode;
        const Counts& side = is_left ? left_ : right_;
        const std::uint32_t node = is_left ? pairs_[i].left : pairs_[i].right;
        Amounts amounts = side.whole(node, is_left ? left_above() : right_above());
        if (is_left) amounts = split(amounts);
        if (is_another_layer(side.node(node))) {
            const std::size_t group = layers_cause(side, node);
            add(group, is_left ? difference(amounts, {}) : amounts);
        } else {
            add_alone(side, node, is_left ? Kind::OnlyLeft : Kind::OnlyRight, amounts, false);
        }
    }

    /// True for a layer of a list that has layers of its type in both models.
    bool is_another_layer(const NodeReport& node) {
        if (frames_.empty() || !is_number(last_name(node))) return false;
        const auto& layers = layers_of(frames_.back());
        const auto found = layers.find(node.type);
        return found != layers.end() && found->second.is_in_both;
    }

    const std::map<std::string_view, LayerCounts>& layers_of(Frame& frame) {
        if (frame.layers) return *frame.layers;
        frame.layers.emplace();
        for (std::uint32_t j = frame.pair + 1; j < pairs_[frame.pair].end; j = pairs_[j].end) {
            const ModulePair& child = pairs_[j];
            if (child.left != kNoNode) {
                LayerCounts& counts = (*frame.layers)[left_.node(child.left).type];
                counts.left = counter_.sum(counts.left, repeat_of(left_.node(child.left)));
                counts.is_in_both |= child.right != kNoNode;
            }
            if (child.right == kNoNode) continue;
            LayerCounts& counts = (*frame.layers)[right_.node(child.right).type];
            counts.right = counter_.sum(counts.right, repeat_of(right_.node(child.right)));
        }
        return *frame.layers;
    }

    /// The cause of another number of layers of a type in the present list.
    std::size_t layers_cause(const Counts& side, std::uint32_t node) {
        const NodeReport& row = side.node(node);
        const std::string place = without_numbers(side.report().path(row.parent));
        const std::size_t group = cause(Kind::Layers, place, std::string(row.type));
        if (!causes_[group].names.empty()) return group;
        name(group, row.type);
        if (frames_.empty()) return group;
        const auto& layers = layers_of(frames_.back());
        if (const auto counts = layers.find(row.type); counts != layers.end()) {
            causes_[group].layers_before = counts->second.left;
            causes_[group].layers_after = counts->second.right;
        }
        return group;
    }

    void add_formulas_of_layer(std::size_t group, std::uint32_t node) {
        if (left_counts_.empty() || rows_[group]++ > 0) return;
        causes_[group].layers_formula = left_.node(node).facts->repeat().formula;
        for (std::size_t i = 0; i < kBytes; ++i)
            causes_[group].left_formulas[i] = left_.formula(node, kSubjects[i], false);
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
                if (i == kBytes) cause.amounts[i] /= 8 * kPartsOfBit;
                if (!is_known) cause.amounts[i] = 0;
                sum = counter_.sum(sum, cause.amounts[i]);
            }
            if (is_known) rest.amounts[i] = counter_.less(counter_.less(*after.value, *before.value), sum);
        }
        if (overflowed_) return {};
        if (!is_zero(rest.amounts)) causes_.push_back(std::move(rest));
        std::erase_if(causes_, [](const Cause& cause) { return is_zero(cause.amounts); });
        return std::move(causes_);
    }

    bool overflowed_ = false;
    Counter counter_;
    Counts left_, right_;
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

std::string_view to_string(CauseMeasure measure) {
    constexpr std::string_view kNames[] = {"parameters", "macs", "flops", "bytes"};
    return kNames[static_cast<std::size_t>(measure)];
}

std::string_view to_string(Cause::Kind kind) {
    constexpr std::string_view kNames[] = {"layers", "sizes",     "arguments",  "type", "sharing",
                                           "dtype",  "only-left", "only-right", "work", "rest"};
    return kNames[static_cast<std::size_t>(kind)];
}

Quantity total_of(const Report& report, CauseMeasure measure) {
    const NodeReport* root = report.root();
    if (root == nullptr) return {0, std::nullopt, Basis::Partial};
    if (measure == CauseMeasure::Bytes) return {0, report.bytes, root->facts->parameters.basis};
    return quantity_of(*root, kSubjects[static_cast<std::size_t>(measure)]);
}

std::vector<Cause> find_causes(const Report& left, const Report& right,
                               const std::vector<ModulePair>& pairs) {
    return CauseSearch(left, right, pairs).run();
}

LargestCauses largest_causes(const std::vector<Cause>& causes, CauseMeasure measure) {
    LargestCauses largest;
    for (const Cause& cause : causes)
        if (cause.amount(measure) != 0) largest.causes.push_back(&cause);
    const auto size = [measure](const Cause* cause) {
        const Integer amount = cause->amount(measure);
        return amount < 0 ? -amount : amount;
    };
    std::stable_sort(largest.causes.begin(), largest.causes.end(),
                     [&](const Cause* a, const Cause* b) { return size(a) > size(b); });
    if (largest.causes.size() <= kMostShownCauses) return largest;
    for (std::size_t i = kMostShownCauses; i < largest.causes.size(); ++i)
        largest.smaller_amount += largest.causes[i]->amount(measure);
    largest.smaller = largest.causes.size() - kMostShownCauses;
    largest.causes.resize(kMostShownCauses);
    return largest;
}

std::vector<VariableChange> changed_variables(const Report& left, const Report& right, const Cause& cause,
                                              CauseMeasure measure) {
    std::vector<VariableChange> changes;
    if (measure == CauseMeasure::Bytes) return changes;
    if (cause.kind == Kind::OnlyLeft || cause.kind == Kind::OnlyRight) return changes;
    // Layers are added at the cost of one in the left model, whatever else changes.
    const Polynomial& formula = cause.kind == Kind::Layers
                                    ? cause.layers_formula
                                    : cause.left_formulas[static_cast<std::size_t>(measure)];
    for (const std::string& name : symbols(formula)) {
        const std::optional<Rational> before = values_of(left)(name), after = values_of(right)(name);
        if (before && after && !(*before == *after)) changes.push_back({name, *before, *after});
    }
    return changes;
}

std::string without_numbers(std::string_view path) {
    std::string text;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const std::string_view part = path.substr(0, dot);
        text += concat(text.empty() ? "" : ".", is_number(part) ? "*" : part);
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return text;
}

}  // namespace paramscope
