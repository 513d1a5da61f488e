// Evaluates expressions: one rule for each kind of node.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "algebra/parse.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/similar.h"
#include "open/python/imports/imports.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

using ExpressionRule = Value (*)(Evaluator&, const Node&);

static Value identifier(Evaluator& e, const Node& node) {
    if (const std::optional<Value> found = lookup(e, node.text)) return *found;
    if (e.is_interrupted()) return Value::none();
    if (const std::optional<Value> late = from_late_stars(e, *e.frames.scope->globals, node.text))
        return *late;
    if (e.is_interrupted()) return Value::none();
    if (const std::optional<Value> imported = from_wildcards(e, node.text)) return *imported;
    const Value usual = usual_meaning(e, node.text);
    const auto open_import = std::find_if(e.imports.wildcards.begin(), e.imports.wildcards.end(),
                                          [](const Value& module) { return module.is_unknown(); });
    return usual.is_unknown() && open_import != e.imports.wildcards.end() ? *open_import : usual;
}

static Value number_literal(Evaluator& e, const Node& node) {
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
            return e.unknown(message("python.unknown_syntax", {{"kind", node.text}}));
        const auto shifted = checked_multiply(value, base);
        const auto sum = shifted ? checked_add(*shifted, digit) : std::nullopt;
        if (!sum) return e.unknown(message("python.number_too_large"));
        value = *sum;
    }
    return Value::of(value);
}

static Value float_literal(Evaluator& e, const Node& node) {
    std::string digits;
    for (const char c : node.text) {
        if (c != '_') digits += c;
    }
    if (digits.ends_with('j') || digits.ends_with('J'))
        return e.unknown(message("python.unknown_syntax", {{"kind", "complex"}}));
    return Value::of(std::strtod(digits.c_str(), nullptr));
}

