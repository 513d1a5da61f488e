// Python's builtin functions and classes, and the methods of its builtin types, as tables.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/characters.h"
#include "base/concat.h"
#include "open/python/evaluator.h"

namespace paramscope::open::python {
namespace {

Value wrong_arguments(Evaluator& e, std::string_view name) {
    return e.unknown(message("python.unknown_method", {{"name", name}}));
}

// Functions -------------------------------------------------------------------------------------------------

Value len(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return e.raise("TypeError", "len() takes exactly one argument");
    const Value& x = a.positional[0];
    switch (x.type) {
        case Type::Unknown: return x;
        case Type::Str: {
            std::size_t count = 0;
            for (const char c : x.str()) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
            return Value::of(static_cast<Integer>(count), e.derived(x.formula));
        }
        case Type::Tuple:
        case Type::List: return Value::of(static_cast<Integer>(x.items().size()), x.as<Sequence>().length);
        case Type::Dict:
        case Type::Set: return Value::of(x.as<Dict>().size);
        case Type::Range: {
            const RangeObject& range = x.as<RangeObject>();
            return Value::of(range.count, e.derived(e.derived(range.start.formula, range.stop.formula), range.step.formula));
        }
        case Type::Tensor: {
            const TensorObject& tensor = x.tensor();
            if (!tensor.is_shape_known) return tensor.shape_reason;
            if (tensor.shape.empty()) return e.raise("TypeError", "len() of a 0-d tensor");
            return tensor.shape[0];
        }
        case Type::Instance: {
            InstanceObject& instance = x.instance();
            if (const Value* method = instance.cls->find("__len__"); method != nullptr && method->is(Type::Function))
                return e.call_method(x, "__len__");
            if (instance.module != nullptr && find_module_method(*instance.cls, "__len__") != nullptr) {
                Arguments none;
                return find_module_method(*instance.cls, "__len__")(e, x, none);
            }
            if (instance.cls->unknown_base) return *instance.cls->unknown_base;
            break;
        }
        case Type::Opaque: return e.unknown(message("python.unknown_method", {{"name", "len"}}));
        default: break;
    }
    return e.raise("TypeError", concat("object of type '", type_name(x), "' has no len()"));
}

Value range(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || a.positional.size() > 3 || !a.named.empty())
        return e.raise("TypeError", "range expected at least 1 argument, got 0");
    for (const Value& each : a.positional) {
        if (each.is_unknown()) return each;
        if (!each.is_whole())
            return e.raise("TypeError", concat("'", type_name(each), "' object cannot be interpreted as an integer"));
    }
    const bool has_start = a.positional.size() > 1;
    return e.range(has_start ? a.positional[0] : Value::of(0), a.positional[has_start ? 1 : 0],
                   a.positional.size() > 2 ? a.positional[2] : Value::of(1));
}

Value print(Evaluator& e, const Value&, Arguments& a) {
    const Value* end = a.find("end");
    const Value* separator = a.find("sep");
    std::string line;
    for (std::size_t i = 0; i < a.positional.size(); ++i) {
        if (i > 0) line += separator != nullptr && separator->is(Type::Str) ? separator->str() : " ";
        line += a.positional[i].is_unknown() ? "<unknown>" : e.to_text(a.positional[i]);
        if (e.is_interrupted()) return Value::none();
    }
    e.print(line + (end != nullptr && end->is(Type::Str) ? end->str() : "\n"));
    return Value::none();
}

/// Whether a builtin value is of an interface of typing or collections.abc; nullopt for other classes and values.
std::optional<bool> is_of_interface(const Value& x, const Value& wanted) {
    if (!wanted.is(Type::Opaque) || x.type < Type::None || x.is(Type::Instance) || x.is(Type::Tensor) || x.is(Type::Opaque)) return std::nullopt;
    const std::string& full = wanted.as<OpaqueObject>().name;
    if (!full.starts_with("typing") && !full.starts_with("collections.abc")) return std::nullopt;
    const std::string_view name = std::string_view(full).substr(full.rfind('.') + 1);
    const bool is_sequence = x.is(Type::List) || x.is(Type::Tuple) || x.is(Type::Str) || x.is(Type::Range);
    if (name == "Sequence") return is_sequence;
    if (name == "Iterable" || name == "Collection" || name == "Sized") return is_sequence || x.is(Type::Dict) || x.is(Type::Set);
    if (name == "Mapping" || name == "Dict") return x.is(Type::Dict);
    if (name == "List") return x.is(Type::List);
    if (name == "Tuple") return x.is(Type::Tuple);
    if (name == "Callable") return x.is(Type::Function) || x.is(Type::Builtin) || x.is(Type::Class) || x.is(Type::Method);
    return std::nullopt;
}

Value isinstance(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return e.raise("TypeError", "isinstance expected 2 arguments");
    const Value &x = a.positional[0], &wanted = a.positional[1];
    if (x.is_unknown()) return x;
    const std::vector<Value> classes = wanted.is(Type::Tuple) ? wanted.items() : std::vector<Value>{wanted};
    Value reason = Value::none();
    for (const Value& each : classes) {
        if (each.is(Type::Tuple)) {
            Arguments inner;
            inner.positional = {x, each};
            const Value found = isinstance(e, Value::none(), inner);
            if (found.is(Type::Bool) && found.boolean) return found;
            continue;
        }
        if (const std::optional<bool> is_of = is_of_interface(x, each)) {
            if (*is_of) return Value::of(true);
            continue;
        }
        if (!each.is(Type::Class)) {
            // A class that is not known: an instance of a class of the text is none of it.
            const bool is_opaque = each.is(Type::Opaque) || each.is_unknown();
            if (!is_opaque) return e.raise("TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union");
            const ClassObject* own = e.class_of(x);
            const bool is_foreign = x.is(Type::Instance) || x.is(Type::Opaque) || x.is(Type::Tensor);
            if (each.is(Type::Opaque) || (is_foreign && (own == nullptr || own->unknown_base || x.is(Type::Opaque))))
                reason = each.is_unknown() ? each : e.unknown(message("python.unknown_method", {{"name", "isinstance"}}));
            continue;
        }
        if (e.is_instance(x, each.cls())) return Value::of(true);
        if (x.is(Type::Instance) && x.instance().cls->unknown_base) reason = *x.instance().cls->unknown_base;
        if (x.is(Type::Opaque) && each.cls().makes == Type::Instance) reason = e.unknown(message("python.unknown_method", {{"name", "isinstance"}}));
    }
    return reason.is_unknown() ? reason : Value::of(false);
}

Value issubclass(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is(Type::Class)) return wrong_arguments(e, "issubclass");
    const std::vector<Value> classes =
        a.positional[1].is(Type::Tuple) ? a.positional[1].items() : std::vector<Value>{a.positional[1]};
    for (const Value& each : classes) {
        if (!each.is(Type::Class)) return wrong_arguments(e, "issubclass");
        if (a.positional[0].cls().derives_from(&each.cls())) return Value::of(true);
    }
    if (a.positional[0].cls().unknown_base) return *a.positional[0].cls().unknown_base;
    return Value::of(false);
}

