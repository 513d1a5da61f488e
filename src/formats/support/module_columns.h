// The columns of the text report's table of modules: what they are called, and what their cells say.
#pragma once

#include <string_view>
#include <vector>

#include "formats/support/table.h"
#include "formats/support/write.h"

namespace paramscope {

/// The names of all columns beside that of the modules, in the order of the table.
std::vector<std::string_view> module_column_names();

/// The modules with the columns that `options` name, in that order; else with those that have something to
/// say.
AlignedTable module_table(const Report& report, const WriteOptions& options);

}  // namespace paramscope
