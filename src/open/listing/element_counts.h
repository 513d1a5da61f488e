// Reads lines of names and numbers of elements: `conv1.weight 450`.
#pragma once

#include <string_view>
#include <vector>

#include "open/listing/items.h"

namespace paramscope::open {

/// Tensors with one size each. Empty unless all such lines can be numbers of elements: those of an index, of
/// lines or of ranks cannot.
std::vector<ListedTensor> read_element_counts(std::string_view text);

}  // namespace paramscope::open
