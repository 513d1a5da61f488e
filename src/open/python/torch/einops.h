// The shapes that patterns of einops and equations of einsum give.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// The shape that einops.rearrange, repeat or reduce gives to a tensor of `shape`; `fits` is false when the
/// pattern is of another one.
std::optional<std::vector<Value>> einops_shape(Evaluator& evaluator, const std::string& pattern,
                                               const Arguments& arguments, const std::vector<Value>& shape,
                                               bool* fits);

/// The shape of einsum(equation, tensors); nullopt when it is not known. `are_words`: axes are words, as
/// einops has them.
std::optional<std::vector<Value>> einsum_shape(const std::string& equation, const std::vector<Value>& tensors,
                                               bool are_words);

/// The equation of einops.einsum with one letter an axis: "batch i, i j -> batch j" as "ab,bc->ac".
std::optional<std::string> letters_of_einsum(const std::string& equation);

/// A function of einops while a model is built: tensors have shapes only.
Value einops_while_building(Evaluator& e, std::string_view name, Arguments& arguments);

}  // namespace paramscope::open::python
