// Opens summary tables: every row keeps its number of parameters.
#include <algorithm>
#include <map>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/names.h"
#include "model/read/read.h"
#include "open/formats.h"
#include "open/summary/layers.h"
#include "open/summary/messages.h"
#include "open/support/names.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLongestName = 900;  // a little less than the reader of model text takes
constexpr std::size_t kDeepestRow = kDeepestModule - 10;

/// The row's name as a child's name in model text. A name that would read as a range of children (`1-2`) gets
/// a `_`.
std::string child_name(const SummaryRow& row, std::size_t index) {
    std::string name = replace_unicode_spaces(row.name.empty() ? concat(row.type, "-", index) : row.name);
    if (name.size() > kLongestName) name.resize(kLongestName);
    for (char& c : name) {
        const bool is_plain = is_name_part(c) || c == '.' || c == '-' || c == '/' || c == ':';
        if (!is_plain) c = '_';
    }
    return name.empty() || is_digit(name[0]) ? (is_digits(name) ? name : concat("_", name)) : name;
}

/// The type of a row without parameters of its own.
std::string container_type(const SummaryRow& row, SummaryTable::Maker maker) {
    const std::string type = replace_unicode_spaces(row.type);
    return type.size() <= kLongestName && is_name(type) ? type : marked_type(type, maker);
}

/// Words of the table, fit for a comment.
std::string comment_text(std::string_view words) {
    std::string text(words);
    for (char& c : text) {
        if (is_control(c)) c = ' ';
    }
    return text;
}

std::string shape_text(const PrintedSizes& sizes) {
    const auto text_of = [](std::int64_t size) { return size == kAnySize ? "None" : std::to_string(size); };
    return concat("(", join(sizes, ", ", text_of), ")");
}

class SummaryWriter {
  public:
    SummaryWriter(const SummaryTable& table, Opened& opened) : table_(table), opened_(opened) {}

    void write() {
        find_inputs();
        find_tied_row();
        const bool has_root =
            !table_.lacks_root() && table_.rows.size() > 1 && subtree_end(0) == table_.rows.size();
        if (has_root) {
            write_row(0, 0, "");
        } else {
            text_ += concat("Model", "(");
            if (!table_.name.empty()) text_ += concat("  # ", comment_text(table_.name));
            for (std::size_t i = 0; i < table_.rows.size(); i = subtree_end(i)) write_child(i, 2);
            text_ += "\n)";
        }
        text_ += "\n";
        freeze_by_total();
        header_ = concat("basis: ", to_string(basis()), "\n");
        // The rows are the table's word, also where print() would leave ties open.
        if (!tie_.empty()) header_ += concat("tie: ", tie_, "\n");
        if (basis() == Basis::Printed) header_ += "tie: none\n";
        for (const std::string& path : frozen_) header_ += concat("freeze: ", path, "\n");
        opened_.model = concat(header_, "\n", text_);
        check_totals();
    }

  private:
    /// The index after the last row below this one.
    std::size_t subtree_end(std::size_t index) const {
        std::size_t end = index + 1;
        while (end < table_.rows.size() && table_.rows[end].depth > table_.rows[index].depth) ++end;
        return end;
    }

    /// Finds the input shape of each row: from the table, else from its source's output, else from the row
    /// before.
    void find_inputs() {
        std::map<std::string_view, const SummaryRow*> by_name;
        const SummaryRow* before = nullptr;
        for (const SummaryRow& row : table_.rows) {
            const auto source = by_name.find(row.source);
            if (!row.input.empty()) {
                inputs_.push_back(row.input);
            } else if (row.source.empty()) {
                inputs_.push_back(before ? before->output : PrintedSizes());
            } else {
                inputs_.push_back(source == by_name.end() ? PrintedSizes() : source->second->output);
            }
            by_name.emplace(row.name, &row);
            before = &row;
        }
    }

    bool is_leaf(std::size_t index) const {
        return index + 1 == table_.rows.size() || table_.rows[index + 1].depth <= table_.rows[index].depth;
    }

