// Parts that several formats of comparisons share.
#pragma once

#include <string>
#include <vector>

#include "formats/comparison/comparison.h"

namespace paramscope {

/// The causes of the difference in one measure, with the totals around them, as rows of text: amount, cause,
/// where, formula. Empty where the totals are the same or unknown.
std::vector<std::vector<std::string>> cause_rows(const Comparison& comparison, CauseMeasure measure);

/// How many tensors are the same and how many are not.
std::string tensor_summary(const TensorComparison& comparison);

std::string comparison_text(const Comparison& comparison, const TextLayout* layout);
std::string comparison_json(const Comparison& comparison, const TextLayout* layout);
std::string comparison_markdown(const Comparison& comparison, const TextLayout* layout);
/// The waterfalls of parameters and FLOPs, or that of bytes where only they differ, one below the other.
std::string comparison_waterfall(const Comparison& comparison, const TextLayout* layout);

}  // namespace paramscope
