// Products of two tensors, element-wise operators and broadcasting.
#pragma once

#include "count/functions/functions.h"

namespace paramscope::flow {

/// matmul(a, b): (..., n, k) @ (..., k, m); n·k·m multiply-accumulates for each matrix.
Result<Signal> matmul(FlowCall& call);
/// attention(q, k, v, biases...): scaled dot-product attention over (batch, tokens, width), all heads side by
/// side. Q·Kᵀ takes batch·T·S·width(q) multiply-accumulates for any number of heads, scores·V as many for the
/// values. With fewer key and value heads than query heads (grouped-query attention) each serves
/// width(q)/width(k) query heads, so the widths suffice. Tensors behind v are added to the scores (position
/// biases): their shapes are not checked. `cached=` is the width that decoding caches of each token when it
/// is not the width of its key and value.
Result<Signal> attention(FlowCall& call);
/// residual(y, x): y + x if both have one shape, else y: blocks that change the shape have no skip
/// connection.
Result<Signal> residual(FlowCall& call);
/// `state(x, size=n)`: x, of which each sequence keeps n numbers between its tokens; without n x itself is what is
/// kept.
Result<Signal> kept_state(FlowCall& call);
/// `cache(x)`: x of shape (..., tokens, width), which is kept for the tokens to come.
Result<Signal> kept_tokens(FlowCall& call);

/// where(condition, a, b): the shape that all inputs broadcast to.
Result<Signal> broadcast_all(FlowCall& call);

}  // namespace paramscope::flow
