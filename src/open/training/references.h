// References between settings, as OmegaConf and NeMo write them.
#pragma once

#include <string>

#include "open/support/json.h"

namespace paramscope::open {

/// An object of settings as JSON, in which `${.key}` and `${model.key}` are the value of that key in the same
/// object, and `${multiply:4, ${.key}}` is a product. What cannot be resolved stays a text.
std::string with_references(const JsonValue& settings);

}  // namespace paramscope::open
