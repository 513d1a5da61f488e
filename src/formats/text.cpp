// Writes the report for terminals.
#include <algorithm>
#include <utility>

#include "algebra/print.h"
#include "base/concat.h"
#include "formats/sections.h"
#include "formats/support/cells.h"
#include "formats/support/module_columns.h"
#include "formats/support/table.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostRemarks = 20;  // notes and unknown modules; a long model may have thousands

using Align = AlignedTable::Align;
using Fit = AlignedTable::Fit;
using Sense = AlignedTable::Sense;

std::string size_text(const Report& report) {
    if (!report.bytes) return "unknown";
    std::string text = exact_in_words({{}, report.bytes, report.root()->facts->parameters.basis}) + " bytes";
    if (*report.bytes >= 1000) text += " = " + short_bytes(*report.bytes);
    return report.model != nullptr ? concat(text, " of ", report.model->dtype) : text;
}

/// A table of names and values below a heading.
AlignedTable two_columns() {
    AlignedTable table;
    table.add_column("", Align::Left);
    table.add_column("", Align::Left, Fit::Wrap);
    return table;
}

std::string totals(const Report& report, const ShortNames& names, const TextLayout* layout) {
    const NodeReport& root = *report.root();
    AlignedTable table = two_columns();
    const auto add = [&](std::string_view name, const Quantity& quantity,
                         const std::optional<Bounds>& bounds = {}) {
        table.add_row({std::string(name), work_in_words(quantity, bounds) + equals_formula(quantity, names)});
    };
    const Quantity& total = root.facts->parameters;
    const auto add_if_other = [&](std::string_view name, const Quantity& quantity) {
        if (quantity.formula != total.formula || quantity.basis != total.basis) add(name, quantity);
    };
    table.add_row({"  parameters", total_in_words(report) + equals_formula(total, names)});
    add_if_other("    active for one token", root.facts->active());
    add_if_other("    stored elements", root.facts->stored());
    table.add_row({"    trainable", exact(root.facts->trainable())});
    table.add_row({"    frozen", exact(root.facts->frozen())});
    add("  buffers", root.facts->buffers);
    table.add_row({"  size", size_text(report)});
    add("  MACs", root.facts->macs, report.macs_bounds);
    add("  FLOPs", root.facts->flops, report.flops_bounds);
    table.add_row({"  convention", report.convention});
    if (report.mode != Mode::Forward) table.add_row({"  mode", std::string(to_string(report.mode))});
    if (report.causal) table.add_row({"  attention", "causal"});
    table.add_row({"  input", report.inputs.empty() ? "unknown" : input_text(report)});
    return heading_line("totals", layout) + table.text(layout);
}

/// `hidden_size (d)`: what a symbol of the formulas stands for.
std::string variable_name(const VariableReport& variable, const ShortNames& names) {
    const auto symbol = names.find(variable.name);
    return symbol == names.end() ? variable.name : concat(variable.name, " (", symbol->second, ")");
}

std::string value_text(const VariableReport& variable, const ShortNames& names) {
    const std::string value = variable.value ? to_string(*variable.value) : "unknown";
    if (variable.formula.is_constant()) return value;
    return concat(print(with_short_names(variable.formula, names), Notation::Unicode), " = ", value);
}

std::string origin_text(const VariableReport& variable) {
    if (variable.origin == VariableReport::Origin::Overridden) return "set from outside";
    return variable.origin == VariableReport::Origin::Assumed ? "assumed" : variable.comment;
}

std::string variables(const Report& report, const ShortNames& names, const TextLayout* layout) {
    AlignedTable table = two_columns();
    table.add_column({"", Align::Left, Fit::Wrap, Sense::Beside});
    for (const VariableReport& variable : report.variables) {
        table.add_row({"  " + variable_name(variable, names), "= " + value_text(variable, names),
                       origin_text(variable)});
    }
    return heading_line("hyper-parameters", layout) + table.text(layout);
}

/// Writes a heading and the first lines of a list; nothing for an empty list.
std::string list(std::string_view heading, const std::vector<std::string>& lines, const TextLayout* layout) {
    if (lines.empty()) return "";
    AlignedTable table;
    table.add_column("", Align::Left, Fit::Wrap);
    const std::size_t shown = std::min(lines.size(), kMostRemarks);
    for (std::size_t i = 0; i < shown; ++i) table.add_row({concat("  ", lines[i])});
    if (shown < lines.size()) table.add_row({concat("  and ", lines.size() - shown, " more")});
    return heading_line(heading, layout) + table.text(layout);
}

/// The unknown modules without unknown children: they are why the modules above are unknown.
std::vector<std::string> unknown_modules(const Report& report) {
    const auto is_unknown_row = [](const NodeReport& node) { return node.facts->status == Status::Unknown; };
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        const NodeReport& node = report.nodes[i];
        const auto below = report.nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto end = report.nodes.begin() + static_cast<std::ptrdiff_t>(node.subtree_end);
        if (!is_unknown_row(node) || std::any_of(below, end, is_unknown_row)) continue;
        lines.push_back(i == 0 ? std::string(node.type) : concat(report.path(node), ": ", node.type));
    }
    return lines;
}

std::vector<std::string> module_notes(const Report& report) {
    std::vector<std::string> lines;
    for (const NodeReport& node : report.nodes) {
        for (const Message& note : node.facts->notes)
            lines.push_back(concat(report.path_or_type(node), ": ", note.english()));
    }
    return lines;
}

/// The notes of the text, without its title.
std::vector<std::string> model_notes(const Report& report) {
    if (report.model == nullptr || report.model->notes.empty()) return {};
    return {report.model->notes.begin() + 1, report.model->notes.end()};
}

}  // namespace

std::string write_text_report(const Report& report, const WriteOptions& options) {
    if (report.root() == nullptr) return "";
    const std::string_view title = title_of(report);
    const TextLayout* layout = options.layout;
    const ShortNames names = short_names(report);
    std::string text;
    bool is_first = true;
    const auto add = [&](std::string section) {
        if (section.empty()) return;
        if (!std::exchange(is_first, false)) text += '\n';
        text += section;
        options.pass_on(text);
    };
    if (!title.empty()) add(heading_line(title, layout));
    add(module_table(report, options).text(layout));
    add(totals(report, names, layout));
    for (const ReportSection* section : options.sections) add(section->text(report, layout));
    if (!report.variables.empty()) add(variables(report, names, layout));
    add(list("unknown", unknown_modules(report), layout));
    add(list("inferred", module_notes(report), layout));
    add(list("notes", model_notes(report), layout));
    return text;
}

}  // namespace paramscope
