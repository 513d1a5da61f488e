// The whole numbers of arguments that a NumberedList keeps beside their pattern.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/numbered_list.h"
#include "model/value.h"

namespace paramscope {

using NumberPlaces = std::vector<Span>;

/// The number that `digits` write, all of them; nullopt for more than nine of them, and where they begin with
/// a 0 that is not the number.
std::optional<std::uint32_t> plain_number(std::string_view digits);

/// The number of a value that is written in nothing but digits; nullopt for other values.
std::optional<std::uint32_t> plain_number(const Value& value);

/// Appends the plain numbers of arguments in the order of the text, and their places.
void collect_numbers(std::span<const Argument> arguments, Numbers* numbers, NumberPlaces* places);

/// Puts others in the place of the plain numbers of arguments. Moves what is behind those with more digits.
void set_numbers(std::span<Argument> arguments, const Numbers& numbers);

}  // namespace paramscope
