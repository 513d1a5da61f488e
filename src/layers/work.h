// The work a module does for one forward pass, tallied by kind; conventions weigh it later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algebra/polynomial.h"

namespace paramscope {

/// What is tallied: multiply-accumulates, single operations outside layers, and the sizes that conventions,
/// which weigh it all, have their rules on.
enum class Operation : std::uint8_t {
    Convolution,     ///< MACs of (transposed) convolutions
    Linear,          ///< MACs of dense projections, those inside attention included
    AttentionScore,  ///< MACs of Q·Kᵀ
    AttentionValue,  ///< MACs of scores·V
    Matmul,          ///< MACs of other products of two activations
    Recurrent,       ///< MACs of recurrent cells' gates and projections
    Bilinear,        ///< MACs of bilinear forms
    BiasAdd,         ///< additions of a bias to outputs of matrix work
    Add,             ///< element-wise additions
    Multiply,        ///< element-wise products
    Divide,          ///< element-wise quotients
    Exp,             ///< exponentials
    Sqrt,            ///< square roots
    Compare,         ///< comparisons
    LookUp,          ///< rows read from a table
    Element,         ///< elements that other layers and functions give; LayerRule::each is done for each
    Operator,        ///< elements that operators and products of forward lines give
    Affine,          ///< elements that a normalization scales and shifts by learned weights
    PoolInput,       ///< elements that pooling reads
    Pooled,          ///< elements that pooling gives
    State,           ///< elements of recurrent state that steps update
    SampleWeight,    ///< weights of layers without matrix work, once for each sample
    OutputMac,       ///< MACs of transposed convolutions and recurrent cells, had every number they give its own
    Row,             ///< rows that Softmax and LayerNorm work on, each as a whole
    Masked,          ///< MACs of attention that a causal mask makes needless
    KeyValue,        ///< elements of keys and values that decoding keeps
};
inline constexpr std::size_t kMatrixKinds = 7;  ///< the first of them are multiply-accumulates
inline constexpr std::size_t kOperationKinds = 26;

/// "convolution", "linear", ...
std::string_view to_string(Operation operation);

/// How often each kind of operation is done. Most modules do a few kinds or none, so only those are held.
class Work {
  public:
    struct Tally {
        Operation operation = Operation::Linear;
        Polynomial times;
    };

    void add(Operation operation, const Polynomial& times);
    /// How often one kind is done; zero when it never was added.
    Polynomial times(Operation operation) const;
    /// The kinds that were added, each once, in no order.
    std::span<const Tally> tallies() const { return tallies_; }
    bool is_zero() const;

    Work& operator+=(const Work& other);
    Work& operator*=(const Polynomial& factor);

  private:
    std::vector<Tally> tallies_;
};

/// Of the T² pairs of T queries and T keys, the share (T - 1)/2T that a causal mask leaves out.
Polynomial masked_share(const Polynomial& tokens);

/// Adds the products Q·Kᵀ and scores·V, and what of them a causal mask, which leaves that share out, saves.
void add_attention_work(Work* work, const Polynomial& score, const Polynomial& value,
                        const Polynomial& masked);

}  // namespace paramscope
