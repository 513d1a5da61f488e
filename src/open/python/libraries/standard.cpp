// The functions of Python's standard library that models use: copy, functools, dataclasses, collections.
#include <algorithm>
#include <map>

#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/builtins/builtins.h"
#include "open/python/libraries/libraries.h"
#include "open/python/state/interpreter.h"
#include "open/python/state/signatures.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
/// The first argument: decorators and wrappers that change nothing.
Value pass_through(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return e.builtin("decorator", pass_through);
    return a.positional[0];
}

/// `@no_grad()`, and `@no_grad`: a decorator that changes nothing.
Value make_pass_through(Evaluator& e, const Value&, Arguments& a) {
    const bool is_applied = !a.positional.empty() && a.positional[0].is(Type::Function);
    return is_applied ? a.positional[0] : e.builtin("decorator", pass_through);
}

/// What `@wraps(f)` makes of a function: the function with the name of `f`.
Value take_name(Evaluator&, const Value& wrapped, Arguments& a) {
    if (a.positional.empty()) return Value::none();
    const Value& wrapper = a.positional[0];
    if (wrapper.is(Type::Function) && wrapped.is(Type::Function)) {
        wrapper.as<FunctionObject>().name = wrapped.as<FunctionObject>().name;
        wrapper.as<FunctionObject>().attributes.insert_or_assign("__wrapped__", wrapped);
    }
    return wrapper;
}

/// functools.update_wrapper(wrapper, wrapped).
Value update_wrapper(Evaluator& e, const Value&, Arguments& a) {
    return a.positional.size() < 2 ? not_evaluated(e, "update_wrapper") : take_name(e, a.positional[1], a);
}

/// `@wraps(f)`
Value wraps(Evaluator& e, const Value&, Arguments& a) {
    return e.builtin("decorator", take_name, a.positional.empty() ? Value::none() : a.positional[0]);
}

Value nothing(Evaluator&, const Value&, Arguments&) {
    return Value::none();
}

namespace {

Value deep_copy(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "deepcopy");
    std::map<const Object*, Value> done;
    return copy_deep(e, a.positional[0], done);
}

Value shallow_copy(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "copy");
    const Value& x = a.positional[0];
    if (x.is(Type::List) || x.is(Type::Dict) || x.is(Type::Set)) return call_method(e, x, "copy");
    if (x.is(Type::Instance) && x.instance().module == nullptr) {
        auto* copy = e.make<InstanceObject>();
        copy->cls = x.instance().cls;
        copy->attributes = x.instance().attributes;
        return Value::of(Type::Instance, copy);
    }
    return x.is(Type::Instance) ? not_evaluated(e, "copy") : x;
}

/// functools.partial: the function and the arguments that are already given.
Value call_partial(Evaluator& e, const Value& self, Arguments& a) {
    const std::vector<Value>& parts = self.items();
    Arguments all = a;
    all.positional = parts[1].items();
    all.positional.insert(all.positional.end(), a.positional.begin(), a.positional.end());
    all.named.clear();
    for (const Dict::Entry& entry : parts[2].as<Dict>().entries) {
        if (a.find(entry.key.str()) == nullptr) all.named.emplace_back(entry.key.str(), entry.value);
    }
    all.named.insert(all.named.end(), a.named.begin(), a.named.end());
    return call(e, parts[0], all);
}

/// The partial of a partial has the function of that one, and the arguments of both.
Value join_partials(Evaluator& e, const std::vector<Value>& inner, const Value& rest, const Value& named) {
    std::vector<Value> positional = inner[1].items();
    positional.insert(positional.end(), rest.items().begin(), rest.items().end());
    const Value all = e.dict();
    for (const Value& each : {inner[2], named}) {
        for (const Dict::Entry& entry : each.as<Dict>().entries) set_item(e, all, entry.key, entry.value);
    }
    return e.builtin("partial", call_partial, e.tuple({inner[0], e.tuple(std::move(positional)), all}));
}

Value partial(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "partial");
    const Value named = e.dict();
    for (const auto& [name, value] : a.named) set_item(e, named, e.text(name), value);
    const Value rest = e.tuple({a.positional.begin() + 1, a.positional.end()});
    const bool is_partial =
        a.positional[0].is(Type::Builtin) && a.positional[0].as<BuiltinObject>().name == "partial";
    if (is_partial) return join_partials(e, a.positional[0].as<BuiltinObject>().self.items(), rest, named);
    return e.builtin("partial", call_partial, e.tuple({a.positional[0], rest, named}));
}

