// TapeWriter: writes a tape, operation after operation.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "count/passes/steps/keeps.h"
#include "count/passes/tape.h"
#include "layers/signal.h"

namespace paramscope {

/// Which kernel does attention where source code does not say: PyTorch's scaled_dot_product_attention, or
/// products and a softmax one by one, as attn_implementation="eager" of transformers.
enum class AttentionKernel : std::uint8_t {
    Fused,   ///< where PyTorch has a kernel that keeps no scores
    Eager,   ///< scores are in memory
    Always,  ///< scores are never in memory: an engine's own kernels
};

/// The types that a pass computes in.
struct PassTypes {
    std::uint8_t value_bytes = 4;   ///< of the values' type
    std::uint8_t weight_bytes = 4;  ///< of the weights' type
    bool autocast = false;  ///< values of 16 bits where that is safe, as torch.autocast; weights as they are
    AttentionKernel attention = AttentionKernel::Fused;
    bool on_cpu = false;  ///< kernels of a CPU, which keep more: factors of dropout where a GPU's keep bytes
};

class TapeWriter {
  public:
    explicit TapeWriter(const PassTypes& types) : types_(types) {}

    Tape& tape() { return tape_; }
    const PassTypes& types() const { return types_; }
    TapeTensor& at(TensorId tensor) { return tape_.tensors[tensor]; }
    const TapeTensor& at(TensorId tensor) const { return tape_.tensors[tensor]; }

    /// The module whose operations are written, and the share of the tokens that reach it.
    void enter(std::uint32_t module, Polynomial share);
    /// The kind of the operations that are written.
    void name(std::string_view kind);

    /// A tensor that exists before the pass.
    TensorId add_existing(Polynomial elements, int element_bytes);
    /// A tensor that nothing makes yet.
    TensorId add_tensor(Polynomial elements, int element_bytes, bool has_gradient);

    /// Says that a weight is trained, and its gradient, which what uses the weight makes.
    void set_gradient(TensorId weight, TensorId gradient);

    /// Says that the operations that are written see so many elements of a tensor: a part of it.
    void see(TensorId tensor, const Polynomial& elements, TensorCut cut = TensorCut::Unknown);

    /// An operation that makes `elements` of the type of its first input, or of that many bytes.
    TensorId run(const Keeps& keeps, std::span<const TensorId> inputs, const Polynomial& elements,
                 int element_bytes = 0);
    TensorId run(const Keeps& keeps, std::initializer_list<TensorId> inputs, const Polynomial& elements,
                 int element_bytes = 0) {
        return run(keeps, std::span(inputs.begin(), inputs.size()), elements, element_bytes);
    }
    /// An operation on numbers through which no gradient goes: a comparison, the place of the largest.
    TensorId run_without_gradient(std::span<const TensorId> inputs, const Polynomial& elements,
                                  int element_bytes);
    /// Says that the last operation keeps one of its inputs, too.
    void keep_input(TensorId input) { keep(input, &tape_.operations.back()); }
    /// An operation that puts its output into the memory of its input.
    void run_in_place(const Keeps& keeps, TensorId input, const Polynomial& elements);
    /// An operation that copies numbers into a part of a tensor.
    TensorId run_put(TensorId into, TensorId numbers);
    /// Adds a tensor that the last operation makes for its backward pass.
    void keep_beside(Polynomial elements, int element_bytes);
    /// Says how much memory the last operation needs while it runs.
    void add_workspace(Polynomial elements, int element_bytes);
    /// Says how much memory the backward pass of the last operation needs besides its results.
    void add_temporary(Polynomial elements);
    /// A tensor in the memory of another, through which no gradient goes.
    TensorId detach(TensorId tensor);
    /// Says that the backward pass of the last operation makes the gradient of a weight.
    void add_gradient(TensorId gradient);
    /// Says that one of these gradients is the sum of all rows of the output's.
    void sum_rows(TensorId gradient) { tape_.operations.back().bias = gradient; }
    /// Says that the gradients that the last operation makes are views, as those of matrices by 3-D products.
    void view_gradients() { tape_.operations.back().views_gradients = true; }
    /// Says that the output of the last operation is a view of what it makes, as that of a dense layer.
    void view_output() { views_.insert(tape_.operations.back().output); }
    /// The tensor with elements of another size: itself, or a copy.
    TensorId convert(TensorId tensor, int element_bytes);

    /// Keeps a tensor until here.
    void hold(TensorId tensor);
    /// A block of the model begins, which is in no other.
    void enter_block() { is_in_block_ = true; }
    /// Keeps a tensor until the block ends, if one has begun.
    void hold_in_block(TensorId tensor) {
        if (is_in_block_) of_block_.push_back(tensor);
    }
    void leave_block();
    std::uint32_t begin_loop(Polynomial times, TensorId taken);
    TensorId end_loop(std::uint32_t loop, TensorId output);
    std::uint32_t begin_block(bool is_attention = false);
    void end_block(std::uint32_t block, TensorId output);

    /// Ends the tape: releases each tensor after its last use, but for outputs that are not dropped.
    Tape finish(std::vector<TensorId> outputs, bool drops_output = false);

  private:
    /// The element size of the result of values of several types.
    int bytes_of_result(std::span<const TensorId> inputs) const;
    bool has_other_gradient(std::span<const TensorId> inputs, std::size_t but) const;
    void add_temporaries(const Keeps& keeps);
    /// A tensor of the size of what the operations that are written see of that one.
    TensorId seen(TensorId tensor) const;
    /// Takes away what operations keep whose output is detached wherever it is taken: no gradient comes to
    /// them. What nothing takes may be used in ways that a tape does not show.
    void drop_what_has_no_gradient(std::span<const TensorId> results);
    void add_operation(TapeOperation operation);
    void keep(TensorId tensor, TapeOperation* operation) const;
    void add_step(TapeStep::Kind kind, std::uint32_t index) { tape_.steps.push_back({kind, index, 0}); }

    PassTypes types_;
    Tape tape_;
    std::uint32_t module_ = 0, kind_ = 0;
    Polynomial share_ = 1;
    std::vector<std::uint32_t> open_loops_;
    std::set<TensorId> known_gradients_;
    std::map<TensorId, TensorId> gradient_of_;  ///< of a weight
    std::set<TensorId> views_;
    bool is_in_block_ = false;
    std::vector<TensorId> of_block_;     ///< what is kept until it ends
    std::map<TensorId, TensorId> seen_;  ///< a tensor of the size of the part that is seen
    std::map<std::string, std::uint32_t, std::less<>> kinds_;
};

}  // namespace paramscope
