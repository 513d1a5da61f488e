// A text made of parts of another one, with the places of its parts there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "model/basis.h"

namespace paramscope::open::python::texts {

/// What remains of a text when something around its code is removed.
struct Unwrapped {
    /// Where bytes of `text` stand in the text before, from `begin` on.
    struct Part {
        std::uint32_t begin = 0;
        std::uint32_t before = 0;
        bool is_new = false;  ///< true: the text before does not have these bytes
    };

    std::string text;
    std::vector<Part> parts = {};  ///< empty where all bytes keep their places
    Diagnostics diagnostics = {};  ///< with places in the text before
    Basis basis = Basis::Exact;    ///< of the totals, for what is missing

    /// The place in the text before.
    std::uint32_t place_before(std::uint32_t place) const;
    Span span_before(Span span) const;
};

/// Puts a text together from parts of another one.
class Rebuilder {
  public:
    explicit Rebuilder(std::string_view source) : source_(source) {}

    /// Adds the bytes of the source from `begin` to `end`.
    void keep(std::uint32_t begin, std::uint32_t end);
    /// Adds bytes that the source does not have, at the place `before` in it.
    void insert(std::string_view text, std::uint32_t before);

    Unwrapped take() && { return std::move(result_); }

  private:
    std::string_view source_;
    Unwrapped result_;
    std::uint32_t kept_to_ = 0;  ///< the end of the last part of the source that was kept
};

}  // namespace paramscope::open::python::texts
