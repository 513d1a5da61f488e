// A table of text cells in aligned columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paramscope {

/// Columns padded to their widest cell, two spaces apart. A column without any text is left out.
class AlignedTable {
  public:
    enum class Align { Left, Right };

    void add_column(std::string_view heading, Align align) {
        columns_.push_back({std::string(heading), align});
    }
    /// One cell for each column.
    void add_row(std::vector<std::string> cells);

    /// All lines, headings first if there are any, without trailing spaces.
    std::string text() const;

  private:
    struct Column {
        std::string heading;
        Align align;
    };

    struct Cell {
        std::string text;
        std::size_t width;
    };
    using Row = std::vector<Cell>;

    static Row row_of(std::vector<std::string> cells);
    void append_line(std::string& text, const Row& row, const std::vector<std::size_t>& widths) const;

    std::vector<Column> columns_;
    std::vector<Row> rows_;
};

}  // namespace paramscope
