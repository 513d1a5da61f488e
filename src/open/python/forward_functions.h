// Functions of torch in a forward pass.
#pragma once

#include "open/python/forward.h"

namespace paramscope::open::python {

/// A function with a row in the table of those with work, reductions and others; nullopt for one without.
std::optional<Value> table_function(ForwardPass& pass, std::string_view name, Arguments& arguments);

/// split, chunk, pad, topk and others; nullopt for another function.
std::optional<Value> shape_function(ForwardPass& pass, std::string_view name, Arguments& arguments);

/// The transforms of torch.fft; nullopt for another function.
std::optional<Value> fourier_function(ForwardPass& pass, std::string_view name, Arguments& arguments);

/// einops.rearrange, repeat and reduce; the result may be unknown.
Value einops_function(ForwardPass& pass, std::string_view name, Arguments& arguments);

}  // namespace paramscope::open::python
