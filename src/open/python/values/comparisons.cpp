// Compares values: ==, <, in, is. A comparison of formulas that holds for all sizes decides nothing.
#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/number_types.h"
#include "open/python/values/operations.h"
#include "open/python/values/operators.h"

namespace paramscope::open::python {

static Value tuple_of(Evaluator& e, const Value& named_tuple);
static std::optional<Truth> equal_instances(Evaluator& e, const Value& left, const Value& right);
static Value compare_order(Evaluator& e, std::string_view symbol, const Value& left, const Value& right);
static Value compare_sequences(Evaluator& e, std::string_view symbol, const Value& left, const Value& right);
static const Polynomial* formula_inside(Evaluator& e, const Value& value);

Truth equal(Evaluator& e, const Value& left, const Value& right) {
    if (left.is_unknown() || right.is_unknown() || !e.step()) return Truth::Unknown;
    if (const Value* value = value_of_member(left)) return equal(e, *value, right);
    if (const Value* value = value_of_member(right)) return equal(e, left, *value);
    if (left.is_number() && right.is_number()) {
        if (left.is_whole() && right.is_whole()) return truth_of(left.whole() == right.whole());
        return truth_of(left.number() == right.number());
    }
    if (left.is(Type::Tensor) || right.is(Type::Tensor)) return Truth::Unknown;
    if (const std::optional<Truth> same = equal_instances(e, left, right)) return *same;
    if (left.is(Type::Opaque) || right.is(Type::Opaque)) {
        if (left.is(Type::None) || right.is(Type::None)) return Truth::False;
        const bool is_same =
            left.type == right.type && left.as<OpaqueObject>().name == right.as<OpaqueObject>().name;
        // Tensors have numbers: they lie on the device "cpu".
        const auto is_named = [](const Value& value, std::string_view name) {
            return value.is(Type::Opaque) && value.as<OpaqueObject>().name == name;
        };
        if ((is_named(left, "cpu") && is_named(right, "meta")) ||
            (is_named(left, "meta") && is_named(right, "cpu")))
            return Truth::False;
        if (left.type == right.type && !is_same)
            return are_same_types(left.as<OpaqueObject>().name, right.as<OpaqueObject>().name);
        return is_same ? Truth::True : Truth::Unknown;
    }
    if (is_view(left) || is_view(right)) {
        const Value a = set_of_view(e, left), b = set_of_view(e, right);
        const bool are_sets = a.is(Type::Set) && b.is(Type::Set);
        return are_sets                           ? kSetBehaviour.equal(e, a, b)
               : a.is_unknown() || b.is_unknown() ? Truth::Unknown
                                                  : Truth::False;
    }
    if (left.type != right.type) return Truth::False;
    return behaviour_of(left).equal(e, left, right);
}

/// Compares an instance by its __eq__ or as a dataclass; nullopt where Python compares objects.
static std::optional<Truth> equal_instances(Evaluator& e, const Value& left, const Value& right) {
    for (const Value* operand : {&left, &right}) {
        if (!operand->is(Type::Instance)) continue;
        const InstanceObject& instance = operand->instance();
        const Value& other = operand == &left ? right : left;
        if (instance.cls->find("__eq__") != nullptr)
            return truth(e, call_method(e, *operand, "__eq__", {other}));
        const bool is_tuple = instance.cls->derives_from(e.known.named_tuple);
        if (is_tuple && other.is(Type::Tuple)) return equal(e, tuple_of(e, *operand), other);
        if (instance.cls->is_dataclass && other.is(Type::Instance) && other.instance().cls == instance.cls) {
            for (const std::string& field : instance.cls->fields) {
                const Value* a = instance.attributes.find(field);
                const Value* b = other.instance().attributes.find(field);
                if (a == nullptr || b == nullptr) return Truth::Unknown;
                const Truth same = equal_inside(e, *a, *b);
                if (same != Truth::True) return same;
            }
            return Truth::True;
        }
        if (instance.cls->unknown_base) return Truth::Unknown;
    }
    return std::nullopt;
}

bool is_view(const Value& value) {
    return value.is(Type::List) && value.as<Sequence>().is_view;
}

/// The keys or the items of a dict as a set; other values as they are.
Value set_of_view(Evaluator& e, const Value& value) {
    if (!is_view(value)) return value;
    Value set = e.dict();
    set.type = Type::Set;
    if (!e.count_items(value.items().size() * kItemsOfEntry)) return set;
    for (const Value& each : value.items()) {
        const std::optional<std::string> key = key_of(each);
        if (!key) return e.unknown(message("python.unknown_method", {{"name", "items"}}));
        set.as<Dict>().set(*key, each, Value::none());
    }
    return set;
}

bool is_named_tuple(Evaluator& e, const Value& value) {
    return value.is(Type::Instance) && value.instance().cls->derives_from(e.known.named_tuple);
}

/// The fields of a named tuple as a tuple.
static Value tuple_of(Evaluator& e, const Value& named_tuple) {
    Value reason;
    const auto items = iterate(e, named_tuple, &reason);
    return items ? e.tuple(*items) : reason;
}

Truth equal_inside(Evaluator& e, const Value& left, const Value& right) {
    if (e.budget.depth + 1 >= kDeepestEvaluation) {
        e.stop(message("python.too_deep"));
        return Truth::Unknown;
    }
    ++e.budget.depth;
    const Truth same = equal(e, left, right);
    --e.budget.depth;
    return same;
}

Truth contains_equal(Evaluator& e, const Value& iterable, const Value& item) {
    Value reason;
    const auto items = iterate(e, iterable, &reason);
    if (!items) return Truth::Unknown;
    Truth found = Truth::False;
    for (const Value& each : *items) {
        const bool is_same_object =
            each.type == item.type && each.type > Type::Float && each.object == item.object;
        const Truth same = is_same_object ? Truth::True : equal(e, each, item);
        if (e.is_interrupted()) return Truth::Unknown;
        if (same == Truth::True) return same;
        if (same == Truth::Unknown) found = same;
    }
    return found;
}

static Truth contains(Evaluator& e, const Value& container, const Value& item) {
    if (container.is_unknown() || item.is_unknown()) return Truth::Unknown;
    const auto contains = behaviour_of(container).contains;
    return contains != nullptr ? contains(e, container, item) : contains_equal(e, container, item);
}

namespace {

/// True when two values are one object; numbers and strings by their value, as code that compares them means.
Truth is_same(const Value& left, const Value& right) {
    if (left.is_unknown() || right.is_unknown()) return Truth::Unknown;
    if (left.type != right.type) return Truth::False;
    switch (left.type) {
        case Type::None:
        case Type::Ellipsis:
            return Truth::True;
        case Type::Bool:
            return truth_of(left.boolean == right.boolean);
        case Type::Int:
            return left.integer == right.integer ? Truth::Unknown : Truth::False;
        case Type::Float:
            return Truth::Unknown;
        case Type::Str:
            return left.str() == right.str() ? Truth::Unknown : Truth::False;
        case Type::Opaque:
            return truth_of(left.as<OpaqueObject>().name == right.as<OpaqueObject>().name);
        default:
            return truth_of(left.object == right.object);
    }
}

/// The sign of a formula for all sizes of one or more; 0 when it depends on them, or is zero.
int certain_sign(const Polynomial& formula) {
    bool is_positive = true, is_negative = true;
    Rational at_ones(Integer{0});
    for (const Term& term : formula.terms()) {
        const bool has_whole_powers = all_of(term.monomial, [](const Power& power) {
            return power.exponent > 0 && power.atom.is_symbol() &&
                   !Decisions::is_derived(power.atom.symbol());
        });
        if (!has_whole_powers) return 0;
        const bool is_constant = term.monomial.empty();
        if (!is_constant && term.coefficient.numerator() < 0) is_positive = false;
        if (!is_constant && term.coefficient.numerator() > 0) is_negative = false;
        const std::optional<Rational> sum = checked_add(at_ones, term.coefficient);
        if (!sum) return 0;
        at_ones = *sum;
    }
    if (is_positive && at_ones.numerator() > 0) return 1;
    if (is_negative && at_ones.numerator() < 0) return -1;
    return 0;
}

}  // namespace

namespace {

bool holds(std::string_view symbol, int order) {
    if (symbol == "<") return order < 0;
    if (symbol == "<=") return order <= 0;
    if (symbol == ">") return order > 0;
    return order >= 0;
}

template <class Number>
int order_of(const Number& a, const Number& b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

/// True when a comparison of the two formulas gives the same for all sizes of one or more.
bool is_certain_comparison(const Value& left, const Value& right) {
    const std::optional<Polynomial> a = exact_formula(left), b = exact_formula(right);
    if (!a || !b || !Decisions::is_plain(*a) || !Decisions::is_plain(*b)) return false;
    const Polynomial difference = *a - *b;
    return !difference.is_faulted() && (difference.is_constant() || certain_sign(difference) != 0);
}

}  // namespace

static Value unknown_operation(Evaluator& e, std::string_view symbol, const Value& left, const Value& right) {
    return e.unknown(
        message("python.unknown_operation",
                {{"operation", symbol}, {"left", type_name(left)}, {"right", type_name(right)}}));
}

Value compare(Evaluator& e, std::string_view symbol, const Value& left, const Value& right) {
    if (symbol == "is" || symbol == "is not") {
        if (e.tracer != nullptr && left.is(Type::Tensor) && right.is(Type::None))
            return e.tracer->compare(symbol, left, right);
        const Truth same = is_same(left, right);
        if (left.is_unknown()) return left;
        if (right.is_unknown()) return right;
        // CPython keeps small numbers and names once; other equal ones may be two objects.
        const bool is_one = same != Truth::False;
        return Value::of(is_one == (symbol == "is"));
    }
    if (left.is_unknown()) return left;
    if (right.is_unknown()) return right;
    if (const Value* value = value_of_member(left)) return compare(e, symbol, *value, right);
    if (const Value* value = value_of_member(right)) return compare(e, symbol, left, *value);
    if ((left.is(Type::Tensor) || right.is(Type::Tensor)) && symbol != "in" && symbol != "not in")
        return e.tracer != nullptr ? e.tracer->compare(symbol, left, right) : binary(e, "-", left, right);
    if (symbol == "in" || symbol == "not in") {
        const Truth found = contains(e, right, left);
        if (e.is_interrupted()) return Value::none();
        if (found == Truth::Unknown) return unknown_operation(e, symbol, left, right);
        Value result = Value::of((found == Truth::True) == (symbol == "in"));
        result.formula = e.decisions.derived(left.formula);
        return result;
    }
    Value result;
    if (symbol == "==" || symbol == "!=" || symbol == "<>") {
        const Truth same = equal(e, left, right);
        if (e.is_interrupted()) return Value::none();
        if (same == Truth::Unknown) return unknown_operation(e, symbol, left, right);
        result = Value::of((same == Truth::True) == (symbol == "=="));
    } else if (left.type == right.type && (left.is(Type::Tuple) || left.is(Type::List))) {
        return compare_sequences(e, symbol, left, right);
    } else if (is_named_tuple(e, left) && is_named_tuple(e, right)) {
        return compare(e, symbol, tuple_of(e, left), tuple_of(e, right));
    } else {
        result = compare_order(e, symbol, left, right);
        if (e.is_interrupted() || result.is_unknown()) return result;
    }
    const bool has_formula = left.formula != nullptr || right.formula != nullptr;
    if (left.is_number() && right.is_number() && has_formula && is_certain_comparison(left, right))
        return result;
    result.formula = e.decisions.derived(formula_inside(e, left), formula_inside(e, right));
    return result;
}

/// What a value depends on; for a tuple or a list, what its length and its items do.
static const Polynomial* formula_inside(Evaluator& e, const Value& value) {
    if (!value.is(Type::Tuple) && !value.is(Type::List)) return value.formula;
    const Polynomial* all = e.decisions.derived(value.as<Sequence>().length);
    for (const Value& each : value.items()) all = e.decisions.derived(all, each.formula);
    return all;
}

/// Whether a set is a subset of another, or the other way round.
static Value compare_sets(std::string_view symbol, const Dict& left, const Dict& right) {
    const bool is_less = symbol.starts_with('<');
    const Dict &small = is_less ? left : right, &big = is_less ? right : left;
    const bool is_subset =
        all_of(small.index, [&](const auto& each) { return big.index.contains(each.first); });
    return Value::of(is_subset && (symbol.ends_with('=') || small.size < big.size));
}

/// Compares an instance by its __lt__() and the like, a named tuple by its items; nullopt for others.
static std::optional<Value> compare_instances(Evaluator& e, std::string_view symbol, const Value& left,
                                              const Value& right) {
    if (!left.is(Type::Instance)) return std::nullopt;
    const ClassObject& cls = *left.instance().cls;
    if (cls.derives_from(e.known.named_tuple) && right.is(Type::Tuple))
        return compare_sequences(e, symbol, tuple_of(e, left), right);
    const std::string_view method = symbol == "<"    ? "__lt__"
                                    : symbol == "<=" ? "__le__"
                                    : symbol == ">"  ? "__gt__"
                                                     : "__ge__";
    const Value* own = cls.find(method);
    // Objects with a hash of their own are told apart by it in sets and dicts, which is not followed: nothing
    // that orders them is.
    const bool has_hash = cls.find("__hash__") != nullptr;
    if (own == nullptr || !own->is(Type::Function) || has_hash) return std::nullopt;
    return call_method(e, left, method, {right});
}

/// `<`, `<=`, `>` or `>=` of two values that are no sequences.
static Value compare_order(Evaluator& e, std::string_view symbol, const Value& left, const Value& right) {
    if (left.is_whole() && right.is_whole())
        return Value::of(holds(symbol, order_of(left.whole(), right.whole())));
    if (left.is_number() && right.is_number()) {
        const double a = left.number(), b = right.number();
        return Value::of(!std::isnan(a) && !std::isnan(b) && holds(symbol, order_of(a, b)));
    }
    if (left.is(Type::Str) && right.is(Type::Str))
        return Value::of(holds(symbol, left.str().compare(right.str())));
    if (const auto result = compare_instances(e, symbol, left, right)) return *result;
    if (is_view(left) || is_view(right)) return unknown_operation(e, symbol, left, right);
    const bool are_sets = left.is(Type::Set) && right.is(Type::Set);
    if (are_sets) return compare_sets(symbol, left.as<Dict>(), right.as<Dict>());
    const auto is_foreign = [](const Value& value) {
        return value.is(Type::Tensor) || value.is(Type::Instance) || value.is(Type::Opaque);
    };
    if (is_foreign(left) || is_foreign(right)) return unknown_operation(e, symbol, left, right);
    return e.raise("TypeError", concat("'", symbol, "' not supported between instances of '", type_name(left),
                                       "' and '", type_name(right), "'"));
}

/// `<`, `<=`, `>` or `>=` of two tuples or two lists: by their first items that differ.
static Value compare_sequences(Evaluator& e, std::string_view symbol, const Value& left, const Value& right) {
    const std::vector<Value>&a = left.items(), &b = right.items();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const Truth same = equal(e, a[i], b[i]);
        if (e.is_interrupted()) return Value::none();
        if (same == Truth::Unknown) return unknown_operation(e, symbol, left, right);
        if (same == Truth::True) continue;
        if (e.budget.depth + 1 >= kDeepestEvaluation) return e.stop(message("python.too_deep"));
        ++e.budget.depth;
        const Value inner = compare(e, symbol, a[i], b[i]);
        --e.budget.depth;
        return inner;
    }
    Value result = Value::of(holds(symbol, order_of(a.size(), b.size())));
    result.formula = e.decisions.derived(formula_inside(e, left), formula_inside(e, right));
    return result;
}

}  // namespace paramscope::open::python
