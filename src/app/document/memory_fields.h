// The switches of the tab Memory as fields of a link, and back: "memory:" and the name of an option
// (memory_settings()), unless it is as usual. Independent of ImGui.
#pragma once

#include <string>
#include <string_view>

#include "count/cost/memory_plan.h"
#include "platform/fields.h"

namespace paramscope::app {

inline constexpr std::string_view kMemoryField = "memory:";

/// The types that all weights may be given; "" is that of the text.
inline constexpr std::string_view kWeightTypes[] = {"",     "float32", "bfloat16", "float16", "fp8",
                                                    "int8", "nf4",     "int4",     "q4_k"};
/// Those of keys and values; "" is that of everything but the weights.
inline constexpr std::string_view kCacheTypes[] = {"", "float16", "fp8", "q8_0", "q4_0"};

/// Appends the switches that are not as usual.
void add_memory_fields(const MemoryOptions& options, platform::Fields* fields);

/// Sets one switch; `name` is without "memory:". False when there is no such switch or value, which leaves
/// the options as they are.
bool take_memory_field(std::string_view name, std::string_view value, MemoryOptions* options);

/// Takes names of modules with commas between; false, and nothing is taken, where they are too long for a
/// link.
bool take_memory_names(std::string_view value, std::string* names);

/// The options that count: LoRA, ZeRO and recomputation do in training only.
MemoryOptions that_count(MemoryOptions options);

}  // namespace paramscope::app
