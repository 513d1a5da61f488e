// Optional sections of a report's text and JSON. Writers get them by their options: a program that never asks for one does not
// link it.
#pragma once

#include <string>

#include "count/report/report.h"

namespace paramscope {

class JsonStream;

/// One section, in both formats.
struct ReportSection {
    std::string (*text)(const Report&);        ///< a block of lines
    void (*json)(JsonStream&, const Report&);  ///< one member of the document
};

/// Each convention's figure, and why they differ.
extern const ReportSection kConventionsSection;
/// Bytes of weights, training, decoding and activations.
extern const ReportSection kMemorySection;

}  // namespace paramscope
