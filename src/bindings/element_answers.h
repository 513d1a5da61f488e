// What the element's engine writes of a counted model: what its views show, and tables for copying.
// Conventions, memory, devices, derivations and comparisons are the library's (bindings/library_answers.h):
// readers of an article do not wait for them.
#pragma once

#include <string>

#include "bindings/bound_model.h"
#include "bindings/write_request.h"
#include "formats/write.h"

namespace paramscope::bindings {

/// The options of a report's writer, without sections. They refer to `model`.
WriteOptions write_options(const BoundModel& model, const WriteRequest& request);

/// The report in one of report_formats(); wrong where the request needs the library.
Answer write_plain(const BoundModel& model, const std::string& format, const WriteRequest& request);

}  // namespace paramscope::bindings
