// Explains why tools differ: each convention's total for one model, and its differences from the default.
#pragma once

#include <cstdint>
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

/// A summand of a total: what a convention counts of operations of a kind.
struct ConventionPart {
    enum class Kind : std::uint8_t {
        Products,  ///< multiply-accumulates of one `operation`
        Biases,
        Layers,  ///< everything else in layers of a `family`, by elements
    };

    Kind kind = Kind::Layers;
    Operation operation = Operation::Linear;  ///< of products
    std::string_view family;                  ///< of layers: of the catalogue, or "functions"
    Integer each = 1;                         ///< what one multiply-accumulate counts
    Integer amount = 0;                       ///< their part of the total
};

/// The total of one convention.
struct ConventionFigure {
    const Convention* convention = nullptr;
    Quantity total;
    std::vector<ConventionPart> parts;  ///< products first, then largest first; their sum is the total
    std::vector<ConventionTerm> terms;  ///< largest first; their sum is this total minus the default's
};

/// The parts of a total that differ from those of another: products that count otherwise, and what only one
/// counts.
struct PartDifference {
    ConventionPart part;     ///< of either; `amount` is what the first counts more, negative for less
    Integer each_other = 0;  ///< what the other counts of one multiply-accumulate; 0: it leaves them out
};

/// What makes the first figure another than the second; the amounts add up to the difference of the totals.
std::vector<PartDifference> difference_of(const ConventionFigure& first, const ConventionFigure& second);

/// A figure for each of conventions(), in their order. No value where the number is unknown or too large.
std::vector<ConventionFigure> explain_conventions(const Report& report);

}  // namespace paramscope
