#include "open/listing/shapes.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/characters.h"
#include "open/listing/words.h"

namespace paramscope::open {
namespace {

using Sizes = std::vector<std::uint64_t>;

constexpr std::size_t kMostDimensions = 64;  // as PyTorch has

/// A position in a text, moving forward. A step that fails does not move it.
class TextCursor {
  public:
    TextCursor(std::string_view text, std::size_t offset, bool has_groups = false)
        : text_(text), at_(offset), has_groups_(has_groups) {}

    std::size_t offset() const { return at_; }
    bool at_end() const { return at_ >= text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[at_]; }
    void advance() { ++at_; }

    void skip_space() {
        while (!at_end() && is_space(text_[at_])) ++at_;
    }

    bool accept(std::string_view piece) {
        if (!text_.substr(at_).starts_with(piece)) return false;
        at_ += piece.size();
        return true;
    }

    std::optional<std::uint64_t> number() {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (error != std::errc() || end == text_.data() + at_ || value >> 63 != 0) return std::nullopt;
        at_ = static_cast<std::size_t>(end - text_.data());
        return value;
    }

    /// A number whose thousands may be separated by narrow spaces, and by blanks where the text does so: `32
    /// 000`.
    std::optional<std::uint64_t> grouped_number() {
        const std::size_t start = at_;
        std::optional<std::uint64_t> value = number();
        if (at_ - start > 3) return value;
        while (value) {
            const std::size_t before = at_;
            const bool is_separated = accept("\u202f") || accept("\u2009") || (has_groups_ && accept(" "));
            if (!is_separated) break;
            const std::size_t begin = at_;
            const auto group = number();
            if (group && at_ - begin == 3 && *value < (1ull << 50)) {
                value = *value * 1000 + *group;
                continue;
            }
            at_ = before;
            break;
        }
        return value;
    }

  private:
    std::string_view text_;
    std::size_t at_;
    bool has_groups_;
};

/// Reads numbers up to `closing`, separated by commas: `3, 4`; or as a product: `3 × 4`.
std::optional<Sizes> read_list(TextCursor& cursor, std::string_view closing) {
    Sizes sizes;
    while (true) {
        cursor.skip_space();
        if (cursor.accept(closing)) return sizes;
        if (sizes.size() == kMostDimensions) return std::nullopt;
        const auto size = cursor.grouped_number();
        if (!size) return std::nullopt;
        sizes.push_back(*size);
        cursor.skip_space();
        if (cursor.accept(closing)) return sizes;
        if (!cursor.accept(",") && !cursor.accept("×") && !cursor.accept("x ")) return std::nullopt;
    }
}

/// Counts the elements of a printed tensor's nested brackets; the sizes are unknown when some are left out
/// (`...`, `…`).
class NestedList {
  public:
    explicit NestedList(TextCursor& cursor) : cursor_(cursor) {}

    /// Reads from the outermost bracket to the one that closes it; false when none does.
    bool read() {
        std::size_t depth = 0;
        char last = ' ';
        do {
            const char c = cursor_.peek();
            if (cursor_.at_end() || (c == '[' && depth == kMostDimensions)) return false;
            if (cursor_.accept("...") || cursor_.accept("…")) {
                is_complete_ = false;
                continue;
            }
            if (c == ']') close(depth--);
            if (c == ',') ++commas_[depth];
            if (!is_space(c) && c != ']' && c != ',') is_filled_[depth] = true;
            if (!is_of_elements(c)) is_complete_ = false;  // another line is between the elements
            if (c == '[') {
                const bool begins_row = depth == 0 || last == '[' || last == ',';
                is_complete_ = is_complete_ && begins_row;  // else a comma is missing
                ++depth;
                commas_[depth] = is_filled_[depth] = 0;
            }
            if (!is_space(c)) last = c;
            cursor_.advance();
        } while (depth > 0);
        return true;
    }

    std::optional<Sizes> sizes() const { return is_complete_ ? std::optional(sizes_) : std::nullopt; }

  private:
    /// True for what elements are printed with: `[-1.5e-01, nan, inf, 2+3j, True, False]`.
    static bool is_of_elements(char c) {
        return is_space(c) || is_digit(c) ||
               std::string_view("[],.+-eEjnaifTrueFals").find(c) != std::string_view::npos;
    }

