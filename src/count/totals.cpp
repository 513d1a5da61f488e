#include "count/totals.h"

#include "base/concat.h"
#include "count/dtype.h"

namespace paramscope {
namespace {

/// What a subtree adds to its parent, formulas over free hyper-parameters.
struct Sum {
    Polynomial parameters, trainable, buffers, bits;
    Work work;
    bool parameters_complete = true;
    bool work_complete = true;
    bool has_calls = false;  ///< the flow reached something in it
};

Polynomial weigh(const Work& work, const Convention& convention) {
    Polynomial total;
    for (const Work::Tally& tally : work.tallies()) {
        total += Polynomial(convention.weight[static_cast<std::size_t>(tally.operation)]) * tally.times;
    }
    return total;
}

class Totals {
  public:
    Totals(Tree& tree, const Environment& environment, const Convention& convention, Report& report)
        : tree_(tree), environment_(environment), convention_(convention), report_(report) {}

    void run() {
        sums_.resize(tree_.nodes.size());
        for (std::size_t i = tree_.nodes.size(); i-- > 0;) sum(i);
        report_.nodes.resize(tree_.nodes.size());
        std::vector<Polynomial> runs_above(tree_.nodes.size(), Polynomial(1));
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            const Node& node = tree_.nodes[i];
            if (i > 0) runs_above[i] = runs_above[node.parent] * tree_.nodes[node.parent].runs;
            write(i, runs_above[i]);
        }
        report_.bytes = bytes();
    }

  private:
    // ---- upwards ----

    void sum(std::size_t index) {
        const Node& node = tree_.nodes[index];
        Sum& own = sums_[index];
        for (const TensorReport& tensor : node.tensors) add(tensor, &own);
        own.parameters_complete = node.parameters_known && node.waiting.empty();
        own.has_calls = node.calls > 0;
        own.work = expanded(node.work);
        for (const std::uint32_t child : node.children) add(sums_[child], &own);
        own.work_complete = is_skipped(index) || (own.work_complete && own_work_is_known(index));
        repeat(node, &own);
    }

    void add(const TensorReport& tensor, Sum* sum) const {
        const Polynomial elements = environment_.expand(tensor.elements);
        if (tensor.role == Role::Buffer) {
            sum->buffers += elements;
            return;
        }
        sum->parameters += elements;
        if (tensor.trainable) sum->trainable += elements;
        const std::optional<int> bits = bits_of(tensor.dtype.empty() ? report_.model->dtype : tensor.dtype);
        sum->bits += elements * Polynomial(bits.value_or(32));
    }

    static void add(const Sum& child, Sum* sum) {
        sum->parameters += child.parameters;
        sum->trainable += child.trainable;
        sum->buffers += child.buffers;
        sum->bits += child.bits;
        sum->work += child.work;
        sum->parameters_complete = sum->parameters_complete && child.parameters_complete;
        sum->work_complete = sum->work_complete && child.work_complete;
        sum->has_calls = sum->has_calls || child.has_calls;
    }

    Work expanded(const Work& work) const {
        Work result;
        for (const Work::Tally& tally : work.tallies()) {
            result.add(tally.operation, environment_.expand(tally.times));
        }
        return result;
    }

    void repeat(const Node& node, Sum* sum) const {
        const Polynomial times = environment_.expand(node.module->repeat);
        if (times == Polynomial(1)) return;
        for (Polynomial* total : {&sum->parameters, &sum->trainable, &sum->buffers, &sum->bits}) *total *= times;
        // The flow went through each repeat of a module that changes its shape, and has their sum already.
        if (node.runs == Polynomial(1)) sum->work *= times;
    }

    /// Whether what the node itself does, its children aside, is known.
    bool own_work_is_known(std::size_t index) const {
        const Node& node = tree_.nodes[index];
        if (node.failed) return false;
        if (node.is_list) return true;
        if (node.layer.rule && !node.layer.rule->works) return true;
        if (node.calls > 0) return node.work_known;
        return sums_[index].has_calls;  // reached through a dotted path: only its children are called
    }

    /// A module that nothing calls adds no work of its own where the nearest module above it that was called is
    /// known to the end: its forward line leaves it out (heads that only training uses), or the rule of its
    /// type has counted it (attention's out_proj).
    bool is_skipped(std::size_t index) const {
        if (sums_[index].has_calls || tree_.nodes[index].failed) return false;
        for (std::size_t i = index; i != 0;) {
            i = tree_.nodes[i].parent;
            const Node& node = tree_.nodes[i];
            if (node.calls == 0) continue;
            const bool knows_children = node.forward || (node.layer.rule && node.layer.rule->derive);
            return knows_children && node.work_known && !node.output.is_unknown();
        }
        return false;
    }

