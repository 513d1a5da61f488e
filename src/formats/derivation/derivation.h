// Writes the whole calculation step by step, as an article would: the given values, every different module
// once with its formula, the numbers put in and the result, then totals and unknown parts. Not among
// report_formats(): a program that never writes a derivation does not link it.
#pragma once

#include <span>
#include <string>

#include "formats/support/write.h"

namespace paramscope {

/// "derivation" (Markdown) and "derivation-latex" (for a LaTeX document, which needs ctex for Chinese).
std::span<const ReportFormat> derivation_formats();

/// The same as the content of a page of HTML.
std::string write_derivation_in_html(const Report& report, const WriteOptions& options);
}  // namespace paramscope
