#include "count/cost/memory_plan.h"

#include <algorithm>
#include <utility>

#include "count/cost/cache.h"
#include "count/passes/activations.h"
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

/// True for types that only matrices of dense layers are stored in.
bool is_of_dense_layers(std::string_view dtype) {
    return dtype == "nf4";
}

std::uint8_t whole_bytes_of(std::string_view dtype) {
    const std::optional<std::int64_t> bytes = bytes_of(dtype).whole();
    return bytes ? static_cast<std::uint8_t>(std::clamp<std::int64_t>(*bytes, 1, 8)) : kBytesOfFloat32;
}

/// How a use of a pass is shown.
struct UseName {
    TensorUse use;
    std::string_view name, label;
};
constexpr UseName kUses[] = {
    {TensorUse::Gradient, "gradients", "gradients"},
    {TensorUse::Kept, "activations", "activations"},
    {TensorUse::Working, "working", "working tensors"},
    {TensorUse::Workspace, "workspace", "workspaces of kernels"},
    {TensorUse::Rounding, "rounding", "rounding of the allocator"},
};

class Planner {
  public:
    Planner(const Report& report, const MemoryOptions& options) : report_(report) {
        plan_.options = options;
        plan_.weights_dtype = options.weights_dtype;
        const bool is_uniform =
            report.bits / 8 == report.root()->facts->parameters.formula * bytes_of(model_dtype(report));
        if (options.weights_dtype.empty() && is_uniform) plan_.weights_dtype = model_dtype(report);
        plan_.dtype = dtype_beside_weights(report, options);
        a_number_ = bytes_of(plan_.dtype);
        if (options.lora_rank > 0) adapters_ = count_adapters(report, options.lora_rank);
        if (!report.inputs.empty()) plan_.pass = record_pass();
    }

    MemoryPlan run() {
        add_weights();
        if (plan_.options.is_training) {
            add_state();
        } else {
            add_cache();
            add_casts();
        }
        for (const MemoryPart& part : plan_.parts) plan_.besides += part.bytes.formula;
        add_largest_moment();
        add_up();
        return std::move(plan_);
    }

  private:
    std::shared_ptr<const PassMemory> record_pass() const {
        const MemoryOptions& options = plan_.options;
        TapeOptions tape;
        tape.types.value_bytes = whole_bytes_of(plan_.dtype);
        tape.types.weight_bytes = tape.types.value_bytes;
        tape.types.autocast = !options.autocast.empty();
        tape.types.attention = options.attention;
        tape.is_training = options.is_training;
        tape.unpacks_weights = is_of_dense_layers(options.weights_dtype);
        tape.has_last_scores_alone = !options.is_training && options.generates;
        tape.lora_rank = options.is_training ? options.lora_rank : 0;
        tape.loss = options.loss;
        const PlayOptions play{options.is_training, options.recomputes, sharers(2), options.accumulates};
        return std::make_shared<const PassMemory>(report_, tape, play);
    }

    /// Devices that share what a stage of ZeRO partitions.
    Integer sharers(int from_stage) const {
        const MemoryOptions& options = plan_.options;
        return options.zero_stage >= from_stage ? options.devices / options.tensor_parallel : 1;
    }

    void add_weights() {
        const Quantity& all = report_.root()->facts->parameters;
        const std::string& dtype = plan_.options.weights_dtype;
        const std::optional<Integer> bits = dtype.empty() ? stored_bits(report_) : std::nullopt;
        const Polynomial bytes = bits                        ? all.formula * *bits / 8
                                 : dtype.empty()             ? report_.bits / 8
                                 : is_of_dense_layers(dtype) ? bytes_with_dense(dtype)
                                                             : all.formula * bytes_of(dtype);
        add("weights", "weights", bytes, sharers(3), bits ? Basis::Partial : all.basis);  // some are stored in more bits
        const bool is_range = all.basis == Basis::Range && report_.parameters_min && report_.parameters_max;
        if (is_range && !plan_.parts.empty() && plan_.parts.back().bytes.value && *report_.parameters_max > 0)
            plan_.parts.back().least =
                *plan_.parts.back().bytes.value * *report_.parameters_min / *report_.parameters_max;
        add("adapters", "adapters", adapters_.formula * a_number_, sharers(3), adapters_.basis);
    }

