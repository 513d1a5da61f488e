// Module types of well-known families, told by the names of children.
#pragma once

#include "open/tensors/tree.h"

namespace paramscope::open {

/// Gives modules the types that the patterns of `families/*.txt` tell, with the children that have no tensors
/// and so are in no listing. A pattern is model text: a module fits when it has all children of the pattern
/// and no others.
///
///     (name): Type()        a child that must be there, (name?) one that may; (name+) one without tensors,
///     put in (0-*): Type()         numbered children, any number of them; the first of several that fits is
///     taken Linear(bias=True)     a layer whose tensors must fit it; its arguments must agree, or are added
///     Conv2d(input=conv1)   what flows in is what conv1 gives: that tells groups
///     Conv2d(stride=kernel_size)   is the same as the kernel
///     Linear(ratio=3)       has three rows for each column
///     Linear(tied=embed)    may be absent: then it shares the weight of the module of that path
///     Linear(shares_bias=cls.bias) its bias, where the file holds it, always is the tensor of that path
///     T5LayerNorm(as=RMSNorm)      has the tensors of another layer
///
/// A forward line of the pattern is the module's. And, of the outermost module, `input=(batch, tokens)` for
/// the model's input.
void recognise_families(TensorTree& tree);

}  // namespace paramscope::open
