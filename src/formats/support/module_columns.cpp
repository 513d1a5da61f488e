#include "formats/support/module_columns.h"

#include <unordered_map>

#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/cells.h"

namespace paramscope {
namespace {

using Align = AlignedTable::Align;
using Fit = AlignedTable::Fit;
using Sense = AlignedTable::Sense;

/// A row of a report, and what its cells are made of.
struct ModuleRow {
    const Report& report;
    const WriteOptions& options;
    const NodeReport& node;
    std::optional<Integer> instances;

    std::size_t index() const { return static_cast<std::size_t>(&node - report.nodes.data()); }
    const ModuleFacts& facts() const { return *node.facts; }
    const ModuleFacts& root() const { return *report.root()->facts; }
};

/// Empty for a module without buffers: a column of empty cells is left out.
std::string buffers_cell(const ModuleRow& row) {
    const Quantity& buffers = row.facts().buffers;
    return buffers.is_unknown() || *buffers.value == 0 ? "" : exact(buffers);
}

std::string memory_cell(const ModuleRow& row) {
    const std::span<const Integer> memory = row.options.row_memory;
    return memory.empty() || memory[row.index()] == 0 ? "" : short_bytes(memory[row.index()]);
}

/// Where a column stands that nobody names.
enum class Usually : std::uint8_t { Shown, ShownWithWork, Hidden };

struct ModuleColumn {
    std::string_view name;
    Usually usually;
    bool is_of_facts;  ///< its cell is alike for all modules that share their facts
    AlignedTable::Column column;
    std::string (*cell)(const ModuleRow&);
};

const std::vector<ModuleColumn>& module_columns() {
    static const std::vector<ModuleColumn> columns = {
        {"type",
         Usually::Shown,
         false,
         {"type", Align::Left, Fit::Shorten, Sense::Beside},
         [](const ModuleRow& row) { return repeated_type(row.node); }},
        {"output",
         Usually::Shown,
         true,
         {"output", Align::Left, Fit::Keep, Sense::Beside, 4},
         [](const ModuleRow& row) { return output_shape(row.node); }},
        {"parameters",
         Usually::Shown,
         true,
         {"parameters", Align::Right},
         [](const ModuleRow& row) { return exact(row.facts().parameters); }},
        {"share",
         Usually::Shown,
         true,
         {"share", Align::Right, Fit::Keep, Sense::Beside, 1},
         [](const ModuleRow& row) {
             return share_of(row.facts().parameters, row.root().parameters, row.instances);
         }},
        {"trainable",
         Usually::Hidden,
         true,
         {"trainable", Align::Right},
         [](const ModuleRow& row) { return exact(row.facts().trainable()); }},
        {"formula",
         Usually::Hidden,
         false,
         {"formula", Align::Left},
         [](const ModuleRow& row) { return parameter_formula(row.report, row.node); }},
        {"buffers", Usually::Shown, true, {"buffers", Align::Right}, buffers_cell},
        {"macs",
         Usually::ShownWithWork,
         true,
         {"MACs", Align::Right, Fit::Keep, Sense::Plain, 5},
         [](const ModuleRow& row) { return exact(row.facts().macs); }},
        {"flops",
         Usually::ShownWithWork,
         true,
         {"FLOPs", Align::Right},
         [](const ModuleRow& row) { return exact(row.facts().flops); }},
        {"flops-share",
         Usually::ShownWithWork,
         true,
         {"share", Align::Right, Fit::Keep, Sense::Beside, 3},
         [](const ModuleRow& row) { return share_of(row.facts().flops, row.root().flops, row.instances); }},
        {"status",
         Usually::Shown,
         true,
         {"status", Align::Left, Fit::Keep, Sense::Status, 2},
         [](const ModuleRow& row) { return std::string(to_string(row.facts().status)); }},
        {"memory", Usually::Shown, false, {"memory", Align::Right, Fit::Keep, Sense::Plain, 1}, memory_cell},
    };
    return columns;
}

std::vector<const ModuleColumn*> chosen_columns(const Report& report, const WriteOptions& options) {
    std::vector<const ModuleColumn*> chosen;
    for (const std::string_view name : options.columns)
        chosen.push_back(find_by(module_columns(), &ModuleColumn::name, name));
    if (!chosen.empty()) return chosen;
    const bool with_work = has_work(report);
    for (const ModuleColumn& column : module_columns()) {
        const bool is_shown =
            column.usually == Usually::Shown || (with_work && column.usually == Usually::ShownWithWork);
        if (is_shown) chosen.push_back(&column);
    }
    return chosen;
}

/// Makes the rows of modules. What is counted of a module is written once for all modules that share it.
class ModuleRows {
  public:
    ModuleRows(const Report& report, const WriteOptions& options,
               const std::vector<const ModuleColumn*>& columns)
        : report_(report), options_(options), columns_(columns) {}

    std::vector<std::string> cells(const NodeReport& node) {
        ModuleRow row{report_, options_, node, {}};
        row.instances = report_.instances(row.index());
        const std::vector<std::string>& of_facts = facts_cells(row);
        std::vector<std::string> cells = {concat(std::string(2 * std::size_t{node.depth}, ' '), node.name)};
        for (std::size_t i = 0; i < columns_.size(); ++i)
            cells.push_back(columns_[i]->is_of_facts ? of_facts[i] : columns_[i]->cell(row));
        return cells;
    }

  private:
    struct Written {
        std::optional<Integer> instances;
        std::vector<std::string> cells = {};
    };

    const std::vector<std::string>& facts_cells(const ModuleRow& row) {
        const bool is_alone = row.node.facts.is_sole();
        if (is_alone) alone_ = {};
        Written& written = is_alone ? alone_ : written_[&row.facts()];
        if (written.cells.empty() || written.instances != row.instances) {
            written = {row.instances};
            for (const ModuleColumn* column : columns_)
                written.cells.push_back(column->is_of_facts ? column->cell(row) : "");
        }
        return written.cells;
    }

    const Report& report_;
    const WriteOptions& options_;
    const std::vector<const ModuleColumn*>& columns_;
    std::unordered_map<const ModuleFacts*, Written> written_;
    Written alone_;  ///< of facts that no other module has
};

}  // namespace

std::vector<std::string_view> module_column_names() {
    std::vector<std::string_view> names;
    for (const ModuleColumn& column : module_columns()) names.push_back(column.name);
    return names;
}

AlignedTable module_table(const Report& report, const WriteOptions& options) {
    const std::vector<const ModuleColumn*> columns = chosen_columns(report, options);
    AlignedTable table;
    table.add_column("module", AlignedTable::Align::Left, AlignedTable::Fit::Shorten);
    for (const ModuleColumn* column : columns) table.add_column(column->column);
    ModuleRows rows(report, options, columns);
    for (const NodeReport* node : shown_nodes(report, options)) table.add_row(rows.cells(*node));
    return table;
}

}  // namespace paramscope
