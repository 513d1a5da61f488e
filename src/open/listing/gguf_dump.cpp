// Reads the tensors that gguf-dump lists, as text and as JSON, and those that a conversion to GGUF logs:
//   2:  131072000 |  4096, 32000,     1,     1 | Q4_K    | token_embd.weight
//   "tensors": {"token_embd.weight": {"index": 0, "shape": [4096, 32000], "type": "Q4_K"}}
//   INFO:hf-to-gguf:token_embd.weight,  torch.bfloat16 --> F16, shape = {4096, 32000}
#include <algorithm>
#include <set>
#include <string>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/listing/tables.h"
#include "open/listing/words.h"
#include "open/summary/cells.h"
#include "open/support/json.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kBeginningOfJson = 1u << 12;  // holds the names of the file and of its first metadata

/// Sizes of at most four dimensions, separated by commas, first the innermost; empty for anything else.
std::vector<std::uint64_t> read_dimensions(std::string_view cell) {
    std::vector<std::uint64_t> sizes;
    while (!cell.empty()) {
        const std::string_view size = trim(take_until(cell, ','));
        const auto number = size.size() < 19 && is_digits(size) ? parse_integer(size) : std::nullopt;
        if (!number || sizes.size() == 4) return {};
        sizes.push_back(static_cast<std::uint64_t>(*number));
    }
    while (sizes.size() > 1 && sizes.back() == 1) sizes.pop_back();
    std::reverse(sizes.begin(), sizes.end());
    return sizes;
}

/// True for the number of a row, perhaps behind a prefix of its line: `INFO  2`.
bool ends_with_number(std::string_view text) {
    const std::string_view word = text.substr(text.find_last_of(" \t") + 1);
    return is_digits(word);
}

/// The row as a tensor; nullopt when the line is no row, or its elements are not those of its sizes.
std::optional<NamedTensor> read_row(std::string_view line) {
    const std::vector<std::string> cells = split_cells(line);
    if (cells.size() != 4) return std::nullopt;
    const std::size_t colon = cells[0].rfind(": ");
    if (colon == std::string::npos || !ends_with_number(std::string_view(cells[0]).substr(0, colon)))
        return std::nullopt;
    const auto count = read_printed_number(trim(std::string_view(cells[0]).substr(colon + 1)));
    NamedTensor tensor{std::string(trim(cells[3])), read_dimensions(trim(cells[1])),
                       std::string(element_type(trim(cells[2])))};
    const std::optional<std::uint64_t> elements = element_count(tensor.shape.sizes());
    const bool is_tensor = count && elements && !tensor.shape.empty() && Integer(*elements) == count->value &&
                           !tensor.name.empty() && !contains(tensor.name.view(), ' ');
    return is_tensor ? std::optional(std::move(tensor)) : std::nullopt;
}

/// The tensor in a line of convert_hf_to_gguf.py's log; nullopt for another line.
std::optional<NamedTensor> read_conversion(std::string_view line) {
    constexpr std::string_view arrow = " --> ", shape = ", shape = {";
    const std::size_t type_at = line.find(arrow), shape_at = line.find(shape), end = line.find('}');
    if (type_at == std::string_view::npos || shape_at < type_at || end == std::string_view::npos ||
        end < shape_at)
        return std::nullopt;
    std::string_view name = line.substr(0, line.find(','));
    name = name.substr(name.find_last_of(": ") + 1);
    const std::size_t type_begin = type_at + arrow.size(), sizes_begin = shape_at + shape.size();
    NamedTensor tensor{std::string(name), read_dimensions(trim(line.substr(sizes_begin, end - sizes_begin))),
                       std::string(element_type(line.substr(type_begin, shape_at - type_begin)))};
    return name.empty() || tensor.shape.empty() ? std::nullopt : std::optional(std::move(tensor));
}

/// True for a line of the form of a row, whether or not its numbers can be read.
bool looks_like_row(std::string_view line) {
    const std::vector<std::string> cells = split_cells(line);
    const bool has_no_name = cells.size() == 3 && cells[1].find(',') != std::string::npos;
    if (cells.size() != 4 && !has_no_name) return false;
    const std::string_view first = cells[0];
    return ends_with_number(first.substr(0, first.rfind(':'))) || ends_with_number(trim(first));
}

/// The number in `* Dumping 291 tensor(s)`, or in `n_tensors = 291` of a conversion.
std::optional<std::size_t> announced_tensors(std::string_view line) {
    constexpr std::string_view of_dump = "Dumping ", of_conversion = "n_tensors = ";
    const bool is_dump = line.find(" tensor(s)") != std::string_view::npos;
    const std::string_view word = is_dump ? of_dump : of_conversion;
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos) return std::nullopt;
    const auto number = read_printed_number(line.substr(at + word.size()));
    return number ? std::optional(static_cast<std::size_t>(number->value)) : std::nullopt;
}

}  // namespace

std::optional<TensorTable> read_gguf_dump(std::string_view text) {
    TensorTable table;
    std::set<std::string> names;
    std::optional<std::size_t> announced;
    Span announced_span;
    std::optional<Span> conversion;  // the first line of one
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const Span span{at, line_end(text, at)};
        const std::string_view line = text.substr(at, span.end - at);
        auto tensor = read_row(line);
        const bool is_row = tensor.has_value();
        if (!tensor) tensor = read_conversion(line);
        if (tensor) {
            if (!is_row && !conversion) conversion = span;
            if (!names.insert(tensor->name.str()).second && !table.missing)
                table.missing = span;  // cut off names
            table.add(std::move(*tensor), span);
        } else if (const auto number = announced_tensors(line)) {
            announced = number;
            announced_span = span;
        } else if (!table.missing && looks_like_row(line)) {
            table.missing = span;
        }
    }
    if (table.tensors.empty()) return std::nullopt;
    if (announced && *announced > table.tensors.size()) table.missing = announced_span;
    if (conversion && !announced && !table.missing) table.missing = conversion;  // the log may begin later
    return table;
}

bool is_gguf_json(std::string_view text) {
    text = trim(text.substr(0, kBeginningOfJson));
    return text.starts_with('{') && text.find("\"filename\"") < text.find("\"endian\"") &&
           text.find("\"endian\"") != std::string_view::npos &&
           text.find("\"GGUF.version\"") != std::string_view::npos;
}

std::optional<TensorTable> read_gguf_json(std::string_view text) {
    if (!is_gguf_json(text)) return std::nullopt;
    const Result<JsonDocument> document = JsonDocument::parse(text);
    if (!document) return std::nullopt;
    TensorTable table;
    for (const JsonValue each : document->root().find("tensors").items()) {
        std::string sizes;
        for (const JsonValue size : each.find("shape").items())
            sizes += concat(sizes.empty() ? "" : ",", size.source());
        NamedTensor tensor{each.key().string(), read_dimensions(sizes),
                           std::string(element_type(each.find("type").string()))};
        if (tensor.shape.empty()) {
            table.missing = each.span();
        } else {
            table.add(std::move(tensor), each.span());
        }
    }
    return table.tensors.empty() ? std::nullopt : std::optional(std::move(table));
}

}  // namespace paramscope::open
