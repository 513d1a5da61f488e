// Why do tools differ: each convention's figure for one model, and what makes the difference.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "count/report/conventions.h"
#include "count/report/report.h"

namespace paramscope {

/// One reason: operations of a kind, in layers of a family, that count otherwise than by default.
struct ConventionTerm {
    std::string_view family;  ///< of the catalogue, or "functions"
    Operation operation = Operation::Linear;
    Integer times = 0;       ///< how often it is done
    Integer difference = 0;  ///< what that makes, against the default
};

struct ConventionFigure {
    const Convention* convention = nullptr;
    Quantity total;
    std::vector<ConventionTerm> terms;  ///< the largest first; they sum up to total less the default's
};

/// One figure for each of conventions(), in their order. Without a value where a number is not known, or too
/// large.
std::vector<ConventionFigure> explain_conventions(const Report& report);

}  // namespace paramscope
