// Tensors that a text lists, whatever program printed it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace paramscope::open {

/// One tensor of a listing. Views point into the text.
struct ListedTensor {
    std::string_view name;
    std::optional<std::vector<std::uint64_t>> sizes;  ///< nullopt: printed with `...` in it
    std::string_view type;                            ///< as model text spells it, "" where none is given
    Span span;                                        ///< from the name, or the shape, to the end of both
    bool is_sure = false;                             ///< cannot be anything else
};

/// Something in the text that occurs a number of times, and where first.
struct Occurrences {
    std::size_t count = 0;
    Span first;
};

struct Listing {
    std::vector<ListedTensor> tensors;
    Occurrences elisions;        ///< lines of dots, where lines were left out
    Occurrences shapeless;       ///< lines with a tensor's name and no shape
    std::size_t lines = 0;       ///< with words
    std::size_t of_tensors = 0;  ///< how many of them belong to a tensor
};

/// All that `text` lists. Any text is an input; one that is no listing holds little.
Listing read_listing(std::string_view text);

}  // namespace paramscope::open
