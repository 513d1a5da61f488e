#include "cli/terminal_layout.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "cli/messages.h"
#include "cli/styles.h"
#include "cli/wrap.h"
#include "formats/support/unicode.h"

namespace paramscope::cli {
namespace {

using Align = AlignedTable::Align;
using Column = AlignedTable::Column;
using Fit = AlignedTable::Fit;
using Row = AlignedTable::Row;
using Sense = AlignedTable::Sense;

constexpr std::size_t kGap = 2;
constexpr std::size_t kUnlimited = SIZE_MAX / 4;
/// Columns are left out rather than that names become shorter than this.
constexpr std::size_t kReadable = 16;
/// Headings that are names of files, above numbers, do not become shorter than this.
constexpr std::size_t kShortestHeading = 12;
/// Names do not become shorter than this.
constexpr std::size_t kShortest = 6;

std::string_view colour_of(std::string_view cell, Sense sense) {
    if (sense == Sense::Plain) return "";
    if (sense == Sense::Beside) return kFaint;
    if (sense == Sense::Status) return cell == "unknown" ? kRed : kFaint;
    if (cell.starts_with('-') || cell == "only-left") return kRed;
    return cell.starts_with('+') || cell == "only-right" ? kGreen : std::string_view();
}

/// The widths of the columns of one table; 0 for one that is left out.
class Widths {
  public:
    Widths(const AlignedTable& table, std::size_t available)
        : columns_(table.columns()), cells_(table.cell_widths()), available_(available) {
        const Row headings = table.headings();
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            wanted_.push_back(cells_[i] == 0 ? 0 : std::max(cells_[i], headings[i].width));
        }
    }

    /// Leaves columns out until names are readable; then gives the rest of the width to names and words.
    std::vector<std::size_t> fitted() {
        while (least(kReadable) > available_ && leave_one_out()) {
        }
        if (sum(wanted_) <= available_) return wanted_;
        return shared(least(kReadable) <= available_ ? kReadable : kShortest);
    }

    /// The headings of columns that were left out.
    const std::vector<std::string>& left_out() const { return left_out_; }

  private:
    static std::size_t sum(const std::vector<std::size_t>& widths) {
        std::size_t total = 0;
        for (const std::size_t width : widths) total += width == 0 ? 0 : width + (total == 0 ? 0 : kGap);
        return total;
    }

    /// The least width of a column if a name takes `name`.
    std::size_t least_of(std::size_t i, std::size_t name) const {
        if (columns_[i].fit != Fit::Keep) return std::min(wanted_[i], name);
        // A heading that is a name may be shortened; the cells below it are numbers.
        return std::min(wanted_[i], std::max(cells_[i], kShortestHeading));
    }

    std::size_t least(std::size_t name) const {
        std::vector<std::size_t> widths;
        for (std::size_t i = 0; i < wanted_.size(); ++i) widths.push_back(least_of(i, name));
        return sum(widths);
    }

    bool leave_one_out() {
        std::size_t most = columns_.size();
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (wanted_[i] == 0 || columns_[i].dispensable == 0) continue;
            if (most == columns_.size() || columns_[i].dispensable > columns_[most].dispensable) most = i;
        }
        if (most == columns_.size()) return false;
        left_out_.push_back(columns_[most].heading);
        wanted_[most] = 0;
        return true;
    }

    /// Gives each column its least width, and one column more to the narrowest that wants it, until nothing
    /// is left.
    std::vector<std::size_t> shared(std::size_t name) const {
        std::vector<std::size_t> widths;
        for (std::size_t i = 0; i < wanted_.size(); ++i) widths.push_back(least_of(i, name));
        for (std::size_t total = sum(widths); total < available_; ++total) {
            std::size_t narrowest = widths.size();
            for (std::size_t i = 0; i < widths.size(); ++i) {
                if (widths[i] < wanted_[i] && (narrowest == widths.size() || widths[i] < widths[narrowest]))
                    narrowest = i;
            }
            if (narrowest == widths.size()) break;
            ++widths[narrowest];
        }
        return widths;
    }

    const std::vector<Column>& columns_;
    std::vector<std::size_t> cells_, wanted_;
    std::size_t available_;
    std::vector<std::string> left_out_;
};

/// What stands in a cell is one line.
std::string in_one_line(std::string_view cell) {
    std::string text = printable(cell);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return text;
}

