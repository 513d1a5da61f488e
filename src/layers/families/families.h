// The families of layers, each defined in a file of its own, and the checks and formulas that their rules
// share.
#pragma once

#include <optional>
#include <span>

#include "layers/layer.h"
#include "layers/messages.h"

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
std::span<const LayerRule> graph_layers();

/// Fails the call and returns false when `actual` is known to differ from `expected`. The sentence `id` gets
/// {type}, {expected}, {actual} and the arguments `more`.
bool expect_size(const LayerCall& call, const Polynomial& actual, const Polynomial& expected,
                 LayerMessageId id, const MessageArguments& more = {});

/// Fails the call and returns false when the input has fewer than `least` dimensions.
bool expect_rank(const LayerCall& call, std::size_t least);

/// Fails the call and returns false when `actual` is known not to be a multiple of `divisor`. The sentence
/// `id` gets {type}, {divisor} and {actual}.
bool expect_multiple(const LayerCall& call, const Polynomial& actual, const Polynomial& divisor,
                     LayerMessageId id);

/// The index of the channel dimension of an input (channels, spatial...) or (batch, channels, spatial...)
/// with `spatial` spatial dimensions. Fails the call and returns nullopt for other numbers of dimensions.
std::optional<std::size_t> channel_axis(const LayerCall& call, std::size_t spatial);

/// The index among `rank` dimensions that the argument `name` gives in Python's way (negative from the end).
/// Fails the call and returns nullopt when it is out of range or its value is not known.
std::optional<std::size_t> dimension_index(const LayerCall& call, std::string_view name, std::size_t rank);

/// floor(length · scale). For constants the product is rounded to double precision first, as in PyTorch: 100
/// · 0.29 is 28.
Polynomial scaled_length(const Polynomial& length, const Polynomial& scale);

/// A length of the output in a spatial dimension, or its name where the call names sizes.
Polynomial named_length(const LayerCall& call, std::size_t index, std::size_t spatial, Polynomial length);

/// The symbol of a spatial dimension: L for one, H and W for two, D, H and W for three.
std::string_view spatial_symbol(std::size_t index, std::size_t spatial);

/// The name of a spatial dimension: length for one, height and width for two, depth, height and width for
/// three.
Message spatial_name(std::size_t index, std::size_t spatial);

}  // namespace paramscope
