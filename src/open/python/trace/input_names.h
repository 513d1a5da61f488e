// What the names of inputs tell: a number of dimensions that is tried first, and names for sizes that stay
// open.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "open/python/trace/input_shape.h"

namespace paramscope::open::python {

/// True for an argument that is one number for each sample: the step of a diffusion, a class.
bool is_one_of_batch(std::string_view name);

/// True for the state of a recurrent layer: its first dimension is that of layers, its second the batch.
bool is_state(std::string_view name);

/// A kind of input that is tried: tensors of `rank` dimensions, or no tensor.
struct InputKind {
    InputShape::Kind kind = InputShape::Kind::Tensor;
    std::size_t rank = 0;
};
/// The kinds that an input of that name may have, the likeliest first.
std::vector<InputKind> kinds_of_input(std::string_view name);

/// The name of an open size: dimension `at` of the input, of which the `known` dimensions have numbers.
std::string_view name_of_size(std::string_view input, std::size_t at, const std::vector<bool>& known);

/// The number that is tried first for a dimension.
Integer first_number_of(std::size_t rank, std::size_t at);

}  // namespace paramscope::open::python
