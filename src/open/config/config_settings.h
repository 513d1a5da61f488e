// Lines of the model text that say of a config what no shape shows and memory depends on.
#pragma once

#include <string>

#include "open/support/json.h"

namespace paramscope::open {

/// `dtype = bfloat16`; "" where the config states no type that is known.
std::string dtype_line(const JsonValue& config);

bool is_of_bitsandbytes(const JsonValue& quantization);

/// `stored_bits = 4`, of quantized weights; "" where there are none.
std::string stored_bits_line(const JsonValue& config);

/// All of them for a model that code has built.
std::string settings_beside_code(const JsonValue& config);

}  // namespace paramscope::open
