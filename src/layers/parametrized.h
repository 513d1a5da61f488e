// Layers whose weight torch.nn.utils.parametrize computes from other tensors.
#pragma once

#include <string_view>
#include <vector>

#include "layers/layer.h"

namespace paramscope {

/// What PyTorch puts before the type of a parametrized module: `ParametrizedLinear`.
inline constexpr std::string_view kParametrized = "Parametrized";

/// The tensors of a parametrized layer: those of the layer itself, with each one that the printed child
/// `(parametrizations)` lists replaced by what it is computed from.
void parametrized_tensors(const Arguments& arguments, std::vector<Tensor>& tensors);

}  // namespace paramscope
