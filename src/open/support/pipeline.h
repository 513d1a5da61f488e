// The components that model_index.json of a pipeline of diffusers lists.
#pragma once

#include <string>

#include "open/support/json.h"

namespace paramscope::open {

/// The class of a component, [library, class]; "" for one that has no parameters.
std::string class_of_component(const JsonValue& component);

}  // namespace paramscope::open
