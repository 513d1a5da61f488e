// Two models and what is different, and its formats.
#pragma once

#include <string>
#include <vector>

#include "base/message.h"
#include "count/report/causes.h"
#include "count/report/compare_modules.h"
#include "count/report/compare_tensors.h"
#include "count/report/report.h"
#include "formats/table.h"

namespace paramscope::cli {

/// One of the two models.
struct Side {
    std::string source;
    Report report;
};

/// Both comparisons of two models.
struct Comparison {
    TensorComparison tensors;
    std::vector<ModuleDifference> modules;
    std::vector<Cause> causes;
};

/// The causes of the difference in one measure, with the totals around them, as rows of text: amount, cause,
/// where, formula. Empty where the totals are the same or unknown.
std::vector<std::vector<std::string>> cause_rows(const Report& left, const Report& right,
                                                 const std::vector<Cause>& causes, CauseMeasure measure);

/// How many tensors are the same and how many are not.
Message tensor_summary(const TensorComparison& comparison);

/// For terminals: what tensors, totals and modules have differences, without control characters of the input.
std::string comparison_text(const Side& left, const Side& right, const Comparison& comparison,
                            const TextLayout& layout);

/// For pull requests: totals of both models, then the causes.
std::string comparison_markdown(const Side& left, const Side& right, const Comparison& comparison);

/// For programs: "paramscope-comparison" version 1.
std::string comparison_json(const Side& left, const Side& right, const Comparison& comparison);

}  // namespace paramscope::cli
