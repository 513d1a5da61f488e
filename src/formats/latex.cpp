// The report for papers.
#include "algebra/print.h"
#include "base/concat.h"
#include "formats/cells.h"
#include "formats/unicode.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

std::string_view escape_of(char c) {
    switch (c) {
        case '\\':
            return "\\textbackslash{}";
        case '~':
            return "\\textasciitilde{}";
        case '^':
            return "\\textasciicircum{}";
        case '{':
            return "\\{";
        case '}':
            return "\\}";
        case '#':
            return "\\#";
        case '$':
            return "\\$";
        case '%':
            return "\\%";
        case '&':
            return "\\&";
        case '_':
            return "\\_";
        case '\n':
            return " ";
        default:
            return "";
    }
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char& c : text) {
        const std::string_view escape = escape_of(c);
        result += escape.empty() ? std::string_view(&c, 1) : escape;
    }
    return result;
}

/// As amount(), in mathematics where a sign needs it.
std::string latex_amount(const Quantity& quantity) {
    if (is_unknown(quantity)) return "?";
    return (quantity.complete ? "" : "$\\geq$ ") + with_thousands(*quantity.value);
}

std::string formula_cell(const Quantity& quantity) {
    const std::optional<Polynomial> formula = known_formula(quantity);
    return formula ? concat("$", print(*formula, Notation::Latex), "$") : "?";
}

std::string node_row(const NodeReport& node, bool with_work) {
    std::string line = concat("\\hspace*{", node.depth, "em}");
    line += escaped(node.depth == 0 ? "" : node.name);
    line += concat(" & ", escaped(repeated_type(node)), " & ", latex_amount(node.parameters));
    line += " & " + formula_cell(node.parameters);
    if (with_work) line += " & " + latex_amount(node.flops);
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
