// What the library's engine writes of counted models: everything.
#pragma once

#include <string>

#include "bindings/bound_model.h"
#include "bindings/write_request.h"

namespace paramscope::bindings {

/// The report in one of every_format(). Conventions, memory and least times are parts of text and JSON.
Answer write_any(const BoundModel& model, const std::string& format, const WriteRequest& request);

/// The difference to another counted model in one of comparison_formats(), with names for their headings.
Answer compare(const BoundModel& model, const BoundModel& other, const std::string& format,
               const std::string& name, const std::string& other_name);

}  // namespace paramscope::bindings
