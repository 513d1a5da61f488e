#include "formats/support/table.h"

#include <algorithm>
#include <cstring>

#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/unicode.h"

namespace paramscope {

void AlignedTable::add_row(const std::vector<std::string>& cells) {
    std::string packed;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t length = cells[i].size();
        packed.append(reinterpret_cast<const char*>(&length), sizeof length);
        packed += cells[i];
        widths_[i] = std::max(widths_[i], display_width(cells[i]));
    }
    rows_.emplace_back(packed);  // a copy takes no more memory than it needs
}

void AlignedTable::for_each_row(const std::function<void(const Row&)>& visit) const {
    Row row;
    for (std::string_view packed : rows_) {
        row.clear();
        while (!packed.empty()) {
            std::size_t length = 0;
            std::memcpy(&length, packed.data(), sizeof length);
            const std::string_view text = packed.substr(sizeof length, length);
            row.push_back({text, display_width(text)});
            packed.remove_prefix(sizeof length + length);
        }
        visit(row);
    }
}

/// Appends a line; columns of no width are left out.
void AlignedTable::append_line(std::string& text, const Row& row,
                               const std::vector<std::size_t>& widths) const {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (widths[i] == 0) continue;
        if (!line.empty()) line += "  ";
        const std::size_t padding = widths[i] - row[i].width;
        const bool right = columns_[i].align == Align::Right;
        if (right) line.append(padding, ' ');
        line += row[i].text;
        if (!right) line.append(padding, ' ');
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    append_all(text, printable(line), '\n');
}

AlignedTable::Row AlignedTable::headings() const {
    Row names;
    for (const Column& column : columns_) names.push_back({column.heading, display_width(column.heading)});
    return names;
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
    for_each_row([&](const Row& row) { append_line(text, row, widths); });
    return text;
}

}  // namespace paramscope
