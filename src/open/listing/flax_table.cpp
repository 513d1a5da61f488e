// Reads the table that flax's and nnx's tabulate() print: a row for each module, with its variables as `name:
// float32[9,4]` in a column for each collection.
#include <algorithm>
#include <string>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/listing/shapes.h"
#include "open/listing/tables.h"
#include "open/listing/words.h"
#include "open/summary/cells.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kDeepestKey = 32;

/// A key with the indentation of its line.
struct Key {
    std::size_t indent = 0;
    std::string name;
};

/// The variables of one cell.
struct Cell {
    std::vector<NamedTensor> tensors;    ///< with the keys around them: "query.kernel"
    std::optional<PrintedNumber> count;  ///< below them: `40 (160 B)`
    bool is_cut = false;                 ///< a line cannot be read
};

/// Reads the lines of a cell: `kernel: float32[9,4]`, `attention:` with more keys below it, and the number of
/// elements.
Cell read_cell(const std::vector<std::string>& lines) {
    Cell cell;
    std::vector<Key> keys;
    for (const std::string& line : lines) {
        const std::string_view words = trim(line);
        if (words.empty()) continue;
        const std::size_t indent = line.find_first_not_of(' ');
        const std::size_t colon = words.find(':');
        if (colon == std::string_view::npos) {
            const auto number = read_printed_number(words);
            if (number) cell.count = number;
            if (!number) cell.is_cut = true;
            continue;
        }
        while (!keys.empty() && keys.back().indent >= indent) keys.pop_back();
        const std::string name(trim(words.substr(0, colon)));
        const std::string_view value = trim(words.substr(colon + 1));
        if (value.empty()) {
            if (keys.size() < kDeepestKey) keys.push_back({indent, name});
            continue;
        }
        const auto shape = next_shape(value, 0);
        const std::string_view type = element_type(value.substr(0, value.find('[')));
        if (!shape || !shape->sizes) {
            cell.is_cut = cell.is_cut || value.find('[') != std::string_view::npos;
            continue;
        }
        std::string path;
        for (const Key& key : keys) append(path, concat(key.name, '.'));
        // nnx: `kernel:`, and below it `value: float32[9,4]`.
        if (name == "value" && !path.empty()) {
            path.pop_back();
        } else {
            path += name;
        }
        cell.tensors.push_back({path, *shape->sizes, std::string(type)});
    }
    return cell;
}

class FlaxTableReader {
  public:
    explicit FlaxTableReader(std::string_view text) : text_(text) {}

    std::optional<TensorTable> read() {
        for (std::uint32_t at = 0; at < text_.size(); at = next_line(text_, at)) {
            const Span span{at, line_end(text_, at)};
            const std::string_view line = text_.substr(at, span.end - at);
            if (!has_border(line)) {
                close_row();
                read_total(line, span);
            } else if (titles_.empty()) {
                read_header(split_cells(line));
            } else {
                add_line(split_cells(line), span);
            }
        }
        close_row();
        if (titles_.empty() || (table_.tensors.empty() && counts_.empty())) return std::nullopt;
        add_modules_without_variables();
        return std::move(table_);
    }

  private:
    void read_header(std::vector<std::string> cells) {
        for (std::string& cell : cells) cell = std::string(trim(cell));
        const auto has = [&](std::string_view title) { return contains(cells, title); };
        if (!cells.empty() && cells[0] == "path" && (has("module") || has("type")))
            titles_ = std::move(cells);
    }

    void add_line(const std::vector<std::string>& cells, Span span) {
        if (lines_.empty()) {
            lines_.resize(titles_.size());
            row_span_ = span;
        }
        for (std::size_t i = 0; i < std::min(cells.size(), titles_.size()); ++i)
            lines_[i].push_back(cells[i]);
    }

    static bool holds_variables(std::string_view title) {
        constexpr std::string_view others[] = {"path",    "module", "type",     "inputs",
                                               "outputs", "flops",  "vjp_flops"};
        return !contains(others, title);
    }

    void close_row() {
        if (lines_.empty()) return;
        std::string path;
        for (const std::string& line : lines_[0]) path += std::string(trim(line));
        std::replace(path.begin(), path.end(), '/', '.');
        const bool is_total = any_of(lines_, [](const std::vector<std::string>& cell) {
            return !cell.empty() && trim(cell[0]) == "Total";
        });
        for (std::size_t i = 0; i < titles_.size() && !is_total; ++i) {
            if (holds_variables(titles_[i])) add_cell(path, titles_[i], read_cell(lines_[i]));
        }
        paths_.push_back(std::move(path));
        lines_.clear();
    }

    void add_cell(const std::string& path, const std::string& collection, Cell cell) {
        const bool is_buffer = collection != "params" && collection != "Param";
        if (cell.is_cut || cell.tensors.empty()) {
            // nnx counts the modules below with a module, so only those without rows below are kept.
            if (cell.count) counts_.push_back({path, collection, *cell.count, row_span_, is_buffer});
            if (cell.is_cut && !cell.count && !table_.missing) table_.missing = row_span_;
            return;
        }
        for (NamedTensor& tensor : cell.tensors) {
            if (!path.empty()) tensor.name = concat(path, '.', tensor.name);
            tensor.buffer = is_buffer;
            table_.add(std::move(tensor), row_span_);
        }
    }

    void add_modules_without_variables() {
        for (const Count& count : counts_) {
            const std::string below = count.path.empty() ? std::string() : concat(count.path, '.');
            const bool has_rows = any_of(paths_, [&](const std::string& path) {
                return path.size() > count.path.size() && path.starts_with(below);
            });
            if (has_rows || count.number.value == 0) continue;
            NamedTensor tensor{concat(below, is_plain(count.collection) ? count.collection : "variables"),
                               {static_cast<std::uint64_t>(count.number.value)}};
            tensor.buffer = count.is_buffer;
            table_.add(std::move(tensor), count.span);
        }
    }

    static bool is_plain(std::string_view word) { return !word.empty() && all_of(word, is_name_part); }

    /// Reads `Total Parameters: 50 (200 B)`, which counts all collections.
    void read_total(std::string_view line, Span span) {
        constexpr std::string_view label = "Total Parameters:";
        const std::string_view words = trim(line);
        if (!words.starts_with(label)) return;
        table_.total = read_printed_number(trim(words.substr(label.size())));
        table_.total_span = span;
    }

    struct Count {
        std::string path, collection;
        PrintedNumber number;
        Span span;
        bool is_buffer = false;
    };

    std::string_view text_;
    std::vector<std::string> titles_;
    std::vector<std::vector<std::string>> lines_;  ///< of the current row, by column
    std::vector<std::string> paths_;
    std::vector<Count> counts_;  ///< of modules whose variables are not shown
    Span row_span_;
    TensorTable table_;
};

}  // namespace

std::optional<TensorTable> read_flax_table(std::string_view text) {
    return FlaxTableReader(text).read();
}

}  // namespace paramscope::open
