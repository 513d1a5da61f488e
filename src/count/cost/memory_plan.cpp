#include "count/cost/memory_plan.h"

#include <algorithm>
#include <utility>

#include "count/cost/activations.h"
#include "count/cost/cache.h"
#include "count/cost/kept.h"
#include "count/report/instance_counts.h"
#include "model/dtype.h"

namespace paramscope {
namespace {

constexpr int kFewestBitsOfActivations = 16;

/// The weight matrix of a dense layer; nullopt where it holds none.
std::optional<TensorReport> weight_matrix(const NodeReport& row) {
    if (row.facts->family != "linear") return std::nullopt;
    return row.facts->tensors.find([](const TensorReport& tensor) {
        return tensor.shape.size() == 2 && (tensor.name == "weight" || tensor.name == "qweight");
    });
}

class Planner {
  public:
    Planner(const Report& report, const MemoryOptions& options)
        : report_(report), found_(count_activations(report, options.generates)) {
        plan_.options = options;
        plan_.weights_dtype = options.weights_dtype;
        const bool is_uniform =
            report.bits / 8 == report.root()->facts->parameters.formula * bytes_of(model_dtype(report));
        if (options.weights_dtype.empty() && is_uniform) plan_.weights_dtype = model_dtype(report);
        plan_.dtype = dtype_beside_weights(report, options);
        a_number_ = bytes_of(plan_.dtype);
        if (options.lora_rank > 0) adapters_ = count_adapters(report, options.lora_rank);
    }

    MemoryPlan run() {
        add_weights();
        if (plan_.options.is_training) {
            add_training_state();
            add_kept_activations();
        } else {
            add_cache();
            add_largest_layer();
        }
        add_up();
        return std::move(plan_);
    }

  private:
    /// Devices that share what a stage of ZeRO partitions.
    Integer sharers(int from_stage) const {
        const MemoryOptions& options = plan_.options;
        return options.zero_stage >= from_stage ? options.devices / options.tensor_parallel : 1;
    }

    void add_weights() {
        const Quantity& all = report_.root()->facts->parameters;
        const std::optional<Integer> bits =
            plan_.options.weights_dtype.empty() ? stored_bits(report_) : std::nullopt;
        if (bits) {  // some weights are stored in more bits
            add("weights", "weights", all.formula * *bits / 8, sharers(3), Basis::Partial);
            add("adapters", "adapters", adapters_.parameters * a_number_, sharers(3), adapters_.basis);
            return;
        }
        const Polynomial bytes = plan_.options.weights_dtype.empty()
                                     ? report_.bits / 8
                                     : all.formula * bytes_of(plan_.options.weights_dtype);
        add("weights", "weights", bytes, sharers(3), all.basis);
        add("adapters", "adapters", adapters_.parameters * a_number_, sharers(3), adapters_.basis);
    }

    void add_training_state() {
        const bool has_adapters = plan_.options.lora_rank > 0;
        const Polynomial& trained = has_adapters ? adapters_.parameters : report_.trainable;
        const Basis basis = has_adapters ? adapters_.basis : report_.root()->facts->parameters.basis;
        const OptimizerState& state = state_of(plan_.options.optimizer);
        add("gradients", "gradients", trained * a_number_, sharers(2), basis);
        add("optimizer", state.label, trained * (a_number_ * state.copies + state.other_bytes), sharers(1),
            basis);
    }

    void add_kept_activations() {
        const Polynomial beside = adapters_.activations * a_number_;
        if (!plan_.options.recomputes) {
            const Quantity kept = kept_bytes(report_, plan_.dtype);
            const bool is_fused = kept.basis == Basis::Approximate;
            add("activations", is_fused ? kFusedActivations : "activations", kept.formula + beside, 1,
                worst(found_.basis, kept.basis));
        } else {
            add_largest("activations, recomputed", found_.largest_block,
                        found_.kept_blocks * a_number_ + beside);
        }
    }

