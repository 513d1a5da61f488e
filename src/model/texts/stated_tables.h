// Reads totals of parameters in the cells of tables.
#pragma once

#include <string_view>
#include <vector>

#include "model/stated_totals.h"

namespace paramscope {

/// The totals in the first table of `text` that has some, once each: the cells below `params` of a table of
/// models, as llama-bench prints it, and what follows from the bytes of all float32 weights in the table of
/// `accelerate estimate-memory`.
std::vector<StatedTotal> find_totals_in_table(std::string_view text);

}  // namespace paramscope
