#include "count/totals/totals.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>

#include "base/ranges.h"
#include "count/messages.h"
#include "count/report/tensor_numbers.h"
#include "count/totals/fact_values.h"
#include "count/totals/sums.h"
#include "count/tree/equal_layers.h"
#include "model/names.h"

namespace paramscope {
namespace {

/// What modules have in common that count the same: they have one ModuleFacts.
struct Class {
    std::uint32_t first = 0;  ///< the row that it was made of
    bool is_skipped = false, is_left_out = false;
    Rare<Node> node;  ///< of the first row, where another may count the same
    Polynomial runs_above = 1;
    SharedValue<ModuleFacts> facts;
    Sum sum;
};

class Totals {
  public:
    Totals(Tree& tree, const Environment& environment, const Convention& convention,
           const CountOptions& options, Report& report)
        : tree_(tree),
          environment_(environment),
          convention_(convention),
          report_(report),
          sums_(environment, convention, options, report.model->dtype),
          is_training_(options.mode == Mode::Training) {}

    void run() {
        class_of_.resize(tree_.nodes.size(), kNone);
        report_.nodes.resize(tree_.nodes.size());
        multiply_shares();
        for (std::size_t i = tree_.nodes.size(); i-- > 0; tree_.nodes.pop_back()) count(i);
        const Sum& whole = classes_[class_of_[0]].sum;
        const Polynomial extra = is_bound(whole)
                                     ? whole.known_rest().extra_bits - whole.known_rest().open_bits
                                     : whole.known_rest().extra_bits;
        report_.bits = shown_parameters(whole) * Polynomial(sums_.model_bits()) + extra;
        report_.trainable = shown_parameters(whole) - whole.known_rest().frozen;
        report_.bytes = whole_bytes(environment_, report_.bits);
    }

  private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    static constexpr std::uint32_t kAlone = 1u << 31;  ///< and its index: a module without a class
    static_assert(kMostNodes < kAlone - 1);

    /// The sum of the children without a class of a module that is not counted yet.
    struct Alone {
        std::size_t parent = 0;
        Sum sum;
    };

    bool is_leaf(std::size_t index) const { return tree_.nodes[index].subtree_end == index + 1; }
    /// The children of a module that has a row.
    Children children(std::size_t index) const { return report_.children(index); }

    /// The fraction of the tokens that reaches each module; none where it is 1 for all.
    void multiply_shares() {
        const auto is_shared = [&](const Node& node) { return !node.share || !(*node.share == one_); };
        if (none_of(tree_.nodes, is_shared)) return;
        shares_.resize(tree_.nodes.size(), one_);
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            const Node& node = tree_.nodes[i];
            if (node.share) shares_[i] = environment_.expand(*node.share);
            if (i > 0) shares_[i] *= shares_[node.parent];
        }
    }

    const Polynomial& share(std::size_t index) const { return shares_.empty() ? one_ : shares_[index]; }

    // ---- classes, from the leaves up ----

    /// Counts a module, whose descendants are counted, and writes its row. Nothing needs its node then.
    void count(std::size_t index) {
        write_row(index);
        Node& node = tree_.nodes[index];
        const Polynomial runs = runs_above(index);
        const std::optional<std::uint32_t> equal = is_leaf(index) ? node.equal_layer : std::nullopt;
        std::uint32_t& known = candidate(index);
        if (known == kNone || !counts_the_same(index, classes_[known], runs)) {
            Class made = class_of(index, runs);
            if (is_leaf(index) && !equal && index != 0) return add_alone(index, std::move(made));
            known = static_cast<std::uint32_t>(classes_.size());
            node.arguments.reset();  // the flow has ended
            made.node = std::move(node);
            classes_.push_back(std::move(made));
        }
        const std::uint32_t chosen = known;
        class_of_[index] = chosen;
        if (equal) class_of_[*equal] = chosen;
        report_.nodes[index].facts = classes_[chosen].facts;
    }

