#include "open/config/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/config/messages.h"

namespace paramscope::open {
namespace {

using Kind = Expression::Kind;
using ValueKind = ConfigValue::Kind;

constexpr int kDeepest = 50;

/// Binary operators, a row for each precedence, lowest first.
constexpr std::array<std::array<std::string_view, 7>, 6> kOperators = {{
    {"or"},
    {"and"},
    {"==", "!=", "<=", ">=", "<", ">", "in"},
    {"+", "-"},
    {"*", "//", "/", "%"},
    {"**"},
}};

/// A recursive descent parser. After an error it takes nothing more.
class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    Result<Expression> whole() {
        Expression expression = binary(0);
        skip_spaces();
        if (error_.empty() && at_ < text_.size()) fail(message("template_expression.end"));
        if (error_.empty()) return expression;
        const auto at = static_cast<std::uint32_t>(std::min(at_, text_.size()));
        return Error{ErrorCode::Syntax, error_, {at, at}};
    }

  private:
    Expression binary(std::size_t precedence) {
        if (precedence == kOperators.size()) return unary();
        if (precedence == 2 && take("not")) return of_operator("not", {binary(precedence)});
        Expression left = binary(precedence + 1);
        for (;;) {
            const std::string_view sign = take_operator(kOperators[precedence]);
            if (sign.empty()) return left;
            left = of_operator(sign, {std::move(left), binary(precedence + 1)});
        }
    }

    Expression unary() {
        if (take("-")) return of_operator("-", {unary()});
        Expression value = primary();
        while (error_.empty() && take("[")) {
            Expression index{Kind::Index, "", {}, {std::move(value), binary(0)}};
            value = std::move(index);
            expect("]");
        }
        return value;
    }

    Expression primary() {
        skip_spaces();
        if (++depth_ > kDeepest) fail(message("template_expression.too_deep"));
        Expression value;
        if (take("(")) {
            value = binary(0);
            expect(")");
        } else if (take("[")) {
            value = {Kind::List, "", {}, list("]")};
        } else if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
            value = quoted();
        } else if (at_ < text_.size() && is_digit(text_[at_])) {
            value = number();
        } else if (at_ < text_.size() && is_name_start(text_[at_])) {
            value = name();
        } else {
            fail(message("template_expression.value"));
        }
        --depth_;
        return value;
    }

    Expression quoted() {
        const char quote = text_[at_++];
        const std::size_t end = text_.find(quote, at_);
        if (end == std::string_view::npos) {
            fail(message("template_expression.open_quote"));
            return {};
        }
        Expression value{Kind::Literal, "", ConfigValue::of(std::string(text_.substr(at_, end - at_))), {}};
        at_ = end + 1;
        return value;
    }

    Expression number() {
        std::size_t end = at_;
        const auto belongs = [&](std::size_t i) {
            const bool is_sign = text_[i] == '-' && text_[i - 1] == 'e';
            return is_digit(text_[i]) || text_[i] == '.' || text_[i] == 'e' || is_sign;
        };
        while (end < text_.size() && belongs(end)) ++end;
        const std::optional<Rational> parsed = parse_decimal(text_.substr(at_, end - at_));
        if (!parsed) fail(message("template_expression.number"));
        Expression value{Kind::Literal, "", ConfigValue::of(parsed.value_or(Rational())), {}};
        value.value.text = text_.substr(at_, end - at_);
        at_ = end;
        return value;
    }

    Expression name() {
        std::size_t end = at_;
        while (end < text_.size() && is_name_part(text_[end])) ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        at_ = end;
        if (word == "None") return {};
        if (word == "True" || word == "False")
            return {Kind::Literal, "", ConfigValue::of(word == "True"), {}};
        if (!take("(")) return {Kind::Name, std::string(word), {}, {}};
        Expression call{Kind::Call, std::string(word), {}, list(")")};
        if (error_.empty() && !is_template_function(word, call.operands.size()))
            fail(message("template_expression.function", {{"name", word}}));
        return call;
    }

