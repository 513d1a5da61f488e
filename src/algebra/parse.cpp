#include "algebra/parse.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algebra/messages.h"
#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

/// Limit of the work for one expression: sizes of polynomials (Polynomial::size) that are added, and
/// kWorkOfProduct times those that are multiplied. Keeps hostile texts from taking seconds.
constexpr std::size_t kMostWork = 1u << 22;
constexpr std::size_t kWorkOfProduct = 8;

/// Longer names are not repeated in messages.
constexpr std::size_t kLongestEcho = 40;

/// A suffix of numbers.
struct Suffix {
    char letter;
    int exponent;  ///< of ten
};
constexpr Suffix kSuffixes[] = {{'k', 3}, {'M', 6}, {'B', 9}, {'G', 9}, {'T', 12}};

struct NamedFunction {
    std::string_view name;
    std::size_t fewest_arguments;
    std::size_t most_arguments;
    Polynomial (*apply)(std::span<const Polynomial> arguments);
};

template <Polynomial (*kFunction)(const Polynomial&)>
Polynomial unary(std::span<const Polynomial> arguments) {
    return kFunction(arguments.front());
}

Polynomial power_of(std::span<const Polynomial> arguments) {
    return pow(arguments[0], arguments[1]);
}

constexpr NamedFunction kFunctions[] = {
    {"floor", 1, 1, &unary<floor>},
    {"ceil", 1, 1, &unary<ceil>},
    {"min", 1, Polynomial::kMostArguments, &minimum},
    {"max", 1, Polynomial::kMostArguments, &maximum},
    {"pow", 2, 2, &power_of},
    {"int", 1, 1, &unary<floor>},  // as in Python: sizes are never negative
};

enum class Operator { Add, Subtract, Multiply, Divide, FloorDivide, Modulo, Power };

struct Sign {
    std::string_view text;
    Operator kind;
};
/// Longer signs come first: `**` before `*`.
constexpr Sign kSigns[] = {{"**", Operator::Power}, {"//", Operator::FloorDivide}, {"+", Operator::Add},
                           {"-", Operator::Subtract}, {"*", Operator::Multiply}, {"/", Operator::Divide},
                           {"%", Operator::Modulo}, {"^", Operator::Power}};

struct OperatorToken {
    Operator kind = Operator::Add;
    Span span;
};

/// A decimal number: digits times a power of ten.
struct Decimal {
    std::string digits;
    std::int64_t exponent = 0;
};

std::optional<Rational> value_of(const Decimal& decimal) {
    const std::size_t first = std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size());
    const std::size_t end = decimal.digits.find_last_not_of('0') + 1;  // 0 where there is none
    if (first >= end) return Rational();
    const std::optional<Integer> digits =
        parse_integer(std::string_view(decimal.digits).substr(first, end - first));
    const auto dropped = static_cast<std::int64_t>(decimal.digits.size() - end);
    const std::optional<Rational> scale = checked_power(Rational(Integer{10}), decimal.exponent + dropped);
    if (!digits || !scale) return std::nullopt;
    return checked_multiply(*digits, *scale);
}

/// Recursive descent with one function for each level of precedence. `at_` is the end of the last token
/// taken.
class Parser {
  public:
    Parser(std::string_view text, std::uint32_t offset)
        : text_(text), at_(std::min(offset, static_cast<std::uint32_t>(text.size()))) {}

    Result<Polynomial> sum() { return binary(&Parser::product, Operator::Add, Operator::Subtract); }

    std::uint32_t offset() const { return at_; }

    /// Skips blanks and line breaks; an error when anything else is left.
    std::optional<Error> expect_end() {
        while (!is_at_end() && (is_blank(text_[at_]) || is_line_break(text_[at_]))) ++at_;
        if (is_at_end()) return std::nullopt;
        return unexpected("expected.operator_or_end");
    }

  private:
    using Level = Result<Polynomial> (Parser::*)();

    Result<Polynomial> product() { return binary(&Parser::factor, Operator::Multiply, Operator::Modulo); }

    /// Operands of the next tighter level, joined from left to right by operators from `first` to `last`.
    Result<Polynomial> binary(Level operand, Operator first, Operator last) {
        Result<Polynomial> left = (this->*operand)();
        while (left) {
            const std::optional<OperatorToken> found = take_operator(first, last);
            if (!found) break;
            skip_blanks();
            const std::uint32_t begin = at_;
            const Result<Polynomial> right = (this->*operand)();
            if (!right) return right;
            left = combined(std::move(*left), *found, *right, {begin, at_});
        }
        return left;
    }

