// Roles: which free sizes become hyper-parameters, and what they are called.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adjust/equations.h"
#include "adjust/flow_probe.h"
#include "adjust/sizes.h"
#include "base/message.h"

namespace paramscope::adjust {

/// A free size with a name.
struct NamedSize {
    std::uint32_t size = 0;  ///< the first of its class
    std::string name;
    Message role;
    std::uint32_t other_repeats = 0;  ///< of a depth: modules of the list beside the repeated one
};

/// Names the free sizes whose meaning is certain; fixes the others to their numbers. Names that `inputs`, the
/// shapes of the options, mention are taken.
std::vector<NamedSize> name_sizes(const SizedModel& sized, const ProbeResult& probe,
                                  const std::vector<Dims>& inputs, Equations* equations);

}  // namespace paramscope::adjust
