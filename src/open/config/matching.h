// Configs that name no model_type: those of other tools, told by their keys.
#pragma once

#include "open/config/template.h"
#include "open/support/json.h"

namespace paramscope::open {

/// The architecture whose `match` holds for a config without a model_type; nullptr where none does.
const Architecture* matching_architecture(const JsonValue& config);

/// True for an object that describes a model: it names its type or its classes, an architecture matches it,
/// or it has a size that configs have.
bool is_config_object(const JsonValue& object);

}  // namespace paramscope::open
