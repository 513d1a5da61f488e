// Tells a text that is JSON as a whole: what its strings quote is no line of the text.
#pragma once

#include <string_view>

namespace paramscope {

/// True for a text that is one object of JSON with a key, or one list of those, as far as it goes: its end
/// may be cut off. False for several values, such as a log with an object in each line.
bool is_json(std::string_view text);

}  // namespace paramscope
