// Names the syntax errors of RapidJSON, for its two users: JsonDocument and the reader of safetensors
// headers.
#pragma once

#include <rapidjson/error/error.h>

#include "base/message.h"

namespace paramscope::open {

/// The sentence for a syntax error of RapidJSON.
Message json_syntax_error(rapidjson::ParseErrorCode code);

}  // namespace paramscope::open
