// A table of text cells in aligned columns.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace paramscope {

class AlignedTable;

/// Lays out tables and headings for a terminal: within its width, in colours. Without one, tables are as wide
/// as their cells.
class TextLayout {
  public:
    /// The lines of a table. The cells may come from an input: what is returned can be printed on a terminal.
    virtual std::string table(const AlignedTable& table) const = 0;
    /// A line above a section.
    virtual std::string heading(std::string_view line) const = 0;

  protected:
    ~TextLayout() = default;
};

/// Columns padded to their widest cell, two spaces apart. A column without any text is left out.
class AlignedTable {
  public:
    enum class Align : std::uint8_t { Left, Right };

    /// What a layout may do with a column that does not fit.
    enum class Fit : std::uint8_t {
        Keep,     ///< nothing: numbers
        Shorten,  ///< leave out the middle of names
        Wrap,     ///< continue words on further lines
    };

    /// What cells say, for colours.
    enum class Sense : std::uint8_t { Plain, Beside, Status, Change };

    struct Column {
        std::string heading;
        Align align = Align::Left;
        Fit fit = Fit::Keep;
        Sense sense = Sense::Plain;
        /// A table that does not fit loses the columns with the highest number first; those with 0 stay.
        std::uint8_t dispensable = 0;
    };

    struct Cell {
        std::string_view text;  ///< in the table
        std::size_t width;
    };
    using Row = std::vector<Cell>;

    void add_column(std::string_view heading, Align align, Fit fit = Fit::Keep) {
        add_column({std::string(heading), align, fit});
    }
    void add_column(Column column) {
        columns_.push_back(std::move(column));
        widths_.push_back(0);
    }
    /// One cell for each column.
    void add_row(const std::vector<std::string>& cells);

    const std::vector<Column>& columns() const { return columns_; }
    void for_each_row(const std::function<void(const Row&)>& visit) const;
    /// The headings as a row.
    Row headings() const;
    /// The width of the widest cell of each column, without its heading; 0 for a column without any text.
    const std::vector<std::size_t>& cell_widths() const { return widths_; }

    /// All lines, headings first if there are any, without trailing spaces and control characters; as
    /// `layout` lays them out.
    std::string text(const TextLayout* layout = nullptr) const;

  private:
    void append_line(std::string& text, const Row& row, const std::vector<std::size_t>& widths) const;

    std::vector<Column> columns_;
    std::vector<std::size_t> widths_;
    /// Each with its cells one behind the other, the length of each before it: a table may have millions.
    std::deque<std::string> rows_;
};

}  // namespace paramscope
