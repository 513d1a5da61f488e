// Finds the name that a person may have meant.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace paramscope {

/// True when one name is the other but for case, `-`, `_` and `.`, or for a mistake in typing: one letter
/// that is missing, added, another or in the other order, two in names of more than five letters.
bool is_similar(std::string_view a, std::string_view b);

/// How many such mistakes there are, of two similar names the fewer the likelier; nullopt where names are not
/// similar.
std::optional<std::size_t> mistakes_between(std::string_view a, std::string_view b);

}  // namespace paramscope
