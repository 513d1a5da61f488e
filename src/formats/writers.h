// Declares the writers: pure functions of the report, each in a file of this folder.
#pragma once

#include <string>

#include "formats/support/write.h"

namespace paramscope {

/// For terminals: an aligned table of the tree, then totals, hyper-parameters, notes and what is unknown.
std::string write_text_report(const Report& report, const WriteOptions& options);

/// For programs: "paramscope-report" version 1. Integers are exact at any size.
std::string write_json_report(const Report& report, const WriteOptions& options);

/// For spreadsheets: one record a module, as in RFC 4180.
std::string write_csv_report(const Report& report, const WriteOptions& options);

/// For READMEs and issues: a table, totals and formulas.
std::string write_markdown_report(const Report& report, const WriteOptions& options);

/// For pages without scripts and notebooks: a table with a caption, which any style may change.
std::string write_html_report(const Report& report, const WriteOptions& options);

/// For papers: a tabular environment that needs no package.
std::string write_latex_report(const Report& report, const WriteOptions& options);

/// The model text itself, with the hyper-parameters and inputs that were counted.
std::string write_model_report(const Report& report, const WriteOptions& options);

/// For pages and slides: the depth strip (count/cost/strip.h) as an SVG picture.
std::string write_strip(const Report& report, const WriteOptions& options);

/// For papers and pages: the rooflines of the options as an SVG picture, one below the other.
std::string write_roofline(const Report& report, const WriteOptions& options);

/// For papers and pages: the memory of a pass over its moments as an SVG picture.
std::string write_time_line(const Report& report, const WriteOptions& options);

/// For papers and pages: the block diagram as an SVG picture, the root and chains below it opened.
std::string write_diagram(const Report& report, const WriteOptions& options);

/// For slides: the title, the number, the formula and the depth strip as one SVG picture with a ground of its
/// own.
std::string write_card(const Report& report, const WriteOptions& options);

/// For reading and printing: a page with the card, the block diagram and the derivation.
std::string write_derivation_page(const Report& report, const WriteOptions& options);

/// For READMEs: one number, shortened, as a small SVG picture. That of the memory is the options' plan's.
std::string write_badge(const Report& report, const WriteOptions& options);
std::string write_flops_badge(const Report& report, const WriteOptions& options);
std::string write_memory_badge(const Report& report, const WriteOptions& options);

}  // namespace paramscope
