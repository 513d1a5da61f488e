// Evaluates expressions: one rule for each kind of node.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "algebra/parse.h"
#include "base/characters.h"
#include "base/concat.h"
#include "open/python/run/evaluator.h"

namespace paramscope::open::python {

using ExpressionRule = Value (Evaluator::*)(const Node&);

struct Rules {
    static ExpressionRule find_expression(Kind kind) {
        struct Row {
            Kind kind;
            ExpressionRule rule;
        };
        static constexpr Row rows[] = {
            {Kind::Identifier, &Evaluator::identifier},
            {Kind::Integer, &Evaluator::number_literal},
            {Kind::Float, &Evaluator::float_literal},
            {Kind::String, &Evaluator::string_expression},
            {Kind::ConcatenatedString, &Evaluator::string_expression},
            {Kind::True, &Evaluator::constant},
            {Kind::False, &Evaluator::constant},
            {Kind::None, &Evaluator::constant},
            {Kind::Ellipsis, &Evaluator::constant},
            {Kind::List, &Evaluator::sequence},
            {Kind::Tuple, &Evaluator::sequence},
            {Kind::ExpressionList, &Evaluator::sequence},
            {Kind::PatternList, &Evaluator::sequence},
            {Kind::TuplePattern, &Evaluator::sequence},
            {Kind::ListPattern, &Evaluator::sequence},
            {Kind::Set, &Evaluator::set_display},
            {Kind::Dictionary, &Evaluator::dictionary},
            {Kind::Attribute, &Evaluator::attribute_expression},
            {Kind::Subscript, &Evaluator::subscript},
            {Kind::Slice, &Evaluator::slice},
            {Kind::Call, &Evaluator::call_expression},
            {Kind::BinaryOperator, &Evaluator::binary_operator},
            {Kind::UnaryOperator, &Evaluator::unary_operator},
            {Kind::NotOperator, &Evaluator::not_operator},
            {Kind::BooleanOperator, &Evaluator::boolean_operator},
            {Kind::ComparisonOperator, &Evaluator::comparison},
            {Kind::ConditionalExpression, &Evaluator::conditional},
            {Kind::Lambda, &Evaluator::lambda},
            {Kind::ParenthesizedExpression, &Evaluator::inner},
            {Kind::Type, &Evaluator::inner},
            {Kind::NamedExpression, &Evaluator::named_expression},
            {Kind::ListComprehension, &Evaluator::list_comprehension},
            {Kind::SetComprehension, &Evaluator::set_comprehension},
            {Kind::DictionaryComprehension, &Evaluator::dictionary_comprehension},
            {Kind::ListSplat, &Evaluator::inner},
            {Kind::ListSplatPattern, &Evaluator::inner},
            {Kind::GeneratorExpression, &Evaluator::generator_expression},
            {Kind::Yield, &Evaluator::yield},
            {Kind::Await, &Evaluator::await},
        };
        static const auto by_kind = [] {
            std::array<ExpressionRule, static_cast<std::size_t>(Kind::Other) + 1> table{};
            for (const Row& row : rows) table[static_cast<std::size_t>(row.kind)] = row.rule;
            return table;
        }();
        return by_kind[static_cast<std::size_t>(kind)];
    }
};

Value Evaluator::evaluate(const Node& node) {
    if (is_interrupted() || !step()) return Value::none();
    if (depth_ >= kDeepestEvaluation) return stop(message("python.too_deep"));
    const Node* before = here_;
    if (is_of_source(node)) here_ = &node;
    const ExpressionRule rule = Rules::find_expression(node.kind);
    if (rule == nullptr || node.is_missing) {
        const Value value = unknown(message("python.unknown_syntax", {{"kind", node.name}}));
        here_ = before;
        return value;
    }
    ++depth_;
    const Value value = (this->*rule)(node);
    --depth_;
    here_ = before;
    return value;
}

/// What pasted lines mean by a name that they do not define: `nn` is torch.nn, `self` the module that they
/// belong to.
Value Evaluator::usual_meaning(std::string_view name) {
    struct Row {
        std::string_view name, library;
    };
    constexpr Row rows[] = {{"torch", "torch"},
                            {"nn", "torch.nn"},
                            {"F", "torch.nn.functional"},
                            {"math", "math"},
                            {"np", "numpy"},
                            {"keras", "keras"},
                            {"layers", "keras.layers"},
                            {"tf", "tensorflow"}};
    for (const Row& row : rows) {
        if (row.name == name) return import_module(row.library);
    }
    if (name != "self" || !functions_.empty() || scope_ != globals_)
        return unknown(message("python.unknown_name", {{"name", name}}));
    python::Arguments none;
    const Value self = construct(*known.module, none);
    bind("self", self);
    return self;
}

Value Evaluator::identifier(const Node& node) {
    if (const std::optional<Value> found = lookup(node.text)) return *found;
    if (is_interrupted()) return Value::none();
    if (const std::optional<Value> imported = from_wildcards(node.text)) return *imported;
    const Value usual = usual_meaning(node.text);
    const auto open_import = std::find_if(wildcards_.begin(), wildcards_.end(),
                                          [](const Value& module) { return module.is_unknown(); });
    return usual.is_unknown() && open_import != wildcards_.end() ? *open_import : usual;
}

Value Evaluator::number_literal(const Node& node) {
    std::string digits;
    for (const char c : node.text) {
        if (c != '_') digits += c;
    }
    int base = 10;
    if (digits.size() > 2 && digits[0] == '0') {
        const char letter = static_cast<char>(digits[1] | 0x20);
        base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
        if (base != 10) digits = digits.substr(2);
    }
    Integer value = 0;
    for (const char c : digits) {
        const int digit = is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
        if (digit < 0 || digit >= base)
            return unknown(message("python.unknown_syntax", {{"kind", node.text}}));
        const auto shifted = checked_multiply(value, base);
        const auto sum = shifted ? checked_add(*shifted, digit) : std::nullopt;
        if (!sum) return unknown(message("python.number_too_large"));
        value = *sum;
    }
    return Value::of(value);
}

Value Evaluator::float_literal(const Node& node) {
    std::string digits;
    for (const char c : node.text) {
        if (c != '_') digits += c;
    }
    if (digits.ends_with('j') || digits.ends_with('J'))
        return unknown(message("python.unknown_syntax", {{"kind", "complex"}}));
    return Value::of(std::strtod(digits.c_str(), nullptr));
}

Value Evaluator::constant(const Node& node) {
    switch (node.kind) {
        case Kind::True:
            return Value::of(true);
        case Kind::False:
            return Value::of(false);
        case Kind::Ellipsis:
            return Value{.type = Type::Ellipsis, .integer = 0};
        default:
            return Value::none();
    }
}

std::string Evaluator::private_name(std::string_view name, std::string_view cls) {
    const std::size_t letters = cls.find_first_not_of('_');
    if (!name.starts_with("__") || name.ends_with("__") || letters == std::string_view::npos)
        return std::string(name);
    return concat("_", cls.substr(letters), name);
}

std::string Evaluator::private_name(const Node& name) {
    if (!name.text.starts_with("__") || name.text.ends_with("__")) return std::string(name.text);
    const Node* at = &name;
    while (at != nullptr && at->kind != Kind::ClassDefinition) at = at->parent;
    const Node* cls = at != nullptr ? at->child(Field::Name) : nullptr;
    return private_name(name.text, cls != nullptr ? cls->text : "");
}

Value Evaluator::attribute_expression(const Node& node) {
    const Node* object = node.child(Field::Object);
    const Node* name = node.child(Field::Attribute);
    if (object == nullptr || name == nullptr)
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value value = evaluate(*object);
    if (is_interrupted()) return value;
    return attribute(value, private_name(*name));
}

Value Evaluator::subscript(const Node& node) {
    const Node* object = node.child(Field::Value);
    const std::vector<const Node*> subscripts = node.all(Field::Subscript);
    if (object == nullptr || subscripts.empty())
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value container = evaluate(*object);
    if (is_interrupted()) return container;
    std::vector<Value> keys;
    for (const Node* each : subscripts) {
        keys.push_back(evaluate(*each));
        if (is_interrupted()) return container;
    }
    return item(container, keys.size() == 1 ? keys[0] : tuple(keys));
}

Value Evaluator::slice(const Node& node) {
    auto* object = make<SliceObject>();
    // The parts have no fields: colons tell which is which.
    Value* parts[] = {&object->start, &object->stop, &object->step};
    std::size_t part = 0;
    std::uint32_t at = node.span.begin;
    for (const Node* child : node.children) {
        const std::string_view before = node.text.substr(at - node.span.begin, child->span.begin - at);
        for (const char c : before) part += c == ':';
        at = child->span.end;
        if (part < 3) *parts[part] = evaluate(*child);
        if (is_interrupted()) break;
    }
    return Value::of(Type::Slice, object);
}

Value Evaluator::binary_operator(const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right),
               *symbol = node.child(Field::Operator);
    if (left == nullptr || right == nullptr || symbol == nullptr)
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value a = evaluate(*left);
    if (is_interrupted()) return a;
    const Value b = evaluate(*right);
    if (is_interrupted()) return b;
    return binary(symbol->text, a, b);
}

