#include <algorithm>
#include <cstdint>

#include "algebra/print.h"
#include "base/concat.h"
#include "cli/comparison.h"
#include "cli/messages.h"
#include "count/report/cause_words.h"
#include "count/report/difference_rows.h"
#include "formats/numbers.h"
#include "formats/unicode.h"

namespace paramscope::cli {
namespace {

using Align = AlignedTable::Align;
using Fit = AlignedTable::Fit;
using Sense = AlignedTable::Sense;

constexpr std::size_t kMostModuleRows = 100;

std::string table_text(const std::vector<DifferenceRow>& rows, std::string_view path_heading,
                       const Side& left, const Side& right, std::size_t most, const TextLayout& layout) {
    AlignedTable table;
    table.add_column({"difference", Align::Left, Fit::Keep, Sense::Change});
    table.add_column(path_heading, Align::Left, Fit::Shorten);
    table.add_column("times", Align::Right);
    for (const Side* side : {&left, &right}) table.add_column(side->source, Align::Left, Fit::Wrap);
    const std::size_t shown = std::min(rows.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
        const DifferenceRow& row = rows[i];
        table.add_row({std::string(row.kind), row.path, row.count > 1 ? std::to_string(row.count) : "",
                       row.left, row.right});
    }
    if (shown == rows.size()) return table.text(&layout);
    return concat(table.text(&layout),
                  message("compare.more_rows", {{"count", rows.size() - shown}}).english(), "\n");
}

std::string amount_text(const Quantity& quantity) {
    if (!quantity.value) return message("compare.unknown").english();
    std::string value = to_string(*quantity.value);
    return quantity.is_complete() ? value
                                  : message("compare.at_least", {{"value", std::move(value)}}).english();
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

std::vector<DifferenceRow> module_rows(const Side& left, const Side& right,
                                       const std::vector<ModuleDifference>& differences) {
    std::vector<DifferenceRow> rows;
    for (const ModuleDifference& difference : differences) {
        const bool has_left = difference.left != kNoNode;
        std::string path = has_left ? left.report.path(difference.left) : right.report.path(difference.right);
        rows.push_back({to_string(difference.kind), path.empty() ? "(root)" : std::move(path),
                        module_text(left.report, difference.left, difference.kind),
                        module_text(right.report, difference.right, difference.kind)});
    }
    return grouped(std::move(rows));
}

Message parameters_of(const Side& side) {
    const NodeReport* root = side.report.root();
    return root ? Message(amount_text(root->facts->parameters)) : message("compare.unknown");
}

void add_line(std::string& text, const Message& line) {
    text.append(printable(line.english())).append("\n");
}

void add_side(std::string& text, const Side& side, std::size_t tensors) {
    add_line(text, message("compare.side", {{"source", side.source},
                                            {"format", side.report.source},
                                            {"tensors", tensors},
                                            {"parameters", parameters_of(side)}}));
}

void add_prefix(std::string& text, const Side& side, const std::string& prefix) {
    if (prefix.empty()) return;
    add_line(text, message("compare.prefix", {{"source", side.source}, {"prefix", prefix}}));
}

/// Adds a line when print() may hide tensors of a model.
void add_completeness(std::string& text, const Side& side) {
    const NodeReport* root = side.report.root();
    if (root && root->facts->parameters.is_complete()) return;
    add_line(text, message("compare.may_be_incomplete", {{"source", side.source}}));
}

Message module_summary(const std::vector<ModuleDifference>& differences) {
    const std::size_t count = differences.size();
    return count == 1 ? message("compare.one_module_difference")
                      : message("compare.module_differences", {{"count", count}});
}

void add_causes(std::string& text, const Report& left, const Report& right, const std::vector<Cause>& causes,
                const TextLayout& layout) {
    for (std::size_t i = 0; i < kCauseMeasures; ++i) {
        const auto measure = static_cast<CauseMeasure>(i);
        std::vector<std::vector<std::string>> rows = cause_rows(left, right, causes, measure);
        if (rows.empty()) continue;
        AlignedTable table;
        table.add_column({std::string(to_string(measure)), Align::Right, Fit::Keep, Sense::Change});
        for (const std::string_view heading : {"cause", "where", "formula"})
            table.add_column(heading, Align::Left, Fit::Wrap);
        for (std::vector<std::string>& row : rows) table.add_row(std::move(row));
        text.append("\n").append(table.text(&layout));
    }
}

}  // namespace

std::string comparison_text(const Side& left, const Side& right, const Comparison& comparison,
                            const TextLayout& layout) {
    const TensorComparison& tensors = comparison.tensors;
    std::string text;
    add_side(text, left, tensors.left.size());
    add_side(text, right, tensors.right.size());
    add_prefix(text, left, tensors.left_prefix);
    add_prefix(text, right, tensors.right_prefix);
    add_completeness(text, left);
    add_completeness(text, right);
    if (!tensors.is_complete) add_line(text, message("compare.limit"));
    text += "\n";
    add_line(text, tensor_summary(tensors));
    if (!tensors.differences.empty()) {
        text.append("\n").append(table_text(tensor_rows(tensors), "tensor", left, right, SIZE_MAX, layout));
    }
    add_causes(text, left.report, right.report, comparison.causes, layout);
    if (comparison.modules.empty()) return text;
    text += "\n";
    add_line(text, module_summary(comparison.modules));
    const std::vector<DifferenceRow> modules = module_rows(left, right, comparison.modules);
    return text.append("\n").append(table_text(modules, "module", left, right, kMostModuleRows, layout));
}

}  // namespace paramscope::cli
