// A sentence with its values.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace paramscope {

/// The text with each `@` in it replaced by the next of `pieces`.
std::string filled(std::string_view text, std::initializer_list<std::string_view> pieces);

}  // namespace paramscope
