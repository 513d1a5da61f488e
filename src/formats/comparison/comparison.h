// What is different between two models, and how it is written.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "count/compare/causes.h"
#include "count/compare/compare_modules.h"
#include "count/compare/compare_tensors.h"
#include "count/report/report.h"
#include "formats/support/table.h"

namespace paramscope {

/// One of two models.
struct ComparedModel {
    std::string name;  ///< of its file, in headings
    const Report* report = nullptr;
};

/// Two models, tensor by tensor and module by module. The reports live as long as this.
struct Comparison {
    ComparedModel left, right;
    TensorComparison tensors;
    std::vector<ModuleDifference> modules;
    std::vector<Cause> causes;
};

Comparison compare_reports(ComparedModel left, ComparedModel right);

/// A format of comparisons.
struct ComparisonFormat {
    std::string_view name;
    /// The layout is that of tables in text; nullptr for none.
    std::string (*write)(const Comparison& comparison, const TextLayout* layout);
};

/// "text" for terminals, without control characters of the input; "json" for programs,
/// "paramscope-comparison" version 1; "markdown" for pull requests, totals of both models and then the
/// causes; "waterfall", a picture as SVG.
std::span<const ComparisonFormat> comparison_formats();

/// The format with that name, nullptr when there is none.
const ComparisonFormat* find_comparison_format(std::string_view name);

}  // namespace paramscope
