// Sizes of tensors as a Keras config tells them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "open/json.h"

namespace paramscope::open::keras {

/// Sizes in Keras's order, the batch first; kAny where the config says None or nothing that a size can be. No
/// sizes: not even their number is known.
using Sizes = std::vector<std::int64_t>;
inline constexpr std::int64_t kAny = -1;
inline constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

/// What a list says, or one number `count` times; nothing of anything else.
Sizes sizes_in(const JsonValue& value, std::size_t count = 0);

/// kAny for what no size can be; products and sums of kAny are kAny.
std::int64_t bounded(std::int64_t size);
std::int64_t times(std::int64_t a, std::int64_t b);
std::int64_t plus(std::int64_t a, std::int64_t b);
/// All of them but the first `from` multiplied.
std::int64_t product(const Sizes& sizes, std::size_t from);

/// Every one is a number above 0.
bool are_known(const Sizes& sizes);

/// "(3, 3)", "(3,)".
std::string tuple(const Sizes& sizes);
std::string text(std::int64_t number);

}  // namespace paramscope::open::keras
