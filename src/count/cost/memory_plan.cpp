#include "count/cost/memory_plan.h"

#include <algorithm>
#include <utility>

#include "base/ranges.h"
#include "count/cost/cache.h"
#include "count/cost/gathered.h"
#include "count/cost/holdings.h"
#include "count/passes/activations.h"
#include "count/report/instance_counts.h"
#include "model/dtype.h"

namespace paramscope {
namespace {

std::uint8_t whole_bytes_of(std::string_view dtype) {
    const std::optional<std::int64_t> bytes = bytes_of(dtype).whole();
    return bytes ? static_cast<std::uint8_t>(std::clamp<std::int64_t>(*bytes, 1, 8)) : kBytesOfFloat32;
}

/// "About" is within one of so many parts.
constexpr int kPartsOfAnEstimate = 10;

/// The uses of a pass in the order of their parts; the model's input is with the activations.
constexpr TensorUse kUses[] = {TensorUse::Gradient, TensorUse::Kept, TensorUse::Working, TensorUse::Workspace,
                               TensorUse::Rounding};

/// Whose tensors are the activations.
TensorUse main_use(bool is_training) {
    return is_training ? TensorUse::Kept : TensorUse::Working;
}

/// A number of bytes, rounded up.
std::optional<Integer> bytes_in(const Polynomial& formula, const SymbolValues& values) {
    const Result<Rational> value = evaluate(ceil(formula), values);
    return value ? std::optional(value->numerator()) : std::nullopt;
}

/// The functions of a pass that may make so much more that the total would be no estimate.
std::vector<TapeDoubt> large_doubts(const Report& report, const MemoryPlan& plan) {
    const SymbolValues values = values_of(report);
    const std::optional<Integer> all = bytes_at(plan, values).value;
    std::vector<TapeDoubt> large;
    for (const TapeDoubt& doubt : plan.pass->tape().doubts) {
        const std::optional<Integer> bytes = bytes_in(doubt.bytes, values);
        if (!all || !bytes || *bytes * kPartsOfAnEstimate > *all) large.push_back(doubt);
    }
    return large;
}

class Planner {
  public:
    Planner(const Report& report, const MemoryOptions& options)
        : report_(report), holdings_(report, options) {
        plan_.options = options;
        plan_.weights_dtype = options.weights_dtype;
        const bool is_uniform =
            report.bits / 8 == report.root()->facts->parameters.formula * bytes_of(model_dtype(report));
        if (options.weights_dtype.empty() && is_uniform) plan_.weights_dtype = model_dtype(report);
        plan_.dtype = dtype_beside_weights(report, options);
        a_number_ = bytes_of(plan_.dtype);
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
        if (gathers()) plan_.gathered = shared(gathered_bytes(report_, plan_.options, holdings_.trained()));
        add_largest_moment();
        add_up();
        return std::move(plan_);
    }

  private:
    std::shared_ptr<const PassMemory> record_pass(bool holds_variables = false) const {
        const MemoryOptions& options = plan_.options;
        TapeOptions tape;
        tape.types.value_bytes = whole_bytes_of(plan_.dtype);
        tape.types.weight_bytes = tape.types.value_bytes;
        tape.types.autocast = !options.autocast.empty();
        tape.types.attention = options.engine != nullptr ? AttentionKernel::Always : options.attention;
        tape.types.on_cpu = options.has_kernels_of_cpu;
        tape.is_training = options.is_training;
        tape.unpacks_weights = is_of_dense_layers(options.weights_dtype);
        tape.has_last_scores_alone = has_last_scores_alone();
        tape.gathers_weights = gathers();
        if (options.is_training) tape.adapters = options.adapters;
        tape.loss = options.loss;
        tape.drops_output = options.drops_output;
        tape.holds_variables = holds_variables;
        PlayOptions play;
        play.is_training = options.is_training;
        play.recomputes = options.recomputes;
        play.recomputes_attention = options.recomputes_attention;
        play.gradient_shares = options.offload == Offload::None ? holdings_.sharers(2) : Integer{0};
        play.has_gradients = options.accumulates || options.pipeline_parallel > 1;  // of the samples before
        play.gathers = gathers();
        play.rounds = !options.has_kernels_of_cpu;
        SymbolReplacements replacements;
        if (const EngineSizes sizes(report_, options.engine); options.engine != nullptr)
            replacements = [sizes](std::string_view name) { return sizes.of_pass(name); };
        return std::make_shared<const PassMemory>(report_, tape, play, holdings_.division(),
                                                  std::move(replacements));
    }

