// Finds the code that warnings and tracebacks of Python quote in a log, which is no code of the text.
#pragma once

#include "model/texts/masked_text.h"

namespace paramscope {

/// Masks the lines that a traceback quotes below `File "a.py", line 3, in f`, and the one that a warning
/// quotes below `a.py:3: UserWarning: ...`, also behind a logger's prefix.
void mask_quoted_code(MaskedText& masked);

}  // namespace paramscope
