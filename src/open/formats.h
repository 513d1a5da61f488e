// The readers behind the table of open.cpp: for each format whether a file is in it, and what is in the file.
#pragma once

#include "open/open.h"

namespace paramscope::open {

/// Tensors named with their shapes, a line each or a table or a printed dictionary.
bool is_tensor_listing(const Beginning& beginning);
Opened open_tensor_listing(ByteSource& file, const Beginning& beginning);

/// The model text, and with it whatever print(model) prints.
bool is_model_text(const Beginning& beginning);
Opened open_model_text(ByteSource& file, const Beginning& beginning);

}  // namespace paramscope::open
