// Tables of layers with their numbers of parameters -> model text.
#include <algorithm>
#include <map>

#include "base/concat.h"
#include "base/characters.h"
#include "model/names.h"
#include "model/read.h"
#include "open/formats.h"
#include "open/support/names.h"
#include "open/summary/layers.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLongestName = 900;  // a little less than the reader of model text takes
constexpr std::size_t kDeepestRow = kDeepestModule - 10;

/// A name that can stand in parentheses, and is no range: `Conv2d-1` is one, `1-2` is not.
std::string child_name(const SummaryRow& row, std::size_t index) {
    std::string name = without_false_spaces(row.name.empty() ? concat(row.type, "-", index) : row.name);
    if (name.size() > kLongestName) name.resize(kLongestName);
    for (char& c : name) {
        const bool is_plain = is_name_part(c) || c == '.' || c == '-' || c == '/' || c == ':';
        if (!is_plain) c = '_';
    }
    return name.empty() || is_digit(name[0]) ? (is_digits(name) ? name : concat("_", name)) : name;
}

/// The type of a row that only holds others.
std::string container_type(const SummaryRow& row, SummaryTable::Maker maker) {
    const std::string type = without_false_spaces(row.type);
    return type.size() <= kLongestName && is_name(type) ? type : marked_type(type, maker);
}

/// What the table calls something, as a comment may hold it.
std::string comment_text(std::string_view words) {
    std::string text(words);
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    }
    return text;
}

std::string shape_text(const PrintedSizes& sizes) {
    std::string text = "(";
    for (const std::int64_t size : sizes) {
        if (text.size() > 1) text += ", ";
        text += size == kAnySize ? std::string("None") : std::to_string(size);
    }
    return text + ")";
}

class SummaryWriter {
  public:
    SummaryWriter(const SummaryTable& table, Opened& opened) : table_(table), opened_(opened) {}

    void write() {
        find_inputs();
        const bool has_root = table_.rows.size() > 1 && end_of(0) == table_.rows.size();
        if (has_root) {
            write_row(0, 0, "");
        } else {
            text_ += concat("Model", "(");
            if (!table_.name.empty()) text_ += concat("  # ", comment_text(table_.name));
            for (std::size_t i = 0; i < table_.rows.size(); i = end_of(i)) write_child(i, 2);
            text_ += "\n)";
        }
        text_ += "\n";
        find_fixed();
        for (const std::string& path : frozen_) header_ += concat("freeze: ", path, "\n");
        opened_.text = concat(header_, header_.empty() ? "" : "\n", text_);
        check_totals();
    }

  private:
    /// Behind the last row that lies deeper.
    std::size_t end_of(std::size_t index) const {
        std::size_t end = index + 1;
        while (end < table_.rows.size() && table_.rows[end].depth > table_.rows[index].depth) ++end;
        return end;
    }

    /// What each row sees: what the table says, what its source gives, or what the row before it gives.
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

    void write_child(std::size_t index, std::size_t indent, const std::string& above = "") {
        const std::string name = child_name(table_.rows[index], index + 1);
        begin_line(indent) += concat("(", name, "): ");
        write_row(index, indent, concat(above, above.empty() ? "" : ".", name));
    }

    void write_row(std::size_t index, std::size_t indent, const std::string& path) {
        const SummaryRow& row = table_.rows[index];
        const std::size_t end = end_of(index);
        if (end == index + 1 || indent > 2 * kDeepestRow) return write_leaf(index, indent, path);
        // A row with rows below it shows what it has besides them; Keras shows all it has.
        Integer own = row.count.value_or(0);
        if (table_.maker == SummaryTable::Maker::Keras) own = own - sum_below(index, end);
        text_ +=
            concat(own > 0 ? marked_type(row.type, table_.maker) : container_type(row, table_.maker), "(");
        if (own > 0) {
            begin_line(indent + 2) += concat("(parameters): Parameter(", to_string(own), ")");
            note_count(row, own, concat(path, path.empty() ? "" : ".", "parameters"));
        }
        for (std::size_t i = index + 1; i < end; i = end_of(i)) write_child(i, indent + 2, path);
        begin_line(indent) += ")";
    }