Value Evaluator::unary_operator(const Node& node) {
    const Node *operand = node.child(Field::Argument), *symbol = node.child(Field::Operator);
    if (operand == nullptr || symbol == nullptr)
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value value = evaluate(*operand);
    return is_interrupted() ? value : unary(symbol->text, value);
}

Value Evaluator::lambda(const Node& node) {
    return make_function(node);
}

Value Evaluator::inner(const Node& node) {
    if (node.children.empty()) return Value::none();
    return evaluate(*node.children[0]);
}

Value Evaluator::named_expression(const Node& node) {
    const Node *name = node.child(Field::Name), *value_node = node.child(Field::Value);
    if (name == nullptr || value_node == nullptr)
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value value = evaluate(*value_node);
    if (!is_interrupted()) bind(name->text, value);
    return value;
}

Value Evaluator::string_expression(const Node& node) {
    if (node.kind == Kind::String) return string_literal(node);
    std::string all;
    const Polynomial* decided = nullptr;
    for (const Node* child : node.children) {
        const Value part = string_literal(*child);
        if (is_interrupted() || !part.is(Type::Str)) return part;
        all += part.str();
        decided = derived(decided, part.formula);
    }
    return text(std::move(all), decided);
}

Value Evaluator::yield(const Node& node) {
    if (yields_.empty() || yields_.back() == nullptr)
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    std::vector<Value>* into = yields_.back();
    const Value value = node.children.empty() ? Value::none() : evaluate(*node.children[0]);
    if (is_interrupted()) return value;
    if (node.text.substr(5).find_first_not_of(" \t") != std::string_view::npos &&
        node.text.substr(node.text.find_first_not_of(" \t", 5)).starts_with("from ")) {
        Value reason;
        const auto items = iterate(value, &reason);
        if (items)
            into->insert(into->end(), items->begin(), items->end());
        else if (!is_interrupted())
            into->push_back(reason);
    } else {
        into->push_back(value);
    }
    count_items(1);
    return Value::none();
}

Value Evaluator::await(const Node& node) {
    return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
}

}  // namespace paramscope::open::python