Value has_attribute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[1].is(Type::Str)) return wrong_arguments(e, "hasattr");
    if (a.positional[0].is_unknown()) return a.positional[0];
    const Value& object = a.positional[0];
    const std::string& name = a.positional[1].str();
    e.decide_by(a.positional[1]);
    const std::optional<Value> found = e.find_attribute(object, name);
    if (e.flow() == Flow::Raise) {
        e.clear_flow();
        return Value::of(false);
    }
    const bool is_of_text = object.is(Type::Instance) || object.is(Type::Class);
    if (found && found->is_unknown() && !is_of_text) return *found;
    if (!found && !is_of_text) return e.unknown(message("python.unknown_attribute", {{"name", name}, {"type", type_name(object)}}));
    return Value::of(found.has_value());
}

Value get_attribute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() < 2 || !a.positional[1].is(Type::Str))
        return a.positional.size() > 1 && a.positional[1].is_unknown() ? a.positional[1] : wrong_arguments(e, "getattr");
    e.decide_by(a.positional[1]);
    if (a.positional.size() == 2) return e.attribute(a.positional[0], a.positional[1].str());
    const std::optional<Value> found = e.find_attribute(a.positional[0], a.positional[1].str());
    if (e.flow() == Flow::Raise) e.clear_flow();
    else if (found) return *found;
    return a.positional[2];
}

Value set_attribute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 3 || !a.positional[1].is(Type::Str)) {
        if (a.positional.size() == 3 && a.positional[0].is(Type::Instance) && a.positional[0].instance().module != nullptr)
            a.positional[0].instance().module->doubts.push_back(a.positional[1].is_unknown() ? a.positional[1] : wrong_arguments(e, "setattr"));
        return Value::none();
    }
    e.decide_by(a.positional[1]);
    e.set_attribute(a.positional[0], a.positional[1].str(), a.positional[2]);
    return Value::none();
}

Value delete_attribute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() == 2 && a.positional[1].is(Type::Str)) e.delete_attribute(a.positional[0], a.positional[1].str());
    return Value::none();
}

/// The items of the first argument; false, with what to return in `result`, when they are unknown or raised.
bool items_of(Evaluator& e, const Value& iterable, std::vector<Value>* items, Value* result, const Polynomial** length = nullptr) {
    Value reason;
    auto found = e.iterate(iterable, &reason, length);
    *result = reason;
    if (!found) return false;
    *items = std::move(*found);
    return true;
}

Value sum(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return e.raise("TypeError", "sum() takes at least 1 positional argument (0 given)");
    std::vector<Value> items;
    Value total;
    const Polynomial* length = nullptr;
    if (!items_of(e, a.positional[0], &items, &total, &length)) return total;
    const Value* start = a.get(1, "start");
    total = start != nullptr ? *start : Value::of(0);
    if (total.is(Type::Str)) return e.raise("TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
    for (const Value& each : items) {
        total = e.binary("+", total, each);
        if (e.is_interrupted() || !e.step()) return Value::none();
    }
    if (length != nullptr && total.is_number()) total.formula = e.derived(total.formula, length);
    else e.decide_by(length);
    return total;
}

template <bool kIsMax>
Value extreme(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> items = a.positional;
    Value result;
    if (items.empty()) return e.raise("TypeError", concat(kIsMax ? "max" : "min", " expected at least 1 argument, got 0"));
    if (items.size() == 1 && !items_of(e, a.positional[0], &items, &result)) return result;
    if (items.empty()) {
        if (const Value* usual = a.find("default")) return *usual;
        return e.raise("ValueError", concat(kIsMax ? "max" : "min", "() arg is an empty sequence"));
    }
    const Value* key = a.find("key");
    result = items[0];
    if (result.is_unknown()) return result;
    const bool is_symbolic = std::any_of(items.begin(), items.end(), [](const Value& each) { return each.formula != nullptr; });
    const bool are_whole = std::all_of(items.begin(), items.end(), [](const Value& each) {
        return each.is_whole() && (each.formula == nullptr || Evaluator::is_plain(*each.formula));
    });
    if (key == nullptr && is_symbolic && are_whole && items.size() <= 16) {
        std::vector<Polynomial> formulas;
        Integer most = items[0].whole();
        for (const Value& each : items) {
            formulas.push_back(e.formula_of(each));
            most = kIsMax ? std::max(most, each.whole()) : std::min(most, each.whole());
        }
        return Value::of(most, e.keep(kIsMax ? maximum(formulas) : minimum(formulas)));
    }
    Value best_key = key != nullptr && !key->is(Type::None) ? e.call(*key, {result}) : result;
    for (std::size_t i = 1; i < items.size(); ++i) {
        const Value its_key = key != nullptr && !key->is(Type::None) ? e.call(*key, {items[i]}) : items[i];
        if (e.is_interrupted()) return Value::none();
        const Value is_better = e.compare(kIsMax ? ">" : "<", its_key, best_key);
        if (e.is_interrupted() || is_better.is_unknown()) return is_better;
        if (e.decide(is_better) == Truth::True) {
            result = items[i];
            best_key = its_key;
        }
    }
    return result;
}

Value absolute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return e.raise("TypeError", "abs() takes exactly one argument");
    const Value& x = a.positional[0];
    if (x.is_unknown() || x.is(Type::Tensor)) return x;
    if (x.is_whole()) return x.whole() < 0 ? e.unary("-", x) : Value::of(x.whole(), x.formula);
    if (x.is(Type::Float)) {
        Value value = Value::of(std::fabs(x.real));
        value.formula = x.formula;
        return value;
    }
    return e.raise("TypeError", concat("bad operand type for abs(): '", type_name(x), "'"));
}

