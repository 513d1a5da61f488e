// Sizes of well-known models of the Hugging Face hub, as configs: names work without a network.
#pragma once

#include <span>
#include <string_view>

namespace paramscope::open {

/// A model with the keys of its config.json that decide sizes and work.
struct KnownConfig {
    std::string_view name;  ///< "meta-llama/Llama-2-7b-hf"
    std::string_view json;  ///< {"model_type": "llama", …}
};

/// Returns the well-known models in the order of the files.
std::span<const KnownConfig> known_configs();

/// Finds the model that a name, `hf:name` or an address at the hub means; nullptr for one that is not known,
/// and for one with a revision or a file in it.
const KnownConfig* find_known_config(std::string_view source);

}  // namespace paramscope::open