    /// Signs, then a power: -2^2 is -(2^2), as in Python.
    Result<Polynomial> factor() {
        bool negative = false;
        skip_blanks();
        for (; !is_at_end() && (text_[at_] == '-' || text_[at_] == '+'); skip_blanks()) {
            negative = negative != (text_[at_] == '-');
            ++at_;
        }
        const std::uint32_t begin = at_;
        Result<Polynomial> value = power();
        if (!value || !negative) return value;
        return checked(-*value, {begin, at_});
    }

    Result<Polynomial> power() {
        Result<Polynomial> base = primary();
        if (!base) return base;
        const std::optional<OperatorToken> found = take_operator(Operator::Power, Operator::Power);
        if (!found) return base;
        if (depth_ == kDeepestExpression) return too_deep(found->span);
        ++depth_;
        skip_blanks();
        const std::uint32_t begin = at_;
        const Result<Polynomial> exponent = factor();
        --depth_;
        if (!exponent) return exponent;
        return combined(std::move(*base), *found, *exponent, {begin, at_});
    }

    Result<Polynomial> primary() {
        skip_blanks();
        if (!is_at_end()) {
            const char c = text_[at_];
            if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
            if (is_name_start(c)) return name_or_call();
            if (c == '(') return parenthesised();
        }
        return unexpected("expected.operand");
    }

    Result<Polynomial> parenthesised() {
        if (depth_ == kDeepestExpression) return too_deep({at_, at_ + 1});
        open();
        Result<Polynomial> value = sum();
        if (!value) return value;
        if (!close()) return unexpected("expected.operator_or_closing");
        return value;
    }

    Result<Polynomial> name_or_call() {
        const std::uint32_t begin = at_;
        const std::string_view name = word();
        at_ += static_cast<std::uint32_t>(name.size());
        const std::uint32_t end = at_;
        skip_blanks();
        if (!is_at_end() && text_[at_] == '(') return call(name, {begin, end});
        at_ = end;
        return checked(Polynomial::symbol(name), {begin, end});
    }

    Result<Polynomial> call(std::string_view name, Span name_span) {
        const auto* function = find_by(kFunctions, &NamedFunction::name, name);
        if (function == nullptr) {
            return Error{ErrorCode::Syntax,
                         name.size() > kLongestEcho
                             ? message("expression.unknown_function_unnamed")
                             : message("expression.unknown_function", {{"name", name}}),
                         name_span};
        }
        if (depth_ == kDeepestExpression) return too_deep({at_, at_ + 1});
        Result<std::vector<Polynomial>> found = arguments();
        if (!found) return found.error();
        const Span span{name_span.begin, at_};
        if (found->size() < function->fewest_arguments || found->size() > function->most_arguments) {
            return wrong_count(*function, found->size(), span);
        }
        Polynomial result = function->apply(*found);
        work_ += kWorkOfProduct * found->size() + work_of_power(result);
        if (work_ > kMostWork) return error_of(Fault::TooManyTerms, span);
        return checked(std::move(result), span);
    }

    /// The arguments of a call, from its opening to its closing parenthesis.
    Result<std::vector<Polynomial>> arguments() {
        open();
        std::vector<Polynomial> found;
        do {
            Result<Polynomial> argument = sum();
            if (!argument) return argument.error();
            found.push_back(std::move(*argument));
        } while (take(','));
        if (!close()) return unexpected("expected.operator_comma_or_closing");
        return found;
    }

    // ---- numbers

    Result<Polynomial> number() {
        const std::uint32_t begin = at_;
        Decimal decimal;
        take_digits(decimal.digits);
        take_fraction(decimal);
        take_exponent(decimal);
        take_suffix(decimal);
        if (!is_at_end() && is_name_part(text_[at_])) return missing_product(begin);
        const std::optional<Rational> value = value_of(decimal);
        if (!value) {
            return Error{ErrorCode::Overflow, message("expression.number_too_long"), {begin, at_}};
        }
        return Polynomial(*value);
    }