Value reduce(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() < 2) return not_evaluated(e, "reduce");
    Value reason;
    auto items = iterate(e, a.positional[1], &reason);
    if (!items) return reason;
    if (a.positional.size() > 2) items->insert(items->begin(), a.positional[2]);
    if (items->empty()) return e.raise("TypeError", "reduce() of empty iterable with no initial value");
    Value result = items->front();
    for (std::size_t i = 1; i < items->size() && !e.is_interrupted(); ++i)
        result = call(e, a.positional[0], {result, (*items)[i]});
    return result;
}

/// Calls a function unless it was called with these arguments; `self` holds it and its results.
Value call_cached(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value> given = a.positional;
    for (const auto& [name, value] : a.named) {
        given.push_back(e.text(name));
        given.push_back(value);
    }
    for (const Value& each : given) e.decisions.decide_by(each);
    const std::optional<std::string> key = key_of(e.tuple(given));
    if (!key) return call(e, self.items()[0], a);
    Dict& results = self.items()[1].as<Dict>();
    if (const Value* found = results.find(*key)) return *found;
    const Value result = call(e, self.items()[0], a);
    if (!e.is_interrupted()) results.set(*key, Value::none(), result);
    return result;
}

/// `@lru_cache` and `@lru_cache(maxsize=8)`.
Value cache(Evaluator& e, const Value&, Arguments& a) {
    const bool has_function =
        !a.positional.empty() && (a.positional[0].is(Type::Function) || a.positional[0].is(Type::Builtin));
    if (!has_function) return e.builtin("lru_cache", cache);
    return e.builtin("lru_cache", call_cached, e.tuple({a.positional[0], e.dict()}));
}

Value dataclass(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty()) return e.builtin("dataclass", dataclass, self);
    if (a.positional[0].is(Type::Class)) make_dataclass(e, a.positional[0].cls());
    return a.positional[0];
}

Value field(Evaluator& e, const Value&, Arguments& a) {
    auto* object = e.make<InstanceObject>();
    object->cls = add_class(e, "Field", {e.known.object});
    for (const auto& [name, value] : a.named) object->attributes.set(name, value);
    return Value::of(Type::Instance, object);
}

Value as_dict(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Instance)) return not_evaluated(e, "asdict");
    return fields_of(e, a.positional[0], true);
}

Value replace_fields(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "replace");
    (void)self;
    const Value& from = a.positional[0];
    if (!from.is(Type::Instance) || !from.instance().cls->is_dataclass) return not_evaluated(e, "replace");
    Arguments all;
    for (const std::string& name : from.instance().cls->fields) {
        const Value* given = a.find(name);
        all.named.emplace_back(name, given != nullptr ? *given : attribute(e, from, name));
    }
    return construct(e, *from.instance().cls, all);
}

/// The names of the fields of a dataclass or of an object of one; None for all else.
Value field_names_of(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || a.positional[0].is_unknown()) return not_evaluated(e, "fields");
    const Value& object = a.positional[0];
    const ClassObject* cls = object.is(Type::Class)      ? &object.cls()
                             : object.is(Type::Instance) ? object.instance().cls
                                                         : nullptr;
    if (cls == nullptr || !cls->is_dataclass) return Value::none();
    std::vector<Value> names;
    for (const std::string& name : cls->fields) names.push_back(e.text(name));
    return e.tuple(std::move(names));
}

Value default_dict(Evaluator& e, const Value& self, Arguments& a) {
    (void)self;
    const Value dict = e.dict();
    if (!a.positional.empty()) dict.as<Dict>().default_factory = a.positional[0];
    return dict;
}

Value named_tuple(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() < 2 || !a.positional[0].is(Type::Str)) return not_evaluated(e, "namedtuple");
    ClassObject* cls = add_class(e, a.positional[0].str(), {e.known.named_tuple});
    std::vector<Value> names;
    if (a.positional[1].is(Type::Str)) {
        std::string text = a.positional[1].str();
        std::replace(text.begin(), text.end(), ',', ' ');
        names = call_method(e, e.text(text), "split").items();
    } else {
        Value reason;
        const auto items = iterate(e, a.positional[1], &reason);
        if (!items) return reason;
        names = *items;
    }
    for (const Value& name : names) cls->fields.push_back(to_text(e, name));
    cls->is_dataclass = true;
    return Value::of(Type::Class, cls);
}