    bool has_last_scores_alone() const {
        const MemoryOptions& options = plan_.options;
        if (options.engine != nullptr) return !options.engine->has_all_scores;
        return !options.is_training && options.generates;
    }

    /// True where a device has whole weights of the layers that run, and no more.
    bool gathers() const { return holdings_.sharers(3) > 1 || plan_.options.offload == Offload::Parameters; }

    void add_weights() {
        const bool has_bits = plan_.options.weights_dtype.empty() && stored_bits(report_);
        const Basis basis = has_bits ? Basis::Partial : basis_of_held();  // some are stored in more bits
        const bool is_on_host = plan_.options.offload == Offload::Parameters;
        const auto add_either = [&](std::string_view name, std::string_view label, const Polynomial& bytes) {
            is_on_host ? add_to_host(bytes, basis) : add(name, label, bytes, basis);
        };
        add_either("weights", "weights", holdings_.weights());
        const AdapterOptions& adapters = plan_.options.adapters;
        if (adapters.rank > 0) add_either("adapters", "adapters", holdings_.adapters());
        if (!adapters.saved.empty())
            add_either("copies", "copies of modules that are trained", holdings_.copies());
        const bool is_range = basis == Basis::Range && report_.parameters_max;
        if (is_range && !plan_.parts.empty() && plan_.parts.front().bytes.value &&
            *report_.parameters_max > 0) {
            Integer held = *report_.parameters_max;
            for (const PossibleTie& tie : report_.possible_ties) held -= tie.elements;
            plan_.parts.front().least = *plan_.parts.front().bytes.value * held / *report_.parameters_max;
        }
    }

    /// The basis of the weights on a device, which holds parameters and buffers alike.
    Basis basis_of_held() const {
        const Basis basis = report_.root()->facts->parameters.basis;
        const bool is_by_buffers =
            basis == Basis::Range && report_.possible_ties.empty() && !report_.possible_buffers.empty();
        return is_by_buffers ? report_.model->basis.value_or(Basis::Exact) : basis;
    }

    Basis basis_of_trained() const { return report_.root()->facts->parameters.basis; }

    /// The host's optimizer has gradients, too.
    void add_state() {
        if (plan_.options.offload == Offload::None)
            return add("optimizer", state_of(plan_.options.optimizer).label, holdings_.state(),
                       basis_of_trained());
        add_to_host(holdings_.state(), basis_of_trained());
        add_to_host(holdings_.gradients(), basis_of_trained());
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
        add("casts", "weights in 16 bits, by autocast", of_stage(elements * bytes_of(plan_.options.autocast)),
            report_.root()->facts->parameters.basis);
    }

    void add_cache() {
        const CacheElements cache = cache_elements(report_);
        const Polynomial a_number = bytes_of(cache_dtype(report_, plan_.options));
        const EngineSizes sizes(report_, plan_.options.engine);
        add("kv_cache", "keys and values", of_stage(sizes.in_cells(cache.kept) * a_number), cache.basis);
        if (!cache.states.is_zero())
            add("state", "states of recurrent layers", of_stage(cache.states * a_number_), cache.basis);
        if (!(cache.kept == cache.all))
            plan_.whole_cache = report_.quantity(of_stage(cache.all * a_number), cache.basis);
    }

