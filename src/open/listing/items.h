// Finds the tensors that a printed text lists (a loop over named_parameters(), a printed state_dict, a
// table), whatever program printed it; listing.cpp writes them as model text.
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
    std::optional<std::vector<std::uint64_t>> sizes;  ///< nullopt when printed shortened, with `...`
    std::string_view type;    ///< dtype as model text spells it, "" when none is given
    Span span;                ///< covers the name and the shape
    bool is_certain = false;  ///< true: the words cannot mean anything but a tensor
};

/// How often something occurs in a text, and where first.
struct Occurrences {
    std::size_t count = 0;
    Span first;
};

struct Listing {
    std::vector<ListedTensor> tensors;
    Occurrences elisions;          ///< lines of dots that stand for lines left out
    Occurrences without_shape;     ///< lines with a tensor's name but no shape
    std::size_t lines = 0;         ///< all lines with words
    std::size_t tensor_lines = 0;  ///< those of them that belong to a tensor
};

/// Finds all tensors in `text`. Any text is accepted; one that is no listing gives few or none.
Listing read_listing(std::string_view text);

}  // namespace paramscope::open
