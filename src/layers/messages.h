// Sentences of the layer catalogue: one row each, English here, Chinese in web/languages/zh/layers.txt by the
// same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope {

inline constexpr MessageTemplate kLayerMessages[] = {
    // Arguments of a constructor
    {"arguments.at_least", "{name} must be at least {least}, not {actual}"},
    {"arguments.at_most", "{type} takes at most {count} arguments"},
    {"arguments.at_most_one", "{type} takes at most 1 argument"},
    {"arguments.contradicted",
     "{name} of this {type} is {given}, but the modules printed inside it have {printed}"},
    {"arguments.flag", "{name} must be True or False, not {actual}"},
    {"arguments.given_twice", "{name} is given twice"},
    {"arguments.missing", "{type} needs {name}"},
    {"arguments.not_computable", "{name}: {reason}"},
    {"arguments.not_divisible", "{name} {value} is not divisible by {divisor_name} {divisor}"},
    {"arguments.not_initialized",
     "this {type} learns its {name} in its first run: print the model after that, or write it in place of "
     "the 0"},
    {"arguments.not_shown",
     "this {type} does not show its {name}: write {name}=... between its parentheses to count it"},
    {"arguments.number", "{name} must be a number, not {actual}"},
    {"arguments.numbers", "{name} must be one number or {expected}, not {actual}"},
    {"arguments.one_number", "{name} must be one number, not {actual}"},
    {"arguments.unknown_symbol",
     "unknown symbol '{symbol}': give it a value, as in `{symbol} = 512`, above the model"},
    {"arguments.whole_number", "{name} must be a whole number, not {actual}"},

    // The shape of an input
    {"input.at_least_dimensions", "{type} expects at least {least} dimensions but gets {shape}"},
    {"input.at_least_one_dimension", "{type} expects at least 1 dimension but gets {shape}"},
    {"input.channels", "{type} expects {expected} channels but gets {actual}"},
    {"input.divisible_channels", "{type} expects channels divisible by {divisor} but gets {actual}"},
    {"input.features", "{type} expects {expected} features in the last dimension but gets {actual}"},
    {"input.features_of_dimension",
     "{type} expects {expected} features in dimension {dimension} but gets {actual}"},
    {"input.map_1d",
     "{type} expects (channels, length), with or without a batch dimension before them, but gets {shape}"},
    {"input.map_2d",
     "{type} expects (channels, height, width), with or without a batch dimension before them, but gets "
     "{shape}"},
    {"input.map_3d",
     "{type} expects (channels, depth, height, width), with or without a batch dimension before them, but "
     "gets {shape}"},
    {"input.no_such_dimension", "{name} {index} is not a dimension of the input {shape}"},
    {"input.nothing_left", "{type} leaves nothing of the input's {dimension} {length}"},
    {"input.two_inputs", "{type} expects two inputs but gets one"},

    // Spatial dimensions, in the sentences above and below
    {"dimension.length", "length"},
    {"dimension.depth", "depth"},
    {"dimension.height", "height"},
    {"dimension.width", "width"},

    // Families of layers
    {"attention.heads",
     "embed_dim {value} is not divisible by num_heads {divisor}: each head needs a whole number of features"},
    {"attention.key_features", "{type} expects {expected} features in each key but gets {actual}"},
    {"attention.key_sequences", "{type} expects {expected} sequences of keys but gets {actual}"},
    {"attention.query_features", "{type} expects {expected} features in each query but gets {actual}"},
    {"attention.shape", "{type} expects (batch, tokens, features) or (tokens, features) but gets {shape}"},
    {"attention.value_features", "{type} expects {expected} features in each value but gets {actual}"},
    {"attention.values", "{type} expects {expected} values, one for each key, but gets {actual}"},
    {"bilinear.first_features", "{type} expects {expected} features in the first input but gets {actual}"},
    {"bilinear.ranks",
     "{type} expects two inputs that differ only in their last dimension but gets {first} and {second}"},
    {"bilinear.second_features", "{type} expects {expected} features in the second input but gets {actual}"},
    {"convolution.output_padding", "output_padding {actual} must be smaller than the stride or the dilation"},
    {"convolution.padding_mode", "padding_mode must be zeros, reflect, replicate or circular"},
    {"convolution.same_stride", "padding 'same' needs stride 1, not {actual}"},
    {"convolution.too_much_padding", "the padding of this {type} leaves nothing of the output's {dimension}"},
    {"distance.sizes",
     "{type} expects two inputs whose sizes are equal or 1, but gets {expected} and {actual}"},
    {"embedding.bags",
     "EmbeddingBag expects (bags, items), or a list of items and a list of offsets, but gets {shape}"},
    {"flatten.order", "start_dim must not come after end_dim"},
    {"fold.windows", "{type} expects {expected} windows but gets {actual}"},
    {"glu.size", "{type} halves the dimension dim: its size must be divisible by {divisor}, not {actual}"},
    {"normalization.dimensions",
     "{type} expects {expected} dimensions, batch and channels first, but gets {shape}"},
    {"normalization.dimensions_at_least",
     "{type} expects at least {least} dimensions, batch and channels first, but gets {shape}"},
    {"normalization.dimensions_between",
     "{type} expects {least} or {most} dimensions, batch and channels first, but gets {shape}"},
    {"normalization.no_size", "normalized_shape must have at least one size"},
    {"normalization.whole_numbers", "normalized_shape must be whole numbers, not {actual}"},
    {"padding.too_wide", "{type} cannot pad the input's {dimension} {length} by {padding}"},
    {"permute.dims", "dims must name each dimension of the input {shape} once"},
    {"pooling.padding", "padding {padding} is more than half of kernel_size {kernel}"},
    {"recurrent.dimensions", "{type} expects 3 dimensions, or 2 without a batch, but gets {shape}"},
    {"recurrent.features", "{type} expects {expected} features but gets {actual}"},
    {"recurrent.projection", "proj_size {actual} must be smaller than hidden_size {hidden_size}"},
    {"resizing.at_most_dimensions", "{type} expects at most {most} dimensions but gets {shape}"},
    {"resizing.no_size", "{type} needs size or scale_factor"},
    {"resizing.sides", "{type} expects sides divisible by {divisor} but gets {actual}"},
    {"unflatten.divisible", "{type} expects elements divisible by {divisor} but gets {actual}"},
    {"unflatten.elements", "{type} expects {expected} elements but gets {actual}"},
    {"unflatten.sizes", "unflattened_size may have one -1; the other sizes are whole numbers of 1 or more"},
    {"window.too_small",
     "the input ({dimension} {length}) is smaller than the kernel of this {type}, which spans {kernel}"},
    {"window.too_small_padded",
     "the input ({dimension} {length}, padded by {padding} on each side) is smaller than the kernel of this "
     "{type}, which spans {kernel}"},
};

using LayerMessageId = MessageId<kLayerMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(LayerMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope
