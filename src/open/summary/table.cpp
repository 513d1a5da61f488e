#include "open/summary/table.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/texts/mask.h"
#include "model/texts/masked_text.h"
#include "open/summary/cells.h"

namespace paramscope::open {
namespace {

std::string_view line_at_offset(std::string_view text, std::uint32_t at) {
    return text.substr(at, line_end(text, at) - at);
}

/// The sizes of a cell with one shape: `(None, 28, 28, 1)`, `[-1, 64]`, `[(None, 8)]`, `[[1, 64]]`; empty for
/// none or several.
PrintedSizes read_sizes(std::string_view cell) {
    PrintedSizes sizes;
    std::size_t groups = 0;
    bool is_filled = false;  // sizes follow the last bracket
    for (std::size_t at = 0; at < cell.size();) {
        const std::string_view rest = cell.substr(at);
        const std::size_t begin = at;
        if (rest.starts_with("None")) {
            sizes.push_back(kAnySize);
            at += 4;
        } else if (rest.starts_with("-1")) {
            sizes.push_back(kAnySize);
            at += 2;
        } else if (is_digit(cell[at])) {
            const auto size = read_printed_number(rest.substr(0, rest.find_first_of(" ,)]")));
            while (at < cell.size() && is_digit(cell[at])) ++at;
            if (!size || size->value > Integer(1) << 40) return {};
            sizes.push_back(static_cast<std::int64_t>(size->value));
        }
        is_filled = is_filled || at != begin;
        if (at != begin) continue;
        if (is_closing(cell[at]) && std::exchange(is_filled, false)) ++groups;
        ++at;
    }
    return groups == 1 ? sizes : PrintedSizes{};
}

constexpr std::u32string_view kBranches = U"│|├└─+¯ ";

/// Cuts the drawn branches off a name and returns the depth they show.
std::size_t take_depth(std::string& cell, SummaryTable::Maker maker) {
    const std::u32string columns = decode_columns(cell);
    std::size_t begin = 0, bars = 0, branch = std::u32string::npos;
    for (; begin < columns.size() && kBranches.find(columns[begin]) != std::u32string_view::npos; ++begin) {
        bars += columns[begin] == U'|' || columns[begin] == U'│';
        if (branch == std::u32string::npos &&
            std::u32string_view(U"├└+").find(columns[begin]) != std::u32string::npos)
            branch = begin;
    }
    cell = std::string(trim(encode_columns(std::u32string_view(columns).substr(begin))));
    const bool is_wide = maker == SummaryTable::Maker::Torchinfo || maker == SummaryTable::Maker::Geometric;
    if (is_wide) return branch == std::u32string::npos ? 0 : branch / 5 + 1;
    return branch == std::u32string::npos ? bars : branch / 4;
}

/// Reads `dense_1 (Dense)`, which may be cut off at the end of the column.
void read_keras_name(const std::string& cell, SummaryRow& row) {
    const std::size_t opening = cell.rfind('(');
    row.name = std::string(trim(std::string_view(cell).substr(0, opening)));
    if (opening == std::string::npos) return;
    row.type = cell.substr(opening + 1);
    row.is_type_cut = !row.type.ends_with(')');
    if (!row.is_type_cut) row.type.pop_back();
}

/// Reads `Conv2d (conv1): 1-1`, `Conv2d: 1-1`, `Conv2d (conv1)`, `Conv2d-1` or `Conv2d`.
void read_torch_name(std::string cell, SummaryRow& row) {
    const std::size_t colon = cell.rfind(": ");
    std::string index;
    if (colon != std::string::npos) {
        index = cell.substr(cell.rfind('-') + 1);
        cell.resize(colon);
    }
    const std::size_t opening = cell.find(" (");
    row.type = cell.substr(0, opening);
    if (opening != std::string::npos && cell.ends_with(')')) {
        row.name = cell.substr(opening + 2, cell.size() - opening - 3);
    } else if (!index.empty()) {
        row.name = concat(row.type, "-", index);
    }
    const std::size_t dash = row.type.rfind('-');
    if (dash == std::string::npos || !is_digits(std::string_view(row.type).substr(dash + 1))) return;
    row.name = row.type;
    row.type.resize(dash);
}

/// Reads PyG's `(conv1)GCNConv` or `GCN`.
void read_geometric_name(const std::string& cell, SummaryRow& row) {
    const std::size_t closing = cell.starts_with('(') ? cell.find(')') : std::string::npos;
    row.type = closing == std::string::npos ? cell : cell.substr(closing + 1);
    if (closing != std::string::npos) row.name = cell.substr(1, closing - 1);
}

/// Keeps the part of a row's name below the nearest row above whose name it begins with: `net.0` below `net`.
void nest_by_names(std::vector<SummaryRow>& rows) {
    std::vector<std::string> above;
    for (SummaryRow& row : rows) {
        while (!above.empty() && !row.name.starts_with(above.back() + ".")) above.pop_back();
        row.depth = above.size();
        std::string path = row.name;
        if (!above.empty()) row.name.erase(0, above.back().size() + 1);
        above.push_back(std::move(path));
    }
}

/// The parameters of each row and of the rows below it.
std::vector<Integer> sums_of_subtrees(const std::vector<SummaryRow>& rows) {
    std::vector<Integer> sums(rows.size());
    std::vector<std::size_t> above;
    const auto close = [&] {
        const std::size_t closed = above.back();
        above.pop_back();
        if (!above.empty()) sums[above.back()] = sums[above.back()] + sums[closed];
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        while (!above.empty() && rows[above.back()].depth >= rows[i].depth) close();
        sums[i] = rows[i].count.value_or(0);
        above.push_back(i);
    }
    while (!above.empty()) close();
    return sums;
}

/// torchinfo gives the numbers of rows below a `(recursive)` one again. Where a row of that type above has as
/// many parameters in all, they are the same: they become zero. (It calls a list whose items are called in
/// turn recursive, too, whose items are new.)
void count_once(SummaryTable& table) {
    std::vector<SummaryRow>& rows = table.rows;
    const std::vector<Integer> sums = sums_of_subtrees(rows);
    std::set<std::pair<std::string_view, Integer>> counted;  // of rows that are complete
    std::vector<std::size_t> above;
    std::optional<std::size_t> repeated;  // the depth of the row whose rows are repeated
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (; !above.empty() && rows[above.back()].depth >= rows[i].depth; above.pop_back()) {
            const SummaryRow& row = rows[above.back()];
            if (!row.is_recursive) counted.emplace(row.type, sums[above.back()]);
        }
        above.push_back(i);
        if (repeated && rows[i].depth <= *repeated) repeated.reset();
        if (repeated && rows[i].count) {
            table.repeated = table.repeated + *rows[i].count;
            rows[i].count = 0;
            rows[i].is_recursive = true;
        }
        if (!repeated && rows[i].is_recursive && counted.contains({rows[i].type, sums[i]}))
            repeated = rows[i].depth;
    }
}

void read_count(std::string_view cell, SummaryRow& row) {
    row.is_frozen = cell.starts_with("(") && cell.size() > 1 && is_digit(cell[1]);
    if (row.is_frozen) cell.remove_prefix(1);
    row.is_recursive = cell.starts_with("(recursive");
    const bool is_none = cell.starts_with("-") || row.is_recursive;
    const bool is_unbuilt = cell.find("unbuilt") != std::string_view::npos;
    const auto number = is_unbuilt ? std::nullopt : read_printed_number(cell);
    row.count = is_none ? std::optional<Integer>(0) : number ? std::optional(number->value) : std::nullopt;
    if (number) row.precision = number->precision;
}

/// `['input_1[0][0]', ...]`, `input_1[0][0]` -> input_1.
std::string first_source(std::string_view cell) {
    const std::size_t begin = cell.find_first_not_of("[' ");
    if (begin == std::string_view::npos) return "";
    return std::string(cell.substr(begin, cell.substr(begin).find_first_of("['], ")));
}

class TableReader {
  public:
    TableReader(std::string_view text, std::uint32_t header)
        : text_(text),
          at_(header),
          prefix_(find_prefix()),
          cutter_(line_at_offset(text, header).substr(prefix_.size())) {
        using Maker = SummaryTable::Maker;
        const std::string_view line = line_at_offset(text, header).substr(prefix_.size());
        table_.begin = header;
        table_.end = line_end(text, header);
        // torchinfo draws branches in ASCII where the terminal has nothing else.
        const bool has_branches = !cutter_.is_boxed() && contains_any(text.substr(header), {"├─", "\n+ "});
        if (has_title("Name")) {
            table_.maker = has_title("arguments") ? Maker::Ultralytics : Maker::Lightning;
        } else if (has_title("Layer")) {
            table_.maker = Maker::Geometric;
        } else if (contains_any(line, {"depth-idx", "var_name"}) || has_branches) {
            table_.maker = Maker::Torchinfo;
        } else if (has_title("Trainable") || line.starts_with("    ")) {
            table_.maker = Maker::Torchsummary;
        } else if (has_title("Input Shape")) {
            table_.maker = Maker::Paddle;
        }
        const auto is_name = [](const std::string& title) {
            return title == "Name" || title == "Layer" || title.starts_with("Layer (type");
        };
        const auto& titles = cutter_.titles();
        name_column_ =
            static_cast<std::size_t>(std::find_if(titles.begin(), titles.end(), is_name) - titles.begin());
    }

    SummaryTable read() {
        read_title();
        for (at_ = next_line(text_, at_); at_ < text_.size() && !is_at_end(); at_ = next_line(text_, at_)) {
            const std::optional<std::uint32_t> begin = match_prefix(text_, at_, prefix_);
            if (!begin) continue;  // of another process
            const std::string_view line = text_.substr(*begin, line_end(text_, *begin) - *begin);
            if (!CellCutter(line).titles().empty()) {
                if (!table_.rows.empty()) break;  // another table
            } else if (!read_total(line)) {
                read_line(line);
            }
            table_.end = line_end(text_, at_);
        }
        close_row();
        if (table_.maker == SummaryTable::Maker::Lightning) nest_by_names(table_.rows);
        if (table_.maker == SummaryTable::Maker::Torchinfo) count_once(table_);
        return std::move(table_);
    }

  private:
    bool has_title(std::string_view title) const { return index_of(title) < cutter_.titles().size(); }

    std::size_t index_of(std::string_view title) const {
        const auto& titles = cutter_.titles();
        return static_cast<std::size_t>(std::find(titles.begin(), titles.end(), title) - titles.begin());
    }

    std::string cell(const std::vector<std::string>& cells, std::string_view title) const {
        const std::size_t index = index_of(title);
        return index < cells.size() ? cells[index] : "";
    }

