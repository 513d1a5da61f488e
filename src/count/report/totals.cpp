#include "count/report/totals.h"

#include "count/messages.h"
#include "model/dtype.h"
#include "model/names.h"

namespace paramscope {
namespace {

constexpr Integer kUsualBits = 32;  ///< of a number whose type is not known

/// The sum over a subtree, as formulas over free hyper-parameters. Of what is nearly always the number of
/// parameters, only the difference is summed, which is nearly always zero.
struct Sum {
    Polynomial parameters, buffers;
    Polynomial inactive;    ///< parameters that a token does not use
    Polynomial packed;      ///< parameters that are no stored number of their own
    Polynomial frozen;      ///< parameters that are not trained
    Polynomial extra_bits;  ///< bits beyond those that all parameters have in the model's type
    Polynomial macs, flops;
    Basis parameters_basis = Basis::Exact;
    Basis active_basis = Basis::Exact;
    Basis macs_basis = Basis::Exact;
    Basis flops_basis = Basis::Exact;  ///< unlike of MACs, may need work that scales with elements
    bool has_calls = false;            ///< the flow reached a module of the subtree

    /// Frees the formulas once their row is written: a large model has many.
    void release() {
        for (Polynomial* total :
             {&parameters, &buffers, &inactive, &packed, &frozen, &extra_bits, &macs, &flops}) {
            *total = Polynomial();
        }
    }
};

class Totals {
  public:
    Totals(Tree& tree, const Environment& environment, const Convention& convention,
           const CountOptions& options, Report& report)
        : tree_(tree),
          environment_(environment),
          convention_(convention),
          options_(options),
          report_(report) {}

    void run() {
        sums_.resize(tree_.nodes.size());
        report_.nodes.resize(tree_.nodes.size());
        apply_shares();
        for (std::size_t i = tree_.nodes.size(); i-- > 0;) sum(i);
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            write(i, runs_above(i));
            if (i > 0) sums_[i].release();
        }
        const Sum& whole = sums_.front();
        report_.bits = whole.parameters * Polynomial(model_bits_) + whole.extra_bits;
        report_.trainable = whole.parameters - whole.frozen;
        report_.bytes = bytes();
    }

  private:
    /// Multiplies the work of routed experts by the fraction of the tokens that reach them.
    void apply_shares() {
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            Node& node = tree_.nodes[i];
            Polynomial& share = report_.nodes[i].share;
            if (node.share) share = environment_.expand(*node.share);
            if (i > 0) share *= report_.nodes[node.parent].share;
            if (!(share == Polynomial(1))) node.work *= share;
        }
    }

    // ---- sums, from the leaves up ----

    void sum(std::size_t index) {
        Node& node = tree_.nodes[index];
        node.arguments.reset();  // the flow has ended
        Sum& own = sums_[index];
        for (const TensorReport& tensor : node.tensors) add(tensor, &own);
        own.parameters_basis = own.active_basis = tensors_basis(node);
        own.has_calls = node.calls > 0;
        add_work(index, &own);
        for (const std::uint32_t child : node.children) add(sums_[child], &own);
        add_work_basis(index, &own);
        use_share(node, &own);
        multiply_by_repeats(node, &own);
    }

    /// Of a routed expert, a token uses the fraction of the tokens that reach it.
    void use_share(const Node& node, Sum* own) const {
        if (!node.share) own->active_basis = worst(own->active_basis, Basis::Partial);
        const Polynomial share = node.share ? environment_.expand(*node.share) : Polynomial(0);
        if (share == one_) return;
        own->inactive = own->parameters - (own->parameters - own->inactive) * share;
    }

    /// The basis of the tensors that a node holds itself.
    static Basis tensors_basis(const Node& node) {
        return node.unresolved_tensors.empty() ? node.basis : worst(node.basis, Basis::Partial);
    }

    /// Adds the basis of a node's own work to its children's; a skipped module adds no work.
    void add_work_basis(std::size_t index, Sum* own) const {
        if (is_skipped(index)) {
            own->macs_basis = own->flops_basis = Basis::Exact;
            return;
        }
        const Basis matrix = own_work_is_known(index) ? Basis::Exact : Basis::Partial;
        const Basis elements = own_elements_are_known(index) ? Basis::Exact : Basis::Partial;
        own->macs_basis = worst(own->macs_basis, matrix);
        own->flops_basis = worst(own->flops_basis, worst(matrix, elements));
    }

    OwnWork own_work(const Node& node) const {
        return {node.work, node.module, node.module->type, node.layer};
    }

    /// In training each matrix product is done three times: forward, and for the gradient of each factor.
    void add_work(std::size_t index, Sum* own) {
        Node& node = tree_.nodes[index];
        if (environment_.has_derived()) node.work = expanded(node.work);
        const int passes = options_.mode == Mode::Training ? 3 : 1;
        own->macs = weigh(own_work(node), *macs_, options_.causal, passes);
        own->flops = weigh(own_work(node), convention_, options_.causal, passes);
    }