    /// Counts a layer that no other is equal to: its class is not kept.
    void add_alone(std::size_t index, Class made) {
        class_of_[index] = kAlone | static_cast<std::uint32_t>(index);
        report_.nodes[index].facts = std::move(made.facts);
        const std::uint32_t parent = tree_.nodes[index].parent;
        if (alone_.empty() || alone_.back().parent != parent) alone_.push_back({parent, {}});
        alone_.back().sum.add(made.sum);
    }

    /// Writes all but the facts of a row.
    void write_row(std::size_t index) {
        const Node& node = tree_.nodes[index];
        NodeReport& row = report_.nodes[index];
        row.name = node.module->name;
        row.type = class_name(node.module->type);
        row.depth = node.depth;
        row.parent = node.parent;
        row.subtree_end = node.subtree_end;
        row.call_order = node.call_order;
        row.span = node.module->span;
        row.module = node.module;
    }

    /// The class of the last module that may count the same, or kNone: of a layer that prints the same, or of
    /// a module with children of the same classes.
    std::uint32_t& candidate(std::size_t index) {
        const Node& node = tree_.nodes[index];
        if (is_leaf(index)) return class_of_[index];
        std::size_t key = std::hash<std::string_view>()(node.module->type);
        for (const std::uint32_t child : children(index)) key = key * 31 + class_of_[child];
        return with_children_.try_emplace(key, kNone).first->second;
    }

    /// True when the facts of a class are those of a module, too.
    bool counts_the_same(std::size_t index, const Class& known, const Polynomial& runs) const {
        const Node& node = tree_.nodes[index];
        const Node& first = *known.node;
        return is_same_layer(node, first) && is_same_flow(node, first, known) &&
               has_children_of_same_classes(index, known.first) && share(index) == share(known.first) &&
               known.runs_above == runs && known.is_skipped == is_skipped(index, has_calls(index)) &&
               known.is_left_out == is_left_out(node);
    }

    static bool is_same_layer(const Node& node, const Node& first) {
        return node.layer.rule == first.layer.rule && node.layer.family() == first.layer.family() &&
               node.is_list == first.is_list && (node.block != nullptr) == (first.block != nullptr) &&
               node.module->repeat == first.module->repeat && node.module->comment == first.module->comment &&
               print_the_same(*node.module, *first.module);
    }

    /// True when the same was done in both, with the same tensors.
    static bool is_same_flow(const Node& node, const Node& first, const Class& known) {
        const ModuleFacts& facts = *known.facts;
        return node.tensors.is_same_object(facts.tensors) && node.failed == first.failed &&
               node.basis == first.basis && node.lacks_tensors == first.lacks_tensors &&
               node.holds_by_config == first.holds_by_config && node.share == first.share &&
               node.calls == first.calls &&
               node.unresolved_tensors.empty() == first.unresolved_tensors.empty() &&
               node.work_known == first.work_known && node.elements_known == first.elements_known &&
               node.work_assumed == first.work_assumed && node.gradients_assumed == first.gradients_assumed &&
               node.runs == first.runs && node.work.is_same_object(first.work) && node.notes == first.notes &&
               node.input == facts.input && node.output == facts.output;
    }

    bool has_children_of_same_classes(std::size_t index, std::size_t first) const {
        const auto own = children(index), others = children(first);
        return std::equal(own.begin(), own.end(), others.begin(), others.end(),
                          [&](std::uint32_t a, std::uint32_t b) { return class_of_[a] == class_of_[b]; });
    }

    /// What a module counts, with its children.
    Class class_of(std::size_t index, const Polynomial& runs) {
        const Node& node = tree_.nodes[index];
        Class made;
        made.first = static_cast<std::uint32_t>(index);
        made.runs_above = runs;
        Work work = sums_.expanded(node.work);
        if (!(share(index) == one_)) work *= share(index);
        made.sum = sum(index, work);
        if (index == 0 && open_ones_decide(made.sum)) made.sum.lacks_parameters = true;
        made.is_skipped = is_skipped(index, made.sum.has_calls);
        made.is_left_out = is_left_out(node);
        made.facts = facts(index, made, std::move(work));
        return made;
    }