    /// What is written before the header, and before the line below it. Blanks behind it may be of the table.
    std::string_view find_prefix() const {
        const std::string_view line = line_at_offset(text_, at_);
        const std::string_view before = line.substr(0, CellCutter(line).prefix_end(line));
        const std::size_t end = before.find_last_not_of(" \t") + 1, blanks = before.size() - end;
        const std::string_view prefix = before.substr(0, end);
        if (prefix.empty()) return {};
        const auto below = match_prefix(text_, next_line(text_, at_), prefix);
        const std::size_t indentation = below ? skip_blanks(text_, *below) - *below : 0;
        return line.substr(0, end + std::min(blanks, indentation));
    }

    /// `Model: "sequential"` above the header.
    void read_title() {
        const std::string before = encode_columns(decode_columns(text_.substr(0, at_)));
        const std::size_t found = before.rfind("Model: \"");
        if (found == std::string::npos) return;
        const std::string_view rest = std::string_view(before).substr(found + 8);
        table_.name = std::string(rest.substr(0, rest.find('"')));
    }

    /// True behind the last of the totals.
    bool is_at_end() const {
        return table_.total && (table_.fixed || table_.maker == SummaryTable::Maker::Ultralytics);
    }

    bool read_total(std::string_view line) {
        const std::string plain = encode_columns(decode_columns(line));
        const std::string_view trimmed = trim(plain);
        struct Total {
            std::string_view label;
            std::optional<StatedCount> SummaryTable::*where;
        };
        static constexpr Total totals[] = {{"Total params", &SummaryTable::total},
                                           {"Trainable params", &SummaryTable::trainable},
                                           {"Total trainable params", &SummaryTable::trainable},
                                           {"Non-trainable params", &SummaryTable::fixed},
                                           {"Total non-trainable params", &SummaryTable::fixed}};
        for (const Total& total : totals) {
            // Lightning writes the number before the label.
            const bool is_label_first =
                trimmed.starts_with(total.label) && trimmed.substr(total.label.size()).starts_with(':');
            const std::size_t gap = trimmed.find("  ");
            const bool is_label_last =
                gap != std::string_view::npos && trim(trimmed.substr(gap)) == total.label;
            if (!is_label_first && !is_label_last) continue;
            set_total(total.where, is_label_first ? trim(trimmed.substr(total.label.size() + 1)) : trimmed);
            return true;
        }
        if (table_.maker == SummaryTable::Maker::Ultralytics && read_ultralytics_total(trimmed)) return true;
        return table_.total || table_.trainable;  // no rows follow the totals
    }

