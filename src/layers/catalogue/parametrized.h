// Layers whose weight is computed from other tensors by torch.nn.utils.parametrize.
#pragma once

#include <string_view>
#include <vector>

#include "layers/layer.h"

namespace paramscope {

/// The prefix of a parametrized module's type: `ParametrizedLinear`.
inline constexpr std::string_view kParametrized = "Parametrized";

/// Appends the tensors of the plain layer, but replaces each one that the printed child `(parametrizations)`
/// lists with the tensors it is computed from.
void parametrized_tensors(const Arguments& arguments, std::vector<Tensor>& tensors);

/// True for a parametrized module with a function other than weight_norm and spectral_norm: it computes a
/// weight anew in every call, by work that is unknown.
bool computes_its_weights(const Module& module);

}  // namespace paramscope
