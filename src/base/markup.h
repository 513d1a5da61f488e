// Text inside markup.
#pragma once

#include <string>
#include <string_view>

namespace paramscope {

/// `text` as the content of an element of HTML, SVG or MathML: nothing in it starts markup.
std::string markup_escaped(std::string_view text);

}  // namespace paramscope
