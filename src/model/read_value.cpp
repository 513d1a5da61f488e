#include "model/read_value.h"

#include <string>
#include <utility>

#include "algebra/parse.h"
#include "model/names.h"

namespace paramscope {
namespace {

/// Numbers with at most this many digits fit an integer and are read without the expression parser.
constexpr std::uint32_t kPlainDigits = 18;

/// True for printed tensors, whose numbers are data and kept as text.
bool is_printed_data(std::string_view name) {
    return name == "tensor" || name == "array";
}

/// True for `-inf` and the like, which parse_expression would take for symbols.
bool is_special_number(std::string_view text) {
    while (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    return text == "inf" || text == "nan" || text == "infinity" || text == "Infinity" || text == "NaN";
}

/// Text that has the form of no value.
struct RawText {
    Value value;
    std::optional<std::uint32_t> unclosed;  ///< the outermost bracket that is never closed
    bool is_unpaired = false;               ///< it has a closing bracket or a quote without its partner
};

bool ends_raw_text(const Scanner& scanner) {
    const char c = scanner.peek();
    return c == ',' || c == ')' || is_line_break(c) || scanner.at_comment() ||
           (c == '(' && match_child_name(scanner.text(), scanner.offset()));
}

/// Takes any text up to something outside all brackets that ends a value.
RawText take_raw_text(Scanner& scanner) {
    RawText raw;
    const std::uint32_t begin = scanner.offset();
    std::uint32_t outermost = begin;
    std::size_t depth = 0;
    while (!scanner.at_end() && (depth > 0 || !ends_raw_text(scanner))) {
        if (is_opening(scanner.peek()) && depth++ == 0) outermost = scanner.offset();
        if (is_closing(scanner.peek())) {
            raw.is_unpaired = raw.is_unpaired || depth == 0;
            depth -= depth > 0 ? 1 : 0;
        }
        scanner.seek(unit_end(scanner.text(), scanner.offset()));
    }
    if (depth > 0) raw.unclosed = outermost;
    raw.value.kind = Value::Kind::Raw;
    raw.value.text = std::string(trim(scanner.since(begin)));
    raw.value.span = {begin, begin + static_cast<std::uint32_t>(raw.value.text.size())};
    raw.is_unpaired = raw.is_unpaired || has_unpaired_quote(raw.value.text);
    return raw;
}

/// Reads one value; its first character gives its kind. Each function returns nullopt when the text is
/// not of its kind; then only read_value() resets the scanner.
class ValueReader {
  public:
    explicit ValueReader(Scanner& scanner) : scanner_(scanner) {}

    std::optional<Value> read(int depth) {
        const std::uint32_t begin = scanner_.offset();
        std::optional<Value> value = read_kind(depth);
        if (!value) return std::nullopt;
        value->span = scanner_.span_since(begin);
        if (!ends_value(scanner_.text(), scanner_.offset())) return std::nullopt;
        return value;
    }

  private:
    std::optional<Value> read_kind(int depth) {
        const char c = scanner_.peek();
        if (depth > kDeepestValue || is_cut_off_ || ++count_ > kMostItems) return std::nullopt;
        if (c == '\'' || c == '"') return read_string();
        if (c == '[') return read_items(']', depth);
        if (c == '(') return read_parenthesis(depth);
        if (is_digit(c)) return read_plain_number();
        if (c == '.' || c == '-' || c == '+') return read_expression();
        if (is_name_start(c)) return read_named(depth);
        return std::nullopt;
    }

    std::optional<Value> read_string() {
        const std::uint32_t begin = scanner_.offset();
        const auto end = quoted_end(scanner_.text(), begin);
        if (!end) return std::nullopt;
        scanner_.seek(*end);
        return Value::of_string(std::string(scanner_.text().substr(begin + 1, *end - begin - 2)));
    }

    std::optional<Value> read_plain_number() {
        const std::uint32_t begin = scanner_.offset();
        Integer number = 0;
        while (is_digit(scanner_.peek()) && scanner_.offset() - begin < kPlainDigits) {
            number = number * 10 + (scanner_.peek() - '0');
            scanner_.advance();
        }
        if (ends_value(scanner_.text(), scanner_.offset())) {
            return as_written(Value::of_number(number), begin);
        }
        scanner_.seek(begin);
        return read_expression();
    }

    std::optional<Value> read_expression() {
        if (is_cut_off_) return std::nullopt;
        const std::uint32_t begin = scanner_.offset();
        std::uint32_t end = begin;
        Result<Polynomial> number = parse_expression(scanner_.text(), &end);
        if (!number) {
            // `d (name): Type()`: a child after the value looks like the call of a function.
            Scanner ahead = scanner_;
            is_cut_off_ = is_cut_off_ || take_raw_text(ahead).unclosed.has_value();
            if (is_cut_off_ || ahead.peek() != '(') return std::nullopt;
            number = parse_expression(scanner_.text().substr(0, ahead.offset()), &(end = begin));
        }
        if (!number) return std::nullopt;
        scanner_.seek(end);
        const std::string_view text = trim(scanner_.since(begin));
        scanner_.seek(begin + static_cast<std::uint32_t>(text.size()));
        if (is_special_number(text)) return Value::of_word(std::string(text));
        return as_written(Value::of_number(std::move(*number)), begin);
    }

    Value as_written(Value value, std::uint32_t begin) const {
        value.text = std::string(scanner_.since(begin));
        return value;
    }

    /// `(a, b)` and `(a,)` are tuples; `(a)` and `(a + b) * c` are expressions.
    std::optional<Value> read_parenthesis(int depth) {
        const std::uint32_t begin = scanner_.offset();
        bool comma = false;
        std::optional<Value> tuple = read_items(')', depth, &comma);
        if (tuple && (comma || tuple->items.empty())) return tuple;
        scanner_.seek(begin);
        return read_expression();
    }

    std::optional<Value> read_items(char close, int depth, bool* comma = nullptr) {
        Value tuple = Value::of_tuple({});
        tuple.is_list = close == ']';
        scanner_.advance();
        while (true) {
            scanner_.skip_space();
            if (scanner_.accept(close)) return tuple;
            std::optional<Value> item = read(depth + 1);
            if (!item) return std::nullopt;
            tuple.items.push_back(std::move(*item));
            scanner_.skip_space();
            if (scanner_.accept(',')) {
                if (comma != nullptr) *comma = true;
            } else if (scanner_.peek() != close) {
                return std::nullopt;
            }
        }
    }

    /// A word, True/False/None, a call, or an expression that starts with a name.
    std::optional<Value> read_named(int depth) {
        const std::uint32_t begin = scanner_.offset();
        const std::string_view name = take_dotted_name();
        if (ends_value(scanner_.text(), scanner_.offset())) return word(name);
        if (scanner_.peek() == '(' && is_printed_data(name)) return std::nullopt;
        if (scanner_.peek() == '(' && !is_expression_function(name)) return read_call(name, depth);
        scanner_.seek(begin);
        return read_expression();
    }

    std::string_view take_dotted_name() {
        const std::uint32_t begin = scanner_.offset();
        scanner_.take_name();
        while (scanner_.peek() == '.' && is_name_start(scanner_.peek(1))) {
            scanner_.advance();
            scanner_.take_name();
        }
        return scanner_.since(begin);
    }

    static Value word(std::string_view name) {
        if (name == "True" || name == "False") return Value::of_boolean(name == "True");
        if (name == "None") return Value{};
        return Value::of_word(std::string(name));
    }

    std::optional<Value> read_call(std::string_view name, int depth) {
        Value call;
        call.kind = Value::Kind::Call;
        call.text = std::string(name);
        scanner_.advance();
        while (true) {
            scanner_.skip_space();
            if (scanner_.accept(')')) return call;
            std::optional<Argument> argument = read_call_argument(depth);
            if (!argument) return std::nullopt;
            call.arguments.push_back(std::move(*argument));
            scanner_.skip_space();
            if (!scanner_.accept(',') && scanner_.peek() != ')') return std::nullopt;
        }
    }

    std::optional<Argument> read_call_argument(int depth);

    Scanner& scanner_;
    std::size_t count_ = 0;
    bool is_cut_off_ = false;  ///< a bracket inside is never closed, so that no value around it can be read
};

/// Takes `name =` (not `==`) and returns the name; "", with nothing taken, when there is none.
std::string_view take_keyword(Scanner& scanner) {
    const std::uint32_t begin = scanner.offset();
    const std::string_view name = scanner.take_name();
    scanner.skip_blanks();
    if (!name.empty() && scanner.accept('=')) {
        scanner.skip_blanks();
        if (scanner.peek() != '=') return name;
    }
    scanner.seek(begin);
    return {};
}

std::optional<Argument> ValueReader::read_call_argument(int depth) {
    Argument argument;
    const std::uint32_t begin = scanner_.offset();
    argument.name = std::string(take_keyword(scanner_));
    const std::uint32_t value_begin = scanner_.offset();
    if (std::optional<Value> value = read(depth + 1)) {
        argument.value = std::move(*value);
    } else {
        if (is_cut_off_) return std::nullopt;
        scanner_.seek(value_begin);
        RawText raw = take_raw_text(scanner_);
        is_cut_off_ = raw.unclosed.has_value();
        if (is_cut_off_ || raw.is_unpaired || raw.value.text.empty()) return std::nullopt;
        argument.value = std::move(raw.value);
    }
    argument.span = scanner_.span_since(begin);
    return argument;
}

}  // namespace

bool ends_value(std::string_view text, std::uint32_t offset) {
    offset = skip_blanks(text, offset);
    if (offset >= text.size()) return true;
    const char c = text[offset];
    return c == ',' || is_closing(c) || is_line_break(c) || starts_comment(text, offset) ||
           (c == '(' && match_child_name(text, offset));
}

std::optional<Value> read_value(Scanner& scanner) {
    const std::uint32_t begin = scanner.offset();
    std::optional<Value> value = ValueReader(scanner).read(0);
    if (!value) scanner.seek(begin);
    return value;
}

namespace {

/// A value that ends before another argument because its comma is missing: the `0.1` of `0.1 affine=True`,
/// the `(1, 1)` of `(1, 1) bias=False`.
std::optional<Value> read_value_before_keyword(Scanner& scanner) {
    const std::uint32_t begin = scanner.offset();
    Scanner next = scanner;
    for (int depth = 0;
         !next.at_line_end() && (depth > 0 || (!is_blank(next.peek()) && next.peek() != ','));) {
        depth += is_opening(next.peek()) - is_closing(next.peek());
        next.advance();
    }
    const std::uint32_t end = next.offset();
    next.skip_blanks();
    if (next.offset() == end || take_keyword(next).empty()) return std::nullopt;
    Scanner before(scanner.text().substr(0, end), begin);
    std::optional<Value> value = read_value(before);
    if (!value || value->kind == Value::Kind::Word) return std::nullopt;
    scanner.seek(end);
    return value;
}

}  // namespace

Argument read_argument(Scanner& scanner, std::optional<std::uint32_t>* unclosed) {
    Argument argument;
    const std::uint32_t begin = scanner.offset();
    argument.name = std::string(take_keyword(scanner));
    if (std::optional<Value> value = read_value(scanner)) {
        argument.value = std::move(*value);
    } else if (std::optional<Value> first = read_value_before_keyword(scanner)) {
        argument.value = std::move(*first);
    } else {
        RawText raw = take_raw_text(scanner);
        argument.value = std::move(raw.value);
        if (!*unclosed) *unclosed = raw.unclosed;
    }
    argument.span = {begin, argument.value.span.end};
    return argument;
}

}  // namespace paramscope
