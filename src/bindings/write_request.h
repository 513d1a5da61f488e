// What JavaScript asks of a written report.
#pragma once

#include <string>
#include <vector>

#include "bindings/bound_model.h"

namespace paramscope::bindings {

/// What is written, besides the tree and its totals from `conventions` on.
struct WriteRequest {
    unsigned depth = 4096;  ///< of the deepest row
    /// Of a block diagram, paths of open modules, each after a line break; "" for the usual ones.
    std::string opened = {};
    unsigned width = 960;         ///< of a depth strip, in pixels
    std::string language = "en";  ///< of derivations, pictures and HTML
    bool conventions = false;
    bool memory = false;
    /// Options of memory by their names (memory_settings()), as text; "recipe" is one of recipes(), and
    /// "train" an optimizer of training.
    std::vector<Override> memory_options = {};
    std::string device = {};  ///< "" for no least times
};

}  // namespace paramscope::bindings