Value round_number(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return e.raise("TypeError", "round() missing required argument 'number' (pos 1)");
    const Value& x = a.positional[0];
    const Value* digits = a.get(1, "ndigits");
    if (x.is_unknown()) return x;
    if (!x.is_number()) return wrong_arguments(e, "round");
    const bool has_digits = digits != nullptr && !digits->is(Type::None);
    if (has_digits) {
        if (!digits->is_whole() || digits->whole() < 0 || digits->whole() > 20) return wrong_arguments(e, "round");
        if (x.is_whole()) return Value::of(x.whole(), x.formula);
        char buffer[400];
        std::snprintf(buffer, sizeof buffer, "%.*f", static_cast<int>(digits->whole()), x.real);
        Value value = Value::of(std::strtod(buffer, nullptr));
        value.formula = e.derived(x.formula);
        return value;
    }
    if (x.is_whole()) return Value::of(x.whole(), x.formula);
    if (!std::isfinite(x.real) || std::fabs(x.real) > 1e18) return wrong_arguments(e, "round");
    double rounded = std::round(x.real);
    if (std::fabs(x.real - std::trunc(x.real)) == 0.5) rounded = 2 * std::round(x.real / 2);
    return Value::of(static_cast<Integer>(rounded), e.derived(x.formula));
}

Value power(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return wrong_arguments(e, "pow");
    return e.binary("**", a.positional[0], a.positional[1]);
}

Value divide_with_rest(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return wrong_arguments(e, "divmod");
    const Value quotient = e.binary("//", a.positional[0], a.positional[1]);
    if (e.is_interrupted()) return quotient;
    return e.tuple({quotient, e.binary("%", a.positional[0], a.positional[1])});
}

Value enumerate(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return wrong_arguments(e, "enumerate");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    const Value* start = a.get(1, "start");
    const Integer first = start != nullptr && start->is_whole() ? start->whole() : Integer{0};
    std::vector<Value> pairs;
    for (std::size_t i = 0; i < items.size() && !e.is_stopped(); ++i)
        pairs.push_back(e.tuple({Value::of(first + static_cast<Integer>(i)), items[i]}));
    return e.list(std::move(pairs));
}

Value zip(Evaluator& e, const Value&, Arguments& a) {
    std::vector<std::vector<Value>> columns(a.positional.size());
    Value result;
    std::size_t count = a.positional.empty() ? 0 : SIZE_MAX;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!items_of(e, a.positional[i], &columns[i], &result)) return result;
        count = std::min(count, columns[i].size());
    }
    std::vector<Value> rows;
    for (std::size_t i = 0; i < count && !e.is_stopped(); ++i) {
        std::vector<Value> row;
        for (const auto& column : columns) row.push_back(column[i]);
        rows.push_back(e.tuple(std::move(row)));
    }
    return e.list(std::move(rows));
}

Value map(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() < 2) return wrong_arguments(e, "map");
    std::vector<std::vector<Value>> columns(a.positional.size() - 1);
    Value result;
    const Polynomial* length = nullptr;
    std::size_t count = SIZE_MAX;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!items_of(e, a.positional[i + 1], &columns[i], &result, columns.size() == 1 ? &length : nullptr)) return result;
        count = std::min(count, columns[i].size());
    }
    std::vector<Value> results;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value> row;
        for (const auto& column : columns) row.push_back(column[i]);
        results.push_back(e.call(a.positional[0], std::move(row)));
        if (e.is_interrupted()) return Value::none();
    }
    return e.list(std::move(results), length);
}

Value filter(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return wrong_arguments(e, "filter");
    std::vector<Value> items, kept;
    Value result;
    if (!items_of(e, a.positional[1], &items, &result)) return result;
    for (const Value& each : items) {
        const Value verdict = a.positional[0].is(Type::None) ? each : e.call(a.positional[0], {each});
        if (e.is_interrupted()) return Value::none();
        const Truth is_kept = e.decide(verdict);
        if (is_kept == Truth::Unknown) return verdict.is_unknown() ? verdict : wrong_arguments(e, "filter");
        if (is_kept == Truth::True) kept.push_back(each);
    }
    return e.list(std::move(kept));
}

Value reversed(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "reversed");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    std::reverse(items.begin(), items.end());
    return e.list(std::move(items));
}

/// Sorts by Python's `<`, stably; false when an order is unknown or raised.
bool sort_items(Evaluator& e, std::vector<Value>* items, Arguments& a, Value* reason) {
    const Value* key = a.find("key");
    const Value* reverse = a.find("reverse");
    std::vector<std::pair<Value, Value>> pairs;
    for (const Value& each : *items) {
        pairs.emplace_back(key != nullptr && !key->is(Type::None) ? e.call(*key, {each}) : each, each);
        if (e.is_interrupted()) return false;
    }
    const bool is_reversed = reverse != nullptr && e.decide(*reverse) == Truth::True;
    if (is_reversed) std::reverse(pairs.begin(), pairs.end());
    bool is_known = true;
    // Insertion by halves: a comparison that fails must not upset std::sort.
    std::vector<std::pair<Value, Value>> sorted;
    for (const auto& pair : pairs) {
        std::size_t low = 0, high = sorted.size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const Value is_less = e.compare("<", pair.first, sorted[middle].first);
            if (e.is_interrupted()) return false;
            if (is_less.is_unknown()) {
                *reason = is_less;
                is_known = false;
            }
            e.decide_by(is_less);
            if (e.truth(is_less) == Truth::True) high = middle;
            else low = middle + 1;
        }
        if (!e.step(sorted.size() / 16 + 1)) return false;
        sorted.insert(sorted.begin() + static_cast<std::ptrdiff_t>(low), pair);
    }
    if (is_reversed) std::reverse(sorted.begin(), sorted.end());
    items->clear();
    for (auto& pair : sorted) items->push_back(pair.second);
    return is_known;
}

Value sorted(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "sorted");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    Value reason;
    if (!sort_items(e, &items, a, &reason)) return reason;
    return e.list(std::move(items));
}

template <bool kIsAll>
Value all_or_any(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, kIsAll ? "all" : "any");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    const Polynomial* decided = nullptr;
    Value unknown_item = Value::none();
    for (const Value& each : items) {
        const Truth truth = e.truth(each);
        if (e.is_interrupted()) return Value::none();
        decided = e.derived(decided, each.formula);
        if (truth == Truth::Unknown) unknown_item = each.is_unknown() ? each : wrong_arguments(e, "all");
        else if ((truth == Truth::True) != kIsAll) {
            Value value = Value::of(!kIsAll);
            value.formula = decided;
            return value;
        }
    }
    if (unknown_item.is_unknown()) return unknown_item;
    Value value = Value::of(kIsAll);
    value.formula = decided;
    return value;
}

