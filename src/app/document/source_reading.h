// Source code with the model text that it is translated to.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace paramscope::app {

/// Source code and what to build of it.
struct SourceRequest {
    std::string source;
    std::string build;  ///< "GPT(GPTConfig())"; "" for what the code suggests

    friend bool operator==(const SourceRequest&, const SourceRequest&) = default;
};

/// The model that source code builds. A document with the same request counts `model_text`.
struct SourceReading {
    SourceRequest request;
    std::string model_text;            ///< "" when the source builds no model
    std::string built;                 ///< the expression that was built
    std::vector<std::string> classes;  ///< calls to choose from: "Net(width=64)"
    std::map<std::string, std::uint32_t, std::less<>>
        lines;             ///< that make modules, from 1, by the module's path
    Diagnostics problems;  ///< with places in the source
};

}  // namespace paramscope::app
