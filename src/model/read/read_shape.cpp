#include "model/read/read_shape.h"

#include <utility>

#include "algebra/integer.h"
#include "algebra/parse.h"
#include "model/messages.h"

namespace paramscope {
namespace {

Span here(const Scanner& scanner) {
    return {scanner.offset(), scanner.offset() + (scanner.at_end() ? 0u : 1u)};
}

bool read_size(Scanner& scanner, Dims& shape, Reporter& reporter) {
    std::uint32_t end = scanner.offset();
    Result<Polynomial> size = parse_expression(scanner.text(), &end);
    if (!size) {
        reporter.error(size.error().span, size.error().message);
        return false;
    }
    shape.push_back(std::move(*size));
    scanner.seek(end);
    return true;
}

/// Limit for the length of a shape, in bytes.
constexpr std::size_t kLongestShape = 500;

/// True when the parenthesis here encloses a whole shape and not the first part of an expression: `(1, 3)`,
/// not `(2*d)/h, 3`.
bool encloses_shape(const Scanner& scanner) {
    std::uint32_t depth = 0;
    const std::string_view text = scanner.text().substr(0, scanner.offset() + kLongestShape);
    for (std::uint32_t i = scanner.offset(); i < text.size(); ++i) {
        if (is_opening(text[i])) ++depth;
        if (!is_closing(text[i]) || --depth > 0) continue;
        const std::uint32_t next = skip_blanks(text, i + 1);
        return next >= text.size() || std::string_view("+-*/%^").find(text[next]) == std::string_view::npos;
    }
    return true;  // never closed: read_shape() reports it
}

/// Reads `1x3x224x224`.
std::optional<Dims> read_crossed_sizes(Scanner& scanner) {
    const std::uint32_t begin = scanner.offset();
    Dims shape;
    while (is_digit(scanner.peek())) {
        const std::uint32_t digits = scanner.offset();
        while (is_digit(scanner.peek())) scanner.advance();
        const auto size = parse_integer(scanner.since(digits));
        if (!size) break;
        shape.emplace_back(*size);
        if (!scanner.accept('x')) {
            if (shape.size() > 1) return shape;
            break;
        }
    }
    scanner.seek(begin);
    return std::nullopt;
}

std::optional<Dims> read_flat_sizes(Scanner& scanner, Reporter& reporter) {
    if (auto shape = read_crossed_sizes(scanner)) return shape;
    Dims shape;
    do {
        scanner.skip_blanks();
        if (!read_size(scanner, shape, reporter)) return std::nullopt;
        scanner.skip_blanks();
    } while (scanner.accept(','));
    return shape;
}

}  // namespace

std::optional<Dims> read_shape(Scanner& scanner, Reporter& reporter) {
    const std::uint32_t begin = scanner.offset();
    const char close = scanner.peek() == '[' ? ']' : ')';
    if (!scanner.accept('(') && !scanner.accept('[')) {
        reporter.error(here(scanner), message("input_shape.expected"));
        return std::nullopt;
    }
    Dims shape;
    while (true) {
        scanner.skip_space();
        if (scanner.accept(close)) return shape;
        if (scanner.at_end()) {
            reporter.error({begin, begin + 1}, message("parenthesis.unclosed_shape"));
            return std::nullopt;
        }
        if (!read_size(scanner, shape, reporter)) return std::nullopt;
        scanner.skip_space();
        if (!scanner.accept(',') && !scanner.at_end() && scanner.peek() != close) {
            reporter.error(here(scanner), message("input_shape.expected_comma"));
            return std::nullopt;
        }
    }
}

std::vector<Input> read_inputs(Scanner& scanner, Reporter& reporter) {
    std::vector<Input> inputs;
    const bool enclosed = (scanner.peek() == '(' || scanner.peek() == '[') && encloses_shape(scanner);
    do {
        scanner.skip_blanks();
        const std::uint32_t begin = scanner.offset();
        std::optional<Dims> shape =
            enclosed ? read_shape(scanner, reporter) : read_flat_sizes(scanner, reporter);
        if (!shape) {
            scanner.skip_line();
            return inputs;
        }
        inputs.push_back({std::move(*shape), scanner.span_since(begin)});
        scanner.skip_blanks();
    } while (enclosed && scanner.accept(','));
    return inputs;
}

}  // namespace paramscope
