#include "open/listing/items.h"

#include <algorithm>

#include "base/characters.h"
#include "open/listing/shapes.h"
#include "open/listing/words.h"

namespace paramscope::open {
namespace {

constexpr int kMostLinesBack = 6;  ///< searched for the name before a shape

std::uint32_t offset_in(std::string_view text, std::string_view part) {
    return static_cast<std::uint32_t>(part.data() - text.data());
}

void record(Occurrences& occurrences, std::string_view text, std::string_view part) {
    const std::uint32_t begin = offset_in(text, part);
    if (occurrences.count++ == 0)
        occurrences.first = {begin, begin + static_cast<std::uint32_t>(part.size())};
}

/// Finds the name before a shape, on its line or on one of the lines above.
std::optional<std::string_view> name_before(std::string_view before) {
    for (int lines = 0; lines < kMostLinesBack && !before.empty(); ++lines) {
        const std::size_t start = before.find_last_of("\r\n");
        const bool is_last = start == std::string_view::npos;
        if (const auto name = find_tensor_name(is_last ? before : before.substr(start + 1))) return name;
        if (is_last) break;
        before = before.substr(0, start);
    }
    return std::nullopt;
}

/// Finds the name after a shape (`[64, 3] conv1.weight`), if it is certain to be one.
std::optional<std::string_view> name_after(std::string_view rest) {
    const auto name = find_tensor_name(rest);
    return name && is_certain_tensor_name(*name) ? name : std::nullopt;
}

/// True for lines of llama.cpp's log, which print four dimensions in reverse order:
///   llama_model_loader: - tensor 0: token_embd.weight q4_K [ 4096, 32000, 1, 1 ]
bool is_llama_cpp_log(std::string_view before) {
    const std::size_t start = before.find_last_of("\r\n");
    const std::string_view line = start == std::string_view::npos ? before : before.substr(start + 1);
    return line.find("llama_model_loader:") != std::string_view::npos;
}

void reverse_dimensions(std::vector<std::uint64_t>& sizes) {
    while (sizes.size() > 1 && sizes.back() == 1) sizes.pop_back();
    std::reverse(sizes.begin(), sizes.end());
}

/// True for a line of dots, which marks that lines are left out.
bool is_elision(std::string_view line) {
    line = trim(line);
    while (!line.empty() && (line.front() == '[' || line.front() == '#')) line = trim(line.substr(1));
    while (!line.empty() && (line.back() == ']' || line.back() == ',')) line.remove_suffix(1);
    if (line == "…" || line == "⋮") return true;
    return line.size() >= 3 && line.find_first_not_of(". :") == std::string_view::npos;
}

/// False for blank lines and for rules of a table.
bool has_words(std::string_view line) {
    return std::any_of(line.begin(), line.end(),
                       [](char c) { return is_digit(c) || (is_name_start(c) && c != '_' && c > 0); });
}

class ListingReader {
  public:
    explicit ListingReader(std::string_view text) : text_(text) {}

    Listing read() {
        std::size_t cursor = 0;
        while (const std::optional<PrintedShape> shape = next_shape(text_, cursor)) {
            add_tensor(*shape, cursor);
            cursor = shape->end;
        }
        classify_lines();
        return std::move(listing_);
    }

  private:
    void add_tensor(const PrintedShape& shape, std::size_t from) {
        const std::string_view before = text_.substr(from, shape.begin - from);
        const auto end = static_cast<std::uint32_t>(shape.end);
        const std::string_view after = text_.substr(end, line_end(text_, end) - end);
        const bool is_first_of_line = from == 0 || before.find_first_of("\r\n") != std::string_view::npos;
        auto name = name_before(before);
        if (!name && is_first_of_line) name = name_after(after);
        if (!name) return;

        ListedTensor tensor;
        tensor.name = *name;
        tensor.sizes = shape.sizes;
        if (tensor.sizes && is_llama_cpp_log(before)) reverse_dimensions(*tensor.sizes);
        tensor.is_certain = shape.is_explicit || is_certain_tensor_name(*name);
        const std::uint32_t at = offset_in(text_, *name);
        tensor.span = {std::min(at, static_cast<std::uint32_t>(shape.begin)),
                       std::max(at + static_cast<std::uint32_t>(name->size()), end)};
        if (at < shape.begin)
            tensor.type = find_element_type(text_.substr(at, shape.begin - at).substr(name->size()));
        if (tensor.type.empty()) tensor.type = find_element_type(after.substr(0, after.find_first_of("([")));
        listing_.tensors.push_back(std::move(tensor));
    }

    void classify_lines() {
        auto tensor = listing_.tensors.begin();
        for (std::uint32_t at = 0; at < text_.size(); at = next_line(text_, at)) {
            const std::uint32_t end = line_end(text_, at);
            while (tensor != listing_.tensors.end() && tensor->span.end <= at) ++tensor;
            const std::string_view line = text_.substr(at, end - at);
            const bool is_tensor = tensor != listing_.tensors.end() && tensor->span.begin < end;
            if (has_words(line)) ++listing_.lines;
            if (is_tensor) {
                ++listing_.tensor_lines;
            } else if (is_elision(line)) {
                record(listing_.elisions, text_, trim(line));
            } else if (const auto name = find_tensor_name(line);
                       name && (name->ends_with(".weight") || name->ends_with(".bias"))) {
                record(listing_.without_shape, text_, *name);
            }
        }
    }

    std::string_view text_;
    Listing listing_;
};

}  // namespace

Listing read_listing(std::string_view text) {
    return ListingReader(text).read();
}

}  // namespace paramscope::open
