// Defines what the reader of files makes of source code.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace paramscope::app {

/// Source code with the model that it builds. A document with this source as its text is counted by the model text.
struct SourceReading {
    std::string source;
    std::string model_text;  ///< "" when the source builds no model
    Diagnostics problems;    ///< with places in the source
};

}  // namespace paramscope::app
