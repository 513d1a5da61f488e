// Optional sections of a report's text and JSON. Writers get them by their options: a program that never asks
// for one does not link it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "count/cost/memory_plan.h"
#include "count/cost/roofline.h"
#include "count/devices/devices.h"
#include "count/report/report.h"

namespace paramscope {

class JsonStream;
class TextLayout;

/// One section, in both formats.
struct ReportSection {
    /// A block of lines without control characters of an input, as the layout lays it out, if there is one.
    std::function<std::string(const Report&, const TextLayout*)> text;
    std::function<void(JsonStream&, const Report&)> json;  ///< members of the document
};

/// Each convention's figure, and why they differ.
extern const ReportSection kConventionsSection;
/// Bytes of weights, training, decoding and activations, their sum, and the devices that it fits into;
/// `chosen` is one more of them, and may be nullptr. Both live as long as the section.
ReportSection memory_section(const MemoryPlan& plan, const Device* chosen = nullptr);

/// What a roofline is about.
struct RooflineQuestion {
    MemoryOptions options;
    const Device* device = nullptr;  ///< never null
    /// The model counted in each mode; nullptr leaves passes out.
    const Report* forward = nullptr;
    const Report* decode = nullptr;
    const Report* training = nullptr;
};

/// The roofline of each pass that a question asks for, and of a training step where that is planned.
std::vector<Roofline> rooflines_of(const RooflineQuestion& question);

/// The least times of each pass on a device, and of its layers. The reports live as long as the section.
ReportSection roofline_section(const RooflineQuestion& question);

}  // namespace paramscope
