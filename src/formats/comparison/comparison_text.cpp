#include <algorithm>
#include <cstdint>

#include "algebra/print.h"
#include "base/concat.h"
#include "count/compare/difference_rows.h"
#include "formats/comparison/comparison_parts.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace {

using Align = AlignedTable::Align;
using Fit = AlignedTable::Fit;
using Sense = AlignedTable::Sense;

constexpr std::size_t kMostModuleRows = 100;

std::string table_text(const std::vector<DifferenceRow>& rows, std::string_view path_heading,
                       const Comparison& comparison, std::size_t most, const TextLayout* layout) {
    AlignedTable table;
    table.add_column({"difference", Align::Left, Fit::Keep, Sense::Change});
    table.add_column(path_heading, Align::Left, Fit::Shorten);
    table.add_column("times", Align::Right);
    for (const ComparedModel* side : {&comparison.left, &comparison.right})
        table.add_column(side->name, Align::Left, Fit::Wrap);
    const std::size_t shown = std::min(rows.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
        const DifferenceRow& row = rows[i];
        table.add_row({std::string(row.kind), row.path, row.count > 1 ? std::to_string(row.count) : "",
                       row.left, row.right});
    }
    if (shown == rows.size()) return table.text(layout);
    return concat(table.text(layout), "and ", rows.size() - shown, " more\n");
}

std::string amount_text(const Quantity& quantity) {
    if (!quantity.value) return "unknown";
    static constexpr ByBound<std::string_view> kWords{"", "at most ", "at least ", "about "};
    return concat(kWords.of(quantity.basis), to_string(*quantity.value));
}

/// The property of a module that a difference of `kind` compares.
std::string module_text(const Report& report, std::uint32_t node, ModuleDifference::Kind kind) {
    using Kind = ModuleDifference::Kind;
    if (node == kNoNode) return "-";
    const NodeReport& row = report.nodes[node];
    if (kind == Kind::Parameters) return amount_text(row.facts->parameters);
    if (kind == Kind::Flops) return amount_text(row.facts->flops);
    if (kind == Kind::Repeat) return row.facts->repeat().value ? to_string(*row.facts->repeat().value) : "?";
    return std::string(row.type);
}

std::vector<DifferenceRow> module_rows(const Comparison& comparison) {
    const Report &left = *comparison.left.report, &right = *comparison.right.report;
    std::vector<DifferenceRow> rows;
    for (const ModuleDifference& difference : comparison.modules) {
        const bool has_left = difference.left != kNoNode;
        std::string path = has_left ? left.path(difference.left) : right.path(difference.right);
        rows.push_back({to_string(difference.kind), path.empty() ? "(root)" : std::move(path),
                        module_text(left, difference.left, difference.kind),
                        module_text(right, difference.right, difference.kind)});
    }
    return grouped(std::move(rows));
}

void add_line(std::string& text, std::string_view line) {
    text.append(printable(line)).append("\n");
}

void add_side(std::string& text, const ComparedModel& side, std::size_t tensors) {
    const NodeReport* root = side.report->root();
    const std::string parameters = root != nullptr ? amount_text(root->facts->parameters) : "unknown";
    add_line(text, concat(side.name, " (", side.report->source, "): ", tensors, " tensors, ", parameters,
                          " parameters"));
}

void add_prefix(std::string& text, const ComparedModel& side, std::string_view prefix) {
    if (!prefix.empty())
        add_line(text, concat("names in ", side.name, " are compared without the prefix '", prefix, "'"));
}

/// Adds a line when print() may hide tensors of a model.
void add_completeness(std::string& text, const ComparedModel& side) {
    const NodeReport* root = side.report->root();
    if (root != nullptr && root->facts->parameters.is_complete()) return;
    add_line(text, concat(side.name, " may have tensors that its text does not show"));
}

void add_causes(std::string& text, const Comparison& comparison, const TextLayout* layout) {
    for (std::size_t i = 0; i < kCauseMeasures; ++i) {
        const auto measure = static_cast<CauseMeasure>(i);
        std::vector<std::vector<std::string>> rows = cause_rows(comparison, measure);
        if (rows.empty()) continue;
        AlignedTable table;
        table.add_column({std::string(to_string(measure)), Align::Right, Fit::Keep, Sense::Change});
        for (const std::string_view heading : {"cause", "where", "formula"})
            table.add_column(heading, Align::Left, Fit::Wrap);
        for (const std::vector<std::string>& row : rows) table.add_row(row);
        text.append("\n").append(table.text(layout));
    }
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const TextLayout* layout) {
    const TensorComparison& tensors = comparison.tensors;
    std::string text;
    add_side(text, comparison.left, tensors.left.size());
    add_side(text, comparison.right, tensors.right.size());
    add_prefix(text, comparison.left, tensors.left_prefix);
    add_prefix(text, comparison.right, tensors.right_prefix);
    add_completeness(text, comparison.left);
    add_completeness(text, comparison.right);
    if (!tensors.is_complete) add_line(text, "only the first 500,000 tensors are compared");
    text += "\n";
    add_line(text, tensor_summary(tensors));
    if (!tensors.differences.empty())
        text.append("\n").append(table_text(tensor_rows(tensors), "tensor", comparison, SIZE_MAX, layout));
    add_causes(text, comparison, layout);
    const std::size_t modules = comparison.modules.size();
    if (modules == 0) return text;
    text += "\n";
    add_line(text, concat(modules, modules == 1 ? " difference" : " differences", " between modules"));
    return text.append("\n").append(
        table_text(module_rows(comparison), "module", comparison, kMostModuleRows, layout));
}

}  // namespace paramscope
