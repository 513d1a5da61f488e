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

MemoryOptions with_recipe(const Recipe& recipe, Integer devices, const MemoryOptions& given) {
    MemoryOptions made = recipe.options;
    if (recipe.shares && devices > 1) made.zero_stage = 3;
    made.tensor_parallel = 0;
    for (const MemorySetting& setting : memory_settings())
        if (is_set(setting, given)) setting.put(setting.text(given), &made);
    if (made.is_training) made.generates = false;
    made.devices = devices;
    if (made.tensor_parallel == 0)
        made.tensor_parallel =
            made.is_training ? Integer{1}
                             : std::max<Integer>(devices / made.pipeline_parallel / made.expert_parallel, 1);
    return made;
}

}  // namespace paramscope
