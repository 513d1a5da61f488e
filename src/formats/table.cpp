#include "formats/table.h"

#include <algorithm>

#include "formats/unicode.h"

namespace paramscope {

std::vector<std::size_t> AlignedTable::widths() const {
    std::vector<std::size_t> widths(columns_.size(), 0);
    for (const std::vector<std::string>& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (widths[i] != 0) widths[i] = std::max(widths[i], display_width(columns_[i].heading));
    }
    return widths;
}

std::string AlignedTable::line(const std::vector<std::string>& cells,
                               const std::vector<std::size_t>& widths) const {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (widths[i] == 0) continue;
        const std::string padding(widths[i] - display_width(cells[i]), ' ');
        const bool right = columns_[i].align == Align::Right;
        text += (text.empty() ? "" : "  ") + (right ? padding + cells[i] : cells[i] + padding);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
}

std::string AlignedTable::text() const {
    const std::vector<std::size_t> columns = widths();
    std::vector<std::string> headings;
    for (const Column& column : columns_) headings.push_back(column.heading);
    std::string text;
    if (std::any_of(headings.begin(), headings.end(), [](const std::string& h) { return !h.empty(); })) {
        text = line(headings, columns);
    }
    for (const std::vector<std::string>& row : rows_) text += line(row, columns);
    return text;
}

}  // namespace paramscope
