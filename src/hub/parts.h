// Joins models that are one: the components of a pipeline, the modules of a sentence transformer, a base and
// its adapters.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "count/report/report.h"

namespace paramscope::hub {

/// One of the models, counted without options.
struct ModelPart {
    std::string name;  ///< of its module in the whole: "unet"
    Report report;     ///< with a model
};

/// The model of all parts. Each part computes once, on inputs of its own; of one whose inputs are unknown the
/// work is, so that the whole has "at least" that of the others. Hyper-parameters get the part's name in
/// front where more than one part has some. `parts` are not empty.
Model join_parts(std::string_view type, std::span<const ModelPart> parts);

inline constexpr std::string_view kBaseOfAdapters = "base_model";

/// The first part of a whole that is a model with something beside it; "" for a pipeline, which has none.
std::string_view name_of_main(std::string_view type);

}  // namespace paramscope::hub
