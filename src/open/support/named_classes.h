// The classes that files of settings name: a config.json in `architectures`, a pipeline for each component.
#pragma once

#include <string>
#include <string_view>

#include "open/support/json.h"

namespace paramscope::open {

/// Returns the first class that the config names; "" for none.
std::string class_of_config(const JsonValue& config);

/// Returns what the classes of one model begin with: "Bert" of BertForMaskedLM, "GPT2" of GPT2LMHeadModel.
std::string_view family_of(std::string_view name);

/// Returns the config with `name` as its only class; with "" it names none.
std::string with_class(const JsonValue& config, std::string_view name);

/// True for a class that has no parameters, by how its name ends. `kind` is "components", of pipelines, or
/// "modules", of sentence transformers: web/hub fetches by the same list.
bool is_without_weights(std::string_view kind, std::string_view type);

/// The class of a component, [library, class]; "" for one that has no parameters.
std::string class_of_component(const JsonValue& component);

}  // namespace paramscope::open
