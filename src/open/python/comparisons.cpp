// Compares values: ==, <, in, is. A comparison of formulas that holds for all sizes decides nothing.
#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "open/python/evaluator.h"
#include "open/python/operators.h"

namespace paramscope::open::python {

Truth Evaluator::equal(const Value& left, const Value& right) {
    const auto of = [](bool boolean) { return boolean ? Truth::True : Truth::False; };
    if (left.is_unknown() || right.is_unknown() || !step()) return Truth::Unknown;
    if (left.is_number() && right.is_number()) {
        if (left.is_whole() && right.is_whole()) return of(left.whole() == right.whole());
        return of(left.number() == right.number());
    }
    if (left.is(Type::Tensor) || right.is(Type::Tensor)) return Truth::Unknown;
    for (const Value* operand : {&left, &right}) {
        if (!operand->is(Type::Instance)) continue;
        InstanceObject& instance = operand->instance();
        const Value& other = operand == &left ? right : left;
        if (instance.cls->find("__eq__") != nullptr) return truth(call_method(*operand, "__eq__", {other}));
        if (instance.cls->is_dataclass && other.is(Type::Instance) && other.instance().cls == instance.cls) {
            for (const std::string& field : instance.cls->fields) {
                const Value* a = instance.attributes.find(field);
                const Value* b = other.instance().attributes.find(field);
                if (a == nullptr || b == nullptr) return Truth::Unknown;
                const Truth same = equal(*a, *b);
                if (same != Truth::True) return same;
            }
            return Truth::True;
        }
        if (instance.cls->unknown_base) return Truth::Unknown;
    }
    if (left.is(Type::Opaque) || right.is(Type::Opaque)) {
        if (left.is(Type::None) || right.is(Type::None)) return Truth::False;
        const bool is_same =
            left.type == right.type && left.as<OpaqueObject>().name == right.as<OpaqueObject>().name;
        return is_same ? Truth::True : Truth::Unknown;
    }
    if (left.type != right.type) return Truth::False;
    switch (left.type) {
        case Type::None:
        case Type::Ellipsis:
            return Truth::True;
        case Type::Str:
            return of(left.str() == right.str());
        case Type::Tuple:
        case Type::List: {
            if (left.object == right.object) return Truth::True;
            if (left.items().size() != right.items().size()) return Truth::False;
            if (++depth_ >= kDeepestEvaluation) {
                --depth_;
                stop(message("python.too_deep"));
                return Truth::Unknown;
            }
            Truth all = Truth::True;
            for (std::size_t i = 0; i < left.items().size() && all == Truth::True; ++i)
                all = equal(left.items()[i], right.items()[i]);
            --depth_;
            return all;
        }
        case Type::Dict:
        case Type::Set: {
            const Dict &a = left.as<Dict>(), &b = right.as<Dict>();
            if (a.size != b.size) return Truth::False;
            for (const Dict::Entry& entry : a.entries) {
                if (entry.is_removed) continue;
                const auto found = b.index.find(*key_of(entry.key));
                if (found == b.index.end()) return Truth::False;
                if (left.is(Type::Set)) continue;
                if (++depth_ >= kDeepestEvaluation) {
                    --depth_;
                    stop(message("python.too_deep"));
                    return Truth::Unknown;
                }
                const Truth same = equal(entry.value, b.entries[found->second].value);
                --depth_;
                if (same != Truth::True) return same;
            }
            return Truth::True;
        }
        case Type::Range: {
            const RangeObject &a = left.as<RangeObject>(), &b = right.as<RangeObject>();
            if (a.count != b.count) return Truth::False;
            return of(a.count == 0 || (a.start.integer == b.start.integer &&
                                       (a.count == 1 || a.step.integer == b.step.integer)));
        }
        case Type::Method:
            return of(left.as<MethodObject>().function == right.as<MethodObject>().function &&
                      left.as<MethodObject>().self.object == right.as<MethodObject>().self.object);
        default:
            return of(left.object == right.object);
    }
}

Truth Evaluator::contains(const Value& container, const Value& item) {
    const auto of = [](bool boolean) { return boolean ? Truth::True : Truth::False; };
    if (container.is_unknown() || item.is_unknown()) return Truth::Unknown;
    switch (container.type) {
        case Type::Str:
            if (!item.is(Type::Str)) {
                raise("TypeError",
                      concat("'in <string>' requires string as left operand, not ", type_name(item)));
                return Truth::Unknown;
            }
            return of(container.str().find(item.str()) != std::string::npos);
        case Type::Dict:
        case Type::Set: {
            const std::optional<std::string> key = key_of(item);
            if (!key) {
                raise("TypeError", concat("unhashable type: '", type_name(item), "'"));
                return Truth::Unknown;
            }
            return of(container.as<Dict>().index.contains(*key));
        }
        case Type::Instance: {
            InstanceObject& instance = container.instance();
            if (instance.cls->find("__contains__") != nullptr)
                return truth(call_method(container, "__contains__", {item}));
            if (instance.module != nullptr && item.is(Type::Str) &&
                instance.cls->derives_from(known.module_dict))
                return of(instance.module->children.find(item.str()) != nullptr);
            break;
        }
        default:
            break;
    }
    Value reason;
    const auto items = iterate(container, &reason);
    if (!items) return Truth::Unknown;
    Truth found = Truth::False;
    for (const Value& each : *items) {
        const bool is_same_object =
            each.type == item.type && each.type > Type::Float && each.object == item.object;
        const Truth same = is_same_object ? Truth::True : equal(each, item);
        if (is_interrupted()) return Truth::Unknown;
        if (same == Truth::True) return same;
        if (same == Truth::Unknown) found = same;
    }
    return found;
}

namespace {

/// True when two values are one object; numbers and strings by their value, as code that compares them means.
Truth is_same(const Value& left, const Value& right) {
    const auto of = [](bool boolean) { return boolean ? Truth::True : Truth::False; };
    if (left.is_unknown() || right.is_unknown()) return Truth::Unknown;
    if (left.type != right.type) return Truth::False;
    switch (left.type) {
        case Type::None:
        case Type::Ellipsis:
            return Truth::True;
        case Type::Bool:
            return of(left.boolean == right.boolean);
        case Type::Int:
            return left.integer == right.integer ? Truth::Unknown : Truth::False;
        case Type::Float:
            return Truth::Unknown;
        case Type::Str:
            return left.str() == right.str() ? Truth::Unknown : Truth::False;
        case Type::Opaque:
            return of(left.as<OpaqueObject>().name == right.as<OpaqueObject>().name);
        default:
            return of(left.object == right.object);
    }
}

/// The sign of a formula for all sizes of one or more; 0 when it depends on them, or is zero.
int certain_sign(const Polynomial& formula) {
    bool is_positive = true, is_negative = true;
    Rational at_ones(Integer{0});
    for (const Term& term : formula.terms()) {
        const bool has_whole_powers =
            std::all_of(term.monomial.begin(), term.monomial.end(), [](const Power& power) {
                return power.exponent > 0 && power.atom.is_symbol() &&
                       !Evaluator::is_derived(power.atom.symbol());
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

Value Evaluator::compare(std::string_view symbol, const Value& left, const Value& right) {
    if (symbol == "is" || symbol == "is not") {
        const Truth same = is_same(left, right);
        if (same == Truth::Unknown) {
            if (left.is_unknown()) return left;
            if (right.is_unknown()) return right;
            // CPython keeps small numbers and names once; other equal ones may be two objects.
            return Value::of(symbol == "is");
        }
        return Value::of((same == Truth::True) == (symbol == "is"));
    }
    if (symbol == "in" || symbol == "not in") {
        const Truth found = contains(left.is_unknown() ? left : right, left);
        if (is_interrupted()) return Value::none();
        if (found == Truth::Unknown)
            return left.is_unknown() ? left
                   : right.is_unknown()
                       ? right
                       : unknown(message("python.unknown_operation", {{"operation", symbol},
                                                                      {"left", type_name(left)},
                                                                      {"right", type_name(right)}}));
        Value result = Value::of((found == Truth::True) == (symbol == "in"));
        result.formula = derived(left.formula);
        return result;
    }
    if (left.is_unknown()) return left;
    if (right.is_unknown()) return right;
    const bool is_equality = symbol == "==" || symbol == "!=" || symbol == "<>";
    Value result;
    if (is_equality) {
        const Truth same = equal(left, right);
        if (is_interrupted()) return Value::none();
        if (same == Truth::Unknown)
            return unknown(
                message("python.unknown_operation",
                        {{"operation", symbol}, {"left", type_name(left)}, {"right", type_name(right)}}));
        result = Value::of((same == Truth::True) == (symbol == "=="));
    } else {
        const auto decide_order = [&](auto order) {
            if (symbol == "<") return order < 0;
            if (symbol == "<=") return order <= 0;
            if (symbol == ">") return order > 0;
            return order >= 0;
        };
        if (left.is_whole() && right.is_whole()) {
            const Integer a = left.whole(), b = right.whole();
            result = Value::of(decide_order(a < b ? -1 : a > b ? 1 : 0));
        } else if (left.is_number() && right.is_number()) {
            const double a = left.number(), b = right.number();
            const bool is_nan = std::isnan(a) || std::isnan(b);
            result = Value::of(!is_nan && decide_order(a < b ? -1 : a > b ? 1 : 0));
        } else if (left.is(Type::Str) && right.is(Type::Str)) {
            result = Value::of(decide_order(left.str().compare(right.str())));
        } else if (left.type == right.type && (left.is(Type::Tuple) || left.is(Type::List))) {
            const std::vector<Value>&a = left.items(), &b = right.items();
            for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
                const Truth same = equal(a[i], b[i]);
                if (is_interrupted()) return Value::none();
                if (same == Truth::Unknown)
                    return unknown(message(
                        "python.unknown_operation",
                        {{"operation", symbol}, {"left", type_name(left)}, {"right", type_name(right)}}));
                if (same == Truth::False) {
                    if (depth_ + 1 >= kDeepestEvaluation) return stop(message("python.too_deep"));
                    ++depth_;
                    const Value inner = compare(symbol, a[i], b[i]);
                    --depth_;
                    return inner;
                }
            }
            result = Value::of(
                decide_order(static_cast<int>(a.size() > b.size()) - static_cast<int>(a.size() < b.size())));
        } else if (left.is(Type::Set) && right.is(Type::Set)) {
            return unknown(message("python.unknown_operation",
                                   {{"operation", symbol}, {"left", "set"}, {"right", "set"}}));
        } else {
            for (const Value* operand : {&left, &right}) {
                if (operand->is(Type::Tensor) || operand->is(Type::Instance) || operand->is(Type::Opaque))
                    return unknown(message(
                        "python.unknown_operation",
                        {{"operation", symbol}, {"left", type_name(left)}, {"right", type_name(right)}}));
            }
            return raise("TypeError", concat("'", symbol, "' not supported between instances of '",
                                             type_name(left), "' and '", type_name(right), "'"));
        }
    }
    if (left.is_number() && right.is_number() && (left.formula != nullptr || right.formula != nullptr)) {
        const std::optional<Polynomial> a = exact_formula(left), b = exact_formula(right);
        const bool is_plain_pair = a && b && is_plain(*a) && is_plain(*b);
        const Polynomial difference = is_plain_pair ? *a - *b : Polynomial();
        const bool is_certain = is_plain_pair && !difference.is_faulted() &&
                                (difference.is_constant() || certain_sign(difference) != 0);
        if (is_certain) return result;
    }
    const auto taint = [](const Value& value) {
        if (value.is(Type::Tuple) || value.is(Type::List)) return static_cast<const Polynomial*>(nullptr);
        return value.formula;
    };
    const Polynomial* decided = derived(taint(left), taint(right));
    for (const Value* operand : {&left, &right}) {
        if (!operand->is(Type::Tuple) && !operand->is(Type::List)) continue;
        decided = derived(decided, operand->as<Sequence>().length);
        for (const Value& each : operand->items()) decided = derived(decided, each.formula);
    }
    result.formula = decided;
    return result;
}

}  // namespace paramscope::open::python
