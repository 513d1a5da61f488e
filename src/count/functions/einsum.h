// einsum: products of tensors by an equation over the names of their dimensions.
#pragma once

#include "count/functions/functions.h"

namespace paramscope::flow {

/// einsum(a, b, equation='bij,bjk->bik'): operands are multiplied one after the other, as PyTorch does. A
/// step that sums over a dimension of both is a matrix product.
Result<Signal> einsum(FlowCall& call);

}  // namespace paramscope::flow
