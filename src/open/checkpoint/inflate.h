// Deflated bytes, inflated as far as somebody reads.
#pragma once

#include <cstdint>
#include <memory>

#include "open/support/bytes.h"

namespace paramscope::open {

/// No more than this is held of one inflated file: what lies behind it cannot be read.
inline constexpr std::uint64_t kMostInflated = 32u << 20;

/// The file of `size` bytes that the deflated bytes of `file` from `offset` to `end` make.
std::unique_ptr<ByteSource> inflated(ByteSource& file, std::uint64_t offset, std::uint64_t end,
                                     std::uint64_t size);

}  // namespace paramscope::open
