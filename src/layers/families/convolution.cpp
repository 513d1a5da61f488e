// Convolutions and transposed convolutions in one, two and three dimensions.
#include <array>

#include "layers/families/families.h"
#include "layers/families/window.h"

namespace paramscope {
namespace {

constexpr std::string_view kConvolution =
    "in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, "
    "padding_mode='zeros'";
constexpr std::string_view kTransposed =
    "in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, "
    "dilation=1, padding_mode='zeros'";

/// A convolution's padding is a number of positions or one of two words.
enum class Padding { Number, Same, Valid };

Padding padding_kind(const Arguments& a) {
    const std::string_view word = a.word("padding");
    if (word == "same") return Padding::Same;
    return word == "valid" ? Padding::Valid : Padding::Number;
}

void check_groups(const Arguments& a) {
    a.size("groups", 1);
    a.require_divisible("in_channels", "groups");
    a.require_divisible("out_channels", "groups");
}

void check_padding_mode(const Arguments& a) {
    constexpr std::array<std::string_view, 4> modes = {"zeros", "reflect", "replicate", "circular"};
    for (const std::string_view mode : modes) {
        if (a.word("padding_mode") == mode) return;
    }
    a.fail("padding_mode", message("convolution.padding_mode"));
}

/// (first, second / groups, kernel...).
Dims weight_shape(const Arguments& a, std::size_t spatial, const Polynomial& first,
                  const Polynomial& second) {
    Dims shape = {first, second / a.number("groups")};
    for (Polynomial& size : a.sizes("kernel_size", spatial, 1)) shape.push_back(std::move(size));
    return shape;
}

void add_bias(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.flag("bias")) return;
    tensors.push_back(parameter("bias", {a.size("out_channels")}));
    tensors.back().assumed = hides_bias(a.module());
}

/// torch.nn.Conv2d: weight (out, in / groups, kernel...) and bias (out).
template <std::size_t Spatial>
void convolution_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    check_groups(a);
    check_padding_mode(a);
    tensors.push_back(
        parameter("weight", weight_shape(a, Spatial, a.size("out_channels"), a.size("in_channels"))));
    add_bias(a, tensors);
}

/// torch.nn.ConvTranspose2d: weight (in, out / groups, kernel...) and bias (out).
template <std::size_t Spatial>
void transposed_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    check_groups(a);
    tensors.push_back(
        parameter("weight", weight_shape(a, Spatial, a.size("in_channels"), a.size("out_channels"))));
    add_bias(a, tensors);
}

/// timm's ScaledStdConv2d (Brock et al., 2021): as Conv2d, with a gain (out, 1, 1, 1).
void gain_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    convolution_tensors<2>(a, tensors);
    tensors.push_back(parameter("gain", {a.size("out_channels"), 1, 1, 1}));
}

/// A lazy layer prints 0 input channels and has no tensors before its first run.
template <void (*Tensors)(const Arguments&, std::vector<Tensor>&)>
void lazy_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (a.expect_initialized("in_channels")) Tensors(a, tensors);
}

/// As channel_axis(), and also fails when the input does not have in_channels.
std::optional<std::size_t> checked_channel_axis(const LayerCall& call, std::size_t spatial) {
    const std::optional<std::size_t> axis = channel_axis(call, spatial);
    if (!axis) return std::nullopt;
    const bool fits =
        expect_size(call, call.input()[*axis], call.arguments.size("in_channels"), "input.channels");
    return fits ? axis : std::nullopt;
}

Window convolution_window(const Arguments& a, std::size_t spatial) {
    if (padding_kind(a) == Padding::Number) return read_window(a, spatial);
    return {a.sizes("kernel_size", spatial, 1), a.sizes("stride", spatial, 1), Dims(spatial, Polynomial(0)),
            a.sizes("dilation", spatial, 1)};
}

/// PyTorch allows padding 'same' only with stride 1.
bool is_same_allowed(const LayerCall& call, const Window& window) {
    for (const Polynomial& stride : window.stride) {
        const std::optional<Integer> known = call.arguments.integer(stride);
        if (!known || *known == 1) continue;
        call.arguments.fail("padding",
                            message("convolution.same_stride", {{"actual", call.arguments.show(stride)}}));
        return false;
    }
    return true;
}

