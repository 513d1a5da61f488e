// Functions of forward lines that take their weights as operands: the rule of the layer of that name, with
// the sizes of the weights as its arguments.
#pragma once

#include "count/functions/functions.h"

namespace paramscope::flow {

/// linear(x, weight, bias): weight (out, in), bias (out).
Result<Signal> linear(FlowCall& call);
/// conv2d(x, weight, bias, stride=1, padding=0, dilation=1, groups=1): weight (out, in / groups, kernel...).
template <std::size_t Spatial>
Result<Signal> convolution(FlowCall& call);
/// conv_transpose2d(x, weight, bias, stride=1, padding=0, output_padding=0, groups=1, dilation=1): weight
/// (in, out / groups, kernel...).
template <std::size_t Spatial>
Result<Signal> transposed_convolution(FlowCall& call);
/// embedding(x, weight): one row of weight for each index of x.
Result<Signal> embedding(FlowCall& call);
/// layer_norm(x, weight, bias), batch_norm and others: the shape of x; scaled and shifted by the weights
/// given.
Result<Signal> normalization(FlowCall& call);

}  // namespace paramscope::flow
