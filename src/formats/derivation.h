// The whole calculation written out step by step, as an article would: what is given, every different module
// once with its formula, the numbers put in and the result, then totals, and what is not known. A program
// that never writes one does not carry it: these formats are not among report_formats().
#pragma once

#include <span>

#include "formats/write.h"

namespace paramscope {

/// "derivation" (Markdown) and "derivation-latex" (for a LaTeX document, which needs ctex for Chinese).
std::span<const ReportFormat> derivation_formats();

}  // namespace paramscope