/// Adds in / groups · kernel MACs for each output element, as torch.utils.flop_counter does.
Signal convolution_output(const LayerCall& call, const Window& window, std::size_t axis, Dims output) {
    const Arguments& a = call.arguments;
    output[axis] = a.size("out_channels");
    const Polynomial macs = a.size("in_channels") / a.size("groups", 1) * product(window.kernel);
    const Polynomial elements = product(output);
    call.work.add(Operation::Convolution, elements * macs);
    if (a.flag("bias")) call.work.add(Operation::BiasAdd, elements);
    return Signal::tensor(std::move(output));
}

Signal convolve(const LayerCall& call, std::size_t spatial) {
    const std::optional<std::size_t> axis = checked_channel_axis(call, spatial);
    if (!axis) return Signal::unknown();
    const Window window = convolution_window(call.arguments, spatial);
    Dims output = call.input();
    const bool fits = padding_kind(call.arguments) == Padding::Same
                          ? is_same_allowed(call, window)
                          : slide_window(call, window, *axis, Rounding::Down, &output);
    return fits ? convolution_output(call, window, *axis, std::move(output)) : Signal::unknown();
}

/// timm's Conv2dSame: TensorFlow's 'same' padding gives ceil(L / s) with any stride. print() does not show
/// it.
Signal tensorflow_same_forward(const LayerCall& call) {
    const std::optional<std::size_t> axis = checked_channel_axis(call, 2);
    if (!axis) return Signal::unknown();
    const Window window = read_window(call.arguments, 2);
    Dims output = call.input();
    for (std::size_t i = 0; i < window.stride.size(); ++i) {
        Polynomial& length = output[*axis + 1 + i];
        if (window.stride[i] != Polynomial(1))
            length = named_length(call, i, window.stride.size(), ceil(length / window.stride[i]));
    }
    return convolution_output(call, window, *axis, std::move(output));
}

/// (L - 1)·s - 2p + d·(k - 1) + output_padding + 1: PyTorch's documentation of ConvTranspose2d.
Polynomial transposed_length(const Polynomial& length, const Window& window, const Polynomial& output_padding,
                             std::size_t dimension) {
    return (length - 1) * window.stride[dimension] - 2 * window.padding[dimension] + window.span(dimension) +
           output_padding;
}

bool is_output_padding_allowed(const Arguments& a, const Window& window, const Dims& output_padding) {
    for (std::size_t i = 0; i < output_padding.size(); ++i) {
        const std::optional<Integer> limit = a.integer(max(window.stride[i], window.dilation[i]));
        const std::optional<Integer> given = a.integer(output_padding[i]);
        if (!limit || !given || *given < *limit) continue;
        a.fail("output_padding",
               message("convolution.output_padding", {{"actual", a.show(output_padding[i])}}));
        return false;
    }
    return true;
}

/// The output shape of a transposed convolution, all but its channels; nullopt where the call fails.
std::optional<Dims> transposed_shape(const LayerCall& call, const Window& window, std::size_t axis,
                                     std::size_t spatial) {
    const Arguments& a = call.arguments;
    const Dims output_padding = a.sizes("output_padding", spatial);
    if (!is_output_padding_allowed(a, window, output_padding)) return std::nullopt;
    Dims output = call.input();
    for (std::size_t i = 0; i < spatial; ++i) {
        Polynomial& length = output[axis + 1 + i];
        length = transposed_length(length, window, output_padding[i], i);
        if (a.size_kind(length, 1) == SizeKind::TooSmall) {
            call.fail(message("convolution.too_much_padding",
                              {{"type", a.module().type}, {"dimension", spatial_name(i, spatial)}}));
            return std::nullopt;
        }
        length = named_length(call, i, spatial, length);
    }
    return output;
}

/// Adds out / groups · kernel MACs for each input element.
Signal convolve_transposed(const LayerCall& call, std::size_t spatial) {
    const Arguments& a = call.arguments;
    const std::optional<std::size_t> axis = checked_channel_axis(call, spatial);
    if (!axis) return Signal::unknown();
    const Window window = read_window(a, spatial);
    std::optional<Dims> shape = transposed_shape(call, window, *axis, spatial);
    if (!shape) return Signal::unknown();
    Dims& output = *shape;
    output[*axis] = a.size("out_channels");
    const Polynomial weights = product(window.kernel) / a.size("groups", 1);
    call.work.add(Operation::Convolution, product(call.input()) * a.size("out_channels") * weights);
    call.work.add(Operation::OutputMac, product(output) * a.size("in_channels") * weights);
    if (a.flag("bias")) call.work.add(Operation::BiasAdd, product(output));
    return Signal::tensor(std::move(output));
}

