// Explains a number as a paper would: formula, the numbers put in, result, an approximation and its error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/print.h"
#include "count/report/report.h"

namespace paramscope {

/// One line of an explanation.
struct ExplainedLine {
    std::string subject;  ///< "weight", "bias", "encoder.0 × 6", "parameters"
    Polynomial formula;   ///< over the symbols of `values`
    std::vector<std::pair<std::string, Rational>> values;  ///< value of each symbol
    std::optional<Integer> result;
    Message label = {};  ///< of a tied tensor: `subject` with the tensor that it shares; else empty

    std::string formula_text(Notation notation) const;  ///< `12·d² + 13·d`
    std::string numbers_text(Notation notation) const;  ///< `12·512² + 13·512`
    /// True when numbers_text() is neither the formula nor the result: false for a constant and for a single
    /// name.
    bool numbers_differ() const;
};

/// How a number of one module is made up, and its approximation by the leading terms.
struct Explanation {
    std::vector<ExplainedLine> parts;  ///< own tensors, in the layer's argument names; then children
    ExplainedLine total;               ///< over the model's hyper-parameters
    std::optional<Polynomial> approximation;  ///< the leading terms; nullopt when that is the whole formula
    std::optional<Integer> approximate_value;
    double relative_error = 0;  ///< |exact - approximate| / exact

    /// True when the approximation has a value that is off by less than half: others explain too little to be
    /// shown.
    bool is_close() const { return approximation && approximate_value && relative_error < 0.5; }
};

enum class Subject { Parameters, Macs, Flops };

/// The node's number for a subject.
const Quantity& quantity_of(const NodeReport& node, Subject subject);

/// Explains one number of one node.
Explanation explain(const Report& report, std::size_t node, Subject subject);

}  // namespace paramscope
