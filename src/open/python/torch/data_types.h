// The types of the numbers that tensors hold, where they are known: those of weights and of what layers
// compute where nothing asks for another one, and what code states. They decide `x.dtype == torch.float16`.
#pragma once

#include <string_view>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// Marks what a function of torch or a method of tensors gave, by its name and its arguments.
void note_type(std::string_view function, const Arguments& arguments, const Value& result);

/// Marks a tensor, or those in a tuple, with a data_type.
void mark_type(const Value& value, std::uint8_t type);

/// The type that an argument states, as a tensor's data_type.
std::uint8_t data_type_of(const Value& stated);

/// Notes that a model is converted: from now on no type is known.
void note_conversion(Evaluator& e, const Value* type);

/// x.dtype of a tensor: "torch.float16"; "torch.dtype" where it is not known.
Value type_object(Evaluator& e, const TensorObject& tensor);

/// The type that a conversion of a tensor gives, x.to(...): kUnknownType where it is not known.
std::uint8_t converted_type(std::string_view function, const Arguments& arguments);

}  // namespace paramscope::open::python