Value next(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return wrong_arguments(e, "next");
    const Value& iterable = a.positional[0];
    if (iterable.is(Type::Instance) && iterable.instance().cls->find("__next__") != nullptr)
        return e.call_method(iterable, "__next__");
    if (!iterable.is(Type::List)) return iterable.is_unknown() ? iterable : e.raise("TypeError", concat("'", type_name(iterable), "' object is not an iterator"));
    Sequence& sequence = iterable.as<Sequence>();
    e.decide_by(sequence.length);
    if (sequence.items.empty()) {
        if (a.positional.size() > 1) return a.positional[1];
        return e.raise("StopIteration", "");
    }
    const Value first = sequence.items.front();
    sequence.items.erase(sequence.items.begin());
    sequence.length = nullptr;
    return first;
}

Value iterator(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "iter");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    return e.list(std::move(items));
}

Value callable(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "callable");
    const Value& x = a.positional[0];
    if (x.is_unknown() || x.is(Type::Opaque)) return e.unknown(message("python.unknown_method", {{"name", "callable"}}));
    const bool is_callable = x.is(Type::Function) || x.is(Type::Builtin) || x.is(Type::Class) || x.is(Type::Method) ||
                             (x.is(Type::Instance) && (x.instance().module != nullptr || x.instance().cls->find("__call__") != nullptr));
    return Value::of(is_callable);
}

Value type_function(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "type");
    if (a.positional[0].is_unknown()) return a.positional[0];
    ClassObject* cls = e.class_of(a.positional[0]);
    return cls != nullptr ? Value::of(Type::Class, cls) : wrong_arguments(e, "type");
}

Value identity_number(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || a.positional[0].type < Type::Str) return wrong_arguments(e, "id");
    return Value::of(static_cast<Integer>(reinterpret_cast<std::uintptr_t>(a.positional[0].object)));
}

Value representation(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "repr");
    if (a.positional[0].is_unknown()) return a.positional[0];
    return e.text(e.represent(a.positional[0]), e.derived(a.positional[0].formula));
}

Value format_function(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || a.positional[0].is_unknown()) return wrong_arguments(e, "format");
    const std::string form = a.positional.size() > 1 && a.positional[1].is(Type::Str) ? a.positional[1].str() : "";
    const std::optional<std::string> formatted = e.format(a.positional[0], form);
    if (!formatted) return e.is_interrupted() ? Value::none() : e.unknown(message("python.unknown_format"));
    return e.text(*formatted, e.derived(a.positional[0].formula));
}

Value character(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_whole() || a.positional[0].whole() < 0 || a.positional[0].whole() > 127)
        return wrong_arguments(e, "chr");
    return e.text(std::string(1, static_cast<char>(a.positional[0].whole())));
}

Value code(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str) || a.positional[0].str().size() != 1)
        return wrong_arguments(e, "ord");
    return Value::of(static_cast<int>(static_cast<unsigned char>(a.positional[0].str()[0])));
}

Value super_function(Evaluator& e, const Value& self, Arguments& a) {
    auto* object = e.make<SuperObject>();
    if (a.positional.size() == 2 && a.positional[0].is(Type::Class)) {
        object->after = &a.positional[0].cls();
        object->self = a.positional[1];
    } else if (const auto context = e.super_context()) {
        object->after = context->first;
        object->self = context->second;
    }
    (void)self;
    if (object->after == nullptr || !(object->self.is(Type::Instance) || object->self.is(Type::Class)))
        return e.raise("RuntimeError", "super(): no arguments");
    return Value::of(Type::Super, object);
}

Value decorator(Evaluator& e, DescriptorObject::Kind kind, Arguments& a) {
    auto* object = e.make<DescriptorObject>();
    object->kind = kind;
    if (!a.positional.empty()) object->function = a.positional[0];
    return Value::of(Type::Descriptor, object);
}

Value property(Evaluator& e, const Value&, Arguments& a) {
    const Value made = decorator(e, DescriptorObject::Kind::Property, a);
    if (a.positional.size() > 1) made.as<DescriptorObject>().setter = a.positional[1];
    return made;
}
Value class_method(Evaluator& e, const Value&, Arguments& a) {
    return decorator(e, DescriptorObject::Kind::ClassMethod, a);
}
Value static_method(Evaluator& e, const Value&, Arguments& a) {
    return decorator(e, DescriptorObject::Kind::StaticMethod, a);
}

Value variables(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Instance)) return wrong_arguments(e, "vars");
    const Value result = e.dict();
    for (const auto& [name, value] : a.positional[0].instance().attributes.entries) e.set_item(result, e.text(name), value);
    return result;
}

Value not_known(Evaluator& e, const Value&, Arguments&) {
    return e.unknown(message("python.unknown_call", {{"type", "function"}}));
}

constexpr BuiltinRow kFunctions[] = {
    {"len", len}, {"range", range}, {"print", print}, {"isinstance", isinstance}, {"issubclass", issubclass},
    {"hasattr", has_attribute}, {"getattr", get_attribute}, {"setattr", set_attribute}, {"delattr", delete_attribute},
    {"sum", sum}, {"max", extreme<true>}, {"min", extreme<false>}, {"abs", absolute}, {"round", round_number},
    {"pow", power}, {"divmod", divide_with_rest}, {"enumerate", enumerate}, {"zip", zip}, {"map", map},
    {"filter", filter}, {"reversed", reversed}, {"sorted", sorted}, {"all", all_or_any<true>},
    {"any", all_or_any<false>}, {"next", next}, {"iter", iterator}, {"callable", callable},
    {"id", identity_number}, {"repr", representation}, {"format", format_function}, {"chr", character},
    {"ord", code}, {"super", super_function}, {"property", property}, {"classmethod", class_method},
    {"staticmethod", static_method}, {"vars", variables}, {"open", not_known}, {"input", not_known},
    {"eval", not_known}, {"exec", not_known}, {"globals", not_known}, {"locals", not_known}, {"dir", not_known},
    {"hash", not_known}, {"exit", not_known}, {"quit", not_known}, {"bin", not_known}, {"hex", not_known},
};

// Classes ---------------------------------------------------------------------------------------------------

Value make_int(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return Value::of(0);
    const Value& x = a.positional[0];
    if (!x.is(Type::Str)) return e.to_integer(x);
    if (a.positional.size() > 1) return wrong_arguments(e, "int");
    std::string digits;
    for (const char c : trim(x.str())) {
        if (c != '_') digits += c;
    }
    if (digits.starts_with('+')) digits.erase(0, 1);
    const std::optional<Integer> value = parse_integer(digits);
    if (!value) return e.raise("ValueError", concat("invalid literal for int() with base 10: ", e.represent(x)));
    return Value::of(*value, e.derived(x.formula));
}

