// Layers and functions that are several kernels, as operations of a tape.
#pragma once

#include <optional>
#include <string_view>

#include "count/passes/tape_writer.h"
#include "count/report/report.h"

namespace paramscope {

/// A call of a layer or a function of one tensor.
struct KernelCall {
    TensorId input = kNoTensor;
    const Dims& shape;   ///< of the input
    const Dims& output;  ///< the shape
    Polynomial parts;    ///< which a norm works on one by one
    Polynomial window;   ///< its size
    bool has_weight = false;
    TensorId other = kNoTensor;  ///< the second tensor, as of a loss
};

/// True for a layer or a function that is several kernels.
bool has_kernels(std::string_view name);

/// Writes a layer or a function that is several kernels; nullopt for others.
std::optional<TensorId> write_kernels(TapeWriter& tape, std::string_view name, const KernelCall& call);

/// x / sqrt(mean(x^2) + eps) in float32 times the weight, as LlamaRMSNorm of transformers; with
/// `multiplies_wide` in float32, too, as GemmaRMSNorm.
TensorId write_rms_norm(TapeWriter& tape, TensorId input, const Polynomial& elements, const Polynomial& rows,
                        bool multiplies_wide);

/// 0.5·x·(1 + tanh(sqrt(2/pi)·(x + 0.044715·x^3))), written with PyTorch's functions.
TensorId write_new_gelu(TapeWriter& tape, TensorId input, const Polynomial& elements);

/// torch.nn.LSTM by cuDNN, which keeps four gates and a cell of each layer, and the outputs of all but the
/// last.
TensorId write_lstm(TapeWriter& tape, const NodeReport& row, TensorId input, const Dims& output,
                    bool is_training);

/// torch.nn.GRU and RNN on a CPU, which does one step after the other: each is several functions.
TensorId write_steps(TapeWriter& tape, const NodeReport& row, TensorId input, const Dims& shape,
                     const Dims& output, bool is_training);

/// Puts what the last operation makes into the memory of its first input, where it made `made` and that fits;
/// says in which tensor the numbers of `made` are.
TensorId put_in_place(TapeWriter& tape, TensorId made);

/// The mean of the cross-entropy of scores, in float32, as transformers' ForCausalLMLoss.
TensorId write_cross_entropy(TapeWriter& tape, TensorId scores);

}  // namespace paramscope
