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
#include "count/report/conventions.h"
#include "count/report/report.h"

namespace paramscope {

/// What may be changed without touching the text.
struct CountOptions {
    std::vector<std::pair<std::string, Polynomial>> overrides;  ///< hyper-parameters set from outside
    std::vector<Dims> inputs;                                   ///< when given, used instead of the model's
    std::string convention = "flops";                           ///< see conventions()
    Mode mode = Mode::Forward;
    bool causal = false;  ///< a token attends to itself and those before it: T·(T + 1)/2 pairs, not T²
};

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