template <std::size_t Spatial>
Signal convolution_forward(const LayerCall& call) {
    return convolve(call, Spatial);
}

template <std::size_t Spatial>
Signal transposed_forward(const LayerCall& call) {
    return convolve_transposed(call, Spatial);
}

Polynomial channels(const Arguments& a) {
    return a.number("in_channels");
}

template <std::size_t Spatial>
constexpr LayerRule convolution(std::string_view type) {
    return {.type = type,
            .signature = kConvolution,
            .tensors = convolution_tensors<Spatial>,
            .forward = convolution_forward<Spatial>,
            .width = channels,
            .has_work = true};
}

template <std::size_t Spatial>
constexpr LayerRule transposed(std::string_view type) {
    return {.type = type,
            .signature = kTransposed,
            .tensors = transposed_tensors<Spatial>,
            .forward = transposed_forward<Spatial>,
            .width = channels,
            .has_work = true};
}

constexpr LayerRule tensorflow_same(std::string_view type) {
    LayerRule rule = convolution<2>(type);
    rule.forward = tensorflow_same_forward;
    return rule;
}

template <std::size_t Spatial>
constexpr LayerRule sparse(std::string_view type) {
    LayerRule rule = convolution<Spatial>(type);
    rule.forward = unknown_output;
    return rule;
}

constexpr LayerRule with_gain(LayerRule rule) {
    rule.tensors = gain_tensors;
    return rule;
}

template <std::size_t Spatial>
constexpr LayerRule lazy_convolution(std::string_view type) {
    LayerRule rule = convolution<Spatial>(type);
    rule.tensors = lazy_tensors<convolution_tensors<Spatial>>;
    rule.width = nullptr;
    return rule;
}

template <std::size_t Spatial>
constexpr LayerRule lazy_transposed(std::string_view type) {
    LayerRule rule = transposed<Spatial>(type);
    rule.tensors = lazy_tensors<transposed_tensors<Spatial>>;
    rule.width = nullptr;
    return rule;
}

}  // namespace

std::span<const LayerRule> convolution_layers() {
    static constexpr LayerRule rules[] = {
        convolution<1>("Conv1d"),
        convolution<2>("Conv2d"),
        convolution<3>("Conv3d"),
        transposed<1>("ConvTranspose1d"),
        transposed<2>("ConvTranspose2d"),
        transposed<3>("ConvTranspose3d"),
        lazy_convolution<1>("LazyConv1d"),
        lazy_convolution<2>("LazyConv2d"),
        lazy_convolution<3>("LazyConv3d"),
        lazy_transposed<1>("LazyConvTranspose1d"),
        lazy_transposed<2>("LazyConvTranspose2d"),
        lazy_transposed<3>("LazyConvTranspose3d"),
        // torchvision's 3D ResNets
        convolution<3>("Conv3DSimple"),
        convolution<3>("Conv3DNoTemporal"),
        // timm
        convolution<2>("StdConv2d"),
        tensorflow_same("StdConv2dSame"),
        tensorflow_same("Conv2dSame"),
        with_gain(convolution<2>("ScaledStdConv2d")),
        with_gain(tensorflow_same("ScaledStdConv2dSame")),
        // torch.ao.nn.quantized
        convolution<1>("QuantizedConv1d"),
        convolution<2>("QuantizedConv2d"),
        convolution<3>("QuantizedConv3d"),
        convolution<1>("QuantizedConvReLU1d"),
        convolution<2>("QuantizedConvReLU2d"),
        convolution<3>("QuantizedConvReLU3d"),
        // spconv: the work depends on which positions are occupied
        sparse<1>("SubMConv1d"),
        sparse<2>("SubMConv2d"),
        sparse<3>("SubMConv3d"),
        sparse<1>("SparseConv1d"),
        sparse<2>("SparseConv2d"),
        sparse<3>("SparseConv3d"),
        sparse<2>("SparseInverseConv2d"),
        sparse<3>("SparseInverseConv3d"),
    };
    return rules;
}

}  // namespace paramscope