    // ---- sums ----

    /// True where ties and buffers that the text may have are more than a tenth of an estimate, so that only
    /// a lower bound says how many parameters there are.
    bool open_ones_decide(const Sum& whole) const {
        Integer open = environment_.integer(whole.known_rest().open).value_or(0);
        for (const PossibleTie& each : report_.possible_ties) open += each.elements;
        if (open == 0) return false;
        const std::optional<Integer> all = environment_.integer(whole.parameters);
        return all && open > *all / 10;
    }

    /// True when the flow reached a module of the subtree, whose children have classes.
    bool has_calls(std::size_t index) const {
        const auto below = children(index);
        return tree_.nodes[index].calls > 0 ||
               any_of(below, [&](std::uint32_t child) { return classes_[class_of_[child]].sum.has_calls; });
    }

    Sum sum(std::size_t index, const Work& work) {
        const Node& node = tree_.nodes[index];
        Sum own;
        for_each_elements(node.tensors, [&](const TensorReport& tensor, const Polynomial& elements) {
            sums_.add(tensor, elements, &own);
        });
        own.parameters_basis = own.active_basis = worst(own.parameters_basis, tensors_basis(node));
        own.lacks_parameters = node.lacks_tensors || !node.unresolved_tensors.empty();
        const bool is_guess =
            node.basis == Basis::Approximate && !node.holds_by_config && own.known_rest().assumed.is_zero();
        own.has_calls = node.calls > 0;
        sums_.add_work(own_work(node, work), &own);
        for (const std::uint32_t child : children(index))
            if (class_of_[child] < kAlone) own.add(classes_[class_of_[child]].sum);
        if (!alone_.empty() && alone_.back().parent == index) {
            own.add(alone_.back().sum);
            alone_.pop_back();
        }
        if (is_guess) own.own_rest().assumed = own.parameters;
        add_work_basis(index, &own);
        sums_.use_share(node, &own);
        sums_.multiply_by_repeats(node, &own);
        return own;
    }

    /// The basis of the tensors that a node holds itself.
    static Basis tensors_basis(const Node& node) {
        return node.unresolved_tensors.empty() ? node.basis : worst(node.basis, Basis::Partial);
    }

    /// Adds the basis of a node's own work to its children's; a skipped module adds no work.
    void add_work_basis(std::size_t index, Sum* own) const {
        const Node& node = tree_.nodes[index];
        if (is_skipped(index, own->has_calls)) {
            own->macs_basis = own->flops_basis = Basis::Exact;
            return;
        }
        Basis matrix = own_work_is_known(node, own->has_calls) ? Basis::Exact : Basis::Partial;
        const Basis elements = own_elements_are_known(node) ? Basis::Exact : Basis::Partial;
        const bool is_assumed = node.work_assumed || (is_training_ && node.gradients_assumed);
        if (is_assumed && node.calls > 0) matrix = worst_of_work(matrix, Basis::Approximate);
        own->macs_basis = worst_of_work(own->macs_basis, matrix);
        own->flops_basis = worst_of_work(own->flops_basis, worst_of_work(matrix, elements));
    }

    /// True when the node's own work, without its children's, is known.
    static bool own_work_is_known(const Node& node, bool has_calls) {
        if (node.failed) return false;
        if (node.is_list) return true;
        if (node.layer.rule && !node.layer.rule->has_work) return true;
        if (node.calls > 0) return node.work_known;
        return has_calls;  // called by a dotted path: only its descendants run
    }

    /// True when the work that the convention counts per element is known, too.
    bool own_elements_are_known(const Node& node) const {
        if (node.is_list || !weighs_elements(convention_, own_work(node, node.work))) return true;
        return node.calls > 0 && node.elements_known;
    }

