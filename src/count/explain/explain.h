// Explains a number as a paper would: formula, the numbers put in, result, an approximation and its error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/print.h"
#include "count/explain/named_formula.h"
#include "count/explain/subject.h"
#include "count/report/report.h"

namespace paramscope {

/// One line of an explanation.
struct ExplainedLine {
    std::string subject;  ///< "weight", "bias", "encoder.0 × 6", "parameters"
    Polynomial formula;   ///< over the symbols of `values`
    std::vector<std::pair<std::string, Rational>> values;  ///< value of each symbol
    std::optional<Integer> result;
    Message label = {};  ///< of a tied tensor: `subject` with the tensor that it shares; else empty

    std::string formula_text(Notation notation) const;  ///< `d·(12·d + 13)`
    std::string numbers_text(Notation notation) const;  ///< `512·(12·512 + 13)`
    /// True when numbers_text() is neither the formula nor the result: false for a constant and for a single
    /// name.
    bool numbers_differ() const;
};

/// The terms of a formula that make up all but a twentieth of its number.
struct Approximation {
    Polynomial formula;
    std::optional<Integer> value;
    double relative_error = 0;  ///< |exact - approximate| / exact
};

/// The leading terms of a formula with that value, with the largest others until they are within 5 %; nullopt
/// where that takes all terms.
std::optional<Approximation> approximate(const Polynomial& exact, const SymbolValues& values,
                                         const std::optional<Integer>& value);

/// One side of the equation that ends with a number.
struct EquationSide {
    const NamedFormula* formula;
    bool in_numbers;  ///< with the values of its sizes in place of them
};

/// How a number of one module is made up, and its approximation.
struct Explanation {
    std::vector<ExplainedLine> parts;  ///< own tensors, in the layer's own sizes; then children
    /// Of one layer: the total in the layer's own sizes, where that is another formula than `named`.
    std::optional<NamedFormula> layer;
    ExplainedLine total;                         ///< over the model's hyper-parameters
    Basis basis = Basis::Exact;                  ///< of the total
    NamedFormula named;                          ///< the total in short symbols
    std::optional<Approximation> approximation;  ///< of `named`

    /// The equation but for its result, each side another one: `d_in·d_out = F·H = 11008·4096`. Refers to
    /// this object; none for a total that is only a number.
    std::vector<EquationSide> sides() const;
    /// What the symbols of the equation stand for, each once; a hyper-parameter only where the model calls it
    /// otherwise.
    std::vector<NamedSize> legend() const;
};

/// A line for each parameter that a module holds itself, in the layer's own sizes.
std::vector<ExplainedLine> explain_own_tensors(const Report& report, std::size_t node);

/// Explains one number of one node.
Explanation explain(const Report& report, std::size_t node, Subject subject);

}  // namespace paramscope
