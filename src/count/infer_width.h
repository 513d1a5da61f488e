// Finds the width of a module that prints no size, from the modules around it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algebra/polynomial.h"
#include "count/environment.h"
#include "model/model.h"

namespace paramscope {

struct InferredWidth {
    Polynomial width;
    std::string neighbour;  ///< type of the module it was read from, for the note
};

/// Reads widths from neighbours. Remembers what it found, so many norms in one tree cost little.
class WidthInference {
  public:
    /// The width for the last of `ancestors` (root first): that of the first module with a width inside the
    /// nearest enclosing module that has one. A norm works on what its block's projections read.
    std::optional<InferredWidth> infer(const std::vector<const Module*>& ancestors,
                                       const Environment& environment);

  private:
    const std::optional<InferredWidth>& first_width_inside(const Module& module, const Environment& environment);

    std::map<const Module*, std::optional<InferredWidth>> first_width_;
};

}  // namespace paramscope
