// Lines of a printed table cut into cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open {

/// A line as columns of a terminal, one a character; colours are left out.
std::u32string columns_of(std::string_view line);
std::string text_of(std::u32string_view columns);

/// How the lines of a table are cut, as its header tells.
class CellCutter {
  public:
    /// nullopt-like: `titles()` is empty when the line is no header.
    explicit CellCutter(std::string_view header);

    const std::vector<std::string>& titles() const { return titles_; }
    bool is_boxed() const { return boxed_; }

    /// A cell for each title, trimmed but for the first one's indentation.
    std::vector<std::string> cut(std::string_view line) const;

  private:
    std::vector<std::string> titles_;
    std::vector<std::size_t> starts_;  ///< columns where titles start
    bool boxed_ = false;
    bool right_aligned_ = false;
};

}  // namespace paramscope::open
