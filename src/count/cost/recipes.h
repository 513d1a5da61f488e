// Recipes: ways to run or train a model that people name, as options of a plan.
#pragma once

#include <span>
#include <string_view>

#include "count/cost/memory_plan.h"

namespace paramscope {

struct Recipe {
    std::string_view name;     ///< "qlora"
    std::string_view summary;  ///< for people, in English
    MemoryOptions options;
    bool shares = false;  ///< several devices share weights, gradients and state: ZeRO 3, FSDP
};

/// All recipes; the first is inference.
std::span<const Recipe> recipes();

/// A recipe for a number of devices. What `given` has that is not as usual stays.
MemoryOptions with_recipe(const Recipe& recipe, Integer devices, const MemoryOptions& given);

}  // namespace paramscope