    /// Reads `YOLOv8n summary: 225 layers, 3157200 parameters, 0 gradients`.
    bool read_ultralytics_total(std::string_view line) {
        constexpr std::string_view layers = " layers, ";
        const std::size_t at = line.find(layers);
        if (at == std::string_view::npos || line.find(" parameters") == std::string_view::npos) return false;
        set_total(&SummaryTable::total, line.substr(at + layers.size()));
        return true;
    }

    void set_total(std::optional<StatedCount> SummaryTable::*where, std::string_view number) {
        if (const auto value = read_printed_number(number))
            table_.*where = StatedCount{*value, {at_, line_end(text_, at_)}};
    }

    void read_line(std::string_view line) {
        const std::string plain = encode_columns(decode_columns(line));
        const std::string_view words = trim(plain);
        if (words.size() >= 3 && words.find_first_not_of('.') == std::string_view::npos) {
            if (!table_.elision) table_.elision = Span{at_, line_end(text_, at_)};
            is_open_ = false;
        } else if (is_rule(words)) {
            is_open_ = false;
        } else {
            read_cells(cutter_.cut(line), line);
        }
    }

    /// True for a line between rows, drawn or empty.
    static bool is_rule(std::string_view words) {
        const std::u32string columns = decode_columns(words);
        return all_of(columns, [](char32_t c) {
            return c == U'_' || c == U'=' || c == U'-' || c == U'+' || c == U' ' || c == U'|' || c == U'¯' ||
                   (c >= U'\u2500' && c <= U'\u257F');
        });
    }

    void read_cells(const std::vector<std::string>& cells, std::string_view line) {
        const std::string count = cell(cells, "Param #");
        const bool is_counted = has_title("Param #");
        if (count.empty() && is_open_ && is_counted) continue_row(cells);
        if (table_.maker == SummaryTable::Maker::Lightning && !is_numbered(cells, line)) return;
        // torchinfo's rows for single weights have a branch before their number.
        if ((count.empty() && is_counted) || count.starts_with("├") || count.starts_with("└")) return;
        close_row();
        SummaryRow& row = table_.rows.emplace_back();
        name_ = cells[name_column_];
        row.type = cell(cells, "Type");
        shape_ = cell(cells, "Output Shape");
        row.input = read_sizes(cell(cells, "Input Shape"));
        row.source = first_source(cell(cells, "Connected to"));
        row.span = {at_, at_ + static_cast<std::uint32_t>(line.size())};
        read_count(count, row);
        const std::string trainable = cell(cells, "Trainable");
        row.is_frozen = row.is_frozen || trainable == "False";
        row.is_partly_trained = trainable == "Partial";
        table_.shows_frozen = table_.shows_frozen || row.is_frozen || !trainable.empty();
        is_open_ = true;
    }

    /// True for a row of Lightning's, which begins with its number or a border.
    bool is_numbered(const std::vector<std::string>& cells, std::string_view line) const {
        const std::string_view number = trim(cells[0]), words = trim(line);
        const bool has_number = name_column_ > 0 && !number.empty() && is_digits(number);
        return has_number || words.starts_with('|') || has_border(words);
    }