Value make_float(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return Value::of(0.0);
    const Value& x = a.positional[0];
    if (!x.is(Type::Str)) return e.to_float(x);
    const std::string digits = lowercase(trim(x.str()));
    if (digits == "inf" || digits == "infinity" || digits == "+inf") return Value::of(HUGE_VAL);
    if (digits == "-inf") return Value::of(-HUGE_VAL);
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    if (digits.empty() || *end != '\0') return e.raise("ValueError", concat("could not convert string to float: ", e.represent(x)));
    return Value::of(value);
}

Value make_bool(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return Value::of(false);
    const Truth truth = e.truth(a.positional[0]);
    if (e.is_interrupted()) return Value::none();
    if (truth == Truth::Unknown) return a.positional[0].is_unknown() ? a.positional[0] : wrong_arguments(e, "bool");
    Value value = Value::of(truth == Truth::True);
    value.formula = e.derived(a.positional[0].formula);
    return value;
}

Value make_str(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return e.text("");
    if (a.positional[0].is_unknown()) return a.positional[0];
    return e.text(e.to_text(a.positional[0]), e.derived(a.positional[0].formula));
}

template <Type kType>
Value make_sequence(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return kType == Type::List ? e.list({}) : e.tuple({});
    std::vector<Value> items;
    Value result;
    const Polynomial* length = nullptr;
    if (!items_of(e, a.positional[0], &items, &result, &length)) return result;
    Value value = e.list(std::move(items), length);
    value.type = kType;
    return value;
}

Value make_set(Evaluator& e, const Value&, Arguments& a) {
    Value set = e.dict();
    set.type = Type::Set;
    if (a.positional.empty()) return set;
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    for (const Value& each : items) {
        e.decide_by(each);
        const std::optional<std::string> key = key_of(each);
        if (!key) return each.is_unknown() ? each : e.raise("TypeError", concat("unhashable type: '", type_name(each), "'"));
        set.as<Dict>().set(*key, each, Value::none());
    }
    return set;
}

/// Adds the entries of a dict or of a list of pairs; false when they are unknown or raised.
bool add_entries(Evaluator& e, const Value& into, const Value& from, Value* result) {
    if (from.is(Type::Dict)) {
        for (const Dict::Entry& entry : std::vector<Dict::Entry>(from.as<Dict>().entries)) {
            if (!entry.is_removed) e.set_item(into, entry.key, entry.value);
        }
        return !e.is_interrupted();
    }
    std::vector<Value> items;
    if (!items_of(e, from, &items, result)) return false;
    for (const Value& each : items) {
        std::vector<Value> pair;
        if (!items_of(e, each, &pair, result)) return false;
        if (pair.size() != 2) {
            e.raise("ValueError", concat("dictionary update sequence element #0 has length ", pair.size(), "; 2 is required"));
            return false;
        }
        e.set_item(into, pair[0], pair[1]);
        if (e.is_interrupted()) return false;
    }
    return true;
}

Value make_dict(Evaluator& e, const Value&, Arguments& a) {
    const Value dict = e.dict();
    Value result;
    if (!a.positional.empty() && !add_entries(e, dict, a.positional[0], &result)) return result;
    for (const auto& [name, value] : a.named) e.set_item(dict, e.text(name), value);
    return dict;
}

Value make_slice(Evaluator& e, const Value&, Arguments& a) {
    auto* slice = e.make<SliceObject>();
    const std::vector<Value>& p = a.positional;
    if (p.size() == 1) slice->stop = p[0];
    if (p.size() > 1) {
        slice->start = p[0];
        slice->stop = p[1];
    }
    if (p.size() > 2) slice->step = p[2];
    return Value::of(Type::Slice, slice);
}

Value make_object(Evaluator& e, const Value& cls, Arguments& a) {
    (void)a;
    auto* instance = e.make<InstanceObject>();
    instance->cls = &cls.cls();
    return Value::of(Type::Instance, instance);
}

// Methods ---------------------------------------------------------------------------------------------------

Value append(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return e.raise("TypeError", "list.append() takes exactly one argument");
    if (!e.count_items(1)) return Value::none();
    Sequence& list = self.as<Sequence>();
    e.note_append(&list, list.items.size(), &list.length);
    list.items.push_back(a.positional[0]);
    return Value::none();
}

/// Changes a list in a way after which its length has no formula.
std::vector<Value>& change(Evaluator& e, const Value& self) {
    Sequence& list = self.as<Sequence>();
    e.decide_by(list.length);
    list.length = nullptr;
    return list.items;
}

Value make_unknown_items(const Value& self, const Value& reason) {
    self.as<Sequence>().items.assign(1, reason);
    return Value::none();
}

Value extend(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "extend");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return e.is_interrupted() ? result : make_unknown_items(self, result);
    if (!e.count_items(items.size())) return Value::none();
    std::vector<Value>& list = change(e, self);
    list.insert(list.end(), items.begin(), items.end());
    return Value::none();
}

Value insert(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is_whole() || !e.count_items(1)) return wrong_arguments(e, "insert");
    std::vector<Value>& list = change(e, self);
    const auto size = static_cast<Integer>(list.size());
    Integer at = *e.index_of(a.positional[0]);
    if (at < 0) at += size;
    at = std::clamp(at, Integer{0}, size);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), a.positional[1]);
    return Value::none();
}

Value pop_list(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value>& list = change(e, self);
    if (list.empty()) return e.raise("IndexError", "pop from empty list");
    const std::optional<Integer> index = a.positional.empty() ? Integer{-1} : e.index_of(a.positional[0]);
    const auto at = index ? Evaluator::position(*index, list.size()) : std::nullopt;
    if (!at) return e.raise("IndexError", "pop index out of range");
    const Value value = list[*at];
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(*at));
    return value;
}

Value remove_item(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value>& list = change(e, self);
    for (std::size_t i = 0; i < list.size() && !a.positional.empty(); ++i) {
        const Truth same = e.equal(list[i], a.positional[0]);
        if (e.is_interrupted()) return Value::none();
        if (same == Truth::Unknown) return make_unknown_items(self, wrong_arguments(e, "remove"));
        if (same != Truth::True) continue;
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        return Value::none();
    }
    return e.raise("ValueError", "list.remove(x): x not in list");
}

Value reverse_list(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value>& list = change(e, self);
    std::reverse(list.begin(), list.end());
    return Value::none();
}