    /// Adds what there is at the moment with most bytes: in the pass, or in the optimizer's step.
    void add_largest_moment() {
        const MemoryOptions& options = plan_.options;
        const bool has_step = options.is_training && options.offload == Offload::None;
        if (has_step) {
            plan_.step_gradients = holdings_.gradients();
            plan_.step_copies = holdings_.step_copies();
        }
        if (plan_.pass == nullptr) {
            if (has_step) add("gradients", "gradients", holdings_.gradients(), basis_of_trained());
            return add("activations", "activations", {}, Basis::Partial);
        }
        // Where kernels may need less, what variables may hold makes a bound from above.
        const bool is_bound = plan_.pass->tape().may_need_less && report_.model->is_traced;
        if (is_bound) plan_.pass = record_pass(true);
        const PassPeak peak = plan_.pass->peak(values_of(report_));
        const Tape& tape = plan_.pass->tape();
        Integer total = peak.bytes;
        for (const MemoryPart& part : plan_.parts) total += part.bytes.value.value_or(0);
        const bool is_kept_known = peak.is_whole && tape.unknown.empty() &&
                                   none_of(large_doubts(report_, plan_), &TapeDoubt::may_keep_it);
        const bool is_known = is_kept_known && large_doubts(report_, plan_).empty() &&
                              (is_bound || !depends_on_variables(peak, total));
        const bool may_have_more_scores = is_known && !options.is_training && !options.generates &&
                                          options.engine == nullptr && peak.has_scores;
        const bool has_more = may_have_more_scores || tape.assumes_heads || tape.may_need_less;
        if (is_kept_known && options.is_training) add_kept(peak);
        const Basis basis = !is_known ? Basis::Partial : has_more ? Basis::Range : Basis::Approximate;
        const Polynomial step = plan_.step_gradients + plan_.step_copies - plan_.gathered;
        const Quantity of_step = whole_bytes(report_, step * options.tensor_parallel, Basis::Exact);
        plan_.is_at_step = of_step.value && *of_step.value > Integer{peak.bytes};
        plan_.is_at_step ? add_step(is_known) : add_pass(peak, basis);
    }

    /// True for lines of source code whose total would not be within a tenth if each variable that a function
    /// takes were there until its module returns: lines do not say when one is bound again.
    bool depends_on_variables(const PassPeak& peak, Integer total) const {
        if (!report_.model->is_traced) return false;
        const std::int64_t more = record_pass(true)->peak(values_of(report_)).bytes - peak.bytes;
        return Integer{more} * kPartsOfAnEstimate > total;
    }

    void add_kept(const PassPeak& peak) {
        plan_.kept = peak.kept;
        for (std::size_t kind = 0; kind < peak.kept_by.size(); ++kind)
            if (peak.kept_by[kind] > 0)
                plan_.kept_by.push_back({plan_.pass->tape().kinds[kind], Integer{peak.kept_by[kind]}});
        std::stable_sort(plan_.kept_by.begin(), plan_.kept_by.end(),
                         [](const KeptBy& a, const KeptBy& b) { return b.bytes < a.bytes; });
    }

    /// A pass that is not known may need more than the step.
    void add_step(bool is_known_pass) {
        add("gradients", "gradients", holdings_.gradients(), basis_of_trained());
        add("optimizer_step", "copies in the optimizer's step", holdings_.step_copies(),
            is_known_pass ? worst(basis_of_trained(), Basis::Approximate) : Basis::Partial);
    }

    void add_pass(const PassPeak& peak, Basis basis) {
        const bool is_training = plan_.options.is_training;
        const Tape& tape = plan_.pass->tape();
        const bool is_fused =
            tape.assumes_heads || (tape.is_assumed && plan_.options.attention == AttentionKernel::Fused);
        if (!plan_.gathered.is_zero())
            plan_.parts.push_back(
                {"gathered", "gathered layers", whole_bytes(report_, plan_.gathered, basis)});
        for (const TensorUse use : kUses) {
            Polynomial bytes = peak.formulas[static_cast<std::size_t>(use)];
            const bool is_main = use == main_use(is_training);
            if (is_main) bytes += peak.formulas[static_cast<std::size_t>(TensorUse::Input)];
            if (bytes.is_zero() && !(is_main && basis == Basis::Partial)) continue;
            const bool is_exact = use == TensorUse::Kept && basis == Basis::Approximate && !is_fused;
            const PartName part = part_of(use, is_training);
            add(part.name, is_main ? label_of_activations(part.label, is_fused) : part.label, shared(bytes),
                is_exact ? Basis::Exact : basis);
        }
    }

