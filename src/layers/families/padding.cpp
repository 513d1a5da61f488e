// Padding layers: they add a border around a feature map.
#include "layers/families/families.h"

namespace paramscope {
namespace {

/// The contents of the border, which limit its width.
enum class Border {
    Constant,     ///< any width; a negative one crops
    Reflection,   ///< narrower than the input
    Replication,  ///< any width
    Circular,     ///< at most as wide as the input
};

bool is_width_allowed(const LayerCall& call, Border border, const Polynomial& width, const Polynomial& length,
                      const Message& dimension) {
    const Arguments& a = call.arguments;
    const bool is_limited = border == Border::Reflection || border == Border::Circular;
    const int least_rest = border == Border::Reflection ? 1 : 0;
    if (!is_limited || a.size_kind(length - width, least_rest) != SizeKind::TooSmall) return true;
    a.fail("padding", message("padding.too_wide", {{"type", a.module().type},
                                                   {"dimension", dimension},
                                                   {"length", a.show(length)},
                                                   {"padding", a.show(width)}}));
    return false;
}

/// The index of the first spatial dimension. Constant borders also take inputs without channels.
std::optional<std::size_t> first_spatial(const LayerCall& call, std::size_t spatial, Border border) {
    if (border == Border::Constant) {
        if (!expect_rank(call, spatial)) return std::nullopt;
        return call.input().size() - spatial;
    }
    const std::optional<std::size_t> axis = channel_axis(call, spatial);
    return axis ? std::optional(*axis + 1) : std::nullopt;
}

/// L + before + after for each dimension. `padding` has a pair for each, the last dimension first
/// (torch.nn.functional.pad).
Signal pad(const LayerCall& call, std::size_t spatial, Border border) {
    const Arguments& a = call.arguments;
    const std::optional<std::size_t> first = first_spatial(call, spatial, border);
    if (!first) return Signal::unknown();
    const Dims padding = a.numbers("padding", 2 * spatial);
    Dims output = call.input();
    for (std::size_t i = 0; i < spatial; ++i) {
        Polynomial& length = output[*first + i];
        const std::size_t pair = 2 * (spatial - 1 - i);
        const Message dimension = spatial_name(i, spatial);
        for (const Polynomial& width : {padding[pair], padding[pair + 1]}) {
            if (!is_width_allowed(call, border, width, length, dimension)) return Signal::unknown();
        }
        const Polynomial padded = length + padding[pair] + padding[pair + 1];
        if (a.size_kind(padded, 1) == SizeKind::TooSmall) {
            a.fail("padding", message("input.nothing_left", {{"type", a.module().type},
                                                             {"dimension", dimension},
                                                             {"length", a.show(length)}}));
            return Signal::unknown();
        }
        length = padded;
    }
    return Signal::tensor(std::move(output));
}

template <std::size_t Spatial, Border Fill>
Signal pad_forward(const LayerCall& call) {
    return pad(call, Spatial, Fill);
}

template <std::size_t Spatial, Border Fill>
constexpr LayerRule padding(std::string_view type) {
    constexpr bool has_value = Fill == Border::Constant;
    return {type, has_value ? "padding, value=0" : "padding", nullptr, pad_forward<Spatial, Fill>};
}

}  // namespace

std::span<const LayerRule> padding_layers() {
    static constexpr LayerRule rules[] = {
        padding<1, Border::Constant>("ConstantPad1d"),
        padding<2, Border::Constant>("ConstantPad2d"),
        padding<3, Border::Constant>("ConstantPad3d"),
        padding<1, Border::Constant>("ZeroPad1d"),
        padding<2, Border::Constant>("ZeroPad2d"),
        padding<3, Border::Constant>("ZeroPad3d"),
        padding<1, Border::Reflection>("ReflectionPad1d"),
        padding<2, Border::Reflection>("ReflectionPad2d"),
        padding<3, Border::Reflection>("ReflectionPad3d"),
        padding<1, Border::Replication>("ReplicationPad1d"),
        padding<2, Border::Replication>("ReplicationPad2d"),
        padding<3, Border::Replication>("ReplicationPad3d"),
        padding<1, Border::Circular>("CircularPad1d"),
        padding<2, Border::Circular>("CircularPad2d"),
        padding<3, Border::Circular>("CircularPad3d"),
    };
    return rules;
}

}  // namespace paramscope
