// What a module prints as arguments, compared with what its type takes and with what is printed inside it.
#pragma once

#include <span>
#include <string_view>

#include "layers/layer.h"

namespace paramscope {

/// The first argument that a layer prints and the type of that name does not have, "" for none. Left out are
/// those that other libraries print and that decide no tensor: `data_format=NCHW`.
std::string_view unknown_argument(const Arguments& layer);

/// True when each of `given` is an argument that a rule of that composite type takes.
bool takes_arguments(std::string_view type, std::span<const Argument> given);

/// Records an error at the first argument that contradicts the modules printed inside the layer.
void check_against_children(const LayerRule& rule, const Arguments& layer);

}  // namespace paramscope
