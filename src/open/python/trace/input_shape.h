// The kind and the known sizes of one argument of forward().
#pragma once

#include <cstdint>
#include <vector>

#include "open/python/state/value.h"

namespace paramscope::open::python {

struct InputShape {
    enum class Kind : std::uint8_t {
        Tensor,
        Pair,    ///< two tensors of one shape: the state of an LSTM
        Number,  ///< a whole number: `sizes` has it alone
        None,
    };
    Kind kind = Kind::Tensor;
    std::vector<Value> sizes;  ///< empty: not known
};

}  // namespace paramscope::open::python
