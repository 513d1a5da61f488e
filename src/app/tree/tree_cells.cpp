#include "app/tree/tree_cells.h"

#include <span>

#include "algebra/print.h"
#include "base/concat.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr TreeColumnInfo kInfos[kColumns] = {
    {"module", SortKey::Name, nullptr, false},
    {"type", SortKey::Type, nullptr, false},
    {"output", SortKey::Output, nullptr, false},
    {"parameters", SortKey::Parameters, &ModuleFacts::parameters, false},
    {"buffers", SortKey::Buffers, &ModuleFacts::buffers, false},
    {"macs", SortKey::Macs, &ModuleFacts::macs, true},
    {"flops", SortKey::Flops, &ModuleFacts::flops, true},
    {"memory_column", SortKey::None, nullptr, true},
};

std::string shape_text(const NodeReport& node) {
    if (!node.facts->output_sizes)
        return node.facts->output->is_tensor() ? to_string(node.facts->output->dims) : "";
    std::string words;
    for (const Integer size : *node.facts->output_sizes) {
        if (!words.empty()) words += "×";
        words += to_string(size);
    }
    return words;
}

/// The value of a row: the sum over all equal adjacent siblings it represents.
std::optional<Integer> row_value(const Context& context, std::size_t node, const Quantity& quantity) {
    if (!quantity.value) return std::nullopt;
    return checked_multiply(*quantity.value, Integer{context.tree.gathered(node)});
}

NumberCell unknown_cell() {
    return {"?", "", 0, false, false};
}

NumberCell empty_cell() {
    return {"–", "", 0, true, true};
}

NumberCell number_cell(const Context& context, std::size_t index, int column, Units units) {
    const TreeColumnInfo& info = column_info(column);
    const Report& report = context.workspace.report();
    const Quantity& quantity = (*report.nodes[index].facts).*info.quantity;
    const std::optional<Integer> value = row_value(context, index, quantity);
    if (!value || quantity.is_unknown()) return unknown_cell();
    if (*value == 0) return empty_cell();
    NumberCell cell;
    cell.is_known = quantity.is_complete();
    const Quantity& whole = (*report.nodes[context.tree.top()].facts).*info.quantity;
    double share = 0;  // of all copies
    if (whole.value && *whole.value > 0) {
        share = static_cast<double>(*quantity.value) * context.tree.copies(report, index) /
                (static_cast<double>(*whole.value) * context.tree.copies(report, context.tree.top()));
    }
    cell.bar = share;
    const std::string_view least = sign_of(quantity.basis);
    cell.shorter = concat(least, info.is_work ? short_work(*value, "") : short_count(*value));
    cell.words = units == Units::Exact   ? concat(least, with_thousands(*value))
                 : units == Units::Share ? concat(least, percent(share))
                                         : cell.shorter;
    return cell;
}

/// The memory of a row in a pass: of equal siblings in one row what they keep together, or the most of one.
NumberCell memory_cell(const Context& context, std::size_t index, Units units) {
    const std::span<const Integer> rows = context.memory.rows();
    if (index >= rows.size()) return unknown_cell();
    if (rows[index] == 0) return empty_cell();
    const MemoryPlan& plan = context.memory.plan();
    const Integer bytes = plan.options.is_training ? rows[index] * context.tree.gathered(index) : rows[index];
    const std::string_view sign = sign_of(plan.total.basis);
    NumberCell cell;
    cell.bar = static_cast<double>(bytes) / static_cast<double>(rows[context.tree.top()]);
    cell.is_known = plan.total.is_complete();
    cell.shorter = concat(sign, short_bytes(bytes));
    cell.words = units == Units::Exact   ? concat(sign, with_thousands(bytes))
                 : units == Units::Share ? concat(sign, percent(cell.bar))
                                         : cell.shorter;
    return cell;
}

std::string in_words(Basis basis, const std::string& number) {
    static constexpr ByBound<std::optional<Word>> kWords{std::nullopt, Word("quantity_at_most"),
                                                         Word("quantity_at_least"), Word("quantity_about")};
    const std::optional<Word> bound = kWords.of(basis);
    return bound ? word(*bound, {{"quantity", number}}) : number;
}

