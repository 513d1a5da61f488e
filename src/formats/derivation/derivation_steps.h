// The steps of a derivation: one for each different module, its parts line by line, then their sum.
#pragma once

#include <cstdint>

#include "formats/derivation/derivation_terms.h"

namespace paramscope {

/// Writes the steps of one number of the model, for modules down to `deepest`.
void write_steps(const Report& report, Subject subject, std::uint32_t deepest, const DerivationTerms& terms,
                DerivationMarkup& out);

}  // namespace paramscope