    void continue_row(const std::vector<std::string>& cells) {
        std::string more = cells[name_column_];
        take_depth(more, table_.maker);
        name_.erase(name_.find_last_not_of(' ') + 1);
        name_ += more;
        if (cells.size() > 1) shape_ += concat(" ", cells[1]);
    }

    void close_row() {
        if (table_.rows.empty() || name_.empty()) return;
        SummaryRow& row = table_.rows.back();
        row.depth = take_depth(name_, table_.maker);
        row.output = read_sizes(shape_);
        switch (table_.maker) {
            case SummaryTable::Maker::Keras:
                read_keras_name(name_, row);
                break;
            case SummaryTable::Maker::Torchsummary:
            case SummaryTable::Maker::Torchinfo:
            case SummaryTable::Maker::Paddle:
                read_torch_name(name_, row);
                break;
            case SummaryTable::Maker::Geometric:
                read_geometric_name(name_, row);
                break;
            case SummaryTable::Maker::Lightning:
                row.name = name_;
                break;
            case SummaryTable::Maker::Ultralytics:  // `torch.nn.modules.upsampling.Upsample`
                row.name = name_;
                row.type.erase(0, row.type.rfind('.') + 1);
                break;
        }
        name_.clear();
    }

    std::string_view text_;
    std::uint32_t at_;
    std::string_view prefix_;  ///< of every line: a logger's, a comment sign
    CellCutter cutter_;
    std::size_t name_column_ = 0;
    SummaryTable table_;
    std::string name_, shape_;  ///< cells of the current row, which may continue on the next line
    bool is_open_ = false;
};

}  // namespace

std::optional<std::uint32_t> find_summary(std::string_view text) {
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::string_view line = line_at_offset(text, at);
        const bool may_be_header = contains_any(line, {"Layer (type", "aram"});
        if (may_be_header && !CellCutter(line).titles().empty()) return at;
    }
    return std::nullopt;
}

namespace {

/// True for a rule around a table.
bool is_rule_line(std::string_view words) {
    return !words.empty() && words.find_first_not_of("=_-+# ") == std::string_view::npos;
}

/// True for what tools write above or below a table: a rule, Keras's title, `Input size (MB): 0.57`.
bool is_around_table(std::string_view line) {
    const std::string_view words = trim(line);
    const bool has_size = contains_any(words, {"size (", "mult-adds", "Estimated Total Size", "size:"});
    return is_rule_line(words) || words.starts_with("Model: \"") ||
           (has_size && words.find(':') != std::string_view::npos);
}

/// Masks the lines from `begin` to `end` but those that begin or end a string of Python.
void mask_lines(MaskedText& masked, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t at = begin; at < end; at = next_line(masked.text(), at)) {
        const std::string_view line = line_at_offset(masked.text(), at);
        if (!contains_any(line, {"\"\"\"", "'''"})) masked.mask(at, line_end(masked.text(), at));
    }
}

}  // namespace

std::string_view mask_summaries(std::string_view text, std::string& storage) {
    constexpr int kMostTables = 20;
    MaskedText masked(text, storage);
    std::uint32_t from = 0;
    for (int i = 0; i < kMostTables; ++i) {
        const std::optional<std::uint32_t> header = find_summary(masked.text().substr(from));
        if (!header) break;
        std::uint32_t begin = from + *header;
        const SummaryTable table = TableReader(masked.text(), begin).read();
        while (begin > from) {
            const std::uint32_t above = line_start(masked.text(), begin - 1);
            if (!is_around_table(line_at_offset(masked.text(), above))) break;
            begin = above;
        }
        std::uint32_t end = next_line(masked.text(), table.end);
        while (end < masked.text().size() && is_around_table(line_at_offset(masked.text(), end)))
            end = next_line(masked.text(), end);
        mask_lines(masked, begin, end);
        from = end;
    }
    return masked.text();
}

SummaryTable read_summary(std::string_view text) {
    const auto header = find_summary(text);
    return header ? TableReader(text, *header).read() : SummaryTable();
}

}  // namespace paramscope::open
