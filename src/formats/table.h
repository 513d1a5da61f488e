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
    void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// All lines, headings first if there are any, without trailing spaces.
    std::string text() const;

  private:
    struct Column {
        std::string heading;
        Align align;
    };

    /// The width of each column; 0 for one without any text.
    std::vector<std::size_t> widths() const;
    std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace paramscope
