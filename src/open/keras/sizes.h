// Sizes in Keras configs, which may be unknown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "open/support/json.h"

namespace paramscope::open::keras {

/// An unknown size: null in the config, or a value that no size can have.
inline constexpr std::int64_t kUnknownSize = -1;
inline constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

/// Sizes in Keras's order, of an input the batch first; empty when not even the rank is known.
using Sizes = std::vector<std::int64_t>;

/// Expands an int or list to `count` sizes; empty on mismatch. With `count` 0 a list may have any length up
/// to 8.
Sizes read_sizes(const JsonValue& value, std::size_t count = 0);

/// True when there are sizes and all are above 0.
bool are_known(const Sizes& sizes);
bool any_above(const Sizes& sizes, std::int64_t size);
/// kUnknownSize when a size is unknown, or the product is above kLargestSize.
std::int64_t product(const Sizes& sizes);

/// `pattern` with each `#` replaced by the next of `numbers`.
std::string fill_numbers(std::string_view pattern, const Sizes& numbers);

/// The number that a size of a shape is; kUnknownSize for a formula.
std::int64_t number_of(const Polynomial& size);
/// The shape of an input, unknown sizes by usual names: (batch, height, width, 3).
Dims named_shape(const Sizes& sizes);

}  // namespace paramscope::open::keras
