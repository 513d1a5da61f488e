// Cuts the lines of a printed table into cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open {

/// Decodes a line into one character for each column of a terminal, without colour codes. Invalid UTF-8
/// becomes U+FFFD.
std::u32string decode_columns(std::string_view line);
/// The inverse: columns as UTF-8.
std::string encode_columns(std::u32string_view columns);

/// True for a line with a drawn border between cells: `│` or `┃`.
bool has_border(std::string_view line);

/// The cells of a line between drawn borders or, without those, between `|`; the parts before the first `|`
/// and behind the last one only where they are not blank. Cells keep their indentation.
std::vector<std::string> split_cells(std::string_view line);

/// Cuts lines into cells as the table's header shows: between borders, else at the columns of the titles.
class CellCutter {
  public:
    /// `titles()` is empty when the line is no header of a table of layers with their numbers of parameters.
    explicit CellCutter(std::string_view header);

    /// The titles of the columns; those with several spellings as one of "Name", "Type", "Layer", "Input
    /// Shape", "Output Shape", "Param #".
    const std::vector<std::string>& titles() const { return titles_; }
    bool is_boxed() const { return layout_ == Layout::Boxed; }

    /// The end of what a logger, a comment sign or a quote wrote before the header: where its words begin.
    std::size_t prefix_end(std::string_view header) const;

    /// One cell for each title, trimmed, except for the indentation of the first. A number that a column's
    /// begin would cut becomes "?".
    std::vector<std::string> cut(std::string_view line) const;

  private:
    enum class Layout {
        Columns,       ///< cells begin below the titles
        RightAligned,  ///< the shape in brackets separates the other cells
        Boxed,         ///< between drawn borders
        Pipes,         ///< between `|`
        Words,         ///< between blanks outside of brackets, behind the number of the row
    };

    void read_separated(std::u32string_view line);
    std::vector<std::string> cut_columns(std::u32string_view columns) const;
    std::vector<std::string> keras_cells(std::u32string_view columns) const;

    std::vector<std::string> titles_;
    std::vector<std::size_t> starts_;  ///< columns at which the titles start
    Layout layout_ = Layout::Columns;
};

}  // namespace paramscope::open