    /// True for a module that is never called although the nearest called module above is fully known: the
    /// forward line leaves it out (heads used only in training), or the rule of that module has counted it
    /// (attention's out_proj). It adds no work.
    bool is_skipped(std::size_t index, bool has_calls) const {
        if (has_calls || tree_.nodes[index].failed) return false;
        for (std::size_t i = index; i != 0;) {
            i = tree_.nodes[i].parent;
            const Node& node = tree_.nodes[i];
            if (node.calls == 0) continue;
            const bool knows_children =
                node.forward || (node.layer.rule && node.layer.rule->derive_arguments);
            return knows_children && node.work_known && !node.output->is_unknown();
        }
        return false;
    }

    /// True for a module in one whose forward line is known.
    bool is_left_out(const Node& node) const { return tree_.nodes[node.parent].forward != nullptr; }

    // ---- facts ----

    /// How often the flow went through the modules around one.
    Polynomial runs_above(std::size_t index) const {
        Polynomial runs = 1;
        while (index != 0) {
            index = tree_.nodes[index].parent;
            if (!(tree_.nodes[index].runs == one_)) runs *= tree_.nodes[index].runs;
        }
        return runs;
    }

    /// Makes the facts of a class of its first node, from which it takes them.
    ModuleFacts facts(std::size_t index, const Class& known, Work work) const {
        const Node& node = tree_.nodes[index];
        const Sum& sum = known.sum;
        ModuleFacts facts;
        facts.family = family(node);
        facts.parameters = {shown_parameters(sum), {}, of_tensors(shown(sum, sum.parameters_basis))};
        facts.buffers = {sum.buffers, {}, basis_of_buffers(sum)};
        if (!is_usual(index, sum)) facts.unusual = unusual(index, sum);
        facts.work = std::move(work);
        write_work(node, known, &facts);
        facts.tensors = node.tensors;
        facts.input = node.input;
        facts.output = node.output;
        set_values(environment_, &facts);
        facts.status = status(node, known, facts);
        facts.notes = node.notes;
        if (!node.module->comment.empty()) facts.notes.push_back(std::string(node.module->comment));
        if (known.is_skipped && known.is_left_out && !sum.parameters.is_zero())
            facts.notes.push_back(message("module.not_called"));
        if (index == 0) note_estimates(report_.model->estimated, &facts);
        return facts;
    }

    static void note_estimates(const Estimated& estimated, ModuleFacts* facts) {
        if (estimated.parameters) facts->notes.push_back(message("parameters.estimated"));
        if (estimated.products || estimated.elements) facts->notes.push_back(message("work.estimated"));
        if (estimated.cache && !estimated.products) facts->notes.push_back(message("cache.estimated"));
    }

    /// True for a module that is there once, whose parameters are all used, stored and trained.
    bool is_usual(std::size_t index, const Sum& sum) const {
        return tree_.nodes[index].module->repeat == one_ && has_usual_sums(sum.known_rest()) &&
               sum.active_basis == sum.parameters_basis && share(index) == one_;
    }

    static bool has_usual_sums(const Sum::Rest& rest) {
        return rest.inactive.is_zero() && rest.packed.is_zero() && rest.frozen.is_zero();
    }

    ModuleFacts::Unusual unusual(std::size_t index, const Sum& sum) const {
        const Sum::Rest& rest = sum.known_rest();
        const Basis basis = of_tensors(shown(sum, sum.parameters_basis));
        const Polynomial parameters = shown_parameters(sum);
        ModuleFacts::Unusual unusual;
        unusual.repeat = {environment_.expand(tree_.nodes[index].module->repeat), {}};
        unusual.active = {parameters - rest.inactive, {}, of_tensors(shown(sum, sum.active_basis))};
        unusual.stored = {parameters - rest.packed, {}, basis};
        unusual.trainable = {parameters - rest.frozen, {}, basis};
        unusual.share = share(index);
        return unusual;
    }

    /// True where a sum of parameters is shown as a lower bound.
    bool is_bound(const Sum& sum) const {
        return of_tensors(shown(sum, sum.parameters_basis)) == Basis::Partial;
    }

