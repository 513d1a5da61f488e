// The shapes of a model's inputs, as people write them and as its first layer suggests them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"

namespace paramscope {

/// The usual number for a size of an input that is a name: 1 for "batch", 224 for "height".
Integer usual_input_size(std::string_view name);

/// Suggests an input shape for a model that states none, from its first layer: an image for Conv2d(3, ...),
/// tokens for an Embedding. nullopt when no layer of the model is in the table.
std::optional<Dims> suggest_input(const Model& model);

/// What one size means as the input of a model that begins with a convolution: 224 is one image of 224 x 224
/// with the convolution's channels. nullopt for any other model.
std::optional<Dims> image_of_size(const Model& model, const Polynomial& size);

/// The shape of one image whose last sizes are given, for a model that begins with a convolution: (3, 224,
/// 224) and (224, 224) are (1, 3, 224, 224). nullopt for any other model, and where none or more sizes are
/// missing.
std::optional<Dims> one_image(const Model& model, const Dims& sizes);

/// Parses "1,3,224,224", "(batch, 3, 224, 224)", "1 3 224 224" or "1x3x224x224"; `;` separates several
/// shapes. Errors carry the place.
Result<std::vector<Dims>> parse_input_shapes(std::string_view text);

}  // namespace paramscope
