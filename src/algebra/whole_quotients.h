// Divides sizes, which are whole numbers, and keeps which of their quotients are whole: d/h where heads
// divide a width.
#pragma once

#include <vector>

#include "algebra/polynomial.h"

namespace paramscope {

/// floor(a / b) where all symbols are whole numbers: 2·d // 2 is d.
Polynomial floor_divide_whole(const Polynomial& a, const Polynomial& b);
/// a - b * floor(a / b) where all symbols are whole numbers: 2·d % 2 is 0.
Polynomial modulo_whole(const Polynomial& a, const Polynomial& b);

/// Learns from what must hold of sizes that their quotients are whole, and leaves out roundings that change
/// nothing then. Symbols are sizes: whole numbers of one or more.
class WholeQuotients {
  public:
    /// Learns from two formulas that are always equal: h·floor(d/h) = d says that d/h is whole. Returns false
    /// where nothing new follows.
    bool learn_equal(const Polynomial& a, const Polynomial& b);
    /// Learns that `a` is always a whole multiple of `b`. Returns false where that is known.
    bool learn_multiple(const Polynomial& a, const Polynomial& b);

    /// True where the value is known to be whole.
    bool is_whole(const Polynomial& value) const;
    /// The formula without roundings of whole values: h·floor(d/h) becomes d.
    Polynomial simplified(const Polynomial& formula) const;

    bool empty() const { return whole_.empty(); }

  private:
    bool is_whole(const Term& term) const;
    bool learn(const Polynomial& quotient);

    static constexpr std::size_t kMostQuotients = 100;
    static constexpr std::size_t kMostWork = 500'000;  ///< parts of formulas that are divided by quotients
    std::vector<Polynomial> whole_;
    mutable std::size_t work_ = 0;
};

}  // namespace paramscope
