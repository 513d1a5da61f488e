// The work a module does for one forward pass, tallied by kind; conventions weigh it later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algebra/polynomial.h"

namespace paramscope {

/// Kinds of multiply-accumulate work.
enum class Operation : std::uint8_t {
    Convolution,     ///< MACs of (transposed) convolutions
    Linear,          ///< MACs of dense projections, those inside attention included
    AttentionScore,  ///< MACs of Q·Kᵀ
    AttentionValue,  ///< MACs of scores·V
    Matmul,          ///< MACs of other products of two activations
    Recurrent,       ///< MACs of recurrent cells' gates and projections
    Bilinear,        ///< MACs of bilinear forms
};
inline constexpr std::size_t kOperationKinds = 7;

/// "convolution", "linear", ...
std::string_view to_string(Operation operation);

/// How often each kind of operation is done. Most modules do one kind or none, so only those are held.
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

}  // namespace paramscope
