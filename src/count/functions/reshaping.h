// Functions of forward lines that rearrange one tensor or take a part of it.
#pragma once

#include "count/functions/functions.h"

namespace paramscope::flow {

/// flatten(x, start=0, end=-1): merges the dimensions from `start` to `end` into one.
Result<Signal> flatten(FlowCall& call);
/// reshape(x, sizes...) or reshape(x, size=(...)): a size of 0 is the input's size in that dimension; one may
/// be -1, which takes the rest.
Result<Signal> reshape(FlowCall& call);
/// resize(x, size=(...)): these sizes without any work, whatever x has: what cuts, repeats or gathers. A size
/// of 0 is the input's.
Result<Signal> resize(FlowCall& call);
/// tensor(size=(...)): a tensor that is made without work.
Result<Signal> make_tensor(FlowCall& call);
/// permute(x, 0, 2, 1): reorders the dimensions.
Result<Signal> permute(FlowCall& call);
/// transpose(x, dim0=-2, dim1=-1): swaps two dimensions.
Result<Signal> transpose(FlowCall& call);
/// unsqueeze(x, dim=0): inserts a dimension of size 1.
Result<Signal> unsqueeze(FlowCall& call);
/// squeeze(x, dim=0): removes a dimension if its size is 1.
Result<Signal> squeeze(FlowCall& call);
/// mean(x, dim=(2, 3), keepdim=False); without dim the result is one number.
Result<Signal> reduce(FlowCall& call);
/// expand(t, x): t, whose first size is 1, repeated for each sample of x's batch.
Result<Signal> expand(FlowCall& call);
/// select(x, dim, index): one slice of x, without that dimension.
Result<Signal> select(FlowCall& call);
/// slice(x, dim, start=0, end=None): positions from `start` up to `end`; negative ones count from the end.
Result<Signal> slice(FlowCall& call);
/// lookup(table, x, dim): one row of the table for each index along a dimension of x, as position embeddings
/// do.
Result<Signal> lookup(FlowCall& call);

}  // namespace paramscope::flow
