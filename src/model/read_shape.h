// Reads tensor shapes: `(batch, tokens, d)`, `1, 3, 224, 224`, `1x3x224x224`.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"
#include "model/reporter.h"
#include "model/scanner.h"

namespace paramscope {

/// Reads a shape in parentheses or brackets; reports what is wrong and gives nullopt when there is none.
std::optional<Dims> read_shape(Scanner& scanner, Reporter& reporter);

/// Reads what stands behind `input =`: shapes in parentheses with commas between, or one shape without
/// parentheses. Reports what is wrong, gives the shapes before it and
/// steps over the rest of the line.
std::vector<Input> read_inputs(Scanner& scanner, Reporter& reporter);

}  // namespace paramscope
