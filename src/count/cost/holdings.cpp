#include "count/cost/holdings.h"

#include <algorithm>

#include "count/cost/weights.h"
#include "count/passes/activations.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

/// True where memory depends on which tensors are trained or gathered one by one.
bool needs_tensors(const MemoryOptions& options) {
    const bool has_adapters = options.adapters.rank > 0 || !options.adapters.saved.empty();
    return options.is_training || has_adapters || options.zero_stage >= 3 ||
           options.offload == Offload::Parameters;
}

}  // namespace

Holdings::Holdings(const Report& report, const MemoryOptions& options)
    : report_(report),
      options_(options),
      division_(divide_modules(report, options.pipeline_parallel, options.expert_parallel)),
      a_number_(bytes_of(dtype_beside_weights(report, options))),
      all_(needs_tensors(options) ? trained_in(report, options.adapters) : Trained{}) {
    if (division_.is_whole())
        weights_ = all_weights();
    else
        divide();
}

Integer Holdings::sharers(int from_stage) const {
    const Integer copies = options_.devices / options_.tensor_parallel / options_.pipeline_parallel;
    return options_.zero_stage >= from_stage ? copies : 1;
}

Polynomial Holdings::adapters() const {
    return of_trained([&](const Trained& trained) { return trained.adapters * a_number_; }, 3);
}

Polynomial Holdings::copies() const {
    return of_trained([&](const Trained& trained) { return trained.copies * a_number_; }, 3);
}

Polynomial Holdings::gradients() const {
    return of_trained([&](const Trained& trained) { return trained.elements * a_number_; }, 2);
}

Polynomial Holdings::state() const {
    return of_trained(
        [&](const Trained& trained) { return state_bytes(options_.optimizer, trained, a_number_); }, 1);
}

Polynomial Holdings::step_copies() const {
    const Optimizer optimizer = options_.optimizer;
    const bool is_joint = !options_.has_kernels_of_cpu;
    const Polynomial single =
        of_device(bytes_of_single_step(report_, optimizer, all_, a_number_, is_joint), {}, 1);
    if (!is_joint) return single;
    const Polynomial joint = of_trained(
        [&](const Trained& trained) { return bytes_of_joint_step(optimizer, trained, a_number_); }, 1);
    if (single.is_zero() || joint.is_zero()) return single + joint;
    Largest largest(report_);  // Muon, and AdamW after it
    largest.add(joint);
    largest.add(single);
    return largest.formula();
}

Polynomial Holdings::all_weights() const {
    const Polynomial& all = report_.root()->facts->parameters.formula;
    const std::string& dtype = options_.weights_dtype;
    if (is_of_dense_layers(dtype)) return with_dense_type();
    if (!dtype.empty()) return all * bytes_of(dtype);
    const std::optional<Integer> bits = stored_bits(report_);
    return bits ? all * *bits / 8 : report_.bits / 8;
}

/// All parameters, of which the matrices of dense layers have a type: not the output layer's, as bitsandbytes
/// does.
Polynomial Holdings::with_dense_type() const {
    const std::vector<Polynomial> counts = module_counts(report_);
    const NodeReport* const scores = scores_of_words(report_);
    Polynomial dense;
    for (std::size_t i = 0; i < report_.nodes.size(); ++i) {
        const std::optional<TensorReport> weight = weight_matrix(report_.nodes[i]);
        if (weight && &report_.nodes[i] != scores) dense += weight->elements * counts[i];
    }
    const Polynomial& all = report_.root()->facts->parameters.formula;
    return dense * bytes_of(options_.weights_dtype) + (all - dense) * a_number_;
}

/// Takes a share of the blocks, and of the ends of the pipeline the one that has more weights.
void Holdings::divide() {
    const std::vector<Polynomial> counts = module_counts(report_);
    const WeightBytes bytes(report_, options_, false);
    std::vector<Polynomial> weights, common(counts.size()), experts(counts.size());
    Polynomial first, last;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        weights.push_back(bytes.of(report_.nodes[i]) * counts[i]);
        if (stage_of(i) == Stage::First) first += weights[i];
        if (stage_of(i) == Stage::Last) last += weights[i];
    }
    Largest largest(report_);
    largest.add(last);
    largest.add(first);
    const Stage lighter = largest.formula() == last ? Stage::First : Stage::Last;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const Polynomial part = stage_of(i) == Stage::Block ? Polynomial(1) / Polynomial(division_.stages)
                                                            : Polynomial(stage_of(i) == lighter ? 0 : 1);
        const bool is_expert = !division_.is_expert.empty() && division_.is_expert[i];
        (is_expert ? experts : common)[i] = part;
        (is_expert ? weights_of_experts_ : weights_) += weights[i] * part;
    }
    trained_ = part_of(all_, common);
    trained_experts_ = part_of(all_, experts);
}

Stage Holdings::stage_of(std::size_t module) const {
    return division_.stage_of.empty() ? Stage::Block : division_.stage_of[module];
}

Polynomial Holdings::of_device(const Polynomial& common, const Polynomial& experts, int from_stage) const {
    const Integer shares = sharers(from_stage);
    const Polynomial bytes =
        common / Polynomial(shares) + experts / Polynomial(std::max(shares, division_.experts));
    return bytes / Polynomial(options_.tensor_parallel);
}

}  // namespace paramscope
