// Arguments of programs that train language models, as configs: what Megatron-LM is called with and prints,
// and the settings of MaxText and torchtitan.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open {

/// The arguments of Megatron-LM in a script that calls it (`--num-layers 32`) or in a log of it
/// (`num_layers ....... 32`), as JSON; "" where there are none, or a script that gives one argument several
/// values.
std::string megatron_arguments(std::string_view text);

/// Settings of MaxText (`base_emb_dim`) with the keys that transformers has for them; "" for other settings
/// and for models that have no such keys.
std::string maxtext_as_config(std::string_view json);

/// What the hub calls the model that settings of torchtitan name by its family and flavour; "" for other
/// texts and for those that the hub does not have.
std::string torchtitan_model(std::string_view text);

}  // namespace paramscope::open
