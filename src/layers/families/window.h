// The sliding kernel that convolution, pooling and unfolding share.
#pragma once

#include <cstddef>

#include "layers/layer.h"

namespace paramscope {

/// A sliding kernel; each list has one entry for each spatial dimension.
struct Window {
    Dims kernel;
    Dims stride;
    Dims padding;  ///< on each side
    Dims dilation;

    /// The number of positions that the dilated kernel spans in a dimension: d·(k - 1) + 1.
    Polynomial span(std::size_t dimension) const;
};

/// Reads the arguments kernel_size, stride, padding and dilation. A layer without padding or dilation gets 0
/// or 1; without stride, or with stride None, it gets the kernel's size as in pooling.
Window read_window(const Arguments& arguments, std::size_t spatial);

enum class Rounding {
    Down,  ///< each window lies inside the padded input
    Up,    ///< ceil_mode: the last window may extend past the end, unless it would start in the right padding
};

/// The number of positions that the window takes in a dimension of `length`.
Polynomial window_positions(const Polynomial& length, const Window& window, std::size_t dimension,
                            Rounding rounding);

/// Replaces the spatial dimensions after `axis` in `shape` with the number of positions that the window takes
/// in them. Fails the call and returns false when the input is smaller than the window.
bool slide_window(const LayerCall& call, const Window& window, std::size_t axis, Rounding rounding,
                  Dims* shape);

}  // namespace paramscope
