#include "formats/support/table.h"

#include <algorithm>

#include "base/ranges.h"
#include "formats/support/unicode.h"

namespace paramscope {

AlignedTable::Row AlignedTable::row_of(std::vector<std::string> cells) {
    Row row;
    row.reserve(cells.size());
    for (std::string& cell : cells) {
        const std::size_t width = display_width(cell);
        row.push_back({std::move(cell), width});
    }
    return row;
}

void AlignedTable::add_row(std::vector<std::string> cells) {
    rows_.push_back(row_of(std::move(cells)));
}

/// Appends a line; columns of no width are left out.
void AlignedTable::append_line(std::string& text, const Row& row,
                               const std::vector<std::size_t>& widths) const {
    const std::size_t begin = text.size();
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (widths[i] == 0) continue;
        if (text.size() > begin) text += "  ";
        const std::size_t padding = widths[i] - row[i].width;
        const bool right = columns_[i].align == Align::Right;
        if (right) text.append(padding, ' ');
        text += row[i].text;
        if (!right) text.append(padding, ' ');
    }
    while (text.size() > begin && text.back() == ' ') text.pop_back();
    text += '\n';
}

AlignedTable::Row AlignedTable::headings() const {
    std::vector<std::string> names;
    for (const Column& column : columns_) names.push_back(column.heading);
    return row_of(std::move(names));
}

std::vector<std::size_t> AlignedTable::cell_widths() const {
    std::vector<std::size_t> widths(columns_.size(), 0);
    for (const Row& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].width);
    }
    return widths;
}

std::string AlignedTable::text(const TextLayout* layout) const {
    if (layout != nullptr) return layout->table(*this);
    const Row names = headings();
    const bool has_headings = any_of(names, [](const Cell& name) { return !name.text.empty(); });
    std::vector<std::size_t> widths = cell_widths();
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (widths[i] != 0) widths[i] = std::max(widths[i], names[i].width);
    }
    std::string text;
    if (has_headings) append_line(text, names, widths);
    for (const Row& row : rows_) append_line(text, row, widths);
    return printable(text);
}

}  // namespace paramscope
