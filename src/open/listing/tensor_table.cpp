// Opens tables of tensors: their sum is compared with the total that the table states.
#include "base/concat.h"
#include "model/basis.h"
#include "model/read/read.h"
#include "open/formats.h"
#include "open/listing/messages.h"
#include "open/listing/tables.h"
#include "open/tensors/packing.h"

namespace paramscope::open {
namespace {

std::optional<TensorTable> read_table(std::string_view text) {
    for (const auto read : {read_gguf_json, read_gguf_dump, read_flax_table, read_element_table}) {
        if (auto table = read(text)) return table;
    }
    return std::nullopt;
}

bool states_another_total(const TensorTable& table) {
    return table.total && !may_be_equal(*table.total, table.counted);
}

/// Adds what the stated total has beyond the rows as one tensor, when numbers are rounded anyway.
void add_rest(TensorTable& table) {
    if (!states_another_total(table) || !table.rounded || table.total->value < table.counted.value) return;
    const Integer rest = table.total->value - table.counted.value;
    table.add({"rest", {static_cast<std::uint64_t>(std::min(rest, Integer(1) << 59))}}, table.total_span,
              table.total->precision);
}

Basis basis_of(const TensorTable& table) {
    const bool is_too_high = states_another_total(table) && table.total->value < table.counted.value;
    if (is_too_high || table.rounded) return Basis::Approximate;
    if (table.missing || states_another_total(table)) return Basis::Partial;
    return table.is_trainable_only ? Basis::Printed : Basis::Exact;
}

class TableOpener {
  public:
    TableOpener(TensorTable table, Opened& opened) : table_(std::move(table)), opened_(opened) {}

    void open() {
        if (states_another_total(table_))
            report(Severity::Warning,
                   message("listing.total_differs", {{"stated", to_string(table_.total->value)},
                                                     {"counted", to_string(table_.counted.value)}}),
                   table_.total_span);
        if (table_.missing) report(Severity::Warning, message("listing.lines_left_out"), *table_.missing);
        if (table_.rounded) report(Severity::Note, message("listing.rounded"), *table_.rounded);
        if (table_.is_element_counts) report(Severity::Note, message("listing.element_counts"), {});
        add_rest(table_);
        Basis basis = basis_of(table_);
        TensorSet set;
        set.tensors = std::move(table_.tensors);
        for (Diagnostic& diagnostic : unpack_weights(set)) {
            if (diagnostic.severity == Severity::Warning) basis = worst(basis, Basis::Partial);
            opened_.diagnostics.push_back(std::move(diagnostic));
        }
        Model model = tensor_model(set, "Model");
        model.basis = basis;
        opened_.model = std::move(model);
    }

  private:
    void report(Severity severity, Message sentence, Span span) {
        opened_.diagnostics.push_back({severity, std::move(sentence), span});
    }

    TensorTable table_;
    Opened& opened_;
};

}  // namespace

Confidence detect_tensor_table(const Beginning& beginning) {
    if (beginning.bytes.find('\0') != std::string_view::npos) return Confidence::None;
    return is_gguf_json(beginning.bytes) || read_table(beginning.bytes) ? Confidence::Strong
                                                                        : Confidence::None;
}

Opened open_tensor_table(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (has_errors(opened.diagnostics)) return opened;
    std::optional<TensorTable> table = read_table(opened.source_text);
    if (table && !table->tensors.empty()) {
        TableOpener(std::move(*table), opened).open();
    } else {
        opened.diagnostics.push_back({Severity::Error, message("listing.no_tensors")});
    }
    return opened;
}

}  // namespace paramscope::open
