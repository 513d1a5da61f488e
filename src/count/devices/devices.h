// Devices: memory, bandwidth and peak rates as their data sheets give them, or as somebody says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "algebra/integer.h"
#include "base/result.h"

namespace paramscope {

/// Most devices of a model.
inline constexpr Integer kMostDevices = 1'000'000;

/// Who else takes of a device's memory.
enum class MemoryKind : std::uint8_t {
    Chips,    ///< its own: the driver takes some
    Checked,  ///< GDDR that corrects errors with a 16th of it; the driver takes some of the rest
    Unified,  ///< shared with the processor: the system leaves a part to the GPU
    Given,    ///< of a device of one's own: nobody
};

struct Device {
    std::string name;  ///< "A100 80GB"
    Integer memory;    ///< bytes of its chips: a GB of a sheet is 2^30
    MemoryKind kind;
    double bandwidth;  ///< of that memory, bytes a second
    /// Highest dense rates in FLOP/s, without sparsity: of float32, of float32 rounded to TF32, float16,
    /// bfloat16, 8-bit floating point and 8-bit integers. 0: the device has none, or its sheet does not say.
    double float32, tf32, float16, bfloat16, float8, int8;
    std::string_view source;  ///< the document with these figures, by name and date

    /// Bytes that programs get at least: what drivers report is this or a little more.
    Integer usable() const;
    /// Of these, what a program's context takes before it allocates anything.
    Integer reserve() const;
    /// What is left for tensors.
    Integer room() const { return usable() - reserve(); }
    /// The rate of products of numbers of a type, or of "tf32"; nullopt where it is not known.
    std::optional<double> peak(std::string_view dtype) const;

    friend bool operator==(const Device& a, const Device& b) { return a.name == b.name; }
};

/// All devices of the table (device_table.cpp), by memory.
std::span<const Device> devices();

/// The device of the table with that name; case, blanks, hyphens and the maker's name do not matter. nullptr
/// where there is none.
const Device* find_device(std::string_view name);

/// Some of one device.
struct Devices {
    Integer count = 1;
    Device device;
};

/// Reads "RTX 3090", "8x H100", "M4 Max 64GB", or the numbers of a device of one's own:
/// "memory=24GB, bandwidth=936GB/s, float16=142, float32=35.6", in TFLOP/s; also without names, in that
/// order.
Result<Devices> read_devices(std::string_view text);

}  // namespace paramscope
