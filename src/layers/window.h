// A kernel that slides over spatial dimensions: what convolution, pooling and unfolding have in common.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "layers/layer.h"

namespace paramscope {

/// One entry a spatial dimension.
struct Window {
    Dims kernel;
    Dims stride;
    Dims padding;  ///< on each side
    Dims dilation;

    /// The positions the kernel spans in a dimension: d·(k - 1) + 1.
    Polynomial reach(std::size_t dimension) const;
};

/// Reads kernel_size, stride, padding and dilation, those that the layer has. A stride that is None is the
/// kernel's size, as in pooling.
Window read_window(const Arguments& arguments, std::size_t spatial);

enum class Rounding {
    Down,  ///< the last window lies inside the padded input
    Up,    ///< ceil_mode: it may reach beyond, unless it begins behind the left padding and the input
};

/// How often the window fits in `length` positions of a dimension.
Polynomial window_positions(const Polynomial& length, const Window& window, std::size_t dimension,
                            Rounding rounding);

/// Replaces the spatial dimensions behind `axis` of `shape` by the positions the window takes in them. Fails
/// the call, and is false, where it fits nowhere.
bool slide(const LayerCall& call, const Window& window, std::size_t axis, Rounding rounding, Dims* shape);

}  // namespace paramscope
