#include "count/cost/recipes.h"

#include <algorithm>
#include <vector>

namespace paramscope {
namespace {

/// LoRA's usual rank (Hu et al., 2021, and peft's examples). Adapters are at all dense layers but the output
/// layer, as Dettmers et al. (2023) have them.
constexpr Integer kRank = 16;

MemoryOptions inference() {
    MemoryOptions options;
    options.generates = true;
    return options;
}

/// Blocks are computed again, and the loss is that of a language model.
MemoryOptions training(std::string_view weights_dtype) {
    MemoryOptions options;
    options.is_training = true;
    options.optimizer = Optimizer::AdamW;
    options.recomputes = true;
    options.loss = Loss::CrossEntropy;
    options.weights_dtype = weights_dtype;
    return options;
}

MemoryOptions mixed() {
    MemoryOptions options = training("float32");
    options.autocast = "bfloat16";
    return options;
}

MemoryOptions lora() {
    MemoryOptions options = training("bfloat16");
    options.adapters.rank = kRank;
    return options;
}

MemoryOptions qlora() {
    MemoryOptions options = training("nf4");
    options.values_dtype = "bfloat16";
    options.optimizer = Optimizer::Adam8bit;
    options.adapters.rank = kRank;
    return options;
}

/// The first of two options that is not as usual, else the second.
template <class Option>
Option chosen(const Option& given, const Option& usual, const Option& recipe) {
    return given == usual ? recipe : given;
}

}  // namespace

std::span<const Recipe> recipes() {
    static const std::vector<Recipe> kRecipes = {
        {"inference", "one pass that gives the scores of the next token", inference()},
        {"full", "all weights in bfloat16 with AdamW, blocks computed again", training("bfloat16"), true},
        {"mixed", "the same with weights in float32 and torch.autocast", mixed(), true},
        {"lora", "adapters of rank 16 at all dense layers but the output layer, weights in bfloat16", lora()},
        {"qlora", "the same with dense layers in 4 bits (NF4) and Adam in 8 bits", qlora()},
    };
    return kRecipes;
}

MemoryOptions with_recipe(const Recipe& recipe, Integer devices, MemoryOptions given) {
    const MemoryOptions usual;
    MemoryOptions made = recipe.options;
    const auto take = [&](auto MemoryOptions::*option) {
        made.*option = chosen(given.*option, usual.*option, made.*option);
    };
    take(&MemoryOptions::is_training);
    take(&MemoryOptions::optimizer);
    take(&MemoryOptions::weights_dtype);
    take(&MemoryOptions::values_dtype);
    take(&MemoryOptions::cache_dtype);
    take(&MemoryOptions::engine);
    take(&MemoryOptions::generates);
    take(&MemoryOptions::recomputes);
    take(&MemoryOptions::attention);
    take(&MemoryOptions::has_kernels_of_cpu);
    take(&MemoryOptions::autocast);
    take(&MemoryOptions::loss);
    take(&MemoryOptions::accumulates);
    take(&MemoryOptions::drops_output);
    take(&MemoryOptions::recomputes_attention);
    take(&MemoryOptions::offload);
    made.adapters = {chosen(given.adapters.rank, usual.adapters.rank, made.adapters.rank),
                     chosen(given.adapters.modules, usual.adapters.modules, made.adapters.modules),
                     chosen(given.adapters.saved, usual.adapters.saved, made.adapters.saved)};
    if (made.is_training) made.generates = false;
    made.devices = devices;
    made.zero_stage = chosen(given.zero_stage, usual.zero_stage, recipe.shares && devices > 1 ? 3 : 0);
    made.pipeline_parallel = given.pipeline_parallel;
    made.expert_parallel = given.expert_parallel;
    const Integer of_a_layer = std::max<Integer>(devices / made.pipeline_parallel / made.expert_parallel, 1);
    made.tensor_parallel =
        chosen(given.tensor_parallel, usual.tensor_parallel, made.is_training ? 1 : of_a_layer);
    return made;
}

}  // namespace paramscope
