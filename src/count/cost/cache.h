// Keys and values that a decoder keeps: of all tokens, or of those that a layer's window shows
// (docs/memory.md).
#pragma once

#include <optional>

#include "count/report/report.h"

namespace paramscope {

/// Which layers of a report keep the keys and values of a window only, by its settings `sliding_window`,
/// `full_attention_every` and `first_full_attention`. The report outlives it.
class CacheWindows {
  public:
    explicit CacheWindows(const Report& report);

    /// The part that a module keeps of the keys and values of all tokens, on average over its repeats;
    /// nullopt where it is not known whether it has a window.
    std::optional<Polynomial> part_kept(std::uint32_t index) const;
    /// The least that it may be.
    Polynomial least_part(std::uint32_t index) const { return least_of(index, kept_in_window_); }
    /// The least part of the products of causal attention that its tokens may need.
    Polynomial least_products(std::uint32_t index) const { return least_of(index, products_in_window_); }
    /// True where a window is smaller than the input.
    bool matter() const { return matter_; }

  private:
    /// The part of a module's repeats that see all tokens; nullopt where that is not known.
    std::optional<Polynomial> part_that_sees_all(std::uint32_t index) const;
    Polynomial least_of(std::uint32_t index, const Polynomial& in_window) const;
    /// The layers that see all tokens, of some from one on.
    Polynomial full_layers(Integer first, const Polynomial& count) const;

    const Report& report_;
    Polynomial kept_in_window_ = 1, products_in_window_ = 1;  ///< of those of all tokens
    std::optional<Integer> every_;  ///< so many layers, one sees all; nullopt: not known
    Integer first_ = 0;
    bool matter_ = false;
};

/// Elements of keys and values of the whole model, and of states.
struct CacheElements {
    Polynomial all;   ///< every layer keeps them of all tokens
    Polynomial kept;  ///< layers with a window keep them of that
    Basis basis =
        Basis::Exact;   ///< of `kept`; a range up to it where it is not known which layers have windows
    Polynomial states;  ///< of recurrent layers, which do not grow with the tokens
};
CacheElements cache_elements(const Report& report);

}  // namespace paramscope
