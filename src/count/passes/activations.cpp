#include "count/passes/activations.h"

#include "base/ranges.h"
#include "count/flow/signals.h"
#include "count/report/conventions.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

Polynomial elements_of(const Signal& signal) {
    const Signal& tensor = first_tensor(signal);
    return tensor.is_tensor() ? product(tensor.dims) : Polynomial(0);
}

class Counter {
  public:
    explicit Counter(const Report& report) : report_(report), found_(report) {}

    Activations run() {
        found_.basis = report_.basis_of_created(*report_.root()->facts);
        for (const AlikeModules& alike : alike_modules(report_))
            visit(report_.nodes[alike.first], alike.times);
        return std::move(found_);
    }

  private:
    void visit(const NodeReport& row, const Polynomial& times) {
        if (has_unknown_output(row)) found_.basis = worst(found_.basis, Basis::Partial);
        const Polynomial created = created_elements(row);
        if (created.is_zero()) return;
        found_.kept += created * times;
        if (row.facts->input->is_tensor() && own_work(row).layer.rule)
            found_.largest_layer.add((input_elements(row) + output_elements(row)) * row.facts->share());
    }

    const Report& report_;
    Activations found_;
};

}  // namespace

void Largest::add(const Polynomial& formula) {
    const Result<Rational> value = evaluate(formula, values_of(*report_));
    if (!value || (value_ && !(*value_ < *value))) return;
    value_ = *value;
    largest_ = formula;
}

Activations count_activations(const Report& report) {
    return report.root() != nullptr ? Counter(report).run() : Activations(report);
}

const NodeReport* scores_of_words(const Report& report) {
    const auto is_table = [](const NodeReport& row) {
        return row.facts->family == "embedding" && !row.facts->tensors.empty();
    };
    const NodeReport* const table = find_where(report.nodes, is_table);
    if (table == nullptr) return nullptr;
    const Polynomial& words = table->facts->tensors.pattern().front().shape.front();
    return find_where(report.nodes, [&](const NodeReport& row) {
        const Dims& output = row.facts->output->dims;
        return row.facts->family == "linear" && output.size() > 2 && output.back() == words;
    });
}

bool is_block(const Report& report, std::size_t index) {
    const NodeReport& row = report.nodes[index];
    const bool has_children = row.subtree_end > index + 1;
    return index != 0 && has_children && is_list(report.nodes[row.parent]) && !row.facts->repeats_followed &&
           first_tensor(*row.facts->input).is_tensor();
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
