// Writes the report as a table of HTML: it needs no script, no style and no other file.
#include "algebra/print.h"
#include "base/concat.h"
#include "base/markup.h"
#include "formats/cells.h"
#include "formats/unicode.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

std::string cell(std::string_view name, std::string_view text, std::string_view attributes = "") {
    return concat("<", name, attributes, ">", markup_escaped(text), "</", name, ">");
}

std::string number_cell(std::string_view text) {
    return cell("td", text, " align=\"right\"");
}

std::string head(bool with_work) {
    std::string row;
    for (const std::string_view title : {"module", "type", "parameters"})
        row += cell("th", title, " scope=\"col\"");
    if (with_work) {
        for (const std::string_view title : {"output", "MACs", "FLOPs"})
            row += cell("th", title, " scope=\"col\"");
    }
    return concat("<thead>\n<tr>", row, cell("th", "formula of the parameters", " scope=\"col\""),
                  "</tr>\n</thead>\n");
}

/// The formula where it says more than the number.
std::string formula_of(const Quantity& quantity) {
    const std::optional<Polynomial> formula = known_formula(quantity);
    return formula && !formula->is_constant() ? print(*formula, Notation::Unicode) : "";
}

std::string node_row(const Report& report, const NodeReport& node, bool with_work) {
    const ModuleFacts& facts = *node.facts;
    const std::string path = node.depth == 0 ? "all" : report.path(node);
    std::string row = concat(cell("th", path, " scope=\"row\" align=\"left\""),
                             cell("td", repeated_type(node)), number_cell(exact(facts.parameters)));
    if (with_work) {
        row += concat(cell("td", output_shape(node)), number_cell(exact(facts.macs)),
                      number_cell(exact(facts.flops)));
    }
    return concat("<tr>", row, cell("td", formula_of(facts.parameters)), "</tr>\n");
}

/// The title and the totals in a sentence: what a reader without a screen hears first.
std::string caption(const Report& report, const NodeReport& root) {
    const std::string title(title_of(report));
    std::string words =
        concat(title.empty() ? std::string(root.type) : title, ": ", total_in_words(report), " parameters");
    if (root.facts->flops.value) {
        words += concat(", ", exact_in_words(root.facts->macs), " MACs, ", exact_in_words(root.facts->flops),
                        " FLOPs");
    }
    return cell("caption", words);
}

}  // namespace

std::string write_html_report(const Report& report, const WriteOptions& options) {
    const NodeReport* root = report.root();
    if (root == nullptr) return "";
    const bool with_work = has_work(report);
    std::string rows;
    for (const NodeReport* node : shown_nodes(report, options)) rows += node_row(report, *node, with_work);
    return printable(concat("<table>\n", caption(report, *root), "\n", head(with_work), "<tbody>\n", rows,
                            "</tbody>\n</table>\n"));
}

}  // namespace paramscope
