// Reads tensor shapes: `(batch, tokens, d)`, `1, 3, 224, 224`, `1x3x224x224`.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"
#include "model/reporter.h"
#include "model/scanner.h"

namespace paramscope {

/// Reads a shape in parentheses or brackets; nullopt, with an error, when there is none.
std::optional<Dims> read_shape(Scanner& scanner, Reporter& reporter);

/// Reads the value of `input =`: shapes in parentheses, separated by commas, or one shape without
/// parentheses. After an error skips the rest of the line and returns the shapes before it.
std::vector<Input> read_inputs(Scanner& scanner, Reporter& reporter);

}  // namespace paramscope