    /// All parameters, of which the matrices of dense layers have a type: not the output layer's, as bitsandbytes does.
    Polynomial bytes_with_dense(std::string_view dtype) const {
        const std::vector<Polynomial> counts = module_counts(report_);
        const NodeReport* const scores = scores_of_words(report_);
        Polynomial dense;
        for (std::size_t i = 0; i < report_.nodes.size(); ++i) {
            const std::optional<TensorReport> weight = weight_matrix(report_.nodes[i]);
            if (weight && &report_.nodes[i] != scores) dense += weight->elements * counts[i];
        }
        const Polynomial& all = report_.root()->facts->parameters.formula;
        return dense * bytes_of(dtype) + (all - dense) * a_number_;
    }

    Quantity trained() const {
        if (plan_.options.lora_rank > 0) return adapters_;
        return {report_.trainable, {}, report_.root()->facts->parameters.basis};
    }

    void add_state() {
        const OptimizerState& state = state_of(plan_.options.optimizer);
        add("optimizer", state.label,
            state_bytes(report_, plan_.options.optimizer, trained().formula, a_number_), sharers(1), trained().basis);
    }

    /// Autocast keeps copies of the weights of products while it is on.
    void add_casts() {
        if (plan_.options.autocast.empty()) return;
        const std::vector<Polynomial> counts = module_counts(report_);
        Polynomial elements;
        for (std::size_t i = 0; i < report_.nodes.size(); ++i) {
            if (autocast_of("", report_.nodes[i].facts->family) != Autocast::Half) continue;
            for (const TensorReport& tensor : report_.nodes[i].facts->tensors.list())
                if (tensor.role == Role::Parameter) elements += product(tensor.shape) * counts[i];
        }
        add("casts", "weights in 16 bits, by autocast", elements * bytes_of(plan_.options.autocast), 1,
            report_.root()->facts->parameters.basis);
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

    /// Adds what there is at the moment with most bytes: in the pass, or in the optimizer's step.
    void add_largest_moment() {
        const MemoryOptions& options = plan_.options;
        if (options.is_training) {
            const Polynomial gradients = trained().formula * a_number_;
            const Polynomial copies = gradients * state_of(options.optimizer).step_copies;
            plan_.step = shared(gradients, sharers(2)) + shared(copies, sharers(1));
        }
        if (plan_.pass == nullptr) {
            if (options.is_training)
                add("gradients", "gradients", trained().formula * a_number_, sharers(2), trained().basis);
            return add("activations", "activations", {}, 1, Basis::Partial);
        }
        const PassPeak peak = plan_.pass->peak(values_of(report_));
        const bool has_more = !options.is_training && !options.generates && scores_of_words(report_) != nullptr;
        const bool is_known = peak.is_whole && plan_.pass->tape().unknown.empty();
        if (is_known && options.is_training) add_kept(peak);
        const Basis basis = !is_known ? Basis::Partial : has_more ? Basis::Range : Basis::Approximate;
        const Quantity step = report_.quantity(plan_.step);
        const bool is_step = step.value && *step.value * options.tensor_parallel > Integer{peak.bytes};
        if (is_step) add_step();
        else add_pass(peak, basis);
    }

    void add_kept(const PassPeak& peak) {
        plan_.kept = peak.kept;
        for (std::size_t kind = 0; kind < peak.kept_by.size(); ++kind)
            if (peak.kept_by[kind] > 0)
                plan_.kept_by.push_back({plan_.pass->tape().kinds[kind], Integer{peak.kept_by[kind]}});
        std::stable_sort(plan_.kept_by.begin(), plan_.kept_by.end(),
                         [](const KeptBy& a, const KeptBy& b) { return b.bytes < a.bytes; });
    }

    void add_step() {
        const OptimizerState& state = state_of(plan_.options.optimizer);
        const Polynomial gradients = trained().formula * a_number_;
        add("gradients", "gradients", gradients, sharers(2), trained().basis);
        add("optimizer_step", "copies in the optimizer's step", gradients * state.step_copies, sharers(1),
            worst(trained().basis, Basis::Approximate));
    }

    void add_pass(const PassPeak& peak, Basis basis) {
        const bool is_training = plan_.options.is_training;
        const bool is_fused =
            plan_.pass->tape().is_assumed && plan_.options.attention == AttentionKernel::Fused;
        for (const auto& [use, name, label] : kUses) {
            Polynomial bytes = peak.formulas[static_cast<std::size_t>(use)];
            const bool is_main = use == (is_training ? TensorUse::Kept : TensorUse::Working);
            if (is_main) bytes += peak.formulas[static_cast<std::size_t>(TensorUse::Input)];
            if (bytes.is_zero() && !(is_main && basis == Basis::Partial)) continue;
            const bool is_exact = use == TensorUse::Kept && basis == Basis::Approximate && !is_fused;
            add(is_main ? "activations" : name, !is_main ? label : is_fused && is_training ? kFusedActivations : "activations",
                bytes, 1, is_exact ? Basis::Exact : basis);
        }
    }

    /// What each device holds of bytes that `sharers` devices partition, besides those of tensor parallelism.
    Polynomial shared(const Polynomial& bytes, Integer sharers) const {
        return bytes / Polynomial(sharers * plan_.options.tensor_parallel);
    }

    /// Adds a part, where the model has some of it.
    void add(std::string_view name, std::string_view label, const Polynomial& bytes, Integer sharers, Basis basis) {
        if (bytes.is_zero() && basis < Basis::Partial) return;
        if (plan_.options.tensor_parallel > 1) basis = worst(basis, Basis::Approximate);
        plan_.parts.push_back({name, label, whole_bytes(report_, shared(bytes, sharers), basis), 0});
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
    Quantity adapters_;
    Polynomial a_number_;
    MemoryPlan plan_;
};

/// A number of bytes, rounded up.
std::optional<Integer> bytes_in(const Polynomial& formula, const SymbolValues& values) {
    const Result<Rational> value = evaluate(ceil(formula), values);
    return value ? std::optional(value->numerator()) : std::nullopt;
}

}  // namespace

std::span<const NamedKernel> attention_kernels() {
    static constexpr NamedKernel kKernels[] = {{AttentionKernel::Fused, "fused"}, {AttentionKernel::Eager, "eager"}};
    return kKernels;
}

std::span<const NamedLoss> losses() {
    static constexpr NamedLoss kLosses[] = {{Loss::Mean, "mean"}, {Loss::CrossEntropy, "cross_entropy"}};
    return kLosses;
}

std::span<const AutocastType> autocast_types() {
    static constexpr AutocastType kTypes[] = {{"bfloat16"}, {"float16"}};
    return kTypes;
}

MemoryPlan plan_memory(const Report& report, const MemoryOptions& options) {
    if (report.root() == nullptr) return {options, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    return Planner(report, options).run();
}

PlanBytes bytes_at(const MemoryPlan& plan, const SymbolValues& values) {
    PlanBytes step{plan.besides + plan.step, {}, 0};
    step.value = bytes_in(step.formula, values);
    if (plan.pass == nullptr) return step;
    const PassPeak peak = plan.pass->peak(values);
    step.events = peak.events;
    if (!peak.is_whole) return {step.formula, {}, peak.events};
    PlanBytes pass{plan.besides, {}, peak.events};
    for (const Polynomial& formula : peak.formulas) pass.formula += formula / Polynomial(plan.options.tensor_parallel);
    pass.value = bytes_in(pass.formula, values);
    return step.value && pass.value && *step.value > *pass.value ? step : pass;
}

Polynomial cache_number(const Report& report, const MemoryOptions& options) {
    return bytes_of(options.cache_dtype.empty() ? dtype_beside_weights(report, options)
                                                : options.cache_dtype);
}

std::string dtype_beside_weights(const Report& report, const MemoryOptions& options) {
    if (!options.values_dtype.empty()) return options.values_dtype;
    const std::optional<Rational> bits = bits_of(options.weights_dtype);
    const bool is_wide = bits && *bits >= Rational(kFewestBitsOfActivations);
    return is_wide ? options.weights_dtype : model_dtype(report);
}

Quantity count_adapters(const Report& report, Integer rank) {
    Polynomial parameters;
    const std::vector<Polynomial> counts = module_counts(report);
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        const std::optional<TensorReport> weight = weight_matrix(report.nodes[i]);
        if (weight) parameters += (weight->shape[0] + weight->shape[1]) * rank * counts[i];
    }
    return report.root() == nullptr ? Quantity{} : report.quantity(parameters, report.root()->facts->parameters.basis);
}

}  // namespace paramscope