    void add(const TensorReport& tensor, Sum* sum) const {
        const Polynomial elements = environment_.expand(tensor.elements);
        if (tensor.role == Role::Buffer) {
            sum->buffers += elements;
            return;
        }
        sum->parameters += elements;
        if (!tensor.trainable) sum->frozen += elements;
        if (tensor.dtype.empty() && tensor.packed_in == 0) return;
        const Rational bits = tensor.dtype.empty() ? model_bits_ : bits_of(tensor.dtype).value_or(kUsualBits);
        sum->extra_bits += elements * (Polynomial(bits) - Polynomial(model_bits_));
        if (tensor.packed_in != 0)
            sum->packed += elements - elements * Polynomial(bits) / Polynomial(tensor.packed_in);
    }

    static void add(const Sum& child, Sum* sum) {
        sum->parameters += child.parameters;
        sum->buffers += child.buffers;
        sum->inactive += child.inactive;
        sum->packed += child.packed;
        sum->frozen += child.frozen;
        sum->extra_bits += child.extra_bits;
        sum->macs += child.macs;
        sum->flops += child.flops;
        sum->parameters_basis = worst(sum->parameters_basis, child.parameters_basis);
        sum->active_basis = worst(sum->active_basis, child.active_basis);
        sum->macs_basis = worst(sum->macs_basis, child.macs_basis);
        sum->flops_basis = worst(sum->flops_basis, child.flops_basis);
        sum->has_calls = sum->has_calls || child.has_calls;
    }

    Work expanded(const Work& work) const {
        Work result;
        for (const Work::Tally& tally : work.tallies()) {
            result.add(tally.operation, environment_.expand(tally.times));
        }
        return result;
    }

    /// Multiplies the sum of one instance by the module's repeats.
    void multiply_by_repeats(const Node& node, Sum* sum) const {
        const Polynomial times = environment_.expand(node.module->repeat);
        if (times == Polynomial(1)) return;
        for (Polynomial* total : {&sum->parameters, &sum->buffers, &sum->inactive, &sum->packed, &sum->frozen,
                                  &sum->extra_bits}) {
            *total *= times;
        }
        // Where repeats change the shape, the flow went through each: the work is their sum already.
        if (!(node.runs == Polynomial(1))) return;
        sum->macs *= times;
        sum->flops *= times;
    }

    /// True when the node's own work, without its children's, is known.
    bool own_work_is_known(std::size_t index) const {
        const Node& node = tree_.nodes[index];
        if (node.failed) return false;
        if (node.is_list) return true;
        if (node.layer.rule && !node.layer.rule->has_work) return true;
        if (node.calls > 0) return node.work_known;
        return sums_[index].has_calls;  // called by a dotted path: only its descendants run
    }

    /// True when the work that the convention counts per element is known, too.
    bool own_elements_are_known(std::size_t index) const {
        const Node& node = tree_.nodes[index];
        if (node.is_list || !weighs_elements(convention_, own_work(node))) return true;
        return node.calls > 0 && node.elements_known;
    }

    /// True for a module that is never called although the nearest called module above is fully known: the
    /// forward line leaves it out (heads used only in training), or the rule of that module has counted it
    /// (attention's out_proj). It adds no work.
    bool is_skipped(std::size_t index) const {
        if (sums_[index].has_calls || tree_.nodes[index].failed) return false;
        for (std::size_t i = index; i != 0;) {
            i = tree_.nodes[i].parent;
            const Node& node = tree_.nodes[i];
            if (node.calls == 0) continue;
            const bool knows_children =
                node.forward || (node.layer.rule && node.layer.rule->derive_arguments);
            return knows_children && node.work_known && !node.output.is_unknown();
        }
        return false;
    }

    // ---- nodes of the report ----

    /// How often the flow went through the modules around one.
    Polynomial runs_above(std::size_t index) const {
        Polynomial runs = 1;
        while (index != 0) {
            index = tree_.nodes[index].parent;
            if (!(tree_.nodes[index].runs == one_)) runs *= tree_.nodes[index].runs;
        }
        return runs;
    }

