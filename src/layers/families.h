// The families of layers, one a file, and what their rules share.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "layers/layer.h"

namespace paramscope {

std::span<const LayerRule> linear_layers();
std::span<const LayerRule> convolution_layers();
std::span<const LayerRule> normalization_layers();
std::span<const LayerRule> attention_layers();
std::span<const LayerRule> recurrent_layers();
std::span<const LayerRule> embedding_layers();
std::span<const LayerRule> pooling_layers();
std::span<const LayerRule> activation_layers();
std::span<const LayerRule> dropout_layers();
std::span<const LayerRule> padding_layers();
std::span<const LayerRule> resizing_layers();
std::span<const LayerRule> shape_layers();
std::span<const LayerRule> distance_layers();
std::span<const LayerRule> loss_layers();

/// Fails the call, and is false, where `actual` is known to differ from `expected`:
/// "Conv2d expects 64 channels but gets 3".
bool expect_size(const LayerCall& call, const Polynomial& actual, const Polynomial& expected,
                 std::string_view what);

/// Fails the call, and is false, unless the input has at least that many dimensions.
bool expect_rank(const LayerCall& call, std::size_t least);

/// Fails the call, and is false, where `whole` is known not to be a multiple of `parts`:
/// "PixelShuffle expects channels divisible by 9 but gets 10".
bool expect_multiple(const LayerCall& call, const Polynomial& whole, const Polynomial& parts,
                     std::string_view what);

/// Fails the call, and is nullopt, unless the input has `spatial` dimensions behind its channels, with or
/// without a batch dimension; gives the index of the channel dimension otherwise.
std::optional<std::size_t> channel_axis(const LayerCall& call, std::size_t spatial);

/// The index that a Python-style dimension (negative from the end) means among `rank`; fails the call, and is
/// nullopt, where there is none or its value is not known.
std::optional<std::size_t> dimension_index(const LayerCall& call, std::string_view name, std::size_t rank);

/// floor(length · scale). Of numbers, as PyTorch has it: the product is rounded to double precision first, so
/// that 100 · 0.29 is 28.
Polynomial scaled_length(const Polynomial& length, const Polynomial& scale);

/// The name of a spatial dimension: "length" of one; "height", "width" of two; "depth", ... of three.
std::string_view spatial_name(std::size_t index, std::size_t spatial);

}  // namespace paramscope
