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

/// Cuts lines into cells at the column positions of the table's header.
class CellCutter {
  public:
    /// `titles()` is empty when the line is no header.
    explicit CellCutter(std::string_view header);

    const std::vector<std::string>& titles() const { return titles_; }
    bool is_boxed() const { return is_boxed_; }

    /// One cell for each title, trimmed, except for the indentation of the first.
    std::vector<std::string> cut(std::string_view line) const;

  private:
    std::vector<std::string> titles_;
    std::vector<std::size_t> starts_;  ///< columns at which the titles start
    bool is_boxed_ = false;
    bool is_right_aligned_ = false;
};

}  // namespace paramscope::open
