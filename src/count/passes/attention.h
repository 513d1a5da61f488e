// Attention, as operations of a tape.
#pragma once

#include <bitset>
#include <cstdint>

#include "count/flow/recorder.h"
#include "count/passes/tape_writer.h"
#include "count/report/report.h"

namespace paramscope {

/// What decides, besides sizes and types, which tensors attention makes and keeps.
enum class AttentionTrait : std::uint8_t {
    // of what it takes
    Uneven,    ///< heads of values have another width than those of queries
    Grouped,   ///< fewer heads of keys than of queries
    Batch,     ///< parts of a tensor are a batch of heads for products, as those of one sequence
    Turned,    ///< of MultiheadAttention: tokens come first inside, and not outside
    Joined,    ///< queries are joined of parts, which puts the heads first in memory
    Repeated,  ///< keys and values are copied for each head of queries, for any kernel
    // of scores in memory
    Causal,
    Drops,          ///< dropout of the scores
    NarrowSoftmax,  ///< in the values' type, not in float32
    Wide,           ///< an eager kernel has queries, keys and scores in float32
    Capped,         ///< an eager kernel keeps the scores once more, to limit them
    Returned,       ///< the block around has them until it ends
    // of a fused kernel
    Masked,  ///< it keeps which keys a query does not see
    // of what is known
    AssumesHeads,  ///< of kUsualHead numbers at most
    Eager,         ///< products and a softmax one by one, whatever else is chosen
    Count
};

/// The sizes of attention, each head by itself.
struct AttentionSizes {
    Polynomial heads;  ///< of all sequences
    Polynomial sequences, queries, keys;
    Polynomial width;   ///< elements of the queries of all heads
    Polynomial values;  ///< elements of the values of as many heads as there are of queries
    std::bitset<static_cast<std::size_t>(AttentionTrait::Count)> traits;

    bool has(AttentionTrait trait) const { return traits.test(static_cast<std::size_t>(trait)); }
    void set(AttentionTrait trait, bool value = true) { traits.set(static_cast<std::size_t>(trait), value); }
};

/// True where the scores are in memory: where a kernel is eager, for grouped heads in float32, which have
/// no fused one on a GPU, and for dropout, which has none on a CPU.
bool has_scores(const TapeWriter& tape, TensorId query, const AttentionSizes& sizes);

/// softmax(Q·K^T)·V by the kernel that PyTorch takes: a fused one, but where it has scores; or one
/// product after the other (AttentionKernel::Eager).
TensorId write_attention(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                         const Polynomial& output);

/// torch.nn.MultiheadAttention of query, key and value, or of one tensor: projections of all three in one
/// tensor, which is copied, and a kernel, eager where weights of attention are a result. `gradients`: of the
/// weights of the projections.
TensorId write_multihead(TapeWriter& tape, std::span<const TensorId> inputs, const AttentionSizes& sizes,
                         std::span<const TensorId> gradients);

/// A call of attention in a module's forward line.
struct AttentionCall {
    const FlowStep& step;
    const std::vector<const FlowArrow*>& arrows;  ///< of what it takes
    bool is_joined = false;                       ///< its queries are joined of parts
};

/// What a report tells of the sizes of attention.
class AttentionOfReport {
  public:
    explicit AttentionOfReport(const Report& report) : report_(report) {}

    /// Of a call of at least three tensors. `heads` is zero where it is not known.
    AttentionSizes sizes(const NodeReport& row, const AttentionCall& call, bool is_training) const;
    /// Of a torch.nn.MultiheadAttention with an output of at least two dimensions.
    AttentionSizes multihead(const NodeReport& row, const Dims& output, bool is_training) const;
    /// True where queries and keys are turned by rotary positions that no forward line shows.
    bool turns(const Dims& query) const;

  private:
    /// The heads of all sequences: a dimension of the query or of what is added to the scores, else as a
    /// config states them; nullopt where nothing tells.
    std::optional<Polynomial> heads_of(const std::vector<const FlowArrow*>& arrows, const Dims& query) const;
    /// True where a module has a dropout that its forward line does not call: it is for the scores. T5 drops
    /// them as everything else.
    bool drops_scores(const NodeReport& row) const;
    /// The same of MultiheadAttention, which print() shows without its arguments: in torch.nn's layers of
    /// transformers it drops as they do.
    bool multihead_drops(const NodeReport& row) const;
    /// The heads of all sequences, if the width of a head were kUsualHead, and kFewestHeads of a narrower
    /// model; zero where that cannot be.
    Polynomial usual_heads(const Dims& query) const;

    const Report& report_;
    mutable std::optional<bool> has_rotary_;  ///< found with the first attention
};

}  // namespace paramscope
