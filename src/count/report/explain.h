// A number told as an article would: formula, numbers put in, result, and the approximation with its error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/print.h"
#include "count/report/report.h"

namespace paramscope {

/// One line of a derivation.
struct ExplainedLine {
    std::string subject;  ///< "weight", "bias", "encoder.0 × 6", "parameters"
    Polynomial formula;   ///< over the symbols of `values`
    std::vector<std::pair<std::string, Rational>> values;  ///< what each symbol stands for
    std::optional<Integer> result;

    std::string formula_text(Notation notation) const;  ///< `12·d² + 13·d`
    std::string numbers_text(Notation notation) const;  ///< `12·512² + 13·512`
};

/// A number, the lines that lead to it, and what remains when only the leading terms are kept.
struct Explanation {
    std::vector<ExplainedLine> parts;  ///< own tensors in the layer's own argument names, then children
    ExplainedLine total;               ///< over the model's hyper-parameters
    std::optional<Polynomial> approximation;  ///< absent when it would be the formula itself
    std::optional<Integer> approximate_value;
    double relative_error = 0;  ///< |exact - approximate| / exact
};

enum class Subject { Parameters, Macs, Flops };

/// The number of a node that a subject means.
const Quantity& quantity_of(const NodeReport& node, Subject subject);

/// Explains one number of one node.
Explanation explain(const Report& report, std::size_t node, Subject subject);

}  // namespace paramscope