    /// Finds the dense layer whose weight the table's total lacks: its tool counts a tensor once, and the
    /// rows have the weight of an embedding again where the output layer shares it.
    void find_tied_row() {
        PrintedNumber sum;
        for (std::size_t i = 0; i < table_.rows.size(); ++i) {
            if (!is_leaf(i) && table_.includes_rows_below()) continue;
            sum.value = sum.value + table_.rows[i].count.value_or(0);
            sum.precision = sum.precision + table_.rows[i].precision;
        }
        if (!table_.total || table_.repeated > 0 || may_be_equal(table_.total->number, sum)) return;
        for (std::size_t i = 0; i < table_.rows.size(); ++i) {
            const SummaryRow& row = table_.rows[i];
            const Integer weight = is_leaf(i) && row.type == "Linear" ? weight_beyond_total(row, sum) : 0;
            const auto holds_weight = [&](const SummaryRow& other) {
                return &other != &row && other.count.value_or(0) + other.precision >= weight;
            };
            if (weight == 0 || !any_of(table_.rows, holds_weight)) continue;
            tied_ = tied_ == nullptr ? &row : nullptr;
            tied_weight_ = weight;
            if (tied_ == nullptr) return;
        }
    }

    /// The elements of a dense layer's weight if the total is that of the rows without them, else 0.
    Integer weight_beyond_total(const SummaryRow& row, const PrintedNumber& sum) const {
        const Integer count = row.count.value_or(0), beyond = sum.value - table_.total->number.value;
        if (count == 0 || beyond <= 0) return 0;
        if (may_be_equal(table_.total->number, {sum.value - count, sum.precision, 0})) return count;
        const Integer bias = count - beyond;
        return sum.precision == 0 && bias > 0 && beyond % bias == 0 ? beyond : Integer(0);
    }

    void write_child(std::size_t index, std::size_t indent, const std::string& above = "") {
        const std::string name = child_name(table_.rows[index], index + 1);
        begin_line(indent) += concat("(", name, "): ");
        write_row(index, indent, concat(above, above.empty() ? "" : ".", name));
    }

    void write_row(std::size_t index, std::size_t indent, const std::string& path) {
        const SummaryRow& row = table_.rows[index];
        const std::size_t end = subtree_end(index);
        if (end == index + 1 || indent > 2 * kDeepestRow) return write_leaf(index, indent, path);
        const Integer own = table_.includes_rows_below() ? own_count(index, end) : row.count.value_or(0);
        text_ +=
            concat(own > 0 ? marked_type(row.type, table_.maker) : container_type(row, table_.maker), "(");
        if (own > 0) {
            begin_line(indent + 2) += concat("(parameters): Parameter(", to_string(own), ")");
            add_to_totals(row, own, concat(path, path.empty() ? "" : ".", "parameters"));
        }
        for (std::size_t i = index + 1; i < end; i = subtree_end(i)) write_child(i, indent + 2, path);
        begin_line(indent) += ")";
    }

    /// The parameters of a row that no row below has; warns when the rows below have more than the row.
    Integer own_count(std::size_t index, std::size_t end) {
        const SummaryRow& row = table_.rows[index];
        PrintedNumber below;
        for (std::size_t i = index + 1; i < end; i = subtree_end(i)) {
            below.value = below.value + table_.rows[i].count.value_or(0);
            below.precision = below.precision + table_.rows[i].precision;
        }
        const PrintedNumber stated{row.count.value_or(0), row.precision, 0};
        if (!row.count || may_be_equal(stated, below)) return 0;
        if (stated.value > below.value) return stated.value - below.value;
        report_difference(row.span, stated.value, below.value);
        is_contradicted_ = true;
        return 0;
    }

    void write_leaf(std::size_t index, std::size_t indent, const std::string& path) {
        const SummaryRow& row = table_.rows[index];
        RowLayer text = layer_of_row(row, inputs_[index], table_.maker);
        if (&row == tied_) text = with_shared_weight(row, std::move(text), path);
        if (text.type == "Embedding" && row.count == tied_weight_) embedding_ = path;
        add_to_totals(row, row.count.value_or(0) - (&row == tied_ ? tied_weight_ : Integer(0)), path);
        frozen_count_ = frozen_count_ + text.fixed;
        const bool is_seen = is_whole(text.input);
        const std::string comment =
            row.output.empty() || (text.type == row.type && is_seen)
                ? ""
                : concat("  # ", comment_text(row.type), " gives ", shape_text(row.output));
        text_ += concat(text.type, "(", text.arguments);
        if (!text.tensors.empty()) {
            text_ += comment;
            for (const char c : text.tensors) {
                text_.push_back(c);
                if (c == '\n') text_.append(indent + 2, ' ');
            }
            begin_line(indent);
        }
        text_ += ")";
        if (is_seen) text_ += concat(" @ ", input_text(text.input));
        if (text.tensors.empty()) text_ += comment;
    }

