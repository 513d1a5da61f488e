// Inflates deflated bytes of a file, only as far as they are read.
#pragma once

#include <cstdint>
#include <memory>

#include "open/support/bytes.h"

namespace paramscope::open {

/// The most bytes inflated of one file; reads beyond them fail.
inline constexpr std::uint64_t kMostInflated = 32u << 20;

/// A file of `size` bytes, inflated from the bytes of `file` between `offset` and `end`.
std::unique_ptr<ByteSource> open_inflated(ByteSource& file, std::uint64_t offset, std::uint64_t end,
                                          std::uint64_t size);

}  // namespace paramscope::open
