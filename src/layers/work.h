// Work: how often each kind of operation is done in one forward pass. Conventions (count/report) turn it into
// FLOPs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "algebra/polynomial.h"
#include "base/shared_list.h"

namespace paramscope {

/// Kinds of operations: multiply-accumulates (MACs), single operations, and numbers of elements that
/// conventions need.
enum class Operation : std::uint8_t {
    Convolution,     ///< MACs of (transposed) convolutions
    Linear,          ///< MACs of dense projections, including those inside attention
    AttentionScore,  ///< MACs of Q·Kᵀ
    AttentionValue,  ///< MACs of scores·V
    Matmul,          ///< MACs of other products of two activations
    Recurrent,       ///< MACs of recurrent cells' gates and projections
    Bilinear,        ///< MACs of bilinear forms
    BiasAdd,         ///< additions of a bias to the output of matrix work
    Add,             ///< element-wise additions
    Multiply,        ///< element-wise products
    Divide,          ///< element-wise quotients
    Exp,             ///< exponentials
    Sqrt,            ///< square roots
    Compare,         ///< comparisons
    LookUp,          ///< rows read from a table
    Element,   ///< output elements of other layers and functions, each with LayerRule::per_element operations
    Operator,  ///< output elements of operators and products in forward lines
    Affine,    ///< elements that a normalization scales and shifts by learned weights
    PoolInput,     ///< input elements of pooling
    Pooled,        ///< output elements of pooling
    State,         ///< elements of recurrent state, once for each step
    SampleWeight,  ///< weights of layers without matrix work, once for each sample of the batch
    OutputMac,     ///< MACs as if each output element were computed independently (torchinfo's rule)
    Row,           ///< rows that Softmax and LayerNorm normalize
    Masked,        ///< MACs of attention that a causal mask makes unnecessary
    KeyValue,      ///< elements of keys and values that decoding keeps in its cache
    KeptState,     ///< elements of the states that recurrent layers keep between tokens
    NoGradient,    ///< in training, MACs of gradients that a step leaves out: those of the model's inputs
};
inline constexpr std::size_t kMatrixKinds = 7;  ///< the first ones, which are MACs
inline constexpr std::size_t kOperationKinds = 28;

/// True for MACs.
constexpr bool is_matrix(Operation operation) {
    return static_cast<std::size_t>(operation) < kMatrixKinds;
}

/// "convolution", "linear", ...
std::string_view to_string(Operation operation);

/// How often each kind of operation is done. Holds only the kinds that occur: most modules have few or none.
class Work {
  public:
    struct Tally {
        Operation operation = Operation::Linear;
        Polynomial times;
    };

    void add(Operation operation, const Polynomial& times);
    /// How often one kind is done; zero when it was never added.
    const Polynomial& times(Operation operation) const;
    /// The kinds that were added, each once, in no particular order.
    std::span<const Tally> tallies() const { return tallies_.items(); }
    bool is_zero() const;
    /// True when both are one list: then they are equal.
    bool is_same_object(const Work& other) const { return tallies_.identity() == other.tallies_.identity(); }

    Work& operator+=(const Work& other);
    Work& operator*=(const Polynomial& factor);

  private:
    SharedList<Tally> tallies_;
};

/// The share of a T × T score matrix that a causal mask leaves out: (T - 1)/2T.
Polynomial masked_share(const Polynomial& tokens);

/// Adds the MACs of Q·Kᵀ and scores·V to `work`, and as Operation::Masked the share `masked` of both.
void add_attention_work(Work* work, const Polynomial& score, const Polynomial& value,
                        const Polynomial& masked);

}  // namespace paramscope
