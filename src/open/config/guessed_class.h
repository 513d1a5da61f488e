// Chooses the class to count of a config that names none.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "algebra/integer.h"
#include "open/config/template.h"

namespace paramscope::open {

/// The parameters of the class that a definition is of; nullopt where they cannot be counted.
using CountClass = std::function<std::optional<Integer>(const std::string& definition)>;

/// The class that has the fewest parameters, and what its architecture's usual class has.
struct SmallestClass {
    std::string definition;  ///< "$EncoderModel"
    Integer usual_total;
};

/// The smallest class of an architecture, where its classes differ by more than an estimate may; nullopt
/// where all are within 10 % of the class of `usual`, or one of them alone is known.
std::optional<SmallestClass> smallest_class(const Architecture& architecture, const std::string& usual,
                                            const CountClass& count_class);

}  // namespace paramscope::open
