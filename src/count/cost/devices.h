// Devices: memory, bandwidth and peak rates as their data sheets give them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "algebra/integer.h"

namespace paramscope {

struct Device {
    std::string_view name;   ///< "A100 80GB"
    std::int16_t gigabytes;  ///< of memory, 10^9 bytes each
    double bandwidth;        ///< of that memory, bytes a second
    /// Highest dense rates in FLOP/s, without sparsity: of float32, of float32 rounded to TF32, float16,
    /// bfloat16, 8-bit floating point and 8-bit integers. 0: the device has none, or its sheet does not say.
    double float32, tf32, float16, bfloat16, float8, int8;
    std::string_view source;  ///< the document with these figures, by name and date

    Integer memory() const { return Integer{gigabytes} * 1'000'000'000; }
    /// The rate of products of numbers of a type, or of "tf32"; nullopt where it is not known.
    std::optional<double> peak(std::string_view dtype) const;
};

/// All devices, by memory.
std::span<const Device> devices();

/// The device with that name; case, blanks and hyphens do not matter. nullptr where there is none.
const Device* find_device(std::string_view name);

}  // namespace paramscope
