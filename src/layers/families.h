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
std::span<const LayerRule> shape_layers();
std::span<const LayerRule> distance_layers();

/// Fails the call, and is false, unless `actual` equals `expected` in value:
/// "expects 64 channels but gets 3".
bool expect_size(const LayerCall& call, const Polynomial& actual, const Polynomial& expected,
                 std::string_view what);

/// Fails the call, and is false, unless the input has `spatial` dimensions behind its channels, with or
/// without a batch dimension; gives the index of the channel dimension otherwise.
std::optional<std::size_t> channel_axis(const LayerCall& call, std::size_t spatial);

}  // namespace paramscope
