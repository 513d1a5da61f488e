// Reads tables of names and numbers of elements or shapes: the prettytable of `count_parameters`, fvcore's
// parameter_count_table() and flop_count_table().
#include <algorithm>
#include <set>
#include <string>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/stated_totals.h"
#include "open/listing/shapes.h"
#include "open/listing/tables.h"
#include "open/listing/words.h"
#include "open/summary/cells.h"

namespace paramscope::open {
namespace {

struct Row {
    std::string name;
    std::optional<std::vector<std::uint64_t>> shape;
    std::optional<PrintedNumber> count;
    Span span;
};

struct Header {
    std::size_t name = 0, value = 0;  ///< columns
    bool has_shapes = false;          ///< fvcore's: shapes of tensors and rounded numbers of modules
};

std::optional<Header> read_header(const std::vector<std::string>& cells) {
    Header header;
    bool has_name = false, has_value = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string title = lowercase(trim(cells[i]));
        const bool is_shape = title.ends_with(" or shape");
        if (!has_name && (title == "name" || title == "module" || title == "modules" || title == "layer")) {
            header.name = i;
            has_name = true;
        } else if (!has_value &&
                   (is_shape || title == "parameters" || title == "params" || title == "numel")) {
            header.value = i;
            header.has_shapes = is_shape;
            has_value = true;
        }
    }
    return has_name && has_value ? std::optional(header) : std::nullopt;
}

class ElementTableReader {
  public:
    explicit ElementTableReader(std::string_view text) : text_(text) {}

    std::optional<TensorTable> read() {
        for (std::uint32_t at = 0; at < text_.size(); at = next_line(text_, at)) {
            const std::uint32_t end = line_end(text_, at);
            const std::string_view line = text_.substr(at, end - at);
            if (header_) {
                read_line(line, {at, end});
            } else if (line.find('|') != std::string_view::npos || has_border(line)) {
                header_ = read_header(split_cells(line));
            }
        }
        if (!header_ || !lists_tensors()) return std::nullopt;
        collect();
        set_total();
        return std::move(table_);
    }

  private:
    void read_line(std::string_view line, Span span) {
        const std::vector<std::string> cells = split_cells(line);
        if (cells.size() <= std::max(header_->name, header_->value)) {
            for (const StatedTotal& total : find_stated_totals(text_, span.begin, span.end))
                totals_.push_back(total);
            return;
        }
        const std::string_view value = trim(cells[header_->value]);
        Row row;
        row.name = std::string(trim(cells[header_->name]));
        row.span = span;
        if (row.name.starts_with("...") || row.name.starts_with("…")) {
            if (!table_.missing) table_.missing = span;
            return;
        }
        if (const auto shape = next_shape(value, 0)) {
            row.shape = shape->sizes;
        } else {
            row.count = read_printed_number(value);
        }
        if (row.shape || row.count) rows_.push_back(std::move(row));
    }

    /// False for tables of other things, such as models and their sizes.
    bool lists_tensors() const {
        const auto is_tensor = [](const Row& row) { return row.shape || names_tensor(row.name); };
        const auto tensors = count_if(rows_, is_tensor);
        return tensors > 0 && (header_->has_shapes || tensors * 2 >= rows_.size());
    }

    /// Takes the rows without rows below them. fvcore's first row is the whole model.
    void collect() {
        std::set<std::string, std::less<>> above;  // names of modules with rows below them
        for (const Row& row : rows_) {
            for (std::size_t dot = row.name.find('.'); dot != std::string::npos;
                 dot = row.name.find('.', dot + 1))
                above.insert(row.name.substr(0, dot));
        }
        for (const Row& row : rows_) {
            if (header_->has_shapes && &row == &rows_.front() && row.count) {
                table_.total = row.count;
                table_.total_span = row.span;
            } else if (row.shape) {
                table_.add({row.name, *row.shape}, row.span);
            } else if (!above.contains(row.name)) {
                add_elements(row);
            }
        }
        table_.is_element_counts = !header_->has_shapes;
    }

    void add_elements(const Row& row) {
        if (row.count->value == 0) return;
        const std::string name = header_->has_shapes ? concat(row.name, ".parameters") : row.name;
        const auto size = static_cast<std::uint64_t>(std::min(row.count->value, Integer(1) << 62));
        table_.add({name, {size}}, row.span, row.count->precision);
    }

    void set_total() {
        if (table_.total) return;
        const auto whole = whole_total(totals_);
        const StatedTotal* total =
            whole ? &*whole : find_by(totals_, &StatedTotal::kind, StatedTotal::Kind::Trainable);
        if (total == nullptr) return;
        table_.total = total->number;
        table_.total_span = total->span;
        table_.is_trainable_only = !whole;
    }

    std::string_view text_;
    std::optional<Header> header_;
    std::vector<Row> rows_;
    std::vector<StatedTotal> totals_;
    TensorTable table_;
};

}  // namespace

void TensorTable::add(NamedTensor tensor, Span span, Integer precision) {
    constexpr std::uint64_t most = 1'000'000'000'000'000'000;
    const std::optional<std::uint64_t> elements = element_count(tensor.shape.sizes());
    if (!elements || *elements > most) {
        if (!missing) missing = span;
        return;
    }
    counted.value = counted.value + Integer(*elements);
    counted.precision = counted.precision + precision;
    if (precision > 0 && !rounded) rounded = span;
    tensors.push_back(std::move(tensor));
}

std::optional<TensorTable> read_element_table(std::string_view text) {
    return ElementTableReader(text).read();
}

}  // namespace paramscope::open
