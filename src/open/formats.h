// The readers behind the table of open.cpp: for each format whether a file is in it, and what is in the file.
#pragma once

#include "open/open.h"

namespace paramscope::open {

/// The model text, and with it whatever print(model) prints.
bool is_model_text(const Beginning& beginning);
Opened open_model_text(ByteSource& file, const Beginning& beginning);

}  // namespace paramscope::open