    void write(std::size_t index, const Polynomial& runs_above) {
        Node& node = tree_.nodes[index];
        const Sum& sum = sums_[index];
        NodeReport& row = report_.nodes[index];
        row.name = node.module->name;
        row.type = class_name(node.module->type);
        row.family = family(node);
        row.depth = node.depth;
        row.parent = node.parent;
        row.subtree_end = node.subtree_end;
        row.repeat = environment_.quantity(environment_.expand(node.module->repeat));
        row.parameters = environment_.quantity(sum.parameters, stated(sum.parameters_basis));
        row.active = less(row.parameters, sum.inactive, stated(sum.active_basis));
        row.stored = less(row.parameters, sum.packed, stated(sum.parameters_basis));
        row.buffers = environment_.quantity(sum.buffers, stated(sum.parameters_basis));
        row.trainable = less(row.parameters, sum.frozen, row.parameters.basis).value;
        if (row.trainable && row.parameters.value) row.frozen = *row.parameters.value - *row.trainable;
        write_work(index, sum, runs_above, &row);
        row.tensors = std::move(node.tensors);
        row.input = std::move(node.input);
        row.output = std::move(node.output);
        row.output_sizes = sizes(node, row.output);
        row.status = status(index, row);
        row.notes = std::move(node.notes);
        if (!node.module->comment.empty()) row.notes.push_back(std::string(node.module->comment));
        const bool is_left_out = is_skipped(index) && tree_.nodes[node.parent].forward;
        if (is_left_out && !sum.parameters.is_zero()) row.notes.push_back(message("module.not_called"));
        row.span = node.module->span;
        row.module = node.module;
        node.share.reset();
    }

    /// The quantity without a part of it.
    Quantity less(const Quantity& whole, const Polynomial& part, Basis basis) const {
        if (part.is_zero()) return {whole.formula, whole.value, basis};
        return environment_.quantity(whole.formula - part, basis);
    }

    /// The basis of a sum in a text that states one, such as a stand-in for an unknown model.
    Basis stated(Basis counted) const {
        const std::optional<Basis>& stated = report_.model->basis;
        return stated ? worst(counted, *stated) : counted;
    }

    /// Writes the work for one instance of the parent; no value where it is unknown.
    void write_work(std::size_t index, const Sum& sum, const Polynomial& runs_above, NodeReport* row) const {
        Node& node = tree_.nodes[index];
        const auto quantity = [&](const Polynomial& total, Basis basis) {
            const bool is_one_run = runs_above == Polynomial(1);
            Quantity one = environment_.quantity(is_one_run ? total : total / runs_above, stated(basis));
            if (!one.is_complete() && total.is_zero()) one.value.reset();
            return one;
        };
        row->macs = quantity(sum.macs, sum.macs_basis);
        row->flops = quantity(sum.flops, sum.flops_basis);
        row->work = std::move(node.work);
        row->elements_known =
            is_skipped(index) || (node.calls > 0 && node.elements_known) || !node.layer.rule;
        row->repeats_followed = !(node.runs == Polynomial(1));
    }

    static std::string_view family(const Node& node) {
        if (node.layer.rule) return node.layer.family;
        if (node.is_list) return "container";
        return node.block ? "block" : "custom";
    }

    std::optional<SharedList<Integer>> sizes(const Node& node, const Signal& output) const {
        if (node.equal_layer) {
            const NodeReport& equal = report_.nodes[*node.equal_layer];
            if (equal.output == output) return equal.output_sizes;
        }
        const Signal* tensor = &output;
        while (tensor->kind == Signal::Kind::Tuple && !tensor->items.empty()) tensor = &tensor->items.front();
        if (!tensor->is_tensor()) return std::nullopt;
        std::vector<Integer> numbers;
        for (const Polynomial& dim : tensor->dims) {
            const std::optional<Integer> size = environment_.integer(dim);
            if (!size) return std::nullopt;
            numbers.push_back(*size);
        }
        return SharedList<Integer>(std::move(numbers));
    }

    Status status(std::size_t index, const NodeReport& row) const {
        const Node& node = tree_.nodes[index];
        if (tensors_basis(node) == Basis::Partial || node.failed) return Status::Unknown;
        const bool knowledge_ends_here =
            node.calls > 0 && !node.input.is_unknown() && !own_work_is_known(index) && !is_skipped(index);
        if (knowledge_ends_here) return Status::Unknown;
        const bool is_empty = row.parameters.formula.is_zero() && row.buffers.formula.is_zero() &&
                              row.macs.formula.is_zero() && row.flops.formula.is_zero() &&
                              sums_[index].flops_basis < Basis::Partial &&
                              sums_[index].parameters_basis < Basis::Partial;
        return is_empty ? Status::Zero : Status::Counted;
    }

    std::optional<Integer> bytes() const {
        const std::optional<Integer> bits = environment_.integer(report_.bits);
        if (!bits) return std::nullopt;
        return *bits / 8 + (*bits % 8 != 0 ? 1 : 0);
    }

    Tree& tree_;
    const Environment& environment_;
    const Convention& convention_;
    const Convention* const macs_ = find_convention("macs");
    const CountOptions& options_;
    Report& report_;
    const Rational model_bits_ = bits_of(report_.model->dtype).value_or(kUsualBits);
    std::vector<Sum> sums_;
    const Polynomial one_ = 1;
};

}  // namespace

void sum_up(Tree&& tree, const Environment& environment, const Convention& convention,
            const CountOptions& options, Report* report) {
    Totals(tree, environment, convention, options, *report).run();
    report->expanded = std::make_shared<const std::deque<Module>>(std::move(tree.built));
}

}  // namespace paramscope
