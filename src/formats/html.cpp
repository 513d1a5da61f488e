// Writes the report as a table of HTML: it needs no script, no style and no other file.
#include "base/concat.h"
#include "base/markup.h"
#include "formats/support/cells.h"
#include "formats/support/filled.h"
#include "formats/support/unicode.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

std::string cell(std::string_view name, std::string_view text, std::string_view attributes = "") {
    return concat("<", name, attributes, ">", markup_escaped(text), "</", name, ">");
}

std::string number_cell(std::string_view text) {
    return cell("td", text, " align=\"right\"");
}

/// Lines between rows and room around cells, where a page has no style for tables.
constexpr std::string_view kLines = " cellpadding=\"4\" rules=\"rows\"";

/// What the table says beside names and numbers, in one language.
struct TableWords {
    std::string_view attributes;  ///< of the table
    std::string_view module, type, parameters, share, output, formula;
    std::string_view whole;  ///< the row of the model itself
    std::string_view caption, work;
    BoundWords bounds;
};

constexpr TableWords kWords[] = {
    {"", "module", "type", "parameters", "share", "output", "formula of the parameters", "all",
     "@: @ parameters", ", @ MACs, @ FLOPs", kEnglishBounds},
    {" lang=\"zh-CN\"", "模块", "类型", "参数量", "占比", "输出", "参数量的公式", "全部", "@：参数量 @",
     "，乘加（MACs）@，浮点运算（FLOPs）@", kChineseBounds},
};

std::string head(const TableWords& words, bool with_work) {
    std::string row;
    const auto add = [&](std::string_view title) { row += cell("th", title, " scope=\"col\""); };
    for (const std::string_view title : {words.module, words.type, words.parameters, words.share}) add(title);
    if (with_work) {
        for (const std::string_view title :
             {words.output, std::string_view("MACs"), std::string_view("FLOPs"), words.share})
            add(title);
    }
    add(words.formula);
    return concat("<thead>\n<tr>", row, "</tr>\n</thead>\n");
}

std::string node_row(const Report& report, const NodeReport& node, const TableWords& words, bool with_work) {
    const ModuleFacts& facts = *node.facts;
    const std::string path = node.depth == 0 ? std::string(words.whole) : report.path(node);
    const ModuleFacts& root = *report.root()->facts;
    const std::optional<Integer> instances =
        report.instances(static_cast<std::size_t>(&node - report.nodes.data()));
    std::string row = concat(cell("th", path, " scope=\"row\" align=\"left\" nowrap"),
                             cell("td", repeated_type(node), " nowrap"), number_cell(exact(facts.parameters)),
                             number_cell(share_of(facts.parameters, root.parameters, instances)));
    if (with_work) {
        row += concat(cell("td", output_shape(node), " nowrap"), number_cell(exact(facts.macs)),
                      number_cell(exact(facts.flops)),
                      number_cell(share_of(facts.flops, root.flops, instances)));
    }
    return concat("<tr>", row, cell("td", parameter_formula(report, node), " nowrap"), "</tr>\n");
}

/// The title and the totals in a sentence: what a reader without a screen hears first.
std::string caption(const Report& report, const NodeReport& root, const TableWords& words) {
    const std::string_view title = title_of(report);
    std::string text = filled(words.caption, {title.empty() ? std::string_view(root.type) : title,
                                              total_in_words(report, words.bounds)});
    if (root.facts->flops.value) {
        text += filled(words.work, {work_in_words(root.facts->macs, report.macs_bounds, words.bounds),
                                    work_in_words(root.facts->flops, report.flops_bounds, words.bounds)});
    }
    return cell("caption", text);
}

}  // namespace

std::string write_html_report(const Report& report, const WriteOptions& options) {
    const NodeReport* root = report.root();
    if (root == nullptr) return "";
    const TableWords& words = kWords[static_cast<std::size_t>(options.language)];
    const bool with_work = has_work(report);
    std::string rows;
    for (const NodeReport* node : shown_nodes(report, options))
        rows += node_row(report, *node, words, with_work);
    return printable(concat("<table", kLines, words.attributes, ">\n", caption(report, *root, words), "\n",
                            head(words, with_work), "<tbody>\n", rows, "</tbody>\n</table>\n"));
}

}  // namespace paramscope
