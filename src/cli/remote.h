// Models on the network, by name or address: what tells them is fetched, ranges of their files.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "open/open.h"

namespace paramscope::cli {

/// True for `hf:org/name` and for addresses, `https://…`.
bool is_remote(std::string_view source);

/// Opens a model by its name or address. Its config is compared with the headers of its weights; a diagnostic
/// states what came of it, and another one how much was fetched. A program without a network knows the models
/// of hub/known_configs.h.
Result<open::Opened> open_remote(std::string_view source, const open::ModelFormat* format);

}  // namespace paramscope::cli
