#include "layers/families/window.h"

#include "layers/families/families.h"

namespace paramscope {
namespace {

/// True when no window can start in the right padding, for any length of the input.
bool never_starts_in_padding(const Window& window, std::size_t dimension) {
    const Polynomial slack = window.span(dimension) - window.padding[dimension] - window.stride[dimension];
    const std::optional<Rational> known = slack.constant();
    return known && known->numerator() >= 0;
}

/// Fails the call and returns false when the window takes no position.
bool expect_fit(const LayerCall& call, const Window& window, std::size_t dimension, const Polynomial& length,
                const Polynomial& positions) {
    const Arguments& a = call.arguments;
    if (a.size_kind(positions, 1) != SizeKind::TooSmall) return true;
    if (call.requirements) call.requirements->refuse(Unmet::Kind::Least, positions, 1);
    MessageArguments arguments = {{"dimension", spatial_name(dimension, window.kernel.size())},
                                  {"length", a.show(length)},
                                  {"type", a.module().type},
                                  {"kernel", a.show(window.span(dimension))}};
    const Polynomial& padding = window.padding[dimension];
    if (padding.is_zero()) {
        call.fail(message("window.too_small", std::move(arguments)));
    } else {
        arguments.emplace_back("padding", a.show(padding));
        call.fail(message("window.too_small_padded", std::move(arguments)));
    }
    return false;
}

}  // namespace

Polynomial Window::span(std::size_t dimension) const {
    return dilation[dimension] * (kernel[dimension] - 1) + 1;
}

Window read_window(const Arguments& a, std::size_t spatial) {
    Window window;
    window.kernel = a.sizes("kernel_size", spatial, 1);
    window.stride = a.has("stride") ? a.sizes("stride", spatial, 1) : window.kernel;
    window.padding = a.has("padding") ? a.sizes("padding", spatial) : Dims(spatial, Polynomial(0));
    window.dilation = a.has("dilation") ? a.sizes("dilation", spatial, 1) : Dims(spatial, Polynomial(1));
    return window;
}

/// floor((L + 2p - d(k - 1) - 1) / s) + 1: PyTorch's documentation of Conv2d and MaxPool2d.
Polynomial window_positions(const Polynomial& length, const Window& window, std::size_t dimension,
                            Rounding rounding) {
    const Polynomial &padding = window.padding[dimension], &stride = window.stride[dimension];
    const Polynomial steps = (length + 2 * padding - window.span(dimension)) / stride;
    // Lengths are whole numbers, so that floor and ceil would only clutter the formula.
    if (stride == Polynomial(1)) return steps + 1;
    if (rounding == Rounding::Down) return floor(steps) + 1;
    // "Sliding windows that would start in the right padded region are ignored": MaxPool2d's documentation.
    const Polynomial rounded_up = ceil(steps) + 1;
    return never_starts_in_padding(window, dimension) ? rounded_up
                                                      : min(rounded_up, ceil((length + padding) / stride));
}

bool slide_window(const LayerCall& call, const Window& window, std::size_t axis, Rounding rounding,
                  Dims* shape) {
    for (std::size_t i = 0; i < window.kernel.size(); ++i) {
        const Polynomial length = call.input()[axis + 1 + i];
        const Polynomial positions = window_positions(length, window, i, rounding);
        if (!expect_fit(call, window, i, length, positions)) return false;
        (*shape)[axis + 1 + i] = named_length(call, i, window.kernel.size(), positions);
    }
    return true;
}

}  // namespace paramscope
