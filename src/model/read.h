// Reads model text: what PyTorch's print(model) gives, and our superset of it (see docs/model-text.md).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"

namespace paramscope {

/// How deep modules may nest, and how large a text may be.
inline constexpr int kDeepestModule = 200;
inline constexpr std::size_t kLargestText = 16u << 20;

/// The model in `text`. Problems are appended to `diagnostics` with spans into `text`; after an error the
/// model holds what could be read before it. Never fails otherwise: any bytes are an input.
Model read_model_text(std::string_view text, Diagnostics* diagnostics);

/// Several module trees one after the other, without assignments: the format of the block library, where a
/// type's arguments are its constructor's signature and its children the template it expands to.
std::vector<Module> read_modules(std::string_view text, Diagnostics* diagnostics);

}  // namespace paramscope