    /// The layer tied to the embedding, where both are known; else one without the weight.
    RowLayer with_shared_weight(const SummaryRow& row, RowLayer layer, const std::string& path) {
        add_diagnostic(Severity::Note,
                       message("summary.tied", {{"module", path}, {"count", to_string(tied_weight_)}}),
                       row.span);
        if (layer.type == "Linear" && !embedding_.empty()) {
            tie_ = concat(path, ".weight = ", embedding_, ".weight");
            return layer;
        }
        SummaryRow rest = row;
        rest.count = *row.count - tied_weight_;
        rest.precision = 1;  // no layer of the catalogue
        return layer_of_row(rest, {}, table_.maker);
    }

    /// Adds a row's parameters to the totals, and keeps rows of which the table does not show whether they
    /// are frozen.
    void add_to_totals(const SummaryRow& row, const Integer& count, const std::string& path) {
        counted_.value = counted_.value + count;
        counted_.precision = counted_.precision + row.precision;
        if (count == 0) return;
        if (row.is_frozen) {
            frozen_count_ = frozen_count_ + count;
            frozen_.push_back(path);
        } else if (!table_.shows_frozen || row.is_partly_trained) {
            maybe_frozen_.emplace_back(count, path);
        }
    }

    /// Freezes the row that accounts for the table's non-trainable total, when exactly one row has that
    /// number.
    void freeze_by_total() {
        if (!table_.fixed || table_.fixed->number.value <= frozen_count_) return;
        const Integer missing = table_.fixed->number.value - frozen_count_;
        const auto is_missing_number = [&](const auto& row) { return row.first == missing; };
        const bool is_one = count_if(maybe_frozen_, is_missing_number) == 1;
        const std::size_t first = is_one ? 0 : first_with(missing);
        if (first > 0) {
            for (std::size_t i = 0; i < first; ++i) frozen_.push_back(maybe_frozen_[i].second);
            add_diagnostic(Severity::Note,
                           message("summary.assumed_frozen_first", {{"module", frozen_.back()}}),
                           table_.fixed->span);
        } else if (is_one) {
            frozen_.push_back(find_where(maybe_frozen_, is_missing_number)->second);
            add_diagnostic(Severity::Note, message("summary.assumed_frozen", {{"module", frozen_.back()}}),
                           table_.fixed->span);
        } else {
            add_diagnostic(Severity::Note, message("summary.unknown_frozen", {{"count", to_string(missing)}}),
                           table_.fixed->span);
        }
    }

    /// How many of the first rows have that number together; 0 for none. A frozen backbone comes before what
    /// is trained on it.
    std::size_t first_with(const Integer& number) const {
        Integer sum = 0;
        for (std::size_t i = 0; i < maybe_frozen_.size() && sum < number; ++i) {
            sum = sum + maybe_frozen_[i].first;
            if (sum == number) return i + 1;
        }
        return 0;
    }

    /// True when all sizes but the batch are known.
    static bool is_whole(const PrintedSizes& sizes) {
        return sizes.size() > 1 &&
               std::all_of(sizes.begin() + 1, sizes.end(), [](std::int64_t size) { return size > 0; });
    }

    static std::string input_text(PrintedSizes sizes) {
        if (sizes[0] <= 0) sizes[0] = 1;
        return shape_text(sizes);
    }

    /// True for a table without its total: it may be cut off. PyG prints none.
    bool lacks_total() const { return !table_.total && table_.maker != SummaryTable::Maker::Geometric; }

    /// How far the sum of the rows can be trusted: the table states the number of each, and their total.
    Basis basis() const {
        const bool lacks_rows = table_.elision ||
                                any_of(table_.rows, [](const SummaryRow& row) { return !row.count; }) ||
                                first_uncounted_row() != nullptr;
        const bool differs = table_.total && !is_sum(table_.total->number);
        const bool is_too_high = differs && table_.total->number.value < counted_.value;
        if (is_too_high || is_contradicted_ || counted_.precision > 0) return Basis::Approximate;
        if (lacks_rows || lacks_total() || differs) return Basis::Partial;
        return table_.counts_calls() ? Basis::Printed : Basis::Exact;
    }

