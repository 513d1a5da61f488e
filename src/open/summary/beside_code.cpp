#include "open/summary/beside_code.h"

#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "count/count.h"
#include "open/formats.h"
#include "open/summary/messages.h"
#include "open/summary/table.h"

namespace paramscope::open {
namespace {

/// The parameters of an opened model.
struct Parameters {
    Integer count = 0;
    Basis basis = Basis::Approximate;
};

std::optional<Parameters> parameters_of(const Opened& opened) {
    if (opened.model.is_empty()) return std::nullopt;
    const Report report = count_text(opened.text());
    if (report.nodes.empty()) return std::nullopt;
    const Quantity& quantity = report.nodes.front().facts->parameters;
    if (!quantity.value) return std::nullopt;
    return Parameters{*quantity.value, worst(quantity.basis, opened.basis)};
}

/// True for a place inside a string of several lines or behind a comment sign.
bool is_documentation(std::string_view text, std::uint32_t at) {
    if (trim(text.substr(line_start(text, at))).starts_with('#')) return true;
    bool is_inside = false;
    for (const std::string_view quotes : {"\"\"\"", "'''"}) {
        std::size_t count = 0;
        for (std::size_t found = text.find(quotes); found < at; found = text.find(quotes, found + 3)) ++count;
        is_inside = is_inside || count % 2 == 1;
    }
    return is_inside;
}

Opened open_table(std::string_view text) {
    MemorySource file(text);
    const Beginning beginning{"", text.substr(0, kBeginning), file.size()};
    Opened table = open_summary_table(file, beginning);
    table.format = table.source = "summary-table";
    return table;
}

/// True where the table says more of the model than the code.
bool knows_more(const Opened& table, const std::optional<Parameters>& code, bool is_documentation) {
    if (!code) return true;
    const std::optional<Parameters> rows = parameters_of(table);
    return !is_documentation && rows && rows->basis <= Basis::Printed &&
           (code->basis != Basis::Partial || rows->count >= code->count);
}

void compare(const StatedCount& total, const Parameters& code, Opened& opened) {
    if (may_be_equal(total.number, {code.count})) return;
    opened.diagnostics.push_back({Severity::Warning,
                                  message("summary.code_differs", {{"stated", to_string(total.number.value)},
                                                                   {"counted", to_string(code.count)}}),
                                  total.span});
}

}  // namespace

Opened settle_table_beside(Opened code, std::string_view text) {
    const SummaryTable table = read_summary(text);
    if (table.rows.empty()) return code;
    const std::optional<Parameters> counted = parameters_of(code);
    if (!counted || counted->basis != Basis::Exact) {
        Opened opened = open_table(text);
        if (knows_more(opened, counted, is_documentation(text, table.begin))) {
            opened.diagnostics.push_back({Severity::Note, message("summary.code_is_incomplete")});
            return opened;
        }
    }
    if (counted && table.total) compare(*table.total, *counted, code);
    return code;
}

}  // namespace paramscope::open