/// The lines of a cell in a column.
std::vector<std::string> lines_of(const std::string& cell, const Column& column, std::size_t width) {
    if (display_width(cell) <= width || column.fit == Fit::Keep) return {cell};
    if (column.fit == Fit::Shorten) return {shortened(cell, width)};
    // Further lines begin below the first word.
    const std::size_t indentation = std::min(std::min(cell.find_first_not_of(' '), cell.size()), width / 2);
    std::vector<std::string> lines = wrapped(std::string_view(cell).substr(indentation), width - indentation);
    for (std::string& line : lines) line.insert(0, indentation, ' ');
    return lines;
}

/// Writes rows of cells, each of which may have several lines.
class RowWriter {
  public:
    RowWriter(const std::vector<Column>& columns, const std::vector<std::size_t>& widths,
              const TerminalLayout& layout)
        : columns_(columns), widths_(widths), layout_(layout) {}

    void add_headings(const Row& row) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < row.size(); ++i)
            names.push_back(widths_[i] == 0 ? "" : shortened(in_one_line(row[i].text), widths_[i]));
        add_line(names, true);
    }

    void add(const Row& row) {
        std::vector<std::vector<std::string>> cells;
        std::size_t lines = 1;
        for (std::size_t i = 0; i < row.size(); ++i) {
            cells.push_back(widths_[i] == 0 ? std::vector<std::string>{""}
                                            : lines_of(in_one_line(row[i].text), columns_[i], widths_[i]));
            lines = std::max(lines, cells.back().size());
        }
        for (std::size_t at = 0; at < lines; ++at) {
            std::vector<std::string> line;
            for (const std::vector<std::string>& cell : cells)
                line.push_back(at < cell.size() ? cell[at] : "");
            add_line(line, false);
        }
    }

    std::string take() { return std::move(text_); }

  private:
    /// One line of each cell. Blanks are written only before the next cell: a line has none at its end.
    void add_line(const std::vector<std::string>& cells, bool is_heading) {
        std::size_t blanks = 0;
        bool is_first = true;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (widths_[i] == 0) continue;
            blanks += is_first ? 0 : kGap;
            is_first = false;
            const std::size_t padding = widths_[i] - std::min(display_width(cells[i]), widths_[i]);
            const bool is_right = columns_[i].align == Align::Right;
            if (is_right || cells[i].empty()) blanks += padding;
            if (cells[i].empty()) continue;
            text_.append(blanks, ' ');
            text_ += is_heading ? layout_.emphasized(cells[i]) : layout_.painted(cells[i], columns_[i].sense);
            blanks = is_right ? 0 : padding;
        }
        text_ += '\n';
    }

    const std::vector<Column>& columns_;
    const std::vector<std::size_t>& widths_;
    const TerminalLayout& layout_;
    std::string text_;
};

}  // namespace

std::string TerminalLayout::painted(std::string_view text, Sense sense) const {
    const std::string_view colour = terminal_.has_colours ? colour_of(text, sense) : std::string_view();
    return colour.empty() ? std::string(text) : concat(colour, text, kEndOfStyle);
}

std::string TerminalLayout::emphasized(std::string_view text) const {
    return terminal_.has_colours ? concat(kBold, text, kEndOfStyle) : std::string(text);
}

std::string TerminalLayout::heading(std::string_view line) const {
    std::string text;
    for (const std::string& part : wrapped(in_one_line(line), available()))
        text += concat(emphasized(part), '\n');
    return text;
}

std::string TerminalLayout::table(const AlignedTable& table) const {
    if (!terminal_.width && !terminal_.has_colours) return table.text();
    Widths fitting(table, available());
    const std::vector<std::size_t> widths = fitting.fitted();
    RowWriter writer(table.columns(), widths, *this);
    const Row headings = table.headings();
    if (any_of(headings, [](const auto& cell) { return !cell.text.empty(); })) writer.add_headings(headings);
    table.for_each_row([&](const Row& row) { writer.add(row); });
    if (fitting.left_out().empty()) return writer.take();
    const std::string names = join(fitting.left_out(), ", ", trim);
    std::string text = writer.take();
    for (const std::string& line :
         wrapped(message("table.left_out", {{"columns", names}}).english(), available()))
        text += concat(painted(line, Sense::Beside), '\n');
    return text;
}

std::size_t TerminalLayout::available() const {
    return terminal_.width.value_or(kUnlimited);
}

}  // namespace paramscope::cli
