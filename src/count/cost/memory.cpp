#include "count/cost/memory.h"

#include <utility>

#include "base/ranges.h"
#include "count/cost/cache.h"
#include "count/passes/activations.h"
#include "count/passes/tape.h"
#include "count/report/instance_counts.h"
#include "model/dtype.h"

namespace paramscope {
namespace {

/// Sources: torch.optim's classes of PyTorch 2.14, measured, with foreach=True, the default on a GPU but for
/// Adafactor; Rajbhandari et al. (2020),
/// section 3.1; Dettmers et al. (2022), 8-bit optimizers, with a number in float32 for each block of 256;
/// Chen et al. (2023), Lion; Shazeer & Stern (2018), Adafactor without momentum, as transformers has it;
/// Jordan et al. (2024), Muon, and torch.optim.Muon's documentation: hidden matrices alone, AdamW for all
/// else.
constexpr OptimizerState kOptimizers[] = {
    {Optimizer::Sgd, "sgd", "SGD", 0, 0, 0, 0},
    {Optimizer::Momentum, "momentum", "SGD with momentum", 1, 0, 0, 0},
    {Optimizer::Adam, "adam", "Adam", 2, 0, 1, 2},
    {Optimizer::AdamMixed, "adam_mixed", "Adam, mixed precision", 0, 4 * 96, 0, 0},
    {Optimizer::AdamW, "adamw", "AdamW", 2, 0, 1, 2},
    {Optimizer::AdamFused, "adam_fused", "Adam, fused", 2, 0, 0, 0},
    {Optimizer::Adam8bit, "adam_8bit", "Adam, 8 bit", 0, 4 * 16 + 1, 0, 0},
    {Optimizer::Lion, "lion", "Lion", 1, 0, 0, 0},
    {Optimizer::Adafactor, "adafactor", "Adafactor", 0, 0, 0, 1, StateRule::Factored},
    {Optimizer::Muon, "muon", "Muon", 0, 0, 1, 2, StateRule::Muon},
};
/// What a training step keeps.
struct Kept {
    Polynomial bytes;
    Basis basis = Basis::Exact;
};

/// What one run of a module keeps itself.
Kept kept_by(const Report& report, const NodeReport& row, const Polynomial& a_number) {
    const Basis own = has_unknown_output(row) ? Basis::Partial : Basis::Exact;
    return {created_elements(row) * a_number, worst(report.basis_of_created(*row.facts), own)};
}

/// The value of a variable of the text; nullopt where it has none of that name.
std::optional<Rational> setting(const Report& report, std::string_view name) {
    const auto* found = find_by(report.variables, &VariableReport::name, name);
    return found == nullptr ? std::nullopt : found->value;
}

}  // namespace

std::span<const OptimizerState> optimizers() {
    return kOptimizers;
}

const OptimizerState& state_of(Optimizer optimizer) {
    return kOptimizers[static_cast<std::size_t>(optimizer)];
}

namespace {

/// The sums of rows and columns of all trained matrices, and as many numbers as other trained tensors have.
Polynomial factored_numbers(const Trained& trained) {
    Polynomial numbers;
    for (const TrainedTensor& tensor : trained.tensors) {
        const Dims& shape = tensor.shape;
        const Polynomial& all = tensor.elements;
        const bool is_matrix = shape.size() >= 2;
        numbers += (is_matrix ? all / shape.back() + all / shape[shape.size() - 2] : all) * tensor.times;
    }
    return numbers;
}

Polynomial hidden_numbers(const Trained& trained) {
    Polynomial numbers;
    for (const TrainedTensor& tensor : trained.tensors)
        if (tensor.is_hidden) numbers += tensor.elements * tensor.times;
    return numbers;
}

}  // namespace

Polynomial state_bytes(Optimizer optimizer, const Trained& trained, const Polynomial& a_number) {
    constexpr int kQuartersOfByte = 32, kBytesOfSum = 4;
    const OptimizerState& state = state_of(optimizer);
    if (state.rule == StateRule::Factored) return factored_numbers(trained) * kBytesOfSum;
    if (state.rule == StateRule::Muon) return (trained.elements * 2 - hidden_numbers(trained)) * a_number;
    return trained.elements * (a_number * state.copies + Polynomial(state.other_bits) / kQuartersOfByte);
}

Polynomial bytes_of_joint_step(Optimizer optimizer, const Trained& trained, const Polynomial& a_number) {
    const OptimizerState& state = state_of(optimizer);
    const bool is_muon = state.rule == StateRule::Muon;
    return (is_muon ? trained.elements - hidden_numbers(trained) : trained.elements) * state.step_copies *
           a_number;
}

namespace {

/// Muon's step of a matrix: what is to be added, that once more before and after a product, and two products
/// of the shorter side with itself, all but the first in 16 bits (Newton-Schulz).
Polynomial bytes_to_orthogonalize(const Report& report, const TrainedTensor& matrix,
                                  const Polynomial& a_number) {
    const Polynomial &rows = matrix.shape[0], &columns = matrix.shape[1];
    const bool is_wide = report.quantity(rows).value.value_or(0) < report.quantity(columns).value.value_or(0);
    const Polynomial& shorter = is_wide ? rows : columns;
    return matrix.elements * a_number + (matrix.elements + shorter * shorter) * 2 * kBytesOfHalf;
}

}  // namespace

Polynomial bytes_of_single_step(const Report& report, Optimizer optimizer, const Trained& trained,
                                const Polynomial& a_number, bool is_joint) {
    const OptimizerState& state = state_of(optimizer);
    if (state.step_tensors == 0) return {};
    const bool has_joint = is_joint && state.step_copies > 0;
    Largest largest(report);
    Polynomial before;
    for (const TrainedTensor& tensor : trained.tensors) {
        const bool is_orthogonal = state.rule == StateRule::Muon && tensor.is_hidden;
        if (has_joint && !is_orthogonal) continue;
        largest.add(is_orthogonal ? bytes_to_orthogonalize(report, tensor, a_number)
                                  : (tensor.elements * state.step_tensors + before) * a_number);
        if (!is_orthogonal) before = tensor.elements;
    }
    return largest.formula();
}

std::vector<Quantity> activation_bytes(const Report& report, std::size_t top) {
    const Polynomial a_number = bytes_of(model_dtype(report));
    std::vector<Quantity> bytes(report.nodes[top].subtree_end - top);
    for (std::size_t i = bytes.size(); i-- > 0;) {
        const NodeReport& row = report.nodes[top + i];
        Quantity& all = bytes[i];  // what is below the row is in it
        const Kept own = kept_by(report, row, a_number);
        all.formula += own.bytes;
        all.formula *= work_repeat_of(row);
        all = report.quantity(std::move(all.formula), worst(all.basis, own.basis));
        if (i == 0) break;
        Quantity& parent = bytes[row.parent - top];
        parent.formula += all.formula;
        parent.basis = worst(parent.basis, all.basis);
    }
    return bytes;
}

Quantity activation_total(const Report& report) {
    if (report.root() == nullptr) return {Polynomial(), std::nullopt, Basis::Partial};
    const Polynomial a_number = bytes_of(model_dtype(report));
    Polynomial bytes;
    Basis basis = Basis::Exact;
    for (const AlikeModules& alike : alike_modules(report)) {
        const Kept own = kept_by(report, report.nodes[alike.first], a_number);
        bytes += own.bytes * alike.times;
        basis = worst(basis, own.basis);
    }
    return report.quantity(std::move(bytes), basis);
}

std::optional<Integer> stored_bits(const Report& report) {
    const std::optional<Rational> bits = setting(report, "stored_bits");
    if (!bits || !bits->is_integer() || *bits < Rational(0) || *bits > Rational(64)) return std::nullopt;
    return bits->numerator();
}

std::string model_dtype(const Report& report) {
    return report.model ? report.model->dtype : "float32";
}

Polynomial bytes_of(std::string_view dtype) {
    return Polynomial(bits_of(dtype).value_or(32)) / 8;
}

Quantity whole_bytes(const Report& report, const Polynomial& bytes, Basis basis) {
    Quantity quantity = report.quantity(bytes, basis);
    return quantity.value ? quantity : report.quantity(ceil(bytes), basis);
}

std::vector<MemoryItem> memory_of(const Report& report) {
    std::vector<MemoryItem> items;
    if (report.root() == nullptr) return items;
    const auto add = [&](std::string_view name, std::string_view label, const Polynomial& bytes,
                         Basis basis) {
        items.push_back({name, label, report.quantity(bytes, basis)});
    };
    const Polynomial a_number = bytes_of(model_dtype(report));
    const Basis parameters = report.root()->facts->parameters.basis;
    const std::optional<Integer> bits = stored_bits(report);
    if (bits)
        add("weights", "weights", report.root()->facts->parameters.formula * *bits / 8, Basis::Partial);
    else
        add("weights", "weights", report.bits / 8, parameters);
    add("gradients", "gradients", report.trainable * a_number, parameters);
    const Trained trained = trained_in(report, {});
    for (const OptimizerState& state : kOptimizers)
        add(state.name, state.label, state_bytes(state.optimizer, trained, a_number), parameters);
    const Activations activations = count_activations(report);
    const CacheElements cache = cache_elements(report);
    add("kv_cache", "keys and values", cache.kept * a_number, cache.basis);
    if (!cache.states.is_zero())
        add("state", "states of recurrent layers", cache.states * a_number, cache.basis);
    if (!(cache.kept == cache.all))
        add("kv_cache_all", "keys and values of all tokens in every layer", cache.all * a_number,
            report.root()->facts->macs.basis);
    add("activations", "activations, all", activations.kept * a_number, activations.basis);
    if (!activations.largest_layer.is_empty()) {
        add("activations_peak", "activations, peak", activations.largest_layer.formula() * a_number,
            activations.basis);
    }
    return items;
}

}  // namespace paramscope