    std::string_view label_of_activations(std::string_view usual, bool is_fused) const {
        if (plan_.pass->tape().assumes_heads) return kActivationsOfHeads;
        return is_fused && plan_.options.is_training ? kFusedActivations : usual;
    }

    /// What each device has of bytes that tensor parallelism divides.
    Polynomial shared(const Polynomial& bytes) const {
        return bytes / Polynomial(plan_.options.tensor_parallel);
    }

    /// The same of what all layers have together.
    Polynomial of_stage(const Polynomial& bytes) const {
        return shared(bytes) / Polynomial(plan_.options.pipeline_parallel);
    }

    /// Adds a part, where the model has some of it.
    void add(std::string_view name, std::string_view label, const Polynomial& bytes, Basis basis) {
        if (bytes.is_zero() && basis < Basis::Partial) return;
        const bool is_equal = plan_.options.tensor_parallel == 1 && holdings_.division().is_whole();
        if (!is_equal && basis != Basis::Partial) basis = Basis::Approximate;
        plan_.parts.push_back({name, label, whole_bytes(report_, bytes, basis), 0});
    }

    void add_to_host(const Polynomial& bytes, Basis basis) {
        const Quantity host = plan_.host.value_or(Quantity{});
        plan_.host = whole_bytes(report_, host.formula + bytes, worst(host.basis, basis));
    }

    void add_up() {
        Polynomial sum;
        Basis basis = Basis::Exact;
        for (const MemoryPart& part : plan_.parts) basis = worst(basis, part.bytes.basis);
        if (any_of(plan_.parts, [](const MemoryPart& part) { return part.bytes.basis == Basis::Partial; }))
            basis = Basis::Partial;  // a bound from below, whatever else is estimated
        for (const MemoryPart& part : plan_.parts) {
            const bool is_bound_from_above = part.bytes.basis == Basis::Range && part.name != "weights";
            if (basis == Basis::Partial && is_bound_from_above) continue;  // the sum is a bound from below
            sum += part.bytes.formula;
        }
        plan_.total = report_.quantity(std::move(sum), basis);
    }

    const Report& report_;
    const Holdings holdings_;
    Polynomial a_number_;
    MemoryPlan plan_;
};

}  // namespace

MemoryPlan plan_memory(const Report& report, const MemoryOptions& options) {
    if (report.root() == nullptr) {
        MemoryPlan plan;
        plan.options = options;
        return plan;
    }
    return Planner(report, options).run();
}

std::vector<std::string> unknown_of(const Report& report, const MemoryPlan& plan) {
    if (plan.pass == nullptr) return {};
    std::vector<std::string> unknown = plan.pass->tape().unknown;
    for (const TapeDoubt& doubt : large_doubts(report, plan))
        if (!contains(unknown, doubt.function)) unknown.push_back(doubt.function);
    return unknown;
}

PartName part_of(TensorUse use, bool is_training) {
    if (use == TensorUse::Input || use == main_use(is_training)) return {"activations", "activations"};
    switch (use) {
        case TensorUse::Gradient:
            return {"gradients", "gradients"};
        case TensorUse::Workspace:
            return {"workspace", "workspaces of kernels"};
        case TensorUse::Rounding:
            return {"rounding", "rounding of the allocator"};
        default:
            return {"working", "working tensors"};
    }
}

PlanBytes bytes_at(const MemoryPlan& plan, const SymbolValues& values) {
    PlanBytes step{plan.besides + plan.step_gradients + plan.step_copies, {}, 0};
    step.value = bytes_in(step.formula, values);
    if (plan.pass == nullptr) return step;
    const PassPeak peak = plan.pass->peak(values);
    step.events = peak.events;
    if (!peak.is_whole) return {step.formula, {}, peak.events};
    PlanBytes pass{plan.besides + plan.gathered, {}, peak.events};
    for (const Polynomial& formula : peak.formulas)
        pass.formula += formula / Polynomial(plan.options.tensor_parallel);
    pass.value = bytes_in(pass.formula, values);
    return step.value && pass.value && *step.value > *pass.value ? step : pass;
}

}  // namespace paramscope
