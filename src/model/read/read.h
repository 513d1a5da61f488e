// Reads model text: the output of PyTorch's print(model), extended (docs/model-text.md).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"

namespace paramscope {

/// Limit for nested modules.
inline constexpr int kDeepestModule = 200;
/// Limit for the size of a text, in bytes.
inline constexpr std::size_t kLargestText = 96u << 20;

/// The model in `text`, which may be any bytes. Appends problems to `diagnostics`, with spans into `text`;
/// after an error the model holds what could be read.
Model read_model_text(std::string_view text, Diagnostics* diagnostics);

/// Several module trees one after the other, without header lines: the format of the block library, where a
/// type's arguments are the signature of its constructor and its children what the constructor builds.
std::vector<Module> read_modules(std::string_view text, Diagnostics* diagnostics);

}  // namespace paramscope
