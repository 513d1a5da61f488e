// What the element's engine writes of a counted model: what its views show, and tables for copying.
// Conventions, memory, derivations and comparisons are the library's (bindings/library_answers.h): readers of
// an article do not wait for them.
#pragma once

#include <optional>
#include <string>

#include "bindings/bound_model.h"
#include "bindings/write_request.h"
#include "formats/device_times.h"
#include "formats/support/write.h"

namespace paramscope::bindings {

/// The options of a report's writer, without sections. They refer to `model`.
WriteOptions write_options(const BoundModel& model, const WriteRequest& request);

/// Reads the devices that a request names, if it names some. Wrong for unknown ones, and for a roofline
/// without any.
Answer find_devices(const std::string& format, const WriteRequest& request, std::optional<Devices>* devices);

/// Makes the times on a device, which they refer to.
void time_on(const Device& device, const BoundModel& model, const MemoryOptions& memory,
             std::optional<DeviceTimes>* times);

/// The report in one of report_formats(), pictures with the times of a device; wrong where the request needs
/// the library.
Answer write_plain(const BoundModel& model, const std::string& format, const WriteRequest& request);

}  // namespace paramscope::bindings
