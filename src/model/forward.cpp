#include "model/forward.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "algebra/parse.h"
#include "base/ranges.h"
#include "model/messages.h"
#include "model/read_value.h"
#include "model/scanner.h"

namespace paramscope {
namespace {

/// An expression and how deep it nests.
struct Node {
    ForwardExpression expression;
    int depth = 1;
};

/// Recursive descent over one forward line. A function that returns nullopt or false has set `error_`.
class ForwardParser {
  public:
    ForwardParser(std::string_view text, std::uint32_t offset) : scanner_(text, offset) {}

    Result<Forward> parse(std::uint32_t* offset) {
        const std::uint32_t begin = *offset;
        Forward forward;
        if (!parse_head(forward) || !parse_result(forward) || !parse_bindings(forward)) return *error_;
        forward.span = {begin, end_};
        forward.text = std::string(scanner_.text().substr(begin, end_ - begin));
        *offset = end_;
        return forward;
    }

  private:
    bool parse_head(Forward& forward) {
        if (!scanner_.accept_word("forward")) return expected("forward_token.line");
        skip_blanks();
        if (!accept('(')) return expected("forward_token.opening");
        ++open_;
        skip();
        while (!accept(')')) {
            const std::string_view name = scanner_.take_name();
            if (name.empty()) return expected("forward_token.input");
            forward.inputs.emplace_back(name);
            skip();
            if (!accept(',') && scanner_.peek() != ')') return expected("forward_token.input_separator");
            skip();
        }
        --open_;
        skip_blanks();
        if (!accept('=')) return expected("forward_token.equals_after_inputs");
        skip_lines();
        return true;
    }

    bool parse_result(Forward& forward) {
        auto result = parse_sum(0);
        if (!result) return false;
        forward.result = std::move(result->expression);
        return true;
    }

    bool parse_bindings(Forward& forward) {
        if (!accept_where()) return true;
        do {
            skip_lines();
            const std::uint32_t begin = scanner_.offset();
            Forward::Binding binding;
            binding.name = std::string(scanner_.take_name());
            if (binding.name.empty()) return expected("forward_token.binding");
            if (!bound_.insert(scanner_.since(begin)).second) {
                return fail(scanner_.span_since(begin),
                            message("forward_line.bound_twice", {{"name", binding.name}}));
            }
            skip_blanks();
            if (!accept('=')) return expected("forward_token.equals_after_name");
            skip_lines();
            auto value = parse_sum(0);
            if (!value) return false;
            binding.value = std::move(value->expression);
            forward.bindings.push_back(std::move(binding));
            skip_blanks();
        } while (accept_binding_comma());
        return true;
    }

    /// Takes `where`, on the line of the expression or at the start of the next one.
    bool accept_where() {
        skip_lines();
        if (scanner_.accept_word("where") && is_space(scanner_.peek())) return true;
        scanner_.seek(end_);
        return false;
    }

    /// Takes the comma between two bindings.
    bool accept_binding_comma() {
        Scanner ahead = scanner_;
        if (!ahead.accept(',')) return false;
        scanner_ = ahead;
        return true;
    }

    std::optional<Node> parse_sum(int depth) {
        return parse_chain(depth, "+-", [this](int inner) { return parse_product(inner); });
    }

    std::optional<Node> parse_product(int depth) {
        return parse_chain(depth, "*/@", [this](int inner) { return parse_unary(inner); });
    }

    /// operand (sign operand)*, left-associative.
    template <typename ParseOperand>
    std::optional<Node> parse_chain(int depth, std::string_view signs, ParseOperand parse_operand) {
        auto left = parse_operand(depth);
        while (left) {
            skip();
            const char sign = scanner_.peek();
            if (scanner_.at_end() || signs.find(sign) == std::string_view::npos) break;
            scanner_.advance();
            skip_lines();
            auto right = parse_operand(depth);
            if (!right) {
                left.reset();
                break;
            }
            left = combine(std::move(*left), sign, std::move(*right));
        }
        return left;  // the only result: it is built where the caller has it
    }

    std::optional<Node> combine(Node left, char sign, Node right) {
        Node node;
        node.expression.kind = ForwardExpression::Kind::Operator;
        node.expression.name = std::string(1, sign);
        node.expression.span = {left.expression.span.begin, right.expression.span.end};
        node.depth = 1 + std::max(left.depth, right.depth);
        node.expression.operands.push_back(std::move(left.expression));
        node.expression.operands.push_back(std::move(right.expression));
        return checked_depth(std::move(node));
    }

    std::optional<Node> checked_depth(Node node) {
        if (node.depth <= kDeepestForward) return node;
        return too_deep(node.expression.span);
    }

    std::nullopt_t too_deep(Span span) {
        fail(span, message("forward_line.too_deep", {{"limit", kDeepestForward}}), ErrorCode::TooComplex);
        return std::nullopt;
    }

