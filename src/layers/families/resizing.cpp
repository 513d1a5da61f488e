// Layers that resize feature maps, or move elements between channels and spatial dimensions.
#include <cmath>
#include <cstdint>

#include "layers/families/families.h"

namespace paramscope {
namespace {

constexpr std::string_view kUpsample =
    "size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None";

/// The number of spatial dimensions of (batch, channels, spatial...). Fails the call and returns nullopt when
/// the input or the arguments are wrong.
std::optional<std::size_t> upsampled_dimensions(const LayerCall& call) {
    const Arguments& a = call.arguments;
    constexpr std::size_t most = 5;
    if (!expect_rank(call, 3)) return std::nullopt;
    if (call.input().size() > most) {
        call.fail(message("resizing.at_most_dimensions",
                          {{"type", a.module().type}, {"most", most}, {"shape", to_string(call.input())}}));
    } else if (!a.has("size") && !a.has("scale_factor")) {
        call.fail(message("resizing.no_size", {{"type", a.module().type}}));
    } else {
        return call.input().size() - 2;
    }
    return std::nullopt;
}

/// torch.nn.Upsample: spatial dimensions become `size`, or floor(L · scale_factor).
Signal upsample_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    const std::optional<std::size_t> spatial = upsampled_dimensions(call);
    if (!spatial) return Signal::unknown();
    const bool has_size = a.has("size");
    const Dims given = has_size ? a.sizes("size", *spatial, 1) : a.numbers("scale_factor", *spatial);
    Dims output = call.input();
    for (std::size_t i = 0; i < *spatial; ++i) {
        Polynomial& length = output[2 + i];
        const Polynomial resized = has_size ? given[i] : scaled_length(length, given[i]);
        if (a.size_kind(resized, 1) == SizeKind::TooSmall) {
            call.fail(message("input.nothing_left", {{"type", a.module().type},
                                                     {"dimension", spatial_name(i, *spatial)},
                                                     {"length", a.show(length)}}));
            return Signal::unknown();
        }
        length = resized;
    }
    return Signal::tensor(std::move(output));
}

/// torch.nn.PixelShuffle: (*, C·r², H, W) -> (*, C, H·r, W·r).
Signal pixel_shuffle_forward(const LayerCall& call) {
    if (!expect_rank(call, 3)) return Signal::unknown();
    const Polynomial factor = call.arguments.size("upscale_factor", 1);
    Dims output = call.input();
    const std::size_t channels = output.size() - 3;
    if (!expect_multiple(call, output[channels], factor * factor, "input.divisible_channels"))
        return Signal::unknown();
    output[channels] /= factor * factor;
    output[channels + 1] *= factor;
    output[channels + 2] *= factor;
    return Signal::tensor(std::move(output));
}

/// torch.nn.PixelUnshuffle: (*, C, H, W) -> (*, C·r², H / r, W / r).
Signal pixel_unshuffle_forward(const LayerCall& call) {
    if (!expect_rank(call, 3)) return Signal::unknown();
    const Polynomial factor = call.arguments.size("downscale_factor", 1);
    Dims output = call.input();
    const std::size_t channels = output.size() - 3;
    for (const std::size_t side : {channels + 1, channels + 2}) {
        if (!expect_multiple(call, output[side], factor, "resizing.sides")) return Signal::unknown();
        output[side] /= factor;
    }
    output[channels] *= factor * factor;
    return Signal::tensor(std::move(output));
}

/// torch.nn.ChannelShuffle: keeps the shape.
Signal channel_shuffle_forward(const LayerCall& call) {
    if (!expect_rank(call, 3)) return Signal::unknown();
    const Polynomial groups = call.arguments.size("groups", 1);
    const bool fits = expect_multiple(call, call.input()[1], groups, "input.divisible_channels");
    return fits ? Signal::tensor(call.input()) : Signal::unknown();
}

}  // namespace

Polynomial scaled_length(const Polynomial& length, const Polynomial& scale) {
    constexpr double largest_exact = 9007199254740992;  // 2^53
    const std::optional<Rational> size = length.constant(), factor = scale.constant();
    if (factor && factor->is_integer()) return length * scale;
    if (!size || !factor) return floor(length * scale);
    const double product = std::floor(size->to_double() * factor->to_double());
    if (std::abs(product) >= largest_exact) return floor(length * scale);
    return Polynomial(static_cast<Integer>(static_cast<std::int64_t>(product)));
}

std::span<const LayerRule> resizing_layers() {
    static constexpr LayerRule rules[] = {
        {"Upsample", kUpsample, nullptr, upsample_forward},
        {"UpsamplingNearest2d", "size=None, scale_factor=None", nullptr, upsample_forward},
        {"UpsamplingBilinear2d", "size=None, scale_factor=None", nullptr, upsample_forward},
        {"PixelShuffle", "upscale_factor", nullptr, pixel_shuffle_forward},
        {"PixelUnshuffle", "downscale_factor", nullptr, pixel_unshuffle_forward},
        {"ChannelShuffle", "groups", nullptr, channel_shuffle_forward},
    };
    return rules;
}

}  // namespace paramscope
