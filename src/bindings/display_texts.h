// Writes numbers and formulas for <param-scope>, the same as in the command line and the page.
#pragma once

#include <string>

namespace paramscope::bindings {

// JavaScript passes an integer as its decimal digits, "" for an unknown one; `basis` is the
// number's, as in a report: "partial" begins it with "≥ ", "approximate" with "≈ ". All give "?" when nothing
// is known.

/// `6,738,415,616`.
std::string exact_text(const std::string& digits, const std::string& basis);
/// short_count(): `6.74 B`.
std::string count_text(const std::string& digits, const std::string& basis);
/// short_work() without a unit: `8.18 G`.
std::string work_text(const std::string& digits, const std::string& basis);
/// short_bytes(): `13.5 GB`.
std::string bytes_text(const std::string& digits, const std::string& basis);

/// The name of a hyper-parameter as one MathML element.
std::string name_mathml(const std::string& name);
/// A formula in Notation::Plain, as reports have it, in Notation::MathML; one <mtext> when it is no formula.
std::string formula_mathml(const std::string& plain);

}  // namespace paramscope::bindings