    // ---- rows ----

    void write(std::size_t index, const Polynomial& runs_above) {
        Node& node = tree_.nodes[index];
        const Sum& sum = sums_[index];
        NodeReport& row = report_.nodes[index];
        row.name = node.module->name;
        row.path = index == 0 ? std::string() : child_path(report_.nodes[node.parent].path, *node.module);
        row.type = node.module->type;
        row.family = family(node);
        row.depth = node.depth;
        row.parent = node.parent;
        row.subtree_end = node.subtree_end;
        row.repeat = environment_.quantity(environment_.expand(node.module->repeat));
        row.parameters = environment_.quantity(sum.parameters, sum.parameters_complete);
        row.buffers = environment_.quantity(sum.buffers, sum.parameters_complete);
        row.trainable = environment_.integer(sum.trainable);
        if (row.trainable && row.parameters.value) row.frozen = *row.parameters.value - *row.trainable;
        write_work(sum, runs_above, &row);
        row.tensors = std::move(node.tensors);
        row.input = std::move(node.input);
        row.output = std::move(node.output);
        row.output_sizes = sizes(row.output);
        row.status = status(index, row);
        row.notes = std::move(node.notes);
        if (!node.module->comment.empty()) row.notes.push_back(node.module->comment);
        const bool is_left_out = is_skipped(index) && tree_.nodes[node.parent].forward;
        if (is_left_out && !sum.parameters.is_zero()) {
            row.notes.emplace_back("the forward pass does not call it: no work");
        }
        row.span = node.module->span;
        row.module = node.module;
    }

    void write_work(const Sum& sum, const Polynomial& runs_above, NodeReport* row) const {
        row->work = sum.work;
        if (!(runs_above == Polynomial(1))) row->work *= Polynomial(1) / runs_above;
        row->macs = environment_.quantity(weigh(row->work, *find_convention("macs")), sum.work_complete);
        row->flops = environment_.quantity(weigh(row->work, convention_), sum.work_complete);
        if (sum.work_complete || !row->work.is_zero()) return;
        row->macs.value.reset();
        row->flops.value.reset();
    }

    static std::string child_path(const std::string& parent, const Module& module) {
        const std::string name(first_name(module));
        return parent.empty() ? name : concat(parent, ".", name);
    }

    static std::string_view family(const Node& node) {
        if (node.layer.rule) return node.layer.family;
        if (node.is_list) return "container";
        return node.block ? "block" : "custom";
    }

    std::optional<std::vector<Integer>> sizes(const Signal& signal) const {
        const Signal* tensor = &signal;
        while (tensor->kind == Signal::Kind::Tuple && !tensor->items.empty()) tensor = &tensor->items.front();
        if (!tensor->is_tensor()) return std::nullopt;
        std::vector<Integer> numbers;
        for (const Polynomial& dim : tensor->dims) {
            const std::optional<Integer> size = environment_.integer(dim);
            if (!size) return std::nullopt;
            numbers.push_back(*size);
        }
        return numbers;
    }

    Status status(std::size_t index, const NodeReport& row) const {
        const Node& node = tree_.nodes[index];
        if (!node.parameters_known || !node.waiting.empty() || node.failed) return Status::Unknown;
        const bool knowledge_ends_here =
            node.calls > 0 && !node.input.is_unknown() && !own_work_is_known(index) && !is_skipped(index);
        if (knowledge_ends_here) return Status::Unknown;
        const bool is_empty = row.parameters.formula.is_zero() && row.buffers.formula.is_zero() &&
                              row.work.is_zero() && sums_[index].work_complete &&
                              sums_[index].parameters_complete;
        return is_empty ? Status::Zero : Status::Counted;
    }

    std::optional<Integer> bytes() const {
        const std::optional<Integer> bits = environment_.integer(sums_.front().bits);
        if (!bits) return std::nullopt;
        return *bits / 8 + (*bits % 8 != 0 ? 1 : 0);
    }

    Tree& tree_;
    const Environment& environment_;
    const Convention& convention_;
    Report& report_;
    std::vector<Sum> sums_;
};

}  // namespace

void sum_up(Tree&& tree, const Environment& environment, const Convention& convention, Report* report) {
    Totals(tree, environment, convention, *report).run();
    report->expanded = std::make_shared<const std::list<Module>>(std::move(tree.built));
}

}  // namespace paramscope
