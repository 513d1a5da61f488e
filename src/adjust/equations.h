// Equations between the sizes of a model: which are equal, which are multiples or sums of others, which are
// free.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "adjust/sizes.h"

namespace paramscope::adjust {

/// Limit for the terms of a size as an expression over others, as of channels that are joined again and
/// again.
inline constexpr std::size_t kMostTermsOfSize = 16;

/// Solves equations one by one, each for one of its sizes. What cannot be solved fixes its sizes to their
/// numbers.
class Equations {
  public:
    explicit Equations(std::span<const Size> sizes) : sizes_(sizes), solutions_(sizes.size()) {}

    /// Formulas over sizes that have one value.
    void require_equal(const Polynomial& a, const Polynomial& b);
    void require_equal(std::uint32_t a, std::uint32_t b) { require_equal(symbol_of(a), symbol_of(b)); }
    /// True for an equation of more than two terms, as of channels that are joined.
    bool is_sum(const Polynomial& a, const Polynomial& b) {
        return (resolve(a) - resolve(b)).terms().size() > 2;
    }
    /// The size stays the number that it is, and so do those that it determines.
    void fix(std::uint32_t size) { fix_all(size_formula(size)); }
    /// Every size of the formula stays the number that it is.
    void fix_all(const Polynomial& formula);

    /// A formula over free sizes.
    Polynomial resolve(const Polynomial& formula);
    Polynomial size_formula(std::uint32_t size) { return resolve(symbol_of(size)); }
    /// The only free size that a size is a whole multiple of; nullopt for numbers, sums and products.
    std::optional<std::uint32_t> base_of(std::uint32_t size);
    /// The free sizes in formulas once they are resolved.
    std::set<std::uint32_t> free_sizes(std::span<const Polynomial> formulas);
    /// True when both are equal for all values of the free sizes.
    bool are_equal(std::uint32_t a, std::uint32_t b) { return size_formula(a) == size_formula(b); }
    std::int64_t value(std::uint32_t size) const { return sizes_[size].value; }

  private:
    bool solve(const Polynomial& difference);
    void resolve_size(std::uint32_t size);
    Polynomial substituted(const Polynomial& formula) const;

    std::span<const Size> sizes_;
    std::vector<std::optional<Polynomial>> solutions_;  ///< over other sizes, which may have solutions too
};

/// The sizes in a formula, each once, from the first in the text.
std::vector<std::uint32_t> sizes_in(const Polynomial& formula);

}  // namespace paramscope::adjust