Value sort_list(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value> items = self.items();
    Value reason;
    if (!sort_items(e, &items, a, &reason)) {
        if (!e.is_interrupted()) make_unknown_items(self, reason);
        return Value::none();
    }
    change(e, self) = std::move(items);
    return Value::none();
}

Value clear_list(Evaluator& e, const Value& self, Arguments&) {
    change(e, self).clear();
    return Value::none();
}

Value copy_list(Evaluator& e, const Value& self, Arguments&) {
    return e.list(self.items(), self.as<Sequence>().length);
}

Value index_in(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "index");
    e.decide_by(self.as<Sequence>().length);
    for (std::size_t i = 0; i < self.items().size(); ++i) {
        const Truth same = e.equal(self.items()[i], a.positional[0]);
        if (same == Truth::Unknown) return wrong_arguments(e, "index");
        if (same == Truth::True) return Value::of(i);
    }
    return e.raise("ValueError", concat(e.represent(a.positional[0]), " is not in list"));
}

Value count_in(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "count");
    e.decide_by(self.as<Sequence>().length);
    std::size_t count = 0;
    for (const Value& each : self.items()) {
        const Truth same = e.equal(each, a.positional[0]);
        if (same == Truth::Unknown) return wrong_arguments(e, "count");
        count += same == Truth::True;
    }
    return Value::of(count);
}

Value dict_get(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty()) return wrong_arguments(e, "get");
    if (a.positional[0].is_unknown()) return a.positional[0];
    const std::optional<std::string> key = key_of(a.positional[0]);
    e.decide_by(a.positional[0]);
    if (!key) return e.raise("TypeError", concat("unhashable type: '", type_name(a.positional[0]), "'"));
    if (const Value* found = self.as<Dict>().find(*key)) return *found;
    if (self.as<Dict>().default_factory.is_unknown()) return self.as<Dict>().default_factory;
    return a.positional.size() > 1 ? a.positional[1] : Value::none();
}

Value dict_set_default(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty()) return wrong_arguments(e, "setdefault");
    const std::optional<std::string> key = key_of(a.positional[0]);
    if (!key) return wrong_arguments(e, "setdefault");
    if (const Value* found = self.as<Dict>().find(*key)) return *found;
    const Value value = a.positional.size() > 1 ? a.positional[1] : Value::none();
    e.set_item(self, a.positional[0], value);
    return value;
}

enum class Part { Keys, Values, Items };

template <Part kPart>
Value dict_part(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> parts;
    for (const Dict::Entry& entry : self.as<Dict>().entries) {
        if (entry.is_removed) continue;
        parts.push_back(kPart == Part::Keys     ? entry.key
                        : kPart == Part::Values ? entry.value
                                                : e.tuple({entry.key, entry.value}));
    }
    return e.list(std::move(parts));
}

Value dict_pop(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty() || a.positional[0].is_unknown()) return wrong_arguments(e, "pop");
    const std::optional<std::string> key = key_of(a.positional[0]);
    if (!key) return wrong_arguments(e, "pop");
    if (const Value* found = self.as<Dict>().find(*key)) {
        const Value value = *found;
        self.as<Dict>().remove(*key);
        return value;
    }
    return a.positional.size() > 1 ? a.positional[1] : e.raise("KeyError", e.represent(a.positional[0]));
}

Value dict_update(Evaluator& e, const Value& self, Arguments& a) {
    Value result;
    for (const Value& each : a.positional) {
        if (!add_entries(e, self, each, &result) && !e.is_interrupted()) self.as<Dict>().default_factory = result;
    }
    for (const auto& [name, value] : a.named) e.set_item(self, e.text(name), value);
    return Value::none();
}

Value dict_copy(Evaluator& e, const Value& self, Arguments&) {
    Value copy = e.dict();
    copy.as<Dict>() = self.as<Dict>();
    copy.type = self.type;
    return copy;
}

Value dict_clear(Evaluator&, const Value& self, Arguments&) {
    self.as<Dict>() = Dict();
    return Value::none();
}

Value set_add(Evaluator& e, const Value& self, Arguments& a) {
    const std::optional<std::string> key = a.positional.size() == 1 ? key_of(a.positional[0]) : std::nullopt;
    if (!key) return wrong_arguments(e, "add");
    self.as<Dict>().set(*key, a.positional[0], Value::none());
    return Value::none();
}

Value set_discard(Evaluator& e, const Value& self, Arguments& a) {
    const std::optional<std::string> key = a.positional.size() == 1 ? key_of(a.positional[0]) : std::nullopt;
    if (!key) return wrong_arguments(e, "discard");
    self.as<Dict>().remove(*key);
    return Value::none();
}

template <char kSymbol>
Value set_operation(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "union");
    Arguments other;
    other.positional = {a.positional[0]};
    const Value set = make_set(e, Value::none(), other);
    if (!set.is(Type::Set)) return set;
    return e.binary(std::string_view(&"|&-"[kSymbol == '|' ? 0 : kSymbol == '&' ? 1 : 2], 1), self, set);
}

using TextFunction = std::string (*)(const std::string&);

template <TextFunction kFunction>
Value change_text(Evaluator& e, const Value& self, Arguments&) {
    return e.text(kFunction(self.str()), self.formula);
}

std::string lower(const std::string& text) { return lowercase(text); }
std::string upper(const std::string& text) {
    std::string result = text;
    for (char& c : result) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return result;
}
std::string capitalize(const std::string& text) {
    std::string result = lowercase(text);
    if (!result.empty() && result[0] >= 'a' && result[0] <= 'z') result[0] = static_cast<char>(result[0] - 32);
    return result;
}
std::string title(const std::string& text) {
    std::string result = lowercase(text);
    bool is_first = true;
    for (char& c : result) {
        if (is_first && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
        is_first = !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
    }
    return result;
}

template <bool kLeft, bool kRight>
Value strip(Evaluator& e, const Value& self, Arguments& a) {
    std::string characters = " \t\n\r\f\v";
    if (!a.positional.empty() && a.positional[0].is(Type::Str)) characters = a.positional[0].str();
    const std::string& text = self.str();
    std::size_t begin = kLeft ? text.find_first_not_of(characters) : 0;
    if (begin == std::string::npos) begin = text.size();
    std::size_t end = kRight ? text.find_last_not_of(characters) + 1 : text.size();
    return e.text(end > begin ? text.substr(begin, end - begin) : "", self.formula);
}

Value split(Evaluator& e, const Value& self, Arguments& a) {
    const std::string& text = self.str();
    const Value* most = a.get(1, "maxsplit");
    Integer left = most != nullptr && most->is_whole() ? most->whole() : Integer{-1};
    std::vector<Value> parts;
    const Value* separator = a.get(0, "sep");
    if (separator == nullptr || separator->is(Type::None)) {
        if (left >= 0) return wrong_arguments(e, "split");
        constexpr std::string_view kSpaces = " \t\n\r\f\v";
        for (std::size_t at = text.find_first_not_of(kSpaces); at != std::string::npos;) {
            const std::size_t end = std::min(text.find_first_of(kSpaces, at), text.size());
            parts.push_back(e.text(text.substr(at, end - at), self.formula));
            at = text.find_first_not_of(kSpaces, end);
        }
        return e.list(std::move(parts));
    }
    if (!separator->is(Type::Str)) return wrong_arguments(e, "split");
    if (separator->str().empty()) return e.raise("ValueError", "empty separator");
    std::size_t at = 0;
    while (left-- != 0) {
        const std::size_t end = text.find(separator->str(), at);
        if (end == std::string::npos) break;
        parts.push_back(e.text(text.substr(at, end - at), self.formula));
        at = end + separator->str().size();
    }
    parts.push_back(e.text(text.substr(at), self.formula));
    return e.list(std::move(parts));
}

Value split_lines(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> parts;
    const std::string& text = self.str();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        parts.push_back(e.text(text.substr(at, end - at), self.formula));
        at = end + 1;
    }
    return e.list(std::move(parts));
}