    std::optional<Node> parse_unary(int depth) {
        const std::uint32_t begin = scanner_.offset();
        if (depth > kDeepestForward) return too_deep({begin, begin});
        if (!accept('-')) return parse_postfix(depth);
        auto operand = parse_unary(depth + 1);
        if (!operand) return std::nullopt;
        if (operand->expression.kind == ForwardExpression::Kind::Literal &&
            operand->expression.literal.kind == Value::Kind::Number) {
            return literal_node(negated(operand->expression.literal, begin), begin);
        }
        // -x is 0 - x: every operator has two operands.
        Node zero = literal_node(Value::of_number(0), begin);
        zero.expression.span.end = begin;
        return combine(std::move(zero), '-', std::move(*operand));
    }

    Value negated(const Value& literal, std::uint32_t begin) const {
        Value value = literal;
        value.number = -value.number;
        value.text = std::string(scanner_.text().substr(begin, end_ - begin));
        return value;
    }

    std::optional<Node> parse_postfix(int depth) {
        const std::uint32_t begin = scanner_.offset();
        auto operand = parse_primary(depth);
        while (operand && accept('[')) {
            ++open_;
            skip();
            auto index = read_value(scanner_);
            if (!index) return expected_node("forward_token.index");
            skip();
            if (!accept(']')) return expected_node("forward_token.index_end");
            --open_;
            Node node;
            node.expression.kind = ForwardExpression::Kind::Index;
            node.expression.literal = std::move(*index);
            node.expression.span = {begin, end_};
            node.depth = operand->depth + 1;
            node.expression.operands.push_back(std::move(operand->expression));
            operand = checked_depth(std::move(node));
        }
        return operand;
    }

    std::optional<Node> parse_primary(int depth) {
        const char c = scanner_.peek();
        if (c == '(') return parse_parenthesis(depth);
        if (is_digit(c) || c == '.') return parse_number(depth);
        if (c == '\'' || c == '"' || c == '[') return parse_literal();
        if (is_name_start(c) && !scanner_.at_end()) return parse_name(depth);
        return expected_node("forward_token.operand");
    }

    std::optional<Node> parse_literal() {
        const std::uint32_t begin = scanner_.offset();
        auto value = read_value(scanner_);
        if (!value) return expected_node("forward_token.value");
        end_ = scanner_.offset();
        return literal_node(std::move(*value), begin);
    }

    Node literal_node(Value value, std::uint32_t begin) const {
        Node node;
        node.expression.kind = ForwardExpression::Kind::Literal;
        node.expression.literal = std::move(value);
        node.expression.span = {begin, end_};
        node.expression.literal.span = node.expression.span;
        return node;
    }

    /// A number, or a call of a child with a number for a name: `0(x)`.
    std::optional<Node> parse_number(int depth) {
        const std::uint32_t begin = scanner_.offset();
        while (is_name_part(scanner_.peek()) || scanner_.peek() == '.') {
            const bool exponent = scanner_.peek() == 'e' || scanner_.peek() == 'E';
            scanner_.advance();
            if (exponent && (scanner_.peek() == '-' || scanner_.peek() == '+')) scanner_.advance();
        }
        end_ = scanner_.offset();
        const std::string_view text = scanner_.since(begin);
        if (scanner_.peek() == '(' || scanner_.peek() == '?')
            return parse_call(std::string(text), begin, depth);
        Result<Polynomial> number = parse_expression(text);
        if (!number) {
            fail({begin, end_}, message("forward_line.not_a_number", {{"text", text}}));
            return std::nullopt;
        }
        Value value = Value::of_number(std::move(*number));
        value.text = std::string(text);
        return literal_node(std::move(value), begin);
    }

    std::optional<Node> parse_name(int depth) {
        const std::uint32_t begin = scanner_.offset();
        scanner_.take_name();
        while (scanner_.peek() == '.' && is_name_part(scanner_.peek(1))) {
            scanner_.advance();
            while (is_name_part(scanner_.peek())) scanner_.advance();
        }
        end_ = scanner_.offset();
        const std::string name(scanner_.since(begin));
        if (scanner_.peek() == '(' || scanner_.peek() == '?') return parse_call(name, begin, depth);
        if (name == "True" || name == "False") return literal_node(Value::of_boolean(name == "True"), begin);
        if (name == "None") return literal_node(Value{}, begin);
        Node node;
        node.expression.name = name;
        node.expression.span = {begin, end_};
        return node;
    }

