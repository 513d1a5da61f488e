// Finds the tensors listed in a text that any program printed (a loop over named_parameters(), a state_dict,
// a table); listing.cpp writes them as model text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace paramscope::open {

/// One tensor of a listing.
struct ListedTensor {
    std::string name;  ///< with the keys of the dicts around it where names alone are not enough
    std::optional<std::vector<std::uint64_t>> sizes;  ///< nullopt when printed shortened, with `...`
    bool is_buffer = false;
    std::string_view type;  ///< dtype as model text spells it, "" when none is given
    Span span;              ///< covers the name and the shape
};

/// How often something occurs in a text, and where first.
struct Occurrences {
    std::size_t count = 0;
    Span first;
};

struct Listing {
    std::vector<ListedTensor> tensors;
    Occurrences elisions;            ///< dots in place of lines left out
    Occurrences without_shape;       ///< lines with a tensor's name but no shape
    Occurrences unmatched;           ///< the first bracket without its partner
    Occurrences without_name;        ///< shapes that only tensors have, without a tensor's name
    Occurrences repeated;            ///< tensors with the name and the sizes of an earlier one, not kept
    Occurrences contradicting;       ///< tensors with the name of an earlier one and other sizes, not kept
    bool is_module_tree = false;     ///< of JAX: arrays in printed modules
    bool is_element_counts = false;  ///< the text gives numbers of elements instead of shapes
    std::size_t lines = 0;           ///< all lines with words
    std::size_t tensor_lines = 0;    ///< lines that belong to a tensor
};

/// Finds all tensors in `text`: a shape counts only with a name that only a tensor has (words.h), or in a
/// line of the same form as one with such a name. Any text is accepted; one that is no listing gives none.
Listing read_listing(std::string_view text);

}  // namespace paramscope::open
