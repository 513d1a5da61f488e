// Recognises well-known model families (Llama, BERT, ResNet ...) by the names of their modules.
#pragma once

#include "open/tensors/tree.h"

namespace paramscope::open {

/// Gives modules the types of the patterns in `families/*.txt`, and adds children without tensors
/// (activations, dropout), which no listing shows. A pattern is model text: a module matches when it has all
/// children of the pattern and no others. Patterns may mark:
///
///     (name): Type()               a child that must exist
///     (name?): Type()              a child that may exist
///     (name+): Type()              a child without tensors, which is added
///     (0-*): Type()                numbered children, any number; the first alternative that matches applies
///     Linear(bias=True)            a layer whose tensors must fit; its arguments must agree, or are added
///     Conv2d(input=conv1)          its input is the output of conv1, which determines groups
///     Conv2d(stride=kernel_size)   the stride is the kernel's size
///     Linear(ratio=3)              the weight has three rows for each column
///     Linear(tied=embed)           may be absent: then it shares the weight of that module
///     Linear(shares_bias=cls.bias) if the file holds its bias, that is always the tensor of that path
///     T5LayerNorm(as=RMSNorm)      has the tensors of another layer
///
/// A forward line of the pattern becomes the module's, and `input=(batch, tokens)` of the outermost module
/// becomes the model's input.
void recognise_families(TensorTree& tree);

}  // namespace paramscope::open
