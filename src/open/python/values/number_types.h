// The types of numbers that torch has, by their names.
#pragma once

#include <cstdint>
#include <string_view>

#include "open/python/state/tracer.h"

namespace paramscope::open::python {

/// A tensor's data_type: 0 where it is not known, float32 where nothing asks for another one.
inline constexpr std::uint8_t kUnknownType = 0, kFloat32 = 1;
/// float32 that code asks for: with weights of another type it is not theirs.
inline constexpr std::uint8_t kStatedFloat32 = 12;

/// The data_type of that name, "torch.half" or "torch.float16"; kUnknownType for another name.
std::uint8_t find_number_type(std::string_view name);

/// True for a data_type of real numbers with fractions.
bool has_fractions(std::uint8_t type);
/// True for the name of a type of real numbers with fractions.
bool is_floating_type(std::string_view name);

/// "torch.float16" of its data_type.
std::string_view name_of_number_type(std::uint8_t type);

/// Whether two names are those of the same type: "torch.half" and "torch.float16" are. Unknown where one is
/// no type.
Truth are_same_types(std::string_view a, std::string_view b);

}  // namespace paramscope::open::python
