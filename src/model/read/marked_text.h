// Kinds of texts that are no model and that one word tells: a key of JSON, a heading of a log.
#pragma once

#include <array>
#include <string_view>

#include "model/messages.h"

namespace paramscope {

/// A kind of text: a row of the table in marked_text.cpp.
struct MarkedText {
    std::string_view name;                  ///< "tokenizer-config"
    std::array<std::string_view, 7> marks;  ///< one of them is in a line of such a text; "" for none
    ModelMessageId explanation;             ///< what the text is and what to give instead

    /// True for a line with one of the marks.
    bool marks_line(std::string_view line) const;
};

/// The first kind of which `text` has a mark; nullptr for none.
const MarkedText* recognise_marks(std::string_view text);

}  // namespace paramscope