    /// Takes digits; single underscores between them are skipped.
    void take_digits(std::string& digits) {
        while (is_digit(peek(0)) || (peek(0) == '_' && !digits.empty() && is_digit(peek(1)))) {
            if (text_[at_] != '_') digits += text_[at_];
            ++at_;
        }
    }

    void take_fraction(Decimal& decimal) {
        if (peek(0) != '.' || is_name_start(peek(1)) || peek(1) == '.') return;
        ++at_;
        std::string digits;
        take_digits(digits);
        decimal.exponent -= static_cast<std::int64_t>(digits.size());
        decimal.digits += digits;
    }

    void take_exponent(Decimal& decimal) {
        if (peek(0) != 'e' && peek(0) != 'E') return;
        const std::uint32_t sign = peek(1) == '-' || peek(1) == '+' ? 1 : 0;
        if (!is_digit(peek(1 + sign))) return;
        const bool negative = peek(1) == '-';
        at_ += 1 + sign;
        std::int64_t exponent = 0;
        for (; is_digit(peek(0)); ++at_) {
            exponent = std::min<std::int64_t>(exponent * 10 + (text_[at_] - '0'), 1'000'000'000);
        }
        decimal.exponent += negative ? -exponent : exponent;
    }

    /// Takes a suffix that no further letter or digit follows.
    void take_suffix(Decimal& decimal) {
        const Suffix* suffix = find_by(kSuffixes, &Suffix::letter, peek(0));
        if (suffix == nullptr || is_name_part(peek(1))) return;
        decimal.exponent += suffix->exponent;
        ++at_;
    }

    /// The error for `2d`, which is neither a number nor a name.
    Error missing_product(std::uint32_t begin) const {
        const std::string_view digits = text_.substr(begin, at_ - begin);
        const std::string_view name = word();
        const auto end = static_cast<std::uint32_t>(at_ + name.size());
        if (digits.size() + name.size() > kLongestEcho) {
            return {ErrorCode::Syntax, message("expression.missing_operator"), {begin, end}};
        }
        return {ErrorCode::Syntax,
                message("expression.missing_product", {{"number", digits}, {"name", name}}),
                {begin, end}};
    }

    // ---- operators

    /// Takes the next operator when it is in the range.
    std::optional<OperatorToken> take_operator(Operator first, Operator last) {
        const std::uint32_t begin = after_blanks();
        const std::string_view rest = text_.substr(begin);
        const Sign* sign = find_where(kSigns, [&](const Sign& each) { return rest.starts_with(each.text); });
        if (sign == nullptr || sign->kind < first || sign->kind > last) return std::nullopt;
        at_ = begin + static_cast<std::uint32_t>(sign->text.size());
        return OperatorToken{sign->kind, {begin, at_}};
    }

    /// left (operator) right, within the limit of work. The span of an error is the right operand where that
    /// cannot be a divisor or an exponent, else the operator.
    Result<Polynomial> combined(Polynomial left, const OperatorToken& token, const Polynomial& right,
                                Span right_span) {
        work_ += work_of(left, token.kind, right);
        if (work_ > kMostWork) return error_of(Fault::TooManyTerms, token.span);
        Polynomial result = computed(std::move(left), token.kind, right);
        if (token.kind == Operator::Power) work_ += work_of_power(result);
        const bool is_operand = result.fault() == Fault::DivisionByZero || result.fault() == Fault::Exponent;
        return checked(std::move(result), is_operand ? right_span : token.span);
    }

    static std::size_t work_of(const Polynomial& left, Operator kind, const Polynomial& right) {
        if (kind == Operator::Add || kind == Operator::Subtract) return left.size() + right.size();
        return kWorkOfProduct * (left.terms().size() * right.size() + right.terms().size() * left.size());
    }

    /// Estimates the work of a power from its result: the last step multiplied two sums of half the degree.
    static std::size_t work_of_power(const Polynomial& power) {
        return kWorkOfProduct * power.terms().size() * power.size() / 4;
    }

    static Polynomial computed(Polynomial left, Operator kind, const Polynomial& right) {
        switch (kind) {
            case Operator::Add:
                return std::move(left) + right;
            case Operator::Subtract:
                return std::move(left) - right;
            case Operator::Multiply:
                return std::move(left) * right;
            case Operator::Divide:
                return std::move(left) / right;
            case Operator::FloorDivide:
                return floor_divide(left, right);
            case Operator::Modulo:
                return modulo(left, right);
            case Operator::Power:
                return pow(left, right);
        }
        return left;
    }

    // ---- errors

    static Result<Polynomial> checked(Polynomial value, Span span) {
        if (value.is_faulted()) return error_of(value.fault(), span);
        return value;
    }

    static Error too_deep(Span span) {
        return {ErrorCode::TooComplex, message("expression.too_deep", {{"limit", kDeepestExpression}}), span};
    }

    static Error wrong_count(const NamedFunction& function, std::size_t count, Span span) {
        const std::size_t most = function.most_arguments;
        const MessageArgument name("function", function.name);
        const MessageArgument actual("actual", count);
        Message sentence = message("expression.arguments", {name, {"expected", most}, actual});
        if (function.fewest_arguments != most) {
            sentence = message("expression.too_many_arguments", {name, {"limit", most}, actual});
        } else if (most == 1) {
            sentence = message("expression.one_argument", {name, actual});
        }
        return {ErrorCode::Syntax, std::move(sentence), span};
    }

    Error unexpected(AlgebraMessageId expected) const {
        const std::uint32_t begin = after_blanks();
        auto [found, length] = describe(begin);
        return {
            ErrorCode::Syntax,
            message("expression.unexpected", {{"expected", message(expected)}, {"found", std::move(found)}}),
            {begin, begin + length}};
    }

    /// The token at an offset as part of a sentence, and its length.
    std::pair<Message, std::uint32_t> describe(std::uint32_t offset) const {
        if (offset >= text_.size()) return {message("found.end_of_text"), 0};
        const char c = text_[offset];
        if (is_line_break(c)) return {message("found.end_of_line"), 0};
        std::uint32_t length = 1;
        while (is_name_part(c) && offset + length < text_.size() && is_name_part(text_[offset + length])) {
            ++length;
        }
        if (length > kLongestEcho) return {message("found.long_name"), length};
        if (is_control(c)) return {message("found.control_character"), length};
        return {message("found.text", {{"text", text_.substr(offset, length)}}), length};
    }

    // ---- characters

    bool is_at_end() const { return at_ >= text_.size(); }

    /// The character `ahead` bytes further on; a blank past the end.
    char peek(std::uint32_t ahead) const { return text_.size() - at_ > ahead ? text_[at_ + ahead] : ' '; }

    /// The letters and digits from here on.
    std::string_view word() const {
        std::size_t end = at_;
        while (end < text_.size() && is_name_part(text_[end])) ++end;
        return text_.substr(at_, end - at_);
    }

    std::uint32_t after_blanks() const {
        std::uint32_t next = at_;
        while (next < text_.size() &&
               (is_blank(text_[next]) || (parentheses_ > 0 && is_line_break(text_[next])))) {
            ++next;
        }
        return next;
    }

    void skip_blanks() { at_ = after_blanks(); }

    bool take(char wanted) {
        const std::uint32_t next = after_blanks();
        if (next >= text_.size() || text_[next] != wanted) return false;
        at_ = next + 1;
        return true;
    }

    void open() {
        ++at_;
        ++depth_;
        ++parentheses_;
    }

    bool close() {
        if (!take(')')) return false;
        --depth_;
        --parentheses_;
        return true;
    }

    std::string_view text_;
    std::uint32_t at_;
    int depth_ = 0;         ///< of nested parentheses and exponents
    int parentheses_ = 0;   ///< open ones: line breaks inside them are blanks
    std::size_t work_ = 0;  ///< see kMostWork
};

std::optional<Error> too_long(std::string_view text) {
    if (text.size() < std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return Error{ErrorCode::TooComplex, message("expression.too_long"), {}};
}

}  // namespace

Result<Polynomial> parse_expression(std::string_view text, std::uint32_t* offset) {
    if (std::optional<Error> error = too_long(text)) return std::move(*error);
    Parser parser(text, *offset);
    Result<Polynomial> value = parser.sum();
    if (value) *offset = parser.offset();
    return value;
}

Result<Polynomial> parse_expression(std::string_view text) {
    if (std::optional<Error> error = too_long(text)) return std::move(*error);
    Parser parser(text, 0);
    Result<Polynomial> value = parser.sum();
    if (!value) return value;
    if (std::optional<Error> error = parser.expect_end()) return std::move(*error);
    return value;
}

}  // namespace paramscope
