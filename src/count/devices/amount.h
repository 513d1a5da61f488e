// Reads amounts as people write them: "7B", "1.5 TFLOP", "24GiB".
#pragma once

#include <optional>
#include <string_view>

#include "algebra/integer.h"

namespace paramscope {

/// "1000", "1,000", "7B", "1.5M": K, M, G or B, T, P and E are powers of 1000, in either case, and the unit
/// that may follow
/// ("FLOP", "FLOPs") is ignored. A fraction that is no whole number is rounded down. nullopt for anything
/// else, and beyond 128 bits.
std::optional<Integer> read_count(std::string_view text, std::string_view unit = {});

/// "24GiB" in powers of 1024, "24GB" in powers of 1000, "512" and "512B" in bytes. nullopt for "24G", which
/// could be either.
std::optional<Integer> read_bytes(std::string_view text);

}  // namespace paramscope