/// product(*iterables, repeat=1)
Value pairs_of(Evaluator& e, const Value&, Arguments& a) {
    const Value* repeat = a.find("repeat");
    if (repeat != nullptr && !repeat->is_whole()) return not_evaluated(e, "product");
    if (repeat != nullptr) e.decisions.decide_by(*repeat);
    std::vector<Value> iterables;
    for (Integer i = 0; i < (repeat != nullptr ? repeat->whole() : 1) && e.count_items(1); ++i)
        iterables.insert(iterables.end(), a.positional.begin(), a.positional.end());
    std::vector<std::vector<Value>> rows = {{}};
    for (const Value& each : iterables) {
        Value reason;
        const auto items = iterate(e, each, &reason);
        if (!items) return reason;
        std::vector<std::vector<Value>> next;
        for (const auto& row : rows) {
            for (const Value& item : *items) {
                next.push_back(row);
                next.back().push_back(item);
                if (!e.count_items(row.size() + 1)) return Value::none();
            }
        }
        rows = std::move(next);
    }
    std::vector<Value> tuples;
    for (auto& row : rows) tuples.push_back(e.tuple(std::move(row)));
    return iterator(e, std::move(tuples));
}

Value repeat_item(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return not_evaluated(e, "repeat");
    return binary(e, "*", e.list({a.positional[0]}), a.positional[1]);
}

/// Counts items: a dict that has zero for what it lacks.
Value counter(Evaluator& e, const Value&, Arguments& a) {
    if (!a.named.empty() || a.positional.size() > 1) return not_evaluated(e, "Counter");
    const Value counts = e.dict();
    counts.as<Dict>().default_factory = e.builtin("Counter", counter);
    if (a.positional.empty()) return counts;
    if (a.positional[0].is(Type::Dict)) return not_evaluated(e, "Counter");
    Value reason;
    const auto items = iterate(e, a.positional[0], &reason);
    if (!items) return reason;
    for (const Value& each : *items) {
        set_item(e, counts, each, binary(e, "+", item(e, counts, each), Value::of(1)));
        if (e.is_interrupted()) break;
    }
    return counts;
}

/// typing.cast(type, value).
Value cast(Evaluator& e, const Value&, Arguments& a) {
    return a.positional.size() == 2 ? a.positional[1] : not_evaluated(e, "cast");
}

constexpr BuiltinRow kCopyFunctionsRows[] = {{"deepcopy", deep_copy}, {"copy", shallow_copy}};
constexpr BuiltinRow kFunctoolsFunctionsRows[] = {{"partial", partial},
                                                  {"reduce", reduce},
                                                  {"wraps", wraps},
                                                  {"lru_cache", cache},
                                                  {"cache", cache},
                                                  {"update_wrapper", update_wrapper},
                                                  {"total_ordering", pass_through}};
constexpr BuiltinRow kDataclassesFunctionsRows[] = {{"dataclass", dataclass},
                                                    {"field", field},
                                                    {"asdict", as_dict},
                                                    {"replace", replace_fields},
                                                    {"_field_names", field_names_of}};
constexpr BuiltinRow kCollectionsFunctionsRows[] = {
    {"namedtuple", named_tuple}, {"defaultdict", default_dict}, {"Counter", counter}};
constexpr BuiltinRow kItertoolsFunctionsRows[] = {{"product", pairs_of}, {"repeat", repeat_item}};
template <Type kType>
Value is_of_type(Evaluator&, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || a.positional[0].is_unknown())
        return a.positional.empty() ? Value::of(false) : a.positional[0];
    return Value::of(a.positional[0].is(kType));
}

/// The parameters of a layer's constructor; their defaults are not given. Nothing for what is no layer.
std::optional<Value> layer_parameter_rows(Evaluator& e, const ClassObject& cls) {
    const Value* initialize = cls.find("__init__");
    if (initialize == nullptr || !initialize->is(Type::Builtin)) return std::nullopt;
    for (const ClassObject* each : cls.order) {
        const FoundLayer found = each->definition != nullptr ? FoundLayer() : find_layer(each->name);
        if (found.signature == nullptr) continue;
        std::vector<Value> rows;
        for (const Argument& parameter : *found.signature) {
            std::vector<Value> row = {e.text(std::string(parameter_name(parameter))),
                                      e.text("POSITIONAL_OR_KEYWORD")};
            if (!is_required(parameter)) row.push_back(not_evaluated(e, "signature"));
            rows.push_back(e.tuple(std::move(row)));
        }
        return e.list(std::move(rows));
    }
    return not_evaluated(e, "signature");
}

