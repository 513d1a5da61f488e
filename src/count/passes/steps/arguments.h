// What the passes read of a report's row and of its arrows.
#pragma once

#include <optional>
#include <string_view>

#include "count/report/report.h"

namespace paramscope {

/// An argument that print() shows by name; nullptr for none.
const Value* value_named(const NodeReport& row, std::string_view name);
/// The value of an argument that print() shows by name, or at the first place.
std::optional<Polynomial> argument_of(const NodeReport& row, std::string_view name);
/// The value of an argument that print() shows by name.
std::optional<Polynomial> argument_named(const NodeReport& row, std::string_view name);
/// True for an argument that print() shows as True; `usual` where it does not show it.
bool has_flag(const NodeReport& row, std::string_view name, bool usual = false);

/// How many rows of the last dimension there are.
Polynomial rows_of(const Dims& shape);
/// How many parts a layer normalizes one by one: those of its weight's shape, or of `normalized_shape`.
Polynomial parts_normalized(const NodeReport& row, const Dims& shape);

}  // namespace paramscope
