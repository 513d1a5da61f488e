// Edits of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace paramscope::adjust {

/// A place of a text, and what is written there instead.
struct Edit {
    Span span;
    std::string text;
};

/// The text with all edits made. Of edits that overlap, the first in the text is made.
std::string edited(std::string_view text, std::vector<Edit> edits);

/// The place of definitions: the beginning of the text.
Span place_of_header(std::string_view text);

}  // namespace paramscope::adjust
