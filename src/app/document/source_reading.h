// Source code with the model text that it is translated to.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/integer.h"

#include "base/diagnostic.h"

namespace paramscope::app {

/// Source code, what to build of it, and the shapes that its forward pass gets.
struct SourceRequest {
    std::string source;
    std::string build;  ///< "GPT(GPTConfig())"; "" for what the code suggests
    std::string input;  ///< "(1, 3, 224, 224)"; "" for what the code or the first layer suggests

    friend bool operator==(const SourceRequest&, const SourceRequest&) = default;
};

/// A number of source code that shapes its model: with another one, the code is read again.
struct SourceNumber {
    std::string name;
    Integer value = 0;    ///< that the model was built with
    Integer written = 0;  ///< in the code
};

/// What to build with the number set: `depth = 3; Net()` for "Net()"; with the number of the code, unset.
std::string with_number(std::string_view build, const SourceNumber& number);

/// What to build without numbers that are set: "Net()" for `depth = 3; Net()`.
std::string without_numbers(std::string_view build);

/// The model that source code builds. A document with the same request counts `model_text`.
struct SourceReading {
    SourceRequest request;
    std::string model_text;            ///< "" when the source builds no model
    std::string built;                 ///< the expression that was built
    std::vector<std::string> classes;  ///< calls to choose from: "Net(width=64)"
    std::vector<SourceNumber> numbers;
    std::map<std::string, std::uint32_t, std::less<>>
        lines;             ///< that make modules, from 1, by the module's path
    Diagnostics problems;  ///< with places in the source
    /// What to write in the place of which part of the source, by the index of the problem that it mends.
    std::map<std::size_t, std::pair<Span, std::string>> fixes = {};
    std::vector<std::string> assumptions = {};  ///< about the input
};

}  // namespace paramscope::app
