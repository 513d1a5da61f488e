// The bytes of weights, module by module.
#pragma once

#include "count/cost/memory_options.h"

namespace paramscope {

class WeightBytes {
  public:
    /// `gathered`: as devices gather them, with autocast in its type.
    WeightBytes(const Report& report, const MemoryOptions& options, bool gathered);

    /// Of the parameters that a module has itself, without those of its children.
    Polynomial of(const NodeReport& row) const;

  private:
    Polynomial of_number(const TensorReport& tensor, bool is_dense) const;

    const Report& report_;
    std::string dtype_;    ///< of all; "": their own
    Polynomial a_number_;  ///< bytes of a number that is not stored in a type of dense layers
    const NodeReport* scores_;
};

}  // namespace paramscope
