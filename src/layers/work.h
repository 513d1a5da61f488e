// The work a module does for one forward pass, tallied by kind; conventions weigh it later.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

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

/// How often each kind of operation is done.
class Work {
  public:
    void add(Operation operation, const Polynomial& times) { tally_[index(operation)] += times; }
    const Polynomial& times(Operation operation) const { return tally_[index(operation)]; }
    bool is_zero() const;

    Work& operator+=(const Work& other);
    Work& operator*=(const Polynomial& factor);

  private:
    static std::size_t index(Operation operation) { return static_cast<std::size_t>(operation); }
    std::array<Polynomial, kOperationKinds> tally_;
};

}  // namespace paramscope
