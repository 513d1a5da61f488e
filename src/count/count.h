// Counts a model: parameters, shapes and work of every module.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "count/options.h"
#include "count/report/conventions.h"
#include "count/report/report.h"

namespace paramscope {

/// Counts `model`. Everything wrong or unknown is a diagnostic of the report; `read` (the reader's diagnostics)
/// comes first among them. An unknown convention falls back to "flops" with an error.
Report count(std::shared_ptr<const Model> model, const CountOptions& options, Diagnostics read = {});

/// Reads and counts in one step.
Report count_text(std::string_view text, const CountOptions& options = {});

/// An input the model would plausibly take, from its first layers (an image for Conv2d(3, ...), tokens for an
/// Embedding), to be offered where the text states none; nullopt when nothing suggests itself.
std::optional<Dims> suggest_input(const Model& model);

/// Reads "1,3,224,224", "(batch, 3, 224, 224)", "1x3x224x224"; several shapes are separated by `;`.
Result<std::vector<Dims>> parse_input_shapes(std::string_view text);

}  // namespace paramscope
