// Comments of a text of Python that stand on lines of their own.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open::python {

/// The text with blanks in place of the comments that have lines of their own: at each of them, the grammar's
/// scanner looks over all that follow. Places stay.
std::string blank_comment_lines(std::string_view text);

}  // namespace paramscope::open::python
