// Writes the report for READMEs and issues.
#include "algebra/print.h"
#include "base/concat.h"
#include "formats/support/cells.h"
#include "formats/support/escape.h"
#include "formats/support/unicode.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

std::string row(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += concat(" ", cell, " |");
    return line + "\n";
}

std::string markdown_formula(const Quantity& quantity) {
    const std::optional<Polynomial> formula = known_formula(quantity);
    return formula ? markdown_escaped(print_factored(*formula, Notation::Unicode)) : "?";
}

std::string node_row(const Report& report, const NodeReport& node, bool with_work) {
    std::vector<std::string> cells = {markdown_escaped(report.path(node)),
                                      markdown_escaped(repeated_type(node)), exact(node.facts->parameters)};
    if (with_work) {
        cells.insert(cells.end(), {output_shape(node), exact(node.facts->macs), exact(node.facts->flops)});
    }
    cells.push_back(markdown_formula(node.facts->parameters));
    return row(cells);
}

std::string table(const Report& report, const WriteOptions& options) {
    const bool with_work = has_work(report);
    std::string text = with_work ? row({"module", "type", "parameters", "output", "MACs", "FLOPs", "formula"})
                                 : row({"module", "type", "parameters", "formula"});
    text += with_work ? "|:--|:--|--:|:--|--:|--:|:--|\n" : "|:--|:--|--:|:--|\n";
    for (const NodeReport* node : shown_nodes(report, options)) text += node_row(report, *node, with_work);
    return text;
}

std::string total(std::string_view name, const Quantity& quantity, const std::optional<Bounds>& bounds = {}) {
    std::string line = concat("- ", name, ": **", work_in_words(quantity, bounds), "**");
    if (quantity.formula.is_constant() || quantity.formula.is_faulted()) return line + "\n";
    return concat(line, " = ", markdown_escaped(print_factored(quantity.formula, Notation::Unicode)), "\n");
}

}  // namespace

std::string write_markdown_report(const Report& report, const WriteOptions& options) {
    const NodeReport* root = report.root();
    if (root == nullptr) return "";
    const std::string title(title_of(report));
    std::string text = concat("## ", markdown_escaped(title.empty() ? root->type : title), "\n\n");
    text += total("Parameters", root->facts->parameters);
    text += total("Buffers", root->facts->buffers);
    if (has_work(report)) {
        text += total("MACs", root->facts->macs, report.macs_bounds);
        text += total("FLOPs", root->facts->flops, report.flops_bounds);
    }
    return printable(concat(text, "\n", table(report, options)));
}

}  // namespace paramscope