    void close(std::size_t depth) {
        const std::uint64_t size = commas_[depth] + is_filled_[depth];
        if (sizes_.size() < depth) sizes_.resize(depth, kUnknown);
        if (sizes_[depth - 1] == kUnknown) sizes_[depth - 1] = size;
        is_complete_ = is_complete_ && sizes_[depth - 1] == size;
    }

    static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

    TextCursor& cursor_;
    std::array<std::uint64_t, kMostDimensions + 1> commas_ = {};     ///< in the open bracket of each depth
    std::array<std::uint64_t, kMostDimensions + 1> is_filled_ = {};  ///< 1 when that bracket holds anything
    Sizes sizes_;
    bool is_complete_ = true;
};

/// Reads the arguments of `word(`: a shape, or a tensor printed with its elements.
std::optional<PrintedShape> read_call(TextCursor& cursor, std::string_view word) {
    PrintedShape shape;
    shape.is_explicit = true;
    if (word == "Size" || word == "TensorShape") {
        if (!cursor.accept("[") && !cursor.accept("(")) return std::nullopt;
        shape.sizes = read_list(cursor, "]");
        if (!shape.sizes || !cursor.accept(")")) return std::nullopt;
    } else if (word == "tensor" || word == "array" || word == "Array") {
        cursor.skip_space();
        if (cursor.peek() == '[') {
            NestedList list(cursor);
            if (!list.read()) return std::nullopt;
            shape.sizes = list.sizes();
        } else {
            if (!is_digit(cursor.peek()) && cursor.peek() != '-' && cursor.peek() != 'n') return std::nullopt;
            shape.sizes = Sizes{};
        }
    } else {
        return std::nullopt;
    }
    shape.end = cursor.offset();
    return shape;
}

/// Reads `64x3x7x7` at `offset`, the start of a word.
std::optional<PrintedShape> read_product(std::string_view text, std::size_t offset) {
    TextCursor cursor(text, offset);
    Sizes sizes;
    do {
        const auto size = cursor.number();
        if (!size || (sizes.empty() && *size == 0) || sizes.size() == kMostDimensions) return std::nullopt;
        sizes.push_back(*size);
    } while (cursor.accept("x") || cursor.accept("×"));
    if (sizes.size() < 2 || is_name_part(cursor.peek()) || cursor.peek() == '.') return std::nullopt;
    return PrintedShape{offset, cursor.offset(), std::move(sizes)};
}

std::size_t word_start(std::string_view text, std::size_t end, std::size_t from) {
    while (end > from && is_name_part(text[end - 1])) --end;
    return end;
}

std::optional<PrintedShape> read_bracket(std::string_view text, std::size_t offset, std::size_t from,
                                         bool has_groups) {
    std::size_t begin = word_start(text, offset, from);
    const std::string_view word = text.substr(begin, offset - begin);
    TextCursor cursor(text, offset + 1, has_groups);
    if (word.empty()) {
        const auto sizes = read_list(cursor, text[offset] == '[' ? "]" : ")");
        if (!sizes) return std::nullopt;
        return PrintedShape{offset, cursor.offset(), *sizes};
    }
    if (text[offset] == '[') {
        if (element_type(word).empty()) return std::nullopt;  // an index: names[0]
        const auto sizes = read_list(cursor, "]");
        if (!sizes) return std::nullopt;
        return PrintedShape{begin, cursor.offset(), *sizes, false, true};
    }
    std::optional<PrintedShape> shape = read_call(cursor, word);
    if (!shape) return std::nullopt;
    if (begin > from && text[begin - 1] == '.') begin = word_start(text, begin - 1, from);
    shape->begin = begin;
    shape->is_array = word == "Array";
    return shape;
}

/// The end of the numbers, blanks and commas behind the bracket at `offset`.
std::size_t numbers_end(std::string_view text, std::size_t offset) {
    return std::min(text.find_first_not_of("0123456789, \t\r\n", offset + 1), text.size());
}

/// True for `[32 3]`: numbers up to a bracket that closes them. The number behind a name is an index.
bool is_broken_list(std::string_view text, std::size_t offset) {
    if (offset > 0 && is_name_part(text[offset - 1])) return false;
    const std::size_t end = numbers_end(text, offset);
    const std::string_view numbers = trim(text.substr(offset + 1, end - offset - 1));
    return end < text.size() && is_closing(text[end]) && !numbers.empty() && is_digit(numbers.front());
}

/// True for `weightf32[8,2]`: sizes behind a type that is joined to a name.
bool is_joined_list(std::string_view text, std::size_t offset) {
    constexpr std::size_t shortest = 2, longest = 8;
    const std::size_t end = numbers_end(text, offset);
    if (text[offset] != '[' || end == text.size() || text[end] != ']') return false;
    const std::string_view word =
        text.substr(word_start(text, offset, 0), offset - word_start(text, offset, 0));
    for (std::size_t size = shortest; size <= longest && size < word.size(); ++size) {
        const std::string_view type = word.substr(word.size() - size);
        if (is_digit(type.back()) && !element_type(type).empty()) return true;
    }
    return false;
}

/// True for `torch.Si` at the end of a line and `ze([3])` on the next one.
bool is_torn_size(std::string_view text, std::size_t offset) {
    constexpr std::string_view size = "torch.Size";
    const std::size_t length = text.substr(offset, size.size()).find_first_of("\r\n");
    if (length == 0 || length == std::string_view::npos) return false;
    const std::string_view part = text.substr(offset, length);
    if (!size.starts_with(part)) return false;
    const std::size_t next = std::min(text.find_first_not_of(" \t\r\n", offset + length), text.size());
    return text.substr(next).starts_with(size.substr(part.size()));
}

/// True for `[2560, loss: 0.69`: sizes that another line interrupts.
bool is_interrupted_list(std::string_view text, std::size_t offset) {
    if (offset > 0 && is_name_part(text[offset - 1])) return false;
    std::size_t at = numbers_end(text, offset);
    const bool has_comma = text.substr(offset, at - offset).find(',') != std::string_view::npos;
    if (at >= text.size() || !is_letter(text[at]) || text[at - 1] != ' ' || !has_comma) return false;
    while (at < text.size() && is_name_part(text[at])) ++at;
    return at + 1 < text.size() && (text[at] == ':' || text[at] == ' ') && text[at + 1] != '\n';
}

}  // namespace

bool groups_thousands(std::string_view text) {
    for (std::size_t at = text.find(" 0"); at != std::string_view::npos; at = text.find(" 0", at + 1)) {
        std::size_t end = at + 1;
        while (end < text.size() && is_digit(text[end])) ++end;
        if (end - at != 4 || at == 0 || !is_digit(text[at - 1]) || end == text.size()) continue;
        if (text[end] == ',' || is_closing(text[end])) return true;
    }
    return false;
}

std::optional<std::string_view> find_broken_shape(std::string_view text, std::size_t from, std::size_t end) {
    constexpr std::string_view word = "torch.Size";
    for (std::size_t at = from; at < end; ++at) {
        const std::string_view rest = text.substr(at);
        const bool is_size =
            rest.starts_with(word) && rest.size() > word.size() && is_opening(rest[word.size()]);
        const bool is_list =
            (text[at] == '(' || text[at] == '[') &&
            (is_broken_list(text, at) || is_joined_list(text, at) || is_interrupted_list(text, at));
        if (is_torn_size(text, at)) return text.substr(at, text.find_first_of("\r\n", at) - at);
        if (!is_size && !is_list) continue;
        const std::size_t list_end = numbers_end(text, is_size ? at + word.size() : at);
        return text.substr(at, std::min(list_end + 1, end) - at);
    }
    return std::nullopt;
}

std::optional<PrintedShape> next_shape(std::string_view text, std::size_t from, bool has_groups) {
    for (std::size_t at = from; at < text.size(); ++at) {
        const char c = text[at];
        std::optional<PrintedShape> shape;
        if (c == '(' || c == '[') shape = read_bracket(text, at, from, has_groups);
        const bool starts_word = at == 0 || (!is_name_part(text[at - 1]) && text[at - 1] != '.');
        if (is_digit(c) && starts_word) shape = read_product(text, at);
        if (shape) return shape;
    }
    return std::nullopt;
}

}  // namespace paramscope::open
