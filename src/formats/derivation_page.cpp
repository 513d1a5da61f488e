// The derivation as a page: what is printed, and what a browser makes a PDF of.
#include "base/concat.h"
#include "base/markup.h"
#include "formats/derivation/derivation.h"
#include "formats/support/cells.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

constexpr std::string_view kStyle =
    R"(.report { max-width: 46rem; margin: 0 auto; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; color: #1b1f27; background: #fff; font-variant-numeric: tabular-nums lining-nums; }
.report svg { display: block; max-width: 100%; max-height: 20cm; height: auto; margin: 0 auto 1.5rem; }
.report h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
.report h2 { font-size: 1.15rem; margin: 1.75rem 0 0.5rem; padding-top: 0.75rem; border-top: 1px solid #dfe3e9; }
.report h3 { font-size: 1rem; margin: 1.1rem 0 0.3rem; }
.report ul { margin: 0; padding-left: 1.2rem; }
.report li, .report p { margin: 0.2rem 0; overflow-wrap: anywhere; }
.report code { font: 0.88em ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.report msup { display: inline-block; white-space: nowrap; }
.report msup > * { display: inline math; }
.report msup > :last-child { font-size: .72em; line-height: 0; vertical-align: .5em; }
.report math { font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math", math, serif; }
@media print { .report { max-width: none; padding: 0; font-size: 10.5pt; } .report :is(h1, h2, h3) { break-after: avoid; } .report :is(li, svg) { break-inside: avoid; } }
)";

}  // namespace

std::string write_derivation_page(const Report& report, const WriteOptions& options) {
    const NodeReport* root = report.root();
    if (root == nullptr) return "";
    const std::string_view title = title_of(report);
    const std::string_view language = options.language == Language::Chinese ? "zh-CN" : "en";
    return concat("<!doctype html>\n<html lang=\"", language,
                  "\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                  "content=\"width=device-width, initial-scale=1\">\n<title>",
                  markup_escaped(title.empty() ? root->type : title), "</title>\n<style>\n", kStyle,
                  "</style>\n<article class=\"report\">\n", write_card(report, options),
                  write_diagram(report, options), write_derivation_in_html(report, options), "</article>\n");
}

}  // namespace paramscope
