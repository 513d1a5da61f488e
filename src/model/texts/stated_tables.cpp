#include "model/texts/stated_tables.h"

#include <algorithm>
#include <string>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

constexpr std::string_view kSigns[] = {"|", "│"};  // between cells

/// A line of a table: its cells, and its place in the text.
struct TableLine {
    std::vector<std::string_view> cells;
    Span span;
};

/// The cells of a line `| a | b |`; none for another line.
std::vector<std::string_view> cells_of(std::string_view line) {
    line = trim(line);
    const std::string_view* sign = find_where(
        kSigns, [&](std::string_view each) { return line.starts_with(each) && line.ends_with(each); });
    std::vector<std::string_view> cells;
    if (sign == nullptr) return cells;
    for (std::size_t at = sign->size(); at < line.size();) {
        const std::size_t end = line.find(*sign, at);
        cells.push_back(trim(line.substr(at, end - at)));
        at = end + sign->size();
    }
    return cells;
}

std::vector<TableLine> table_lines(std::string_view text) {
    std::vector<TableLine> lines;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        std::vector<std::string_view> cells = cells_of(text.substr(at, end - at));
        if (!cells.empty()) lines.push_back({std::move(cells), {at, end}});
    }
    return lines;
}

/// The place of the first cell that is `name` in lower case; nullopt for none.
std::optional<std::size_t> column_of(const TableLine& header, std::string_view name) {
    const auto& cells = header.cells;
    const auto found = std::find_if(cells.begin(), cells.end(),
                                    [&](std::string_view cell) { return lowercase(cell) == name; });
    return found == cells.end() ? std::nullopt : std::optional<std::size_t>(found - cells.begin());
}

/// The number in a cell, before `unit`, which fills it.
std::optional<PrintedNumber> number_in(const TableLine& line, std::size_t column, std::string_view unit) {
    if (column >= line.cells.size() || !line.cells[column].ends_with(unit)) return std::nullopt;
    std::string_view cell = line.cells[column];
    cell.remove_suffix(unit.size());
    const auto number = read_printed_number(cell);
    return number && number->length == cell.size() ? number : std::nullopt;
}

/// True for `| --- | ---: |`.
bool is_rule(const TableLine& line) {
    return all_of(line.cells, [](std::string_view cell) {
        return cell.find_first_not_of("-:") == std::string_view::npos;
    });
}

/// Adds a total that differs from those before. More than two tell no more than two: the text has several.
void add_once(std::vector<StatedTotal>& totals, const PrintedNumber& number, Span span) {
    const bool is_known =
        any_of(totals, [&](const StatedTotal& each) { return each.number.value == number.value; });
    if (!is_known && totals.size() < 2) totals.push_back({StatedTotal::Kind::All, number, span});
}

/// The cells below `params`, none if one of them is no number.
std::vector<StatedTotal> totals_of_models(const std::vector<TableLine>& lines) {
    std::vector<StatedTotal> totals;
    const std::optional<std::size_t> column = column_of(lines.front(), "params");
    if (!column || column_of(lines.front(), "model") != 0) return totals;
    for (const TableLine& line : lines) {
        if (&line == &lines.front() || is_rule(line)) continue;
        const auto number = number_in(line, *column, "");
        if (!number) return {};
        add_once(totals, *number, line.span);
    }
    return totals;
}

/// `413.18 MB`, where a MB has 1024 · 1024 bytes, as the number of weights with 4 bytes each.
PrintedNumber weights_in(PrintedNumber size, std::string_view cell) {
    constexpr int kBytes = 4;
    const std::size_t power = std::string_view("KMG").find(cell[size.length - 1]) + 1;
    for (std::size_t i = 0; i < power; ++i) {
        size.value = size.value * 1024 / 1000;
        size.precision = size.precision * 1024 / 1000;
    }
    return {size.value / kBytes, size.precision / kBytes, size.length};
}

/// What the row of float32 tells in a table of memory.
std::vector<StatedTotal> totals_of_memory(const std::vector<TableLine>& lines) {
    std::vector<StatedTotal> totals;
    std::optional<std::size_t> column;
    for (const TableLine& line : lines) {
        if (!column) column = column_of(line, "total size");
        if (!column || line.cells.front() != "float32") continue;
        const auto size = number_in(line, *column, "B");
        if (size && size->precision > 0) add_once(totals, weights_in(*size, line.cells[*column]), line.span);
    }
    return totals;
}

}  // namespace

std::vector<StatedTotal> find_totals_in_table(std::string_view text) {
    const std::vector<TableLine> lines = table_lines(text);
    if (lines.empty()) return {};
    std::vector<StatedTotal> totals = totals_of_models(lines);
    return totals.empty() ? totals_of_memory(lines) : totals;
}

}  // namespace paramscope
