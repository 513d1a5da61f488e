// Optional sections of a report's text and JSON. Writers get them by their options: a program that never asks
// for one does not link it.
#pragma once

#include <functional>
#include <string>

#include "count/report/devices.h"
#include "count/report/memory_plan.h"
#include "count/report/report.h"

namespace paramscope {

class JsonStream;

/// One section, in both formats.
struct ReportSection {
    std::function<std::string(const Report&)> text;        ///< a block of lines
    std::function<void(JsonStream&, const Report&)> json;  ///< members of the document
};

/// Each convention's figure, and why they differ.
extern const ReportSection kConventionsSection;

/// What the section of memory is about.
struct MemoryQuestion {
    MemoryOptions options;
    const Device* device = nullptr;  ///< with its roofline; nullptr: none
    /// The model counted in Mode::Forward and in Mode::Decode, for the roofline; nullptr leaves passes out.
    const Report* forward = nullptr;
    const Report* decode = nullptr;
};

/// Bytes of weights, training, decoding and activations, their sum, the devices that it fits into, and the
/// roofline of one. The reports live as long as the section.
ReportSection memory_section(const MemoryQuestion& question);

}  // namespace paramscope
