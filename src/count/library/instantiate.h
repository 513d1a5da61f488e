// Replaces the names of a rule's signature by values.
#pragma once

#include "layers/arguments.h"
#include "model/model.h"

namespace paramscope {

/// `pattern` with every name of its signature (`pattern.arguments`) replaced by what `arguments` bound to it:
/// in children's arguments, repeats, tensor shapes and forward lines. Names outside the signature stay.
Module instantiate(const Module& pattern, const Arguments& arguments);

/// A value with the names of `signature` replaced by what `arguments` bound to them.
Value instantiate(const Value& value, const Signature& signature, const Arguments& arguments);

}  // namespace paramscope
