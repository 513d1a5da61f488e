// Explains why tools differ: each convention's total for one model, and its differences from the default.
#pragma once

#include <string_view>
#include <vector>

#include "count/report/conventions.h"
#include "count/report/report.h"

namespace paramscope {

/// One difference: operations of a kind in layers of a family, with another weight than in the default
/// convention.
struct ConventionTerm {
    std::string_view family;  ///< of the catalogue, or "functions"
    Operation operation = Operation::Linear;
    Integer times = 0;       ///< how often the operation is done
    Integer difference = 0;  ///< the convention's count of them minus the default's
};

/// The total of one convention.
struct ConventionFigure {
    const Convention* convention = nullptr;
    Quantity total;
    std::vector<ConventionTerm> terms;  ///< largest first; their sum is this total minus the default's
};

/// A figure for each of conventions(), in their order. No value where the number is unknown or too large.
std::vector<ConventionFigure> explain_conventions(const Report& report);

}  // namespace paramscope
