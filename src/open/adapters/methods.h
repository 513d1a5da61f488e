// What the methods of PEFT add to a model. Shapes are those of the library's own layers
// (peft/tuners/*/layer.py and model.py of version 0.20), which tests/golden/adapters.jsonl was made with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "count/environment/environment.h"
#include "open/support/json.h"

namespace paramscope::open {

/// A layer that gets an adapter: the sizes of its input and output.
struct AdaptedLayer {
    std::string_view type;  ///< "Linear", "Conv1D" of transformers, or "Embedding"
    std::string_view path;  ///< as PEFT names it: "model.layers.0-*.self_attn.q_proj"
    Polynomial in, out;
};

/// A method by the name that adapter_config.json has in `peft_type`.
struct AdapterMethod {
    std::string_view name;   ///< "LORA"
    std::string_view model;  ///< the class around the adapted model: "LoraModel"; "" for prompts
    /// Model text of the layer with its adapter, without the layer itself; "" where the settings or the layer
    /// are such that its tensors are not known. Sizes that must be numbers have their values in
    /// `environment`.
    std::string (*layer)(const JsonValue& settings, const AdaptedLayer& layer,
                         const Environment& environment);
    /// Model text of what learns the prompts of the whole model; "" where the settings lack a size.
    std::string (*prompts)(const JsonValue& settings);
    /// The keys of its settings that decide which tensors there are.
    std::string_view keys;
};

/// The method of that name; nullptr for one that is not known.
const AdapterMethod* find_adapter_method(std::string_view name);

/// The number of a setting, from 1 to 2^30; 0 where there is none.
Integer size_setting(const JsonValue& settings, std::string_view key);

/// The names of a list of the settings; none where it is no list.
std::vector<std::string> names_setting(const JsonValue& settings, std::string_view key);

/// True for a name that means modules of all layers of a stack: words with dots between them, no numbers and
/// no pattern.
bool is_of_all_layers(std::string_view name);

/// True where `name` is the module's whole path, or the end of it behind a dot.
bool is_named(std::string_view name, std::string_view path);

}  // namespace paramscope::open
