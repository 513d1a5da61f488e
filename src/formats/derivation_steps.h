// The steps of a derivation: one for each different module, its parts line by line, then their sum.
#pragma once

#include <cstdint>

#include "formats/derivation_terms.h"

namespace paramscope {

/// Tells one number of the model, nothing deeper than `deepest`.
void tell_steps(const Report& report, Subject subject, std::uint32_t deepest, const DerivationTerms& terms,
                DerivationMarkup& out);

}  // namespace paramscope
