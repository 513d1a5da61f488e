// Steps: by how much a hyper-parameter may change.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "adjust/flow_probe.h"
#include "adjust/roles.h"
#include "adjust/trial.h"

namespace paramscope::adjust {

/// The values that a hyper-parameter may have: multiples of `step`, and at least `least`.
struct Range {
    std::int64_t value = 1, step = 1, least = 1;
    std::int64_t certain_step = 1;        ///< the part of the step that no guess of the number of heads is in
    std::optional<std::int64_t> divides;  ///< a number that values divide: queries, by the width of keys
    bool fits = true;                     ///< false: no other value was found
};

/// The ranges that divisions in the model allow: heads divide widths, keys divide queries.
std::vector<Range> ranges_of(std::span<const NamedSize> named, const SizedModel& sized,
                             const ProbeResult& probe, Equations* equations);

/// Counts the model at other values, widens steps until they fit, and marks ranges of which none fits.
void try_ranges(std::span<const NamedSize> named, const Trial& trial, std::vector<Range>* ranges);

}  // namespace paramscope::adjust