    Integer sum_below(std::size_t index, std::size_t end) const {
        Integer sum = 0;
        for (std::size_t i = index + 1; i < end; i = end_of(i)) sum = sum + table_.rows[i].count.value_or(0);
        return sum;
    }

    void write_leaf(std::size_t index, std::size_t indent, const std::string& path) {
        const SummaryRow& row = table_.rows[index];
        const RowText text = text_of_row(row, inputs_[index], table_.maker);
        note_count(row, row.count.value_or(0), path);
        fixed_ = fixed_ + text.fixed;
        const bool is_seen = is_whole(text.input);
        const std::string comment =
            text.type == row.type && is_seen
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
        if (is_seen) text_ += concat(" @ ", stated(text.input));
        if (text.tensors.empty()) text_ += comment;
    }

    /// Adds to the totals; of rows that may be fixed without a word about it, keeps which.
    void note_count(const SummaryRow& row, const Integer& count, const std::string& path) {
        counted_ = counted_ + count;
        if (count == 0) return;
        if (row.is_frozen) {
            fixed_ = fixed_ + count;
            frozen_.push_back(path);
        } else if (!table_.tells_frozen || row.is_partial) {
            undecided_.emplace_back(count, path);
        }
    }

    /// What the table's totals say is not trained, where its rows do not: told when one row alone has that
    /// number.
    void find_fixed() {
        if (!table_.fixed || table_.fixed->value <= fixed_) return;
        const Integer missing = table_.fixed->value - fixed_;
        const auto has_it = [&](const auto& row) { return row.first == missing; };
        const bool is_one = std::count_if(undecided_.begin(), undecided_.end(), has_it) == 1;
        if (is_one) {
            frozen_.push_back(std::find_if(undecided_.begin(), undecided_.end(), has_it)->second);
            say(Severity::Note,
                concat(frozen_.back(),
                       " is taken to be what is not trained: it alone has so many parameters"),
                table_.fixed->span);
        } else {
            say(Severity::Note,
                concat("the table does not tell which ", to_string(missing), " parameters are not trained"),
                table_.fixed->span);
        }
    }

    /// All sizes but the batch are known.
    static bool is_whole(const PrintedSizes& sizes) {
        return sizes.size() > 1 &&
               std::all_of(sizes.begin() + 1, sizes.end(), [](std::int64_t size) { return size > 0; });
    }

    static std::string stated(PrintedSizes sizes) {
        if (sizes[0] <= 0) sizes[0] = 1;
        return shape_text(sizes);
    }

    void check_totals() {
        if (table_.elision)
            say(Severity::Warning, "rows are left out here: totals are \"at least\"", *table_.elision);
        for (const SummaryRow& row : table_.rows) {
            if (row.count) continue;
            say(Severity::Warning, "no number of parameters can be read in this row: totals are \"at least\"",
                row.span);
            break;
        }
        if (!table_.total) {
            say(Severity::Warning, "the table has no line with its total: it may be cut off",
                table_.rows.back().span);
        } else if (table_.total->value != counted_) {
            say(Severity::Warning,
                concat("the table says ", to_string(table_.total->value),
                       " parameters in all, its rows have ", to_string(counted_)),
                table_.total->span);
        }
    }

    void say(Severity severity, Message message, Span span) {
        opened_.diagnostics.push_back({severity, std::move(message), span, ""});
    }

    std::string& begin_line(std::size_t indent) {
        text_ += '\n';
        return text_.append(indent, ' ');
    }

    const SummaryTable& table_;
    Opened& opened_;
    std::vector<PrintedSizes> inputs_;
    std::vector<std::string> frozen_;
    std::string header_, text_;
    std::vector<std::pair<Integer, std::string>> undecided_;  ///< numbers and paths of rows that may be fixed
    Integer counted_ = 0, fixed_ = 0;
};

}  // namespace

bool is_summary_table(const Beginning& beginning) {
    return beginning.bytes.find('\0') == std::string_view::npos && find_summary(beginning.bytes);
}

Opened open_summary_table(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const SummaryTable table = read_summary(opened.source_text);
    if (table.rows.empty()) {
        opened.diagnostics.push_back(
            {Severity::Error, "this table of layers has no row that can be read", {}, ""});
        return opened;
    }
    SummaryWriter(table, opened).write();
    return opened;
}

}  // namespace paramscope::open
