// The gradient of a model's input, which no training step computes.
#pragma once

#include <optional>

#include "count/report/conventions.h"
#include "layers/signal.h"

namespace paramscope {

/// MACs of the gradient of its input, of one call of a layer that reads `input`: those of its products with weights that read
/// the input itself. nullopt where the layer does several products and it is not known which of them read the input.
std::optional<Polynomial> input_gradient_macs(const OwnWork& own, const NumberedList<TensorReport>& tensors,
                                              const Signal& input);

/// What a convention counts for one MAC of a layer's products.
int matrix_weight(const OwnWork& own, const Convention& convention);

}  // namespace paramscope
