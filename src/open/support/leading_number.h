// Whole numbers of settings in text formats.
#pragma once

#include <optional>
#include <string_view>

#include "algebra/integer.h"

namespace paramscope::open {

/// The whole number that a text begins with, between -most and most; nullopt where it begins with none.
std::optional<Integer> leading_number(std::string_view text, const Integer& most);

}  // namespace paramscope::open