    std::optional<Node> parse_call(std::string name, std::uint32_t begin, int depth) {
        Node node;
        node.expression.kind = ForwardExpression::Kind::Call;
        node.expression.name = std::move(name);
        node.expression.optional = accept('?');
        const std::uint32_t opening = scanner_.offset();
        if (!accept('(')) return expected_node("forward_token.call_of_optional");
        ++open_;
        skip();
        while (!accept(')')) {
            if (scanner_.at_end()) return unclosed(opening);
            if (!parse_call_argument(node, depth)) return std::nullopt;
            skip();
            if (!accept(',') && scanner_.peek() != ')') {
                if (scanner_.at_end()) return unclosed(opening);
                return expected_node("forward_token.separator");
            }
            skip();
        }
        --open_;
        node.expression.span = {begin, end_};
        return checked_depth(std::move(node));
    }

    bool parse_call_argument(Node& call, int depth) {
        if (const auto keyword = scanner_.take_assigned_name()) return parse_keyword(call, *keyword);
        auto argument = parse_sum(depth + 1);
        if (!argument) return false;
        call.depth = std::max(call.depth, argument->depth + 1);
        call.expression.operands.push_back(std::move(argument->expression));
        return true;
    }

    bool parse_keyword(Node& call, Span name) {
        auto value = read_value(scanner_);
        if (!value) return expected("forward_token.keyword_value");
        end_ = scanner_.offset();
        call.expression.keywords.push_back(
            {std::string(scanner_.text().substr(name.begin, name.end - name.begin)),
             std::move(*value),
             {name.begin, end_}});
        return true;
    }

    /// `(x)` is x; `(x, y)` a tuple; a tuple of literals is a literal.
    std::optional<Node> parse_parenthesis(int depth) {
        const std::uint32_t begin = scanner_.offset();
        accept('(');
        ++open_;
        Node tuple;
        tuple.expression.kind = ForwardExpression::Kind::Tuple;
        bool comma = false;
        skip();
        while (!accept(')')) {
            if (scanner_.at_end()) return unclosed(begin);
            auto item = parse_sum(depth + 1);
            if (!item) return std::nullopt;
            tuple.depth = std::max(tuple.depth, item->depth + 1);
            tuple.expression.operands.push_back(std::move(item->expression));
            skip();
            if (accept(',')) {
                comma = true;
            } else if (scanner_.at_end()) {
                return unclosed(begin);
            } else if (scanner_.peek() != ')') {
                return expected_node("forward_token.separator");
            }
            skip();
        }
        --open_;
        return tuple_node(std::move(tuple), comma, begin);
    }

    std::optional<Node> tuple_node(Node tuple, bool comma, std::uint32_t begin) {
        std::vector<ForwardExpression>& items = tuple.expression.operands;
        if (items.size() == 1 && !comma) {
            ForwardExpression only = std::move(items.front());
            only.span = {begin, end_};
            return Node{std::move(only), tuple.depth - 1};
        }
        const auto is_literal = [](const ForwardExpression& item) {
            return item.kind == ForwardExpression::Kind::Literal;
        };
        if (all_of(items, is_literal)) {
            std::vector<Value> values;
            for (ForwardExpression& item : items) values.push_back(std::move(item.literal));
            return literal_node(Value::of_tuple(std::move(values)), begin);
        }
        tuple.expression.span = {begin, end_};
        return checked_depth(std::move(tuple));
    }

    std::nullopt_t unclosed(std::uint32_t opening) {
        fail({opening, opening + 1}, message("parenthesis.unclosed"));
        return std::nullopt;
    }

    bool accept(char c) {
        if (!scanner_.accept(c)) return false;
        end_ = scanner_.offset();
        return true;
    }

    void skip_blanks() { scanner_.skip_blanks(); }

    /// Skips blanks; inside parentheses line breaks and comments too.
    void skip() {
        if (open_ > 0) {
            skip_lines();
        } else {
            skip_blanks();
        }
    }

    void skip_lines() {
        scanner_.skip_space();
        while (scanner_.at_comment()) {
            scanner_.skip_line();
            scanner_.skip_space();
        }
    }

    bool fail(Span span, Message message, ErrorCode code = ErrorCode::Syntax) {
        if (!error_) error_ = Error{code, std::move(message), span};
        return false;
    }

    bool expected(ModelMessageId token) {
        const std::uint32_t at = scanner_.offset();
        return fail({at, at + (scanner_.at_end() ? 0u : 1u)},
                    message("forward_line.expected", {{"expected", message(token)}}));
    }

    std::nullopt_t expected_node(ModelMessageId token) {
        expected(token);
        return std::nullopt;
    }

    Scanner scanner_;
    std::uint32_t end_ = 0;  ///< end of the last token
    int open_ = 0;           ///< parentheses and brackets that are open
    std::set<std::string_view> bound_;
    std::optional<Error> error_;
};

}  // namespace

Result<Forward> parse_forward(std::string_view text, std::uint32_t* offset) {
    return ForwardParser(text, *offset).parse(offset);
}

}  // namespace paramscope