    /// True for the sum of the rows, also as torchinfo writes it: with what belongs to modules again.
    bool is_sum(const PrintedNumber& total) const {
        const PrintedNumber with_repeated{counted_.value + table_.repeated, counted_.precision, 0};
        return may_be_equal(total, counted_) || may_be_equal(total, with_repeated);
    }

    void check_totals() {
        if (table_.elision)
            add_diagnostic(Severity::Warning, message("summary.rows_left_out"), *table_.elision);
        for (const SummaryRow& row : table_.rows) {
            if (row.count) continue;
            add_diagnostic(Severity::Warning, message("summary.no_count"), row.span);
            break;
        }
        if (const SummaryRow* row = first_uncounted_row())
            add_diagnostic(Severity::Warning, message("summary.not_counted", {{"type", row->type}}),
                           row->span);
        if (counted_.precision > 0)
            add_diagnostic(Severity::Note, message("summary.rounded"), first_rounded_row().span);
        if (lacks_total()) {
            add_diagnostic(Severity::Warning, message("summary.no_total"), table_.rows.back().span);
        } else if (table_.total && table_.repeated > 0 && is_sum(table_.total->number)) {
            add_diagnostic(Severity::Note,
                           message("summary.counted_once", {{"count", to_string(table_.repeated)}}),
                           table_.total->span);
        } else if (table_.total && !is_sum(table_.total->number)) {
            report_difference(table_.total->span, table_.total->number.value, counted_.value);
        }
    }

    /// The first row of a layer that torchsummary does not count: of a module it knows `weight` and `bias`.
    const SummaryRow* first_uncounted_row() const {
        if (table_.maker != SummaryTable::Maker::Torchsummary) return nullptr;
        const auto* found = find_where(table_.rows, [](const SummaryRow& row) {
            return row.count == Integer(0) &&
                   has_word("LSTM GRU RNN LSTMCell GRUCell RNNCell MultiheadAttention", row.type);
        });
        return found;
    }

    const SummaryRow& first_rounded_row() const {
        return *find_where(table_.rows, [](const SummaryRow& row) { return row.precision > 0; });
    }

    void report_difference(Span span, const Integer& stated, const Integer& counted) {
        add_diagnostic(Severity::Warning,
                       message("summary.total_differs",
                               {{"stated", to_string(stated)}, {"counted", to_string(counted)}}),
                       span);
    }

    void add_diagnostic(Severity severity, Message sentence, Span span) {
        opened_.diagnostics.push_back({severity, std::move(sentence), span});
    }

    std::string& begin_line(std::size_t indent) {
        text_ += '\n';
        return text_.append(indent, ' ');
    }

    const SummaryTable& table_;
    Opened& opened_;
    std::vector<PrintedSizes> inputs_;
    std::vector<std::string> frozen_;  ///< paths of frozen modules
    std::string header_, text_;
    const SummaryRow* tied_ = nullptr;  ///< the output layer that shares its weight
    Integer tied_weight_ = 0;           ///< its elements
    std::string embedding_, tie_;       ///< the path of a layer that may own it, and the line that says so
    std::vector<std::pair<Integer, std::string>> maybe_frozen_;  ///< numbers and paths
    PrintedNumber counted_;                                      ///< the sum of all rows
    Integer frozen_count_ = 0;
    bool is_contradicted_ = false;  ///< rows have more parameters than the row above them
};

}  // namespace

Confidence detect_summary_table(const Beginning& beginning) {
    if (beginning.bytes.find('\0') != std::string_view::npos || !find_summary(beginning.bytes))
        return Confidence::None;
    // Code that cannot be built leaves the table beside it (beside_code.h).
    return detect_source(beginning) == Confidence::None ? Confidence::Certain : Confidence::Possible;
}

Opened open_summary_table(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const SummaryTable table = read_summary(opened.source_text);
    if (table.rows.empty()) {
        opened.diagnostics.push_back({Severity::Error, message("summary.no_rows")});
        return opened;
    }
    SummaryWriter(table, opened).write();
    return opened;
}

}  // namespace paramscope::open
