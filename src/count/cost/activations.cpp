#include "count/cost/activations.h"

#include "base/ranges.h"
#include "count/flow/signals.h"
#include "count/report/conventions.h"
#include "count/report/facts_memo.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

Polynomial elements_of(const Signal& signal) {
    const Signal& tensor = first_tensor(signal);
    return tensor.is_tensor() ? product(tensor.dims) : Polynomial(0);
}

bool is_list(const NodeReport& row) {
    return row.facts->family == "container" || row.type == "Sequential";
}

class Counter {
  public:
    Counter(const Report& report, bool of_last_token)
        : report_(report), words_(words_of(report)), of_last_token_(of_last_token), found_(report) {}

    Activations run() {
        found_.basis = report_.basis_of_created(*report_.root()->facts);
        for (const AlikeModules& alike : alike_modules(report_))
            visit(report_.nodes[alike.first], alike.times);
        found_.kept_blocks = found_.kept;
        for (std::size_t i = 0; i < report_.nodes.size();) i = is_block(i) ? leave_block(i) : i + 1;
        return std::move(found_);
    }

  private:
    void visit(const NodeReport& row, const Polynomial& times) {
        if (has_unknown_output(row)) found_.basis = worst(found_.basis, Basis::Partial);
        const Polynomial created = created_elements(row);
        if (created.is_zero()) return;
        found_.kept += created * times;
        if (row.facts->input->is_tensor() && own_work(row).layer.rule)
            found_.largest_layer.add((input_elements(row) + scored_elements(row)) * row.facts->share());
    }

    /// The rows of the first table: words, where there are any.
    static const Polynomial* words_of(const Report& report) {
        const auto is_table = [](const NodeReport& row) {
            return row.facts->family == "embedding" && !row.facts->tensors.empty();
        };
        const NodeReport* table = find_where(report.nodes, is_table);
        return table == nullptr ? nullptr : &table->facts->tensors.pattern().front().shape.front();
    }

    /// The elements of the output; of scores of words those that are computed.
    Polynomial scored_elements(const NodeReport& row) {
        const Polynomial outputs = output_elements(row);
        const Dims& output = row.facts->output->dims;
        const bool is_of_words = words_ != nullptr && row.facts->family == "linear" && output.size() > 2 &&
                                 output.back() == *words_;
        found_.has_scores_of_words |= is_of_words;
        return is_of_words && of_last_token_ ? outputs / output[output.size() - 2] : outputs;
    }

    /// Repeats that change the shape are no blocks: they have no input in common.
    bool is_block(std::size_t index) const {
        const NodeReport& row = report_.nodes[index];
        const bool has_children = row.subtree_end > index + 1;
        return index != 0 && has_children && is_list(report_.nodes[row.parent]) &&
               !row.facts->repeats_followed && first_tensor(*row.facts->input).is_tensor();
    }

    /// Keeps the input of a block instead of what is created in it. Returns the index behind it.
    std::size_t leave_block(std::size_t block) {
        const NodeReport& row = report_.nodes[block];
        const Polynomial& created = created_in_.of(*row.facts, [&] { return created_in(block); });
        const Polynomial input = input_elements(row) * row.facts->share() * row.facts->calls;
        found_.kept_blocks += (input - created) * work_count(report_, block);
        found_.largest_block.add(created);
        return row.subtree_end;
    }

    /// What one run of a module and of all below it creates.
    Polynomial created_in(std::size_t top) const {
        const std::vector<Polynomial> times = work_counts_in_one(report_, top);
        Polynomial created;
        for (std::size_t i = 0; i < times.size(); ++i)
            created += created_elements(report_.nodes[top + i]) * times[i];
        return created;
    }

    const Report& report_;
    const Polynomial* const words_;
    const bool of_last_token_;
    FactsMemo<Polynomial> created_in_;
    Activations found_;
};

}  // namespace

void Largest::add(const Polynomial& formula) {
    const Result<Rational> value = evaluate(formula, values_of(*report_));
    if (!value) return;
    const bool is_larger = !value_ || *value_ < *value;
    if (is_larger) {
        value_ = *value;
        largest_ = formula;
    }
    if (!has_compared_all_ && !is_larger) return;
    const auto is_alike = [&](const Polynomial& each) {
        return each == formula || (each.is_constant() && formula.is_constant());
    };
    auto* known = find_where(compared_, is_alike);
    if (known == nullptr && compared_.size() < kMostCompared) {
        compared_.push_back(formula);
    } else if (known == nullptr) {
        has_compared_all_ = false;
        if (is_larger) compared_.back() = formula;
    } else if (known->constant() < formula.constant()) {
        *known = formula;
    }
}

Activations count_activations(const Report& report, bool of_last_token) {
    return report.root() != nullptr ? Counter(report, of_last_token).run() : Activations(report);
}

bool has_unknown_output(const NodeReport& row) {
    return !row.facts->elements_known && own_work(row).layer.creates_output();
}

Polynomial created_elements(const NodeReport& row) {
    return works_in_place(row) ? Polynomial() : created_elements(row.facts->work);
}

Polynomial created_elements(const Work& work) {
    Polynomial created;
    if (work.tallies().empty()) return created;
    for (const Operation operation : {Operation::Element, Operation::Pooled, Operation::Operator}) {
        created += work.times(operation);
    }
    return created;
}

Polynomial input_elements(const NodeReport& row) {
    return elements_of(*row.facts->input);
}

Polynomial output_elements(const NodeReport& row) {
    return elements_of(*row.facts->output);
}

bool works_in_place(const NodeReport& row) {
    if (row.module == nullptr || row.facts->family != "activation") return false;
    const SharedList<Argument>& arguments = row.module->arguments.pattern();
    return any_of(arguments, [](const Argument& argument) {
        return argument.name == "inplace" ? argument.value.boolean
                                          : argument.name.empty() && argument.value.text == "inplace";
    });
}

}  // namespace paramscope
