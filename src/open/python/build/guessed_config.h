// Writes a config that a text does not have, by the fields that its code reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open::python {

/// The name by which an expression asks for a config whose fields are noted when they are read.
inline constexpr std::string_view kGuessedConfig = "guessed_config()";

/// True for an argument that takes a config: "config", "model_args".
bool takes_config(std::string_view argument);

/// A config with these fields, ".d_model" or "[d_model]" each, and the values that their names suggest:
/// "SimpleNamespace(d_model=512)", "{'d_model': 512}". A field whose name tells nothing is "...". "" for no
/// fields, and for those that are read as attributes and as items.
std::string config_text(const std::vector<std::string>& fields);

}  // namespace paramscope::open::python
