// Explains why tools differ: the total of each convention for one model, and its differences from the default one.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "count/report/conventions.h"
#include "count/report/report.h"

namespace paramscope {

/// One difference: operations of a kind in layers of a family, with another weight than in the default convention.
struct ConventionTerm {
    std::string_view family;  ///< of the catalogue, or "functions"
    Operation operation = Operation::Linear;
    Integer times = 0;       ///< how often the operation is done
    Integer difference = 0;  ///< what the convention counts for them, minus what the default counts
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
