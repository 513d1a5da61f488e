// Joins a model and the modules that its repository keeps in folders of their own.
#pragma once

#include <span>
#include <string>

#include "count/report/report.h"

namespace paramscope::hub {

/// A module in a folder, such as `2_Dense` of a sentence transformer, counted without options.
struct FurtherModule {
    std::string name;
    Report report;
};

/// The model of a sentence transformer: that of `main`, and the modules behind it. How data flows between
/// them is not known, so neither is its work. `main` and all modules have a model.
Model with_further_modules(const Report& main, std::span<const FurtherModule> modules);

}  // namespace paramscope::hub
