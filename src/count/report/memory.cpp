#include "count/report/memory.h"

#include <array>

#include "count/report/conventions.h"
#include "count/report/instance_counts.h"
#include "model/dtype.h"

namespace paramscope {
namespace {

/// Memory that training keeps for each trainable parameter: its gradient, and the state of an optimizer.
struct TrainingState {
    std::string_view name, label;
    int copies;       ///< numbers of the weights' dtype
    int other_bytes;  ///< bytes besides those
};
constexpr std::array<TrainingState, 5> kTrainingStates = {{
    {"gradients", "gradients", 1, 0},
    {"sgd", "SGD", 0, 0},
    {"momentum", "SGD with momentum", 1, 0},
    {"adam", "Adam", 2, 0},
    {"adam_mixed", "Adam, mixed precision", 0, 12},  // float32 copy of the weights and two moments
}};

class Memory {
  public:
    explicit Memory(const Report& report)
        : report_(report), times_(work_counts(report)), bytes_(bytes_of_a_number(report)) {}

    std::vector<MemoryItem> run() {
        const NodeReport& root = *report_.root();
        add("weights", "weights", report_.bits / 8, root.facts->parameters.basis);
        for (const TrainingState& state : kTrainingStates) {
            const Polynomial per_parameter = bytes_ * state.copies + state.other_bytes;
            add(state.name, state.label, report_.trainable * per_parameter, root.facts->parameters.basis);
        }
        elements_ = root.facts->macs.basis;
        for (std::size_t i = 0; i < report_.nodes.size(); ++i) visit(i);
        add("kv_cache", "keys and values", cache_, root.facts->macs.basis);
        add("activations", "activations, all", activations_, elements_);
        if (peak_) add("activations_peak", "activations, peak", *peak_, elements_);
        return std::move(items_);
    }

  private:
    void add(std::string_view name, std::string_view label, const Polynomial& bytes, Basis basis) {
        items_.push_back({name, label, report_.quantity(bytes, basis)});
    }

    void visit(std::size_t index) {
        const NodeReport& row = report_.nodes[index];
        cache_ += row.facts->work.times(Operation::KeyValue) * bytes_ * times_[index];
        const OwnWork own = own_work(row);
        if (!row.facts->elements_known && own.layer.creates_output())
            elements_ = worst(elements_, Basis::Partial);
        const Polynomial created = created_elements(row);
        if (created.is_zero()) return;
        activations_ += created * bytes_ * times_[index];
        if (own.layer.rule && row.facts->input->is_tensor())
            update_peak((product(row.facts->input->dims) + output_of(row)) * row.facts->share());
    }

    static Polynomial output_of(const NodeReport& row) {
        const Signal* tensor = &*row.facts->output;
        while (tensor->kind == Signal::Kind::Tuple && !tensor->items.empty()) tensor = &tensor->items.front();
        return tensor->is_tensor() ? product(tensor->dims) : Polynomial(0);
    }

    /// Keeps the largest sum of a layer's input and output, which are in memory at the same time.
    void update_peak(const Polynomial& elements) {
        Quantity bytes = report_.quantity(elements * bytes_);
        if (!bytes.value || (largest_ && *largest_ >= *bytes.value)) return;
        largest_ = bytes.value;
        peak_ = std::move(bytes.formula);
    }

    const Report& report_;
    const std::vector<Polynomial> times_;
    const Polynomial bytes_;  ///< of one number in the model's dtype
    std::vector<MemoryItem> items_;
    Polynomial cache_, activations_;
    std::optional<Polynomial> peak_;
    std::optional<Integer> largest_;
    Basis elements_ = Basis::Exact;  ///< of the work that scales with elements
};

}  // namespace

Polynomial created_elements(const NodeReport& row) {
    Polynomial created;
    for (const Operation operation : {Operation::Element, Operation::Pooled, Operation::Operator}) {
        created += row.facts->work.times(operation);
    }
    return created;
}

Polynomial bytes_of_a_number(const Report& report) {
    return Polynomial(bits_of(report.model ? report.model->dtype : "float32").value_or(32)) / 8;
}

std::vector<MemoryItem> memory_of(const Report& report) {
    return report.root() ? Memory(report).run() : std::vector<MemoryItem>();
}

}  // namespace paramscope