Value join(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value> items;
    Value result;
    if (a.positional.size() != 1) return wrong_arguments(e, "join");
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    std::string all;
    const Polynomial* decided = self.formula;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].is_unknown()) return items[i];
        if (!items[i].is(Type::Str))
            return e.raise("TypeError", concat("sequence item ", i, ": expected str instance, ", type_name(items[i]), " found"));
        if (i > 0) all += self.str();
        all += items[i].str();
        decided = e.derived(decided, items[i].formula);
        if (all.size() > kMostCharacters) return e.stop(message("python.too_much_memory"));
    }
    return e.text(std::move(all), decided);
}

Value replace(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is(Type::Str) || !a.positional[1].is(Type::Str) || a.positional[0].str().empty())
        return wrong_arguments(e, "replace");
    const std::string &from = a.positional[0].str(), &to = a.positional[1].str(), &text = self.str();
    std::string result;
    std::size_t at = 0;
    for (std::size_t found; (found = text.find(from, at)) != std::string::npos; at = found + from.size()) {
        result += text.substr(at, found - at) + to;
        if (result.size() > kMostCharacters) return e.stop(message("python.too_much_memory"));
    }
    return e.text(result + text.substr(at), self.formula);
}

template <bool kAtEnd>
Value has_affix(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return wrong_arguments(e, "startswith");
    const std::vector<Value> affixes = a.positional[0].is(Type::Tuple) ? a.positional[0].items() : a.positional;
    Value value = Value::of(false);
    for (const Value& each : affixes) {
        if (!each.is(Type::Str)) return each.is_unknown() ? each : wrong_arguments(e, "startswith");
        value.boolean = value.boolean || (kAtEnd ? self.str().ends_with(each.str()) : self.str().starts_with(each.str()));
    }
    value.formula = e.derived(self.formula);
    return value;
}

Value find_text(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str)) return wrong_arguments(e, "find");
    const std::size_t at = self.str().find(a.positional[0].str());
    return Value::of(at == std::string::npos ? Integer{-1} : static_cast<Integer>(at), e.derived(self.formula));
}

Value count_text(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str) || a.positional[0].str().empty()) return wrong_arguments(e, "count");
    std::size_t count = 0;
    for (std::size_t at = 0; (at = self.str().find(a.positional[0].str(), at)) != std::string::npos; at += a.positional[0].str().size()) ++count;
    return Value::of(static_cast<Integer>(count), e.derived(self.formula));
}

Value is_digits(Evaluator& e, const Value& self, Arguments&) {
    const std::string& text = self.str();
    Value value = Value::of(!text.empty() && std::all_of(text.begin(), text.end(), is_digit));
    value.formula = e.derived(self.formula);
    return value;
}

Value format_text(Evaluator& e, const Value& self, Arguments& a) {
    return e.format_method(self.str(), a);
}

template <char kAlign>
Value justify(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_whole() || a.positional[0].whole() > 10000) return wrong_arguments(e, "ljust");
    const std::optional<std::string> text = e.format(self, concat(kAlign, to_string(std::max<Integer>(a.positional[0].whole(), 0))));
    return text ? e.text(*text, self.formula) : wrong_arguments(e, "ljust");
}

Value is_integer(Evaluator& e, const Value& self, Arguments&) {
    Value value = Value::of(std::isfinite(self.real) && self.real == std::floor(self.real));
    value.formula = e.derived(self.formula);
    return value;
}

Value bit_length(Evaluator& e, const Value& self, Arguments&) {
    Integer magnitude = self.whole() < 0 ? -self.whole() : self.whole(), bits = 0;
    for (; magnitude > 0; magnitude /= 2) ++bits;
    return Value::of(bits, e.derived(self.formula));
}

constexpr BuiltinRow kListMethods[] = {
    {"append", append}, {"extend", extend}, {"insert", insert}, {"pop", pop_list}, {"remove", remove_item},
    {"reverse", reverse_list}, {"sort", sort_list}, {"clear", clear_list}, {"copy", copy_list},
    {"index", index_in}, {"count", count_in},
};
constexpr BuiltinRow kTupleMethods[] = {{"index", index_in}, {"count", count_in}};
constexpr BuiltinRow kDictMethods[] = {
    {"get", dict_get}, {"setdefault", dict_set_default}, {"keys", dict_part<Part::Keys>},
    {"values", dict_part<Part::Values>}, {"items", dict_part<Part::Items>}, {"pop", dict_pop},
    {"update", dict_update}, {"copy", dict_copy}, {"clear", dict_clear},
};
constexpr BuiltinRow kSetMethods[] = {
    {"add", set_add}, {"discard", set_discard}, {"copy", dict_copy}, {"clear", dict_clear},
    {"union", set_operation<'|'>}, {"intersection", set_operation<'&'>}, {"difference", set_operation<'-'>},
};
constexpr BuiltinRow kTextMethods[] = {
    {"lower", change_text<lower>}, {"upper", change_text<upper>}, {"capitalize", change_text<capitalize>},
    {"title", change_text<title>}, {"strip", strip<true, true>}, {"lstrip", strip<true, false>},
    {"rstrip", strip<false, true>}, {"split", split}, {"splitlines", split_lines}, {"join", join},
    {"replace", replace}, {"startswith", has_affix<false>}, {"endswith", has_affix<true>}, {"find", find_text},
    {"count", count_text}, {"isdigit", is_digits}, {"isnumeric", is_digits}, {"format", format_text},
    {"ljust", justify<'<'>}, {"rjust", justify<'>'>}, {"center", justify<'^'>},
};
constexpr BuiltinRow kFloatMethods[] = {{"is_integer", is_integer}};
constexpr BuiltinRow kIntMethods[] = {{"bit_length", bit_length}};