// The tooltip of a row: its exact numbers, and the number of copies of a module inside a repeated one.
std::string row_hint(const Context& context, std::size_t index) {
    const Report& report = context.workspace.report();
    const NodeReport& node = report.nodes[index];
    std::string words = report.path_or_type(node);
    const auto add = [&](const Quantity& quantity, Word name, Word unit) {
        words += '\n';
        const std::optional<Integer> value = row_value(context, index, quantity);
        if (!value || quantity.is_unknown()) {
            words += word("quantity_unknown", {{"quantity", word(name)}});
            return;
        }
        const std::string known = word(unit, {{"count", with_thousands(*value)}});
        words += in_words(quantity.basis, known);
    };
    add(node.facts->parameters, "parameters", "unit_parameters");
    add(node.facts->flops, "flops", "unit_flops");
    if (const std::string shape = shape_text(node); !shape.empty()) {
        words += '\n' + word("output_shape", {{"shape", shape}});
    }
    const double copies = context.tree.copies(report, index) / context.tree.gathered(index);
    if (copies > 1)
        words += '\n' + word("in_each_of", {{"count", with_thousands(static_cast<Integer>(copies))}});
    for (const Message& note : node.facts->notes) words += "\n" + translate_message(note);
    return words;
}

/// The name of the last of the equal siblings a row represents.
std::string_view last_name(const Context& context, std::size_t index) {
    const Report& report = context.workspace.report();
    std::size_t last = index;
    for (std::uint32_t i = 1; i < context.tree.gathered(index); ++i) last = report.nodes[last].subtree_end;
    return report.nodes[last].name;
}

}  // namespace

const TreeColumnInfo& column_info(int column) {
    return kInfos[column];
}

RowText row_text(const Context& context, std::size_t index, Units units) {
    const NodeReport& node = context.workspace.report().nodes[index];
    RowText row;
    const bool is_listed = context.tree.view().is_list && index != context.tree.top();
    row.name = index == 0  ? translate_title(context.workspace.report_name())
               : is_listed ? context.workspace.report().path(node)
                           : std::string(node.name);
    std::optional<Integer> repeat = node.facts->repeat().value;
    if (is_listed) repeat = exact_copies(context, index);
    if (const std::uint32_t gathered = context.tree.gathered(index); gathered > 1) {
        row.repeat = std::to_string(gathered) + " ×";
        row.name += concat(" … ", last_name(context, index));
    } else if (!repeat || *repeat != 1) {
        row.repeat = (repeat ? with_thousands(*repeat) : "?") + " ×";
    }
    row.output = shape_text(node);
    row.hint = row_hint(context, index);
    for (int column = kFirstNumber; column < kColumns; ++column) {
        row.numbers[column - kFirstNumber] = column == kMemory ? memory_cell(context, index, units)
                                                               : number_cell(context, index, column, units);
    }
    return row;
}

std::string path_or_name(const Context& context, std::size_t node) {
    const std::string path = context.workspace.report().path(node);
    return path.empty() ? context.workspace.report_name() : path;
}

std::string row_as_text(const Context& context, std::size_t node) {
    const RowText row = row_text(context, node, Units::Exact);
    std::string words = concat(path_or_name(context, node), '\t', context.workspace.report().nodes[node].type,
                               '\t', row.output);
    const int end = context.memory.rows().empty() ? kMemory : kColumns;
    for (int column = kFirstNumber; column < end; ++column)
        words += concat('\t', row.numbers[column - kFirstNumber].words);
    return words;
}

std::optional<Integer> exact_copies(const Context& context, std::size_t node) {
    const Report& report = context.workspace.report();
    std::optional<Integer> copies = report.instances(node);
    if (copies) copies = checked_multiply(*copies, Integer{context.tree.gathered(node)});
    for (std::size_t at = node; at != 0 && copies; at = report.nodes[at].parent) {
        copies = checked_multiply(*copies, Integer{context.tree.gathered(report.nodes[at].parent)});
    }
    return copies;
}

}  // namespace paramscope::app
