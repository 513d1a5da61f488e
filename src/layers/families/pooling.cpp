// Pooling layers: each output element summarizes a window of the input.
#include "layers/families/families.h"
#include "layers/families/window.h"

namespace paramscope {
namespace {

constexpr std::string_view kMaxPool =
    "kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False";
constexpr std::string_view kAvgPool =
    "kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None";
constexpr std::string_view kLpPool = "norm_type, kernel_size, stride=None, ceil_mode=False";
constexpr std::string_view kUnpool = "kernel_size, stride=None, padding=0";
constexpr std::string_view kAdaptivePool = "output_size, return_indices=False";
// print() shows none of these.
constexpr std::string_view kFractionalPool =
    "kernel_size=None, output_size=None, output_ratio=None, return_indices=False, _random_samples=None";

/// The pooled values, and their indices with return_indices (which print() does not show).
Signal pooled(const LayerCall& call, Dims shape) {
    Signal values = Signal::tensor(std::move(shape));
    return call.arguments.flag("return_indices") ? Signal::tuple({values, values}) : values;
}

/// PyTorch allows padding up to half of the kernel, so that no window lies in the padding alone.
bool is_padding_allowed(const Arguments& a, const Window& window) {
    for (std::size_t i = 0; i < window.padding.size(); ++i) {
        if (a.size_kind(window.span(i) - 2 * window.padding[i], 0) != SizeKind::TooSmall) continue;
        a.fail("padding", message("pooling.padding", {{"padding", a.show(window.padding[i])},
                                                      {"kernel", a.show(window.span(i))}}));
        return false;
    }
    return true;
}

/// torch.nn.MaxPool2d, AvgPool2d, LPPool2d: (*, L) -> (*, positions of the window).
template <std::size_t Spatial>
Signal pool_forward(const LayerCall& call) {
    const std::optional<std::size_t> axis = channel_axis(call, Spatial);
    if (!axis) return Signal::unknown();
    const Window window = read_window(call.arguments, Spatial);
    const Rounding rounding = call.arguments.flag("ceil_mode") ? Rounding::Up : Rounding::Down;
    Dims output = call.input();
    const bool fits =
        is_padding_allowed(call.arguments, window) && slide_window(call, window, *axis, rounding, &output);
    return fits ? pooled(call, std::move(output)) : Signal::unknown();
}

/// torch.nn.MaxUnpool2d without output_size: (L - 1)·s - 2p + k.
template <std::size_t Spatial>
Signal unpool_forward(const LayerCall& call) {
    const std::optional<std::size_t> axis = channel_axis(call, Spatial);
    if (!axis) return Signal::unknown();
    const Window window = read_window(call.arguments, Spatial);
    Dims output = call.input();
    for (std::size_t i = 0; i < Spatial; ++i) {
        Polynomial& length = output[*axis + 1 + i];
        length = (length - 1) * window.stride[i] - 2 * window.padding[i] + window.kernel[i];
    }
    return Signal::tensor(std::move(output));
}

/// output_size for each dimension; a single entry holds for all. Fails the call and returns nullopt for other
/// numbers.
std::optional<Dims> target_sizes(const LayerCall& call, std::size_t spatial) {
    Dims sizes = call.arguments.list("output_size");
    if (sizes.size() == 1) sizes.assign(spatial, Polynomial(sizes.front()));
    if (sizes.size() == spatial) return sizes;
    call.arguments.fail(
        "output_size",
        spatial == 1 ? message("arguments.one_number", {{"name", "output_size"}, {"actual", sizes.size()}})
                     : message("arguments.numbers",
                               {{"name", "output_size"}, {"expected", spatial}, {"actual", sizes.size()}}));
    return std::nullopt;
}

/// torch.nn.AdaptiveAvgPool2d: spatial dimensions become output_size; entries that are None keep them.
template <std::size_t Spatial>
Signal adaptive_forward(const LayerCall& call) {
    const std::optional<std::size_t> axis = channel_axis(call, Spatial);
    const std::optional<Dims> sizes = target_sizes(call, Spatial);
    if (!axis || !sizes) return Signal::unknown();
    Dims output = call.input();
    for (std::size_t i = 0; i < Spatial; ++i) {
        if ((*sizes)[i] == Polynomial::symbol(kNone)) continue;
        const SizeKind kind = call.arguments.size_kind((*sizes)[i], 0);
        if (kind != SizeKind::Fits && kind != SizeKind::Unknown) {
            call.arguments.fail("output_size", message("arguments.whole_number",
                                                       {{"name", "output_size"},
                                                        {"actual", call.arguments.show((*sizes)[i])}}));
            return Signal::unknown();
        }
        output[*axis + 1 + i] = (*sizes)[i];
    }
    return pooled(call, std::move(output));
}

/// torch.nn.FractionalMaxPool2d: output_size, or floor(L · output_ratio).
template <std::size_t Spatial>
Signal fractional_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    const std::optional<std::size_t> axis = channel_axis(call, Spatial);
    if (!axis || (!a.has("output_size") && !a.has("output_ratio"))) return Signal::unknown();
    const bool has_size = a.has("output_size");
    const Dims given = has_size ? a.sizes("output_size", Spatial, 1) : a.numbers("output_ratio", Spatial);
    Dims output = call.input();
    for (std::size_t i = 0; i < Spatial; ++i) {
        Polynomial& length = output[*axis + 1 + i];
        length = has_size ? given[i] : scaled_length(length, given[i]);
    }
    return pooled(call, std::move(output));
}

}  // namespace

std::span<const LayerRule> pooling_layers() {
    static constexpr LayerRule rules[] = {
        {"MaxPool1d", kMaxPool, nullptr, pool_forward<1>},
        {"MaxPool2d", kMaxPool, nullptr, pool_forward<2>},
        {"MaxPool3d", kMaxPool, nullptr, pool_forward<3>},
        {"AvgPool1d", kAvgPool, nullptr, pool_forward<1>},
        {"AvgPool2d", kAvgPool, nullptr, pool_forward<2>},
        {"AvgPool3d", kAvgPool, nullptr, pool_forward<3>},
        {"LPPool1d", kLpPool, nullptr, pool_forward<1>},
        {"LPPool2d", kLpPool, nullptr, pool_forward<2>},
        {"LPPool3d", kLpPool, nullptr, pool_forward<3>},
        {"MaxUnpool1d", kUnpool, nullptr, unpool_forward<1>},
        {"MaxUnpool2d", kUnpool, nullptr, unpool_forward<2>},
        {"MaxUnpool3d", kUnpool, nullptr, unpool_forward<3>},
        {"AdaptiveAvgPool1d", kAdaptivePool, nullptr, adaptive_forward<1>},
        {"AdaptiveAvgPool2d", kAdaptivePool, nullptr, adaptive_forward<2>},
        {"AdaptiveAvgPool3d", kAdaptivePool, nullptr, adaptive_forward<3>},
        {"AdaptiveMaxPool1d", kAdaptivePool, nullptr, adaptive_forward<1>},
        {"AdaptiveMaxPool2d", kAdaptivePool, nullptr, adaptive_forward<2>},
        {"AdaptiveMaxPool3d", kAdaptivePool, nullptr, adaptive_forward<3>},
        {"FractionalMaxPool2d", kFractionalPool, nullptr, fractional_forward<2>},
        {"FractionalMaxPool3d", kFractionalPool, nullptr, fractional_forward<3>},
    };
    return rules;
}

}  // namespace paramscope
