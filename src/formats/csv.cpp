// Writes one record for each module, for spreadsheets. RFC 4180: commas, CRLF, quotes doubled.
#include "algebra/print.h"
#include "base/concat.h"
#include "formats/support/cells.h"
#include "formats/support/unicode.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

std::string quoted(std::string_view field) {
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
    std::string text = "\"";
    for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

/// A name of the text. Spreadsheets run a cell that begins like a formula: a quote before it makes it text.
std::string name_cell(std::string_view name) {
    const bool looks_like_formula =
        !name.empty() && std::string_view("=+-@\t\r").find(name[0]) != std::string_view::npos;
    return looks_like_formula ? concat("'", name) : std::string(name);
}

/// Plain digits, which a spreadsheet reads as a number; empty where unknown.
std::string digits(const std::optional<Integer>& value) {
    return value ? to_string(*value) : "";
}

std::string flag(bool value) {
    return value ? "true" : "false";
}

std::string csv_formula(const Quantity& quantity) {
    const std::optional<Polynomial> formula = known_formula(quantity);
    return formula ? print(*formula, Notation::Plain) : "";
}

std::string record(const std::vector<std::string>& fields) {
    return join(fields, ",", quoted) + "\r\n";
}

std::string record(const Report& report, const NodeReport& node, const WriteOptions& options) {
    std::vector<std::string> fields = {name_cell(report.path(node)),
                                       name_cell(node.type),
                                       to_string(Integer{node.depth}),
                                       digits(node.facts->repeat().value),
                                       digits(node.facts->parameters.value),
                                       digits(node.facts->trainable()),
                                       digits(node.facts->frozen()),
                                       digits(node.facts->buffers.value),
                                       digits(node.facts->macs.value),
                                       digits(node.facts->flops.value),
                                       output_shape(node),
                                       std::string(to_string(node.facts->status)),
                                       flag(node.facts->parameters.is_complete()),
                                       flag(node.facts->flops.is_complete()),
                                       csv_formula(node.facts->parameters)};
    if (!options.row_memory.empty())
        fields.push_back(
            to_string(options.row_memory[static_cast<std::size_t>(&node - report.nodes.data())]));
    return record(fields);
}

}  // namespace

std::string write_csv_report(const Report& report, const WriteOptions& options) {
    std::vector<std::string> names = {
        "path", "type",  "depth",  "repeat", "parameters",          "trainable",      "frozen", "buffers",
        "macs", "flops", "output", "status", "parameters_complete", "flops_complete", "formula"};
    if (!options.row_memory.empty()) names.emplace_back("memory");
    std::string text = record(names);
    for (const NodeReport* node : shown_nodes(report, options)) {
        text += valid_utf8(record(report, *node, options));
        options.pass_on(text);
    }
    return text;
}

}  // namespace paramscope
