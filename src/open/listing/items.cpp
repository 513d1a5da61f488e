#include "open/listing/items.h"

#include <algorithm>

#include "base/characters.h"
#include "open/listing/shapes.h"
#include "open/listing/words.h"

namespace paramscope::open {
namespace {

constexpr int kMostLinesBack = 6;  ///< between a name and its shape

std::uint32_t offset_in(std::string_view text, std::string_view part) {
    return static_cast<std::uint32_t>(part.data() - text.data());
}

void note(Occurrences& what, std::string_view text, std::string_view part) {
    const std::uint32_t begin = offset_in(text, part);
    if (what.count++ == 0) what.first = {begin, begin + static_cast<std::uint32_t>(part.size())};
}

/// The name before a shape: on its line, or on one of the lines above.
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

/// `[64, 3] conv1.weight`: only where the name is beyond doubt.
std::optional<std::string_view> name_behind(std::string_view rest) {
    const auto name = find_tensor_name(rest);
    return name && is_surely_tensor_name(*name) ? name : std::nullopt;
}

/// `llama_model_loader: - tensor 0: token_embd.weight q4_K [ 4096, 32000, 1, 1 ]`: dimensions the other way
/// round, always four of them.
bool is_log_of_llama_cpp(std::string_view before) {
    const std::size_t start = before.find_last_of("\r\n");
    const std::string_view line = start == std::string_view::npos ? before : before.substr(start + 1);
    return line.find("llama_model_loader:") != std::string_view::npos;
}

void turn_round(std::vector<std::uint64_t>& sizes) {
    while (sizes.size() > 1 && sizes.back() == 1) sizes.pop_back();
    std::reverse(sizes.begin(), sizes.end());
}

/// A line of nothing but dots, as people put where they leave lines out.
bool is_elision(std::string_view line) {
    line = trim(line);
    while (!line.empty() && (line.front() == '[' || line.front() == '#')) line = trim(line.substr(1));
    while (!line.empty() && (line.back() == ']' || line.back() == ',')) line.remove_suffix(1);
    if (line == "…" || line == "⋮") return true;
    return line.size() >= 3 && line.find_first_not_of(". :") == std::string_view::npos;
}

/// Not blank, and no rule of a table.
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
            take(*shape, cursor);
            cursor = shape->end;
        }
        look_at_lines();
        return std::move(listing_);
    }

  private:
    void take(const PrintedShape& shape, std::size_t from) {
        const std::string_view before = text_.substr(from, shape.begin - from);
        const auto end = static_cast<std::uint32_t>(shape.end);
        const std::string_view behind = text_.substr(end, line_end(text_, end) - end);
        const bool is_first_of_line = from == 0 || before.find_first_of("\r\n") != std::string_view::npos;
        auto name = name_before(before);
        if (!name && is_first_of_line) name = name_behind(behind);
        if (!name) return;

        ListedTensor tensor;
        tensor.name = *name;
        tensor.sizes = shape.sizes;
        if (tensor.sizes && is_log_of_llama_cpp(before)) turn_round(*tensor.sizes);
        tensor.is_sure = shape.is_marked || is_surely_tensor_name(*name);
        const std::uint32_t at = offset_in(text_, *name);
        tensor.span = {std::min(at, static_cast<std::uint32_t>(shape.begin)),
                       std::max(at + static_cast<std::uint32_t>(name->size()), end)};
        if (at < shape.begin)
            tensor.type = find_element_type(text_.substr(at, shape.begin - at).substr(name->size()));
        if (tensor.type.empty())
            tensor.type = find_element_type(behind.substr(0, behind.find_first_of("([")));
        listing_.tensors.push_back(std::move(tensor));
    }

    void look_at_lines() {
        auto tensor = listing_.tensors.begin();
        for (std::uint32_t at = 0; at < text_.size(); at = next_line(text_, at)) {
            const std::uint32_t end = line_end(text_, at);
            while (tensor != listing_.tensors.end() && tensor->span.end <= at) ++tensor;
            const std::string_view line = text_.substr(at, end - at);
            const bool is_tensor = tensor != listing_.tensors.end() && tensor->span.begin < end;
            if (has_words(line)) ++listing_.lines;
            if (is_tensor) {
                ++listing_.of_tensors;
            } else if (is_elision(line)) {
                note(listing_.elisions, text_, trim(line));
            } else if (const auto name = find_tensor_name(line);
                       name && (name->ends_with(".weight") || name->ends_with(".bias"))) {
                note(listing_.shapeless, text_, *name);
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