template <std::size_t kCount>
BuiltinFunction find_row(const BuiltinRow (&rows)[kCount], std::string_view name) {
    const auto* found = std::find_if(std::begin(rows), std::end(rows), [&](const BuiltinRow& row) { return row.name == name; });
    return found == std::end(rows) ? nullptr : found->function;
}

}  // namespace

BuiltinFunction find_method(const Value& value, std::string_view name) {
    switch (value.type) {
        case Type::List: return find_row(kListMethods, name);
        case Type::Tuple: return find_row(kTupleMethods, name);
        case Type::Dict: return find_row(kDictMethods, name);
        case Type::Set: return find_row(kSetMethods, name);
        case Type::Str: return find_row(kTextMethods, name);
        case Type::Float: return find_row(kFloatMethods, name);
        case Type::Int:
        case Type::Bool: return find_row(kIntMethods, name);
        default: return nullptr;
    }
}

Value Evaluator::range(const Value& start, const Value& stop, const Value& step) {
    auto* object = make<RangeObject>();
    object->start = Value::of(start.whole(), start.formula);
    object->stop = Value::of(stop.whole(), stop.formula);
    object->step = Value::of(step.whole(), step.formula);
    const Integer by = step.whole();
    if (by == 0) return raise("ValueError", "range() arg 3 must not be zero");
    const auto distance = checked_subtract(by > 0 ? stop.whole() : start.whole(), by > 0 ? start.whole() : stop.whole());
    if (!distance) return unknown(message("python.number_too_large"));
    const Integer size = by > 0 ? by : -by;
    object->count = *distance <= 0 ? Integer{0} : (*distance - 1) / size + 1;
    return Value::of(Type::Range, object);
}

std::optional<std::pair<ClassObject*, Value>> Evaluator::super_context() const {
    if (functions_.empty() || functions_.back()->owner == nullptr) return std::nullopt;
    return std::pair(functions_.back()->owner, selves_.back());
}

void Evaluator::add_builtins() {
    for (const BuiltinRow& row : kFunctions) builtins_->names.emplace(row.name, builtin(row.name, row.function));
    for (const auto& [name, cls] : builtin_classes_) {
        constexpr std::string_view kNotBuiltin[] = {"Module", "Sequential", "ModuleList", "ModuleDict", "Parameter", "Buffer",
                                                    "ParameterList", "ParameterDict", "Tensor", "function",
                                                    "NamedTuple", "OrderedDict", "defaultdict", "module", "NoneType"};
        if (std::find(std::begin(kNotBuiltin), std::end(kNotBuiltin), name) == std::end(kNotBuiltin))
            builtins_->names.emplace(cls->name, Value::of(Type::Class, cls));
    }
    builtins_->names.emplace("type", builtin("type", type_function));
    builtins_->names.emplace("__name__", text("__main__"));
    builtins_->names.emplace("__file__", text("model.py"));
    builtins_->names.emplace("NotImplemented", opaque("NotImplemented"));
}

void Evaluator::add_builtin_classes() {
    const auto add = [&](std::string_view name, ClassObject* base, BuiltinFunction maker = nullptr, Type makes = Type::Instance) {
        ClassObject* cls = add_class(std::string(name), base != nullptr ? std::vector{base} : std::vector<ClassObject*>{});
        cls->construct = maker;
        cls->makes = makes;
        builtin_classes_.emplace(cls->name, cls);
        return cls;
    };
    known.object = add("object", nullptr, nullptr);
    ClassObject* integer = add("int", known.object, make_int, Type::Int);
    add("bool", integer, make_bool, Type::Bool);
    add("float", known.object, make_float, Type::Float);
    add("str", known.object, make_str, Type::Str);
    known.tuple = add("tuple", known.object, make_sequence<Type::Tuple>, Type::Tuple);
    add("list", known.object, make_sequence<Type::List>, Type::List);
    ClassObject* dict = add("dict", known.object, make_dict, Type::Dict);
    add("set", known.object, make_set, Type::Set);
    add("frozenset", known.object, make_set, Type::Set);
    add("range", known.object, python::range, Type::Range);
    add("slice", known.object, make_slice, Type::Slice);
    add("function", known.object, nullptr, Type::Function);
    add("NoneType", known.object, nullptr, Type::None);
    add("module", known.object, nullptr, Type::Namespace);
    known.ordered_dict = add("OrderedDict", dict, make_dict, Type::Dict);
    known.named_tuple = add("NamedTuple", known.object);
    (void)make_object;

    struct Exception {
        std::string_view name, base;
    };
    constexpr Exception kExceptions[] = {
        {"BaseException", "object"}, {"Exception", "BaseException"}, {"KeyboardInterrupt", "BaseException"},
        {"SystemExit", "BaseException"}, {"StopIteration", "Exception"}, {"ArithmeticError", "Exception"},
        {"OverflowError", "ArithmeticError"}, {"ZeroDivisionError", "ArithmeticError"}, {"AssertionError", "Exception"},
        {"AttributeError", "Exception"}, {"ImportError", "Exception"}, {"ModuleNotFoundError", "ImportError"},
        {"LookupError", "Exception"}, {"IndexError", "LookupError"}, {"KeyError", "LookupError"},
        {"NameError", "Exception"}, {"UnboundLocalError", "NameError"}, {"OSError", "Exception"},
        {"FileNotFoundError", "OSError"}, {"RuntimeError", "Exception"}, {"NotImplementedError", "RuntimeError"},
        {"RecursionError", "RuntimeError"}, {"TypeError", "Exception"}, {"ValueError", "Exception"},
        {"Warning", "Exception"}, {"UserWarning", "Warning"}, {"DeprecationWarning", "Warning"},
        {"FutureWarning", "Warning"}, {"RuntimeWarning", "Warning"},
    };
    for (const Exception& each : kExceptions) add(each.name, find_class(each.base))->is_exception = true;
    known.exception = find_class("Exception");
    builtin_classes_.emplace("IOError", find_class("OSError"));
    add_module_classes();
}

}  // namespace paramscope::open::python
