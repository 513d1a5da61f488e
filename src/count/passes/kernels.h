// Layers and functions that are several kernels, as operations of a tape.
#pragma once

#include "count/passes/tape_writer.h"

namespace paramscope {

/// The sizes of attention, each head by itself.
struct AttentionSizes {
    Polynomial heads;  ///< of all sequences
    Polynomial queries, keys;
    Polynomial width;              ///< elements of the queries of all heads
    bool is_grouped = false;       ///< fewer heads of keys than of queries
    bool shares_a_tensor = false;  ///< query, key and value are parts of one tensor
    bool is_causal = false;
    bool drops = false;                               ///< dropout of the scores
    AttentionKernel kernel = AttentionKernel::Fused;  ///< Eager: whatever else is chosen
};

/// x / sqrt(mean(x^2) + eps) * weight in float32, as LlamaRMSNorm of transformers.
TensorId write_rms_norm(TapeWriter& tape, TensorId input, const Polynomial& elements, const Polynomial& rows);

/// 0.5·x·(1 + tanh(sqrt(2/pi)·(x + 0.044715·x^3))), written with PyTorch's functions.
TensorId write_new_gelu(TapeWriter& tape, TensorId input, const Polynomial& elements);

/// True where the scores are in memory: where a kernel is eager, and for grouped heads in float32, which have
/// no fused one.
bool has_scores(const TapeWriter& tape, TensorId query, const AttentionSizes& sizes);

/// softmax(Q·K^T)·V by the kernel that PyTorch takes: a fused one, but for grouped heads in float32; or one
/// product after the other (AttentionKernel::Eager).
TensorId write_attention(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                         const Polynomial& output);

/// torch.nn.MultiheadAttention of query, key and value, or of one tensor, without weights of attention as a
/// result: projections of all three in one tensor, which is copied, and a fused kernel.
TensorId write_multihead(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes);

/// torch.nn.LSTM by cuDNN, which keeps four gates and a cell of each layer, and the outputs of all but the
/// last; nothing of 0 layers, as in inference.
TensorId write_lstm(TapeWriter& tape, TensorId input, const Polynomial& output, const Polynomial& layers);

/// The mean of the cross-entropy of scores, in float32, as transformers' ForCausalLMLoss.
TensorId write_cross_entropy(TapeWriter& tape, TensorId scores);

}  // namespace paramscope