/// True for the forward pass of a layer that takes one tensor, which PyTorch calls `input`.
bool takes_input(const Value& function) {
    constexpr std::string_view kLayers[] = {"Identity",  "Linear",    "Dropout",      "BatchNorm",
                                            "LayerNorm", "GroupNorm", "InstanceNorm", "RMSNorm"};
    if (!function.is(Type::Builtin) || function.as<BuiltinObject>().name != "forward") return false;
    const Value& self = function.as<BuiltinObject>().self;
    return self.is(Type::Instance) && any_of(kLayers, [&](std::string_view layer) {
               return std::string_view(self.instance().cls->name).starts_with(layer);
           });
}

/// The parameters of a function or of a class's constructor: for each its name, its kind and, where it has
/// one, its default.
Value parameter_rows(Evaluator& e, const Value&, Arguments& a) {
    const Value& of = a.positional[0];
    if (of.is(Type::Class)) {
        if (const std::optional<Value> rows = layer_parameter_rows(e, of.cls())) return *rows;
    }
    if (takes_input(of)) return e.list({e.tuple({e.text("input"), e.text("POSITIONAL_OR_KEYWORD")})});
    std::vector<Parameter> parameters;
    if (of.is(Type::Function)) parameters = parameters_of(unwrapped(of.as<FunctionObject>()));
    if (of.is(Type::Class)) parameters = constructor_parameters(of.cls());
    if (of.is(Type::Method)) {
        parameters = parameters_of(unwrapped(*of.as<MethodObject>().function));
        if (!parameters.empty()) parameters.erase(parameters.begin());
    }
    const bool is_known = of.is(Type::Function) || of.is(Type::Class) || of.is(Type::Method);
    if (!is_known) return of.is_unknown() ? of : not_evaluated(e, "signature");
    std::vector<Value> rows;
    for (const Parameter& each : parameters) {
        const std::string_view kind = each.is_rest              ? "VAR_POSITIONAL"
                                      : each.is_named_rest      ? "VAR_KEYWORD"
                                      : each.is_keyword_only    ? "KEYWORD_ONLY"
                                      : each.is_positional_only ? "POSITIONAL_ONLY"
                                                                : "POSITIONAL_OR_KEYWORD";
        std::vector<Value> row = {e.text(std::string(each.name)), e.text(std::string(kind))};
        if (each.default_value != nullptr) row.push_back(*each.default_value);
        rows.push_back(e.tuple(std::move(row)));
    }
    return e.list(std::move(rows));
}

constexpr BuiltinRow kInspectFunctionsRows[] = {{"parameter_rows", parameter_rows},
                                                {"isfunction", is_of_type<Type::Function>},
                                                {"isclass", is_of_type<Type::Class>},
                                                {"ismodule", is_of_type<Type::Namespace>}};
constexpr BuiltinRow kAbcFunctionsRows[] = {{"abstractmethod", pass_through}};
constexpr BuiltinRow kTypingFunctionsRows[] = {{"cast", cast},
                                               {"overload", pass_through},
                                               {"no_type_check", pass_through},
                                               {"final", pass_through},
                                               {"override", pass_through},
                                               {"runtime_checkable", pass_through},
                                               {"dataclass_transform", make_pass_through},
                                               {"deprecated", make_pass_through}};
/// Decorators that check or warn, and leave what they decorate as it is.
constexpr BuiltinRow kCheckingFunctionsRows[] = {
    {"beartype", pass_through},           {"typechecked", pass_through},  {"jaxtyped", pass_through},
    {"deprecated", make_pass_through},    {"override", pass_through},     {"overrides", pass_through},
    {"validate_arguments", pass_through}, {"validate_call", pass_through}};
constexpr BuiltinRow kWarningsFunctionsRows[] = {
    {"warn", nothing}, {"filterwarnings", nothing}, {"simplefilter", nothing}};

}  // namespace

const std::span<const BuiltinRow> kCopyFunctions = kCopyFunctionsRows;
const std::span<const BuiltinRow> kFunctoolsFunctions = kFunctoolsFunctionsRows;
const std::span<const BuiltinRow> kDataclassesFunctions = kDataclassesFunctionsRows;
const std::span<const BuiltinRow> kCollectionsFunctions = kCollectionsFunctionsRows;
const std::span<const BuiltinRow> kItertoolsFunctions = kItertoolsFunctionsRows;
const std::span<const BuiltinRow> kInspectFunctions = kInspectFunctionsRows;
const std::span<const BuiltinRow> kAbcFunctions = kAbcFunctionsRows;
const std::span<const BuiltinRow> kTypingFunctions = kTypingFunctionsRows;
const std::span<const BuiltinRow> kCheckingFunctions = kCheckingFunctionsRows;
const std::span<const BuiltinRow> kWarningsFunctions = kWarningsFunctionsRows;

}  // namespace paramscope::open::python
