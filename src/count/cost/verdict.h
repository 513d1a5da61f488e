// Will it run: one answer about a plan and the devices at hand.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "count/cost/memory_fit.h"

namespace paramscope {

struct Verdict {
    Fit fit;
    std::optional<Integer> bytes;                        ///< that each device needs; nullopt: not known
    Integer count = 1;                                   ///< of the devices
    std::vector<std::pair<std::string, Integer>> sizes;  ///< of the input, those that have names
};

/// Judges a plan, of `options.devices` devices, on one of them.
Verdict judge_plan(const Report& report, const MemoryPlan& plan, const Device& device);

/// True where an estimate is so near to the room that it may or may not fit.
bool is_close(const Verdict& verdict, const MemoryPlan& plan);

}  // namespace paramscope