    std::vector<Expression> list(std::string_view end) {
        std::vector<Expression> items;
        if (take(end)) return items;
        do {
            items.push_back(binary(0));
        } while (error_.empty() && take(","));
        expect(end);
        return items;
    }

    static Expression of_operator(std::string_view sign, std::vector<Expression> operands) {
        return {Kind::Operator, std::string(sign), {}, std::move(operands)};
    }

    std::string_view take_operator(std::span<const std::string_view> operators) {
        for (const std::string_view sign : operators) {
            if (!sign.empty() && take(sign)) return sign;
        }
        return {};
    }

    /// Takes a sign or a whole word.
    bool take(std::string_view token) {
        skip_spaces();
        if (!error_.empty() || !text_.substr(at_).starts_with(token)) return false;
        const std::size_t end = at_ + token.size();
        if (is_name_start(token[0]) && end < text_.size() && is_name_part(text_[end])) return false;
        if (token == "*" && end < text_.size() && text_[end] == '*') return false;
        at_ = end;
        return true;
    }

    void expect(std::string_view token) {
        if (!take(token)) fail(message("template_expression.token", {{"token", token}}));
    }

    void skip_spaces() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }

    void fail(Message problem) {
        if (error_.empty()) error_ = std::move(problem);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    Message error_;
};

/// Applies `sign` to two numbers; nullopt when there is no result.
std::optional<Rational> arithmetic(std::string_view sign, const Rational& a, const Rational& b) {
    if (sign == "+") return checked_add(a, b);
    if (sign == "-") return checked_subtract(a, b);
    if (sign == "*") return checked_multiply(a, b);
    if (sign == "**") return b.is_integer() ? checked_power(a, b.numerator()) : std::nullopt;
    const std::optional<Rational> quotient = checked_divide(a, b);
    if (!quotient || sign == "/") return quotient;
    const Rational whole(floor(*quotient));
    if (sign == "//") return whole;
    const std::optional<Rational> taken = checked_multiply(whole, b);
    return taken ? checked_subtract(a, *taken) : std::nullopt;
}

class Evaluator {
  public:
    explicit Evaluator(NameResolver& names) : names_(names) {}

    ConfigValue value(const Expression& expression) {
        switch (expression.kind) {
            case Kind::Literal:
                return expression.value;
            case Kind::Name:
                return names_.value_of(expression.name);
            case Kind::List:
                return ConfigValue::of(values(expression.operands));
            case Kind::Index:
                return item(value(expression.operands[0]), value(expression.operands[1]));
            case Kind::Call:
                return call(expression);
            default:
                return operation(expression);
        }
    }

  private:
    std::vector<ConfigValue> values(const std::vector<Expression>& expressions) {
        std::vector<ConfigValue> all;
        for (const Expression& expression : expressions) all.push_back(value(expression));
        return all;
    }

    ConfigValue item(const ConfigValue& list, const ConfigValue& index) {
        if (list.kind == ValueKind::Object) return ConfigValue::of(list.json.find(index.text));
        const bool has_items = list.kind == ValueKind::List || list.kind == ValueKind::String;
        if (!has_items || index.kind != ValueKind::Number) return {};
        const Integer length = static_cast<Integer>(list.length());
        const Integer at = index.number.numerator() + (index.number < Rational(0) ? length : 0);
        return at >= 0 && at < length ? list.at(static_cast<std::size_t>(at)) : ConfigValue();
    }