static Value attribute_expression(Evaluator& e, const Node& node) {
    const Node* object = node.child(Field::Object);
    const Node* name = node.child(Field::Attribute);
    if (object == nullptr || name == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value value = evaluate(e, *object);
    if (e.is_interrupted()) return value;
    return attribute(e, value, private_name(*name));
}

/// The key of `x[1]`, and the tuple of keys of `x[1, 2]`.
static Value subscript_key(Evaluator& e, const Node& node, const Node& first) {
    const Value key = evaluate(e, first);
    std::vector<Value> more;
    for (const Node* each : node.children) {
        if (e.is_interrupted()) return key;
        if (each->field == Field::Subscript && each != &first) more.push_back(evaluate(e, *each));
    }
    if (more.empty()) return key;
    more.insert(more.begin(), key);
    return e.tuple(std::move(more));
}

static Value subscript(Evaluator& e, const Node& node) {
    const Node* object = node.child(Field::Value);
    const Node* first = node.child(Field::Subscript);
    if (object == nullptr || first == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value container = evaluate(e, *object);
    if (e.is_interrupted()) return container;
    const Value key = subscript_key(e, node, *first);
    return e.is_interrupted() ? container : item(e, container, key);
}

static Value binary_operator(Evaluator& e, const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right),
               *symbol = node.child(Field::Operator);
    if (left == nullptr || right == nullptr || symbol == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value a = evaluate(e, *left);
    if (e.is_interrupted()) return a;
    const Value b = evaluate(e, *right);
    if (e.is_interrupted()) return b;
    return binary(e, symbol->text, a, b);
}

static Value unary_operator(Evaluator& e, const Node& node) {
    const Node *operand = node.child(Field::Argument), *symbol = node.child(Field::Operator);
    if (operand == nullptr || symbol == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value value = evaluate(e, *operand);
    return e.is_interrupted() ? value : unary(e, symbol->text, value);
}

static Value lambda(Evaluator& e, const Node& node) {
    return make_function(e, node);
}

static Value named_expression(Evaluator& e, const Node& node) {
    const Node *name = node.child(Field::Name), *value_node = node.child(Field::Value);
    if (name == nullptr || value_node == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value value = evaluate(e, *value_node);
    if (!e.is_interrupted()) bind_name(e, name->text, value);
    return value;
}

static Value string_expression(Evaluator& e, const Node& node) {
    if (node.kind == Kind::String) return string_literal(e, node);
    std::string all;
    const Polynomial* decided = nullptr;
    for (const Node* child : node.children) {
        const Value part = string_literal(e, *child);
        if (e.is_interrupted() || !part.is(Type::Str)) return part;
        all += part.str();
        decided = e.decisions.derived(decided, part.formula);
    }
    return e.text(std::move(all), decided);
}

static Value yield(Evaluator& e, const Node& node) {
    if (e.frames.yields.empty() || e.frames.yields.back() == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    std::vector<Value>* into = e.frames.yields.back();
    const Value value = node.children.empty() ? Value::none() : evaluate(e, *node.children[0]);
    if (e.is_interrupted()) return value;
    if (node.text.substr(5).find_first_not_of(" \t") != std::string_view::npos &&
        node.text.substr(node.text.find_first_not_of(" \t", 5)).starts_with("from ")) {
        Value reason;
        const auto items = iterate(e, value, &reason);
        if (items)
            into->insert(into->end(), items->begin(), items->end());
        else if (!e.is_interrupted())
            into->push_back(reason);
    } else {
        into->push_back(value);
    }
    e.count_items(1);
    return Value::none();
}

static Value await(Evaluator& e, const Node& node) {
    return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
}

/// The rule of a kind of expression; nullptr for none.
static ExpressionRule find_expression(Kind kind) {
    struct Row {
        Kind kind;
        ExpressionRule rule;
    };
    static constexpr Row rows[] = {
        {Kind::Identifier, identifier},
        {Kind::Integer, number_literal},
        {Kind::Float, float_literal},
        {Kind::String, string_expression},
        {Kind::ConcatenatedString, string_expression},
        {Kind::True, constant},
        {Kind::False, constant},
        {Kind::None, constant},
        {Kind::Ellipsis, constant},
        {Kind::List, sequence},
        {Kind::Tuple, sequence},
        {Kind::ExpressionList, sequence},
        {Kind::PatternList, sequence},
        {Kind::TuplePattern, sequence},
        {Kind::ListPattern, sequence},
        {Kind::Set, set_display},
        {Kind::Dictionary, dictionary},
        {Kind::Attribute, attribute_expression},
        {Kind::Subscript, subscript},
        {Kind::Slice, slice},
        {Kind::Call, call_expression},
        {Kind::BinaryOperator, binary_operator},
        {Kind::UnaryOperator, unary_operator},
        {Kind::NotOperator, not_operator},
        {Kind::BooleanOperator, boolean_operator},
        {Kind::ComparisonOperator, comparison},
        {Kind::ConditionalExpression, conditional},
        {Kind::Lambda, lambda},
        {Kind::ParenthesizedExpression, inner},
        {Kind::Type, inner},
        {Kind::NamedExpression, named_expression},
        {Kind::ListComprehension, list_comprehension},
        {Kind::SetComprehension, set_comprehension},
        {Kind::DictionaryComprehension, dictionary_comprehension},
        {Kind::ListSplat, inner},
        {Kind::ListSplatPattern, inner},
        {Kind::GeneratorExpression, generator_expression},
        {Kind::Yield, yield},
        {Kind::Await, await},
    };
    static const auto by_kind = [] {
        std::array<ExpressionRule, static_cast<std::size_t>(Kind::Other) + 1> table{};
        for (const Row& row : rows) table[static_cast<std::size_t>(row.kind)] = row.rule;
        return table;
    }();
    return by_kind[static_cast<std::size_t>(kind)];
}

Value evaluate(Evaluator& e, const Node& node) {
    if (e.is_interrupted() || !e.step()) return Value::none();
    if (e.budget.depth >= kDeepestEvaluation) return e.stop(message("python.too_deep"));
    const Node* before = e.frames.here;
    if (is_of_source(e, node)) e.frames.here = &node;
    const ExpressionRule rule = find_expression(node.kind);
    if (rule == nullptr || node.is_missing) {
        const Value value = e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
        e.frames.here = before;
        return value;
    }
    ++e.budget.depth;
    const Value value = rule(e, node);
    --e.budget.depth;
    e.frames.here = before;
    return value;
}

/// A name of the functions around, of the file or of Python that is written nearly as this one; "" for none.
static std::string_view similar_name(Evaluator& e, std::string_view name) {
    std::string_view best;
    std::size_t fewest = SIZE_MAX;
    for (const Scope* scope = e.frames.scope; scope != nullptr; scope = scope->parent) {
        if (!e.step(scope->names.size())) return {};
        for (const auto& [known, value] : scope->names) {
            const std::optional<std::size_t> mistakes = mistakes_between(known, name);
            if (!mistakes || *mistakes > fewest || (*mistakes == fewest && known > best)) continue;
            best = known;
            fewest = *mistakes;
        }
        if (!best.empty()) return best;
    }
    return {};
}

static Value unknown_name(Evaluator& e, std::string_view name) {
    const std::string_view similar = similar_name(e, name);
    if (similar.empty()) return e.unknown(message("python.unknown_name", {{"name", name}}));
    return e.unknown(message("python.unknown_name_similar", {{"name", name}, {"similar", similar}}));
}

static Value member_of(Evaluator& e, std::string_view library, std::string_view name) {
    return namespace_member(e, import_module(e, library).as<NamespaceObject>(), name);
}

Value usual_meaning(Evaluator& e, std::string_view name) {
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
                            {"tf", "tensorflow"},
                            {"timm", "timm"},
                            {"torchvision", "torchvision"},
                            {"models", "torchvision.models"},
                            {"transformers", "transformers"}};
    for (const Row& row : rows) {
        if (row.name == name) return import_module(e, row.library);
    }
    if (name == "SimpleNamespace") return member_of(e, "types", name);
    if (name.starts_with("AutoModel") || name == "AutoConfig") return member_of(e, "transformers", name);
    if (name == "guessed_config") return member_of(e, "_guessed_config", "GuessedConfig");
    if (name != "self" || !e.frames.functions.empty() || e.frames.scope != e.globals)
        return unknown_name(e, name);
    python::Arguments none;
    const Value self = construct(e, *e.known.module, none);
    bind_name(e, "self", self);
    return self;
}

Value constant(Evaluator&, const Node& node) {
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

std::string private_name(std::string_view name, std::string_view cls) {
    const std::size_t letters = cls.find_first_not_of('_');
    if (!name.starts_with("__") || name.ends_with("__") || letters == std::string_view::npos)
        return std::string(name);
    return concat("_", cls.substr(letters), name);
}

std::string private_name(const Node& name) {
    if (!name.text.starts_with("__") || name.text.ends_with("__")) return std::string(name.text);
    const Node* at = &name;
    while (at != nullptr && at->kind != Kind::ClassDefinition) at = at->parent;
    const Node* cls = at != nullptr ? at->child(Field::Name) : nullptr;
    return private_name(name.text, cls != nullptr ? cls->text : "");
}

Value slice(Evaluator& e, const Node& node) {
    auto* object = e.make<SliceObject>();
    // The parts have no fields: colons tell which is which.
    Value* parts[] = {&object->start, &object->stop, &object->step};
    std::size_t part = 0;
    std::uint32_t at = node.span.begin;
    for (const Node* child : node.children) {
        const std::string_view before = node.text.substr(at - node.span.begin, child->span.begin - at);
        for (const char c : before) part += c == ':';
        at = child->span.end;
        if (part < 3) *parts[part] = evaluate(e, *child);
        if (e.is_interrupted()) break;
    }
    return Value::of(Type::Slice, object);
}

Value inner(Evaluator& e, const Node& node) {
    if (node.children.empty()) return Value::none();
    return evaluate(e, *node.children[0]);
}

}  // namespace paramscope::open::python