    /// The parameters to show of a sum: a lower bound is without those that may be buffers.
    Polynomial shown_parameters(const Sum& sum) const {
        return is_bound(sum) ? sum.shown_parameters() - sum.known_rest().open : sum.shown_parameters();
    }

    /// What may be a buffer is none of the buffers that are counted.
    Basis basis_of_buffers(const Sum& sum) const {
        const bool may_be_more = !sum.known_rest().open.is_zero();
        return of_tensors(worst(sum.parameters_basis, may_be_more ? Basis::Partial : Basis::Exact));
    }

    /// The basis of what is shown of a sum of parameters.
    static Basis shown(const Sum& sum, Basis basis) { return sum.is_lower_bound() ? Basis::Partial : basis; }

    /// The basis of a sum in a text that states one, such as a stand-in for an unknown model.
    Basis stated(Basis counted) const {
        const std::optional<Basis>& stated = report_.model->basis;
        return stated ? worst(counted, *stated) : counted;
    }

    /// The basis of a sum of tensors.
    Basis of_tensors(Basis counted) const {
        const bool is_estimated = report_.model->estimated.parameters;
        return worst(stated(counted), is_estimated ? Basis::Approximate : Basis::Exact);
    }

    /// Writes the work for one instance of the parent.
    void write_work(const Node& node, const Class& known, ModuleFacts* facts) const {
        const auto quantity = [&](const Polynomial& total, Basis basis, bool is_estimated) {
            const Polynomial& runs = known.runs_above;
            if (is_estimated && !total.is_zero()) basis = worst_of_work(basis, Basis::Approximate);
            return Quantity{runs == one_ ? total : total / runs, {}, stated(basis)};
        };
        const Estimated& estimated = report_.model->estimated;
        facts->macs = quantity(known.sum.macs, known.sum.macs_basis, estimated.products);
        facts->flops = quantity(known.sum.flops, known.sum.flops_basis,
                                estimated.products || (estimated.elements && weighs_elements(convention_)));
        facts->elements_known =
            known.is_skipped || (node.calls > 0 && node.elements_known) || !node.layer.rule;
        facts->repeats_followed = !(node.runs == one_);
        facts->calls = node.calls;
    }

    static std::string_view family(const Node& node) {
        if (node.layer.rule) return node.layer.family();
        if (node.is_list) return "container";
        return node.block ? "block" : "custom";
    }

    static Status status(const Node& node, const Class& known, const ModuleFacts& facts) {
        if (tensors_basis(node) == Basis::Partial || node.failed) return Status::Unknown;
        const bool knowledge_ends_here = node.calls > 0 && !node.input->is_unknown() &&
                                         !own_work_is_known(node, true) && !known.is_skipped;
        if (knowledge_ends_here) return Status::Unknown;
        const bool is_empty = facts.parameters.formula.is_zero() && facts.buffers.formula.is_zero() &&
                              facts.macs.formula.is_zero() && facts.flops.formula.is_zero() &&
                              known.sum.flops_basis < Basis::Partial &&
                              known.sum.parameters_basis < Basis::Partial;
        return is_empty ? Status::Zero : Status::Counted;
    }

    Tree& tree_;
    const Environment& environment_;
    const Convention& convention_;
    Report& report_;
    const Sums sums_;
    std::deque<Class> classes_;            ///< those of which there may be more modules
    std::vector<std::uint32_t> class_of_;  ///< by node; of one that is not counted yet: its candidate
    std::vector<Alone> alone_;             ///< of the innermost module last
    std::map<std::size_t, std::uint32_t> with_children_;  ///< the last class by type and children's classes
    std::vector<Polynomial> shares_;
    const bool is_training_;
    const Polynomial one_ = 1;
};

}  // namespace

void sum_up(Tree&& tree, const Environment& environment, const Convention& convention,
            const CountOptions& options, Report* report) {
    Totals(tree, environment, convention, options, *report).run();
    report->expanded = std::make_shared<const std::deque<Module>>(std::move(tree.built));
}

}  // namespace paramscope