    ConfigValue call(const Expression& expression) {
        if (expression.name == "when")
            return value(expression.operands[value(expression.operands[0]).is_true() ? 1 : 2]);
        const std::vector<ConfigValue> operands = values(expression.operands);
        if (expression.name == "len")
            return ConfigValue::of(Rational(static_cast<Integer>(operands[0].length())));
        if (expression.name == "starts")
            return ConfigValue::of(operands[0].text.starts_with(operands[1].text));
        if (expression.name == "count") return count(operands[0], operands[1]);
        if (expression.name == "look_up") return names_.look_up(operands[0].text, operands[1].text);
        if (!is_number(operands[0]) || !is_number(operands.back())) return {};
        if (expression.name == "floor") return ConfigValue::of(Rational(floor(operands[0].number)));
        if (expression.name == "sqrt") return whole_root(operands[0].number);
        if (expression.name == "ceil") return ConfigValue::of(Rational(ceil(operands[0].number)));
        const bool first_is_less = operands[0].number < operands[1].number;
        return operands[first_is_less == (expression.name == "min") ? 0 : 1];
    }

    /// The square root, rounded down.
    static ConfigValue whole_root(const Rational& square) {
        Integer root = static_cast<Integer>(std::sqrt(std::max(0.0, square.to_double())));
        while (Rational(root * root) > square && root > 0) --root;
        while (Rational((root + 1) * (root + 1)) <= square) ++root;
        return ConfigValue::of(Rational(root));
    }

    static ConfigValue count(const ConfigValue& list, const ConfigValue& wanted) {
        Integer found = 0;
        for (std::size_t i = 0, length = list.length(); i < length; ++i) found += list.at(i) == wanted;
        return ConfigValue::of(Rational(found));
    }

    ConfigValue operation(const Expression& expression) {
        const std::string_view sign = expression.name;
        ConfigValue left = value(expression.operands[0]);
        if (sign == "not") return ConfigValue::of(!left.is_true());
        if (sign == "and") return left.is_true() ? value(expression.operands[1]) : left;
        if (sign == "or") return left.is_true() ? left : value(expression.operands[1]);
        if (expression.operands.size() == 1) return number("-", ConfigValue::of(Rational(0)), left);
        const ConfigValue right = value(expression.operands[1]);
        if (sign == "==") return ConfigValue::of(left == right);
        if (sign == "!=") return ConfigValue::of(!(left == right));
        if (sign == "in") return ConfigValue::of(count(right, left).is_true());
        return number(sign, left, right);
    }

    bool is_number(const ConfigValue& candidate) {
        if (candidate.kind == ValueKind::Number) return true;
        names_.report(message("config.unexpected_kind",
                              {{"expected", message("kind.number")}, {"found", kind_name(candidate.kind)}}),
                      candidate);
        return false;
    }

    ConfigValue number(std::string_view sign, const ConfigValue& left, const ConfigValue& right) {
        if (!is_number(left) || !is_number(right)) return {};
        const Rational& a = left.number;
        const Rational& b = right.number;
        if (sign == "<") return ConfigValue::of(a < b);
        if (sign == ">") return ConfigValue::of(a > b);
        if (sign == "<=") return ConfigValue::of(a <= b);
        if (sign == ">=") return ConfigValue::of(a >= b);
        if (const std::optional<Rational> result = arithmetic(sign, a, b)) return ConfigValue::of(*result);
        names_.report(message("config.no_result",
                              {{"left", to_string(left)}, {"operator", sign}, {"right", to_string(right)}}),
                      right);
        return {};
    }

    NameResolver& names_;
};

struct Function {
    std::string_view name;
    std::size_t operands;
};

constexpr Function kFunctions[] = {
    {"when", 3},  {"look_up", 2}, {"len", 1},  {"starts", 2}, {"count", 2},
    {"floor", 1}, {"ceil", 1},    {"sqrt", 1}, {"min", 2},    {"max", 2},
};

}  // namespace

Result<Expression> parse_template_expression(std::string_view text) {
    return Parser(text).whole();
}

ConfigValue evaluate(const Expression& expression, NameResolver& names) {
    return Evaluator(names).value(expression);
}

bool is_template_function(std::string_view name, std::size_t operands) {
    return any_of(kFunctions, [&](const Function& f) { return f.name == name && f.operands == operands; });
}

}  // namespace paramscope::open
