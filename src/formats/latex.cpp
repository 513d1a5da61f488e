// Writes the report for papers.
#include "algebra/print.h"
#include "base/concat.h"
#include "formats/support/cells.h"
#include "formats/support/escape.h"
#include "formats/support/unicode.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

/// As exact(), in mathematics where a sign needs it.
std::string latex_amount(const Quantity& quantity) {
    static constexpr ByBound<std::string_view> kSigns{"", "$\\leq$ ", "$\\geq$ ", "$\\approx$ "};
    if (quantity.is_unknown()) return "?";
    return concat(kSigns.of(quantity.basis), with_thousands(*quantity.value));
}

std::string latex_formula(const Quantity& quantity) {
    const std::optional<Polynomial> formula = known_formula(quantity);
    return formula ? concat("$", print_factored(*formula, Notation::Latex), "$") : "?";
}

std::string node_row(const NodeReport& node, bool with_work) {
    std::string line = concat("\\hspace*{", node.depth, "em}");
    line += latex_escaped(node.depth == 0 ? "" : node.name);
    line += concat(" & ", latex_escaped(repeated_type(node)), " & ", latex_amount(node.facts->parameters));
    line += " & " + latex_formula(node.facts->parameters);
    if (with_work) line += " & " + latex_amount(node.facts->flops);
    return line + " \\\\\n";
}

}  // namespace

std::string write_latex_report(const Report& report, const WriteOptions& options) {
    if (report.root() == nullptr) return "";
    const bool with_work = has_work(report);
    std::string text = with_work ? "\\begin{tabular}{llrlr}\n" : "\\begin{tabular}{llrl}\n";
    text += "\\hline\nmodule & type & parameters & formula";
    text += with_work ? " & FLOPs \\\\\n\\hline\n" : " \\\\\n\\hline\n";
    for (const NodeReport* node : shown_nodes(report, options)) text += node_row(*node, with_work);
    return printable(text + "\\hline\n\\end{tabular}\n");
}

}  // namespace paramscope
