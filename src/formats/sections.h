// What the text and JSON of a report tell besides, where it is asked for. Writers know sections only by the
// options they are given: a program that never asks for one does not carry it.
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

/// What each convention gives, and why they differ.
extern const ReportSection kConventionsSection;
/// What memory it takes.
extern const ReportSection kMemorySection;

}  // namespace paramscope
