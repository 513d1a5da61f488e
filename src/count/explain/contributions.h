// The layers that a term of a formula comes from.
#pragma once

#include <cstdint>
#include <vector>

#include "count/explain/named_formula.h"
#include "count/explain/subject.h"

namespace paramscope {

/// The rows below a module whose numbers, with all their repeats, have a term over the same symbols as one of
/// the module's formula: of 4·H²·L the projections with 4·H² in each of L layers. In print order; none for a
/// report of more rows than a person can look at.
std::vector<std::uint32_t> rows_of_term(const Report& report, std::size_t node, Subject subject,
                                        const Monomial& monomial);

/// The symbols of a term of a formula in short symbols, over the model's hyper-parameters: of a term with H_1
/// those of its highest power.
Monomial monomial_of(const NamedFormula& named, const Term& term);

}  // namespace paramscope
