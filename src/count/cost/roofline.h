// The roofline of a device (Williams et al., 2009): times that a pass cannot take less than, and whether the
// device's rate or its memory bounds them (docs/memory.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/devices/devices.h"
#include "count/cost/memory_plan.h"

namespace paramscope {

enum class Bound : std::uint8_t { Compute, Memory };

/// "compute", "memory".
std::string_view to_string(Bound bound);

/// What a layer, all of its instances together, computes and moves at least.
struct LayerTime {
    std::uint32_t node = 0;
    double flops = 0, bytes = 0;
    double seconds = 0;
    Bound bound = Bound::Memory;
};

struct Roofline {
    std::optional<Device> device;
    Mode mode = Mode::Forward;
    std::string dtype;           ///< of the products
    std::optional<double> peak;  ///< nullopt: the device's is not known, so only memory bounds
    std::optional<double>
        convolution_peak;           ///< of convolutions that are done in TF32; nullopt: as other products
    std::vector<LayerTime> layers;  ///< in print order; layers without work are left out
    Quantity flops;
    Quantity bytes;        ///< moved where one layer is run after the other
    Quantity least_bytes;  ///< moved by any program: weights, and the cache of a decoder
    double layer_seconds =
        0;  ///< of all layers, and of the optimizer: no program that runs layer by layer is faster
    double seconds = 0;                  ///< no program at all is faster
    double update_seconds = 0;           ///< the optimizer's part of `layer_seconds`
    Bound bound = Bound::Memory;         ///< of `seconds`
    double layers_bound_by_compute = 0;  ///< the part of `layer_seconds` that these layers take, 0 to 1

    /// FLOPs for each byte that layers move.
    double intensity() const;
};

/// The roofline of a pass over `report`, which was counted in that mode; for a forward pass in training, too.
/// `options` gives the types, the optimizer, and the devices that share each layer.
Roofline roofline_of(const Report& report, Mode mode, const Device& device, const MemoryOptions& options);

}  // namespace paramscope