    void add_cache() {
        const CacheElements cache = cache_elements(report_);
        const Polynomial a_number = cache_number(report_, plan_.options);
        add("kv_cache", "keys and values", cache.kept * a_number, 1, cache.basis);
        const Polynomial states = state_elements(report_);
        if (!states.is_zero()) add("state", "states of recurrent layers", states * a_number_, 1, cache.basis);
        if (!(cache.kept == cache.all))
            plan_.whole_cache = report_.quantity(shared(cache.all * a_number, 1), cache.basis);
    }

    /// Where the output layer gives a score to each word for each token, a program may need those of the last
    /// token only.
    void add_largest_layer() {
        add_largest("activations", found_.largest_layer, {});
        if (plan_.parts.empty() || plan_.parts.back().name != "activations" || !found_.has_scores_of_words)
            return;
        Basis& basis = plan_.parts.back().bytes.basis;
        if (basis < Basis::Partial && !plan_.options.generates) basis = Basis::Range;
    }

    /// Adds activations: `always`, and the largest of several.
    void add_largest(std::string_view label, const Largest& largest, const Polynomial& always) {
        const Basis basis = worst(found_.basis, largest.has_compared_all() ? Basis::Exact : Basis::Partial);
        const auto bytes = [&](const Polynomial& elements) { return always + elements * a_number_; };
        if (!add("activations", label, bytes(largest.formula()), 1, basis)) return;
        for (const Polynomial& elements : largest.compared())
            plan_.parts.back().alternatives.push_back(shared(bytes(elements), 1));
    }

    /// What each device holds of bytes that `sharers` devices partition, besides those of tensor parallelism.
    Polynomial shared(const Polynomial& bytes, Integer sharers) const {
        return bytes / Polynomial(sharers * plan_.options.tensor_parallel);
    }

    /// Adds a part; false where the model has none of it.
    bool add(std::string_view name, std::string_view label, const Polynomial& bytes, Integer sharers,
             Basis basis) {
        if (bytes.is_zero() && basis < Basis::Partial) return false;
        if (plan_.options.tensor_parallel > 1) basis = worst(basis, Basis::Approximate);
        plan_.parts.push_back({name, label, whole_bytes(report_, shared(bytes, sharers), basis), {}});
        return true;
    }

    void add_up() {
        Polynomial sum;
        Basis basis = Basis::Exact;
        for (const MemoryPart& part : plan_.parts) basis = worst(basis, part.bytes.basis);
        for (const MemoryPart& part : plan_.parts) {
            const bool is_bound_from_above = part.bytes.basis == Basis::Range && part.name != "weights";
            if (basis == Basis::Partial && is_bound_from_above) continue;  // the sum is a bound from below
            sum += part.bytes.formula;
        }
        plan_.total = report_.quantity(std::move(sum), basis);
    }

    const Report& report_;
    const Activations found_;
    Adapters adapters_;
    Polynomial a_number_;
    MemoryPlan plan_;
};

}  // namespace

MemoryPlan plan_memory(const Report& report, const MemoryOptions& options) {
    if (report.root() == nullptr) return {options, {}, {}, {}, {}, {}};
    return Planner(report, options).run();
}

Polynomial cache_number(const Report& report, const MemoryOptions& options) {
    return bytes_of(options.cache_dtype.empty() ? dtype_beside_weights(report, options)
                                                : options.cache_dtype);
}

std::string dtype_beside_weights(const Report& report, const MemoryOptions& options) {
    const std::optional<Rational> bits = bits_of(options.weights_dtype);
    const bool is_wide = bits && *bits >= Rational(kFewestBitsOfActivations);
    return is_wide ? options.weights_dtype : model_dtype(report);
}

Adapters count_adapters(const Report& report, Integer rank) {
    Adapters found;
    const std::vector<Polynomial> counts = module_counts(report), times = work_counts(report);
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        const NodeReport& row = report.nodes[i];
        const std::optional<TensorReport> weight = weight_matrix(row);
        if (!weight) continue;
        found.parameters += (weight->shape[0] + weight->shape[1]) * rank * counts[i];
        const Polynomial outputs = output_elements(row) * row.facts->share() * row.facts->calls;
        if (!outputs.is_zero())
            found.activations += outputs / row.facts->output->dims.back() * rank * times[i];
    }
    if (report.root() != nullptr) found.basis = report.root()->facts->parameters.basis;
    return found;
}

}  // namespace paramscope
