// The switches of the tab Memory as fields of a link, and back. Independent of ImGui.
//
//     memory:purpose          "training", unless it is inference
//     memory:dtype            the type of all weights, unless it is the text's
//     memory:values_dtype     the type of everything else, unless it follows from the weights'
//     memory:cache_dtype      the type of the keys and values, unless it is that of everything else
//     memory:engine           the program that serves, unless it is eager PyTorch
//     memory:generate         "1" for the scores of the last tokens only
//     memory:optimizer        the optimizer, unless it is "adam"
//     memory:recompute        "1" for recomputation of activations
//     memory:recompute_attention  "1" for recomputation of attention's scores
//     memory:accumulate       "1" for gradients that are there already
//     memory:autocast         the type of torch.autocast
//     memory:attention        the kernel of attention, unless it is fused
//     memory:kernels          "cpu" for its kernels
//     memory:loss             the loss, unless it is the mean
//     memory:lora_rank        the rank of low-rank adapters, unless there are none
//     memory:lora_modules     the modules that have adapters, unless they are all dense layers but the last
//     memory:modules_to_save  modules of which copies are trained
//     memory:offload          "optimizer" or "parameters", unless nothing is on the host
//     memory:zero             the stage of ZeRO, unless it is 0
//     memory:gpus             the number of devices, unless it is 1
//     memory:tensor_parallel  how many of them share each layer, unless it is 1
//     memory:pipeline_parallel  how many the layers are split among, unless it is 1
//     memory:expert_parallel  how many the experts are split among, unless it is 1
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
