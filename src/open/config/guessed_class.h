// Chooses the class to count of a config that names none, or one that is not known.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "algebra/integer.h"
#include "open/config/template.h"

namespace paramscope::open {

/// The parameters of the class that a definition is of; nullopt where they cannot be counted.
using CountClass = std::function<std::optional<Integer>(const std::string& definition)>;

/// The class of an architecture that has the fewest parameters, beside its usual class.
struct SmallestClass {
    std::string definition;              ///< "$EncoderModel"
    std::optional<Integer> usual_total;  ///< parameters of the usual class
    bool differs = false;  ///< a class has a total that is more than 10 % away from the usual one
};

/// The smallest of the classes that are known of an architecture; `usual` is the definition of its usual
/// class.
SmallestClass smallest_class(const Architecture& architecture, const std::string& usual,
                             const CountClass& count_class);

}  // namespace paramscope::open
