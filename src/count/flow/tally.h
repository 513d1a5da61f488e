// What a call costs besides matrix work: the elements it reads and gives, and what is done for each.
#pragma once

#include <span>

#include "count/report/report.h"
#include "layers/catalogue.h"

namespace paramscope {

/// Tallies the elements that one call of a layer read and gave (its first, if it gave several
/// tensors). `tensors` are the layer's own.
void tally_layer(const FoundLayer& layer, std::span<const TensorReport> tensors, const Dims& input,
                 const Signal& output, Work* work);

/// Tallies the weights that a module of its own line uses itself.
void tally_own_weights(std::span<const TensorReport> tensors, const Signal& output, Work* work);

/// Tallies a function of each element outside the catalogue's layers, by its single operations.
void tally_function(const Polynomial& elements, const ElementOperations& each, Work* work);

}  // namespace paramscope
