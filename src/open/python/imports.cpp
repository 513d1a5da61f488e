// Imports: the libraries that are known, as tables of names; some are Python texts of our own
// (libraries/*.py). Any other library is an unknown value.
#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "base/shipped_texts.h"
#include "layers/catalogue.h"
#include "open/python/evaluator.h"

namespace paramscope {
extern const std::span<const ShippedText> kPythonLibraryTexts;
}

namespace paramscope::open::python {
namespace {

Value wrong(Evaluator& e, std::string_view name) {
    return e.unknown(message("python.unknown_method", {{"name", name}}));
}

// math ------------------------------------------------------------------------------------------------------

using RealFunction = double (*)(double);

template <RealFunction kFunction>
Value real_function(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong(e, "math");
    const Value& x = a.positional[0];
    if (x.is_unknown()) return x;
    if (!x.is_number()) {
        if (x.is(Type::Tensor)) return e.tensor_of_unknown_shape(wrong(e, "math"));
        return e.raise("TypeError", concat("must be real number, not ", type_name(x)));
    }
    const double result = kFunction(x.number());
    if (std::isnan(result) && !std::isnan(x.number())) return e.raise("ValueError", "math domain error");
    if (std::isinf(result) && !std::isinf(x.number())) {
        if (x.number() == 0) return e.raise("ValueError", "math domain error");
        return e.raise("OverflowError", "math range error");
    }
    Value value = Value::of(result);
    value.formula = e.derived(x.formula);
    return value;
}

template <bool kUp, bool kAsFloat>
Value rounded(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return wrong(e, "math");
    const Value& x = a.positional[0];
    if (x.is_unknown()) return x;
    if (!x.is_number()) return e.raise("TypeError", concat("must be real number, not ", type_name(x)));
    if (kAsFloat) {
        Value value = Value::of(kUp ? std::ceil(x.number()) : std::floor(x.number()));
        value.formula = e.derived(x.formula);
        return value;
    }
    if (x.is_whole()) return Value::of(x.whole(), x.formula);
    if (!std::isfinite(x.real) || std::fabs(x.real) > 1e38) return wrong(e, "math");
    const auto result = static_cast<Integer>(kUp ? std::ceil(x.real) : std::floor(x.real));
    if (x.formula == nullptr) return Value::of(result);
    const Polynomial* kept = Evaluator::is_plain(*x.formula) ? e.keep(kUp ? paramscope::ceil(*x.formula) : paramscope::floor(*x.formula)) : nullptr;
    return Value::of(result, kept != nullptr ? kept : e.derived(x.formula));
}

Value logarithm(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() == 1) return real_function<std::log>(e, self, a);
    if (a.positional.size() != 2 || !a.positional[0].is_number() || !a.positional[1].is_number()) return wrong(e, "log");
    const double x = a.positional[0].number(), base = a.positional[1].number();
    if (x <= 0 || base <= 0 || base == 1) return e.raise("ValueError", "math domain error");
    Value value = Value::of(std::log(x) / std::log(base));
    value.formula = e.derived(a.positional[0].formula, a.positional[1].formula);
    return value;
}

Value integer_root(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_whole() || a.positional[0].whole() < 0) return wrong(e, "isqrt");
    const Integer x = a.positional[0].whole();
    auto root = static_cast<Integer>(std::sqrt(static_cast<double>(x)));
    while (root * root > x) --root;
    while ((root + 1) * (root + 1) <= x) ++root;
    return Value::of(root, e.derived(a.positional[0].formula));
}

Value common_divisor(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is_whole() || !a.positional[1].is_whole()) return wrong(e, "gcd");
    return Value::of(greatest_common_divisor(a.positional[0].whole(), a.positional[1].whole()),
                     e.derived(a.positional[0].formula, a.positional[1].formula));
}

Value product_of(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return wrong(e, "prod");
    Value reason;
    const auto items = e.iterate(a.positional[0], &reason);
    if (!items) return reason;
    const Value* start = a.find("start");
    Value result = start != nullptr ? *start : Value::of(1);
    for (const Value& each : *items) {
        result = e.binary("*", result, each);
        if (e.is_interrupted()) break;
    }
    return result;
}

Value real_power(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is_number() || !a.positional[1].is_number()) return wrong(e, "pow");
    return e.binary("**", e.to_float(a.positional[0]), e.to_float(a.positional[1]));
}

template <bool (*kTest)(double)>
Value real_test(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_number()) return wrong(e, "isnan");
    return Value::of(kTest(a.positional[0].number()));
}

bool is_nan(double value) { return std::isnan(value); }
bool is_infinite(double value) { return std::isinf(value); }

constexpr BuiltinRow kMath[] = {
    {"sqrt", real_function<std::sqrt>}, {"exp", real_function<std::exp>}, {"log2", real_function<std::log2>},
    {"log10", real_function<std::log10>}, {"sin", real_function<std::sin>}, {"cos", real_function<std::cos>},
    {"tan", real_function<std::tan>}, {"tanh", real_function<std::tanh>}, {"atan", real_function<std::atan>},
    {"fabs", real_function<std::fabs>}, {"log1p", real_function<std::log1p>}, {"log", logarithm},
    {"ceil", rounded<true, false>}, {"floor", rounded<false, false>}, {"isqrt", integer_root},
    {"gcd", common_divisor}, {"prod", product_of}, {"pow", real_power}, {"isnan", real_test<is_nan>},
    {"isinf", real_test<is_infinite>},
};

constexpr BuiltinRow kNumpy[] = {
    {"sqrt", real_function<std::sqrt>}, {"exp", real_function<std::exp>}, {"log", real_function<std::log>},
    {"log2", real_function<std::log2>}, {"ceil", rounded<true, true>}, {"floor", rounded<false, true>},
    {"prod", product_of},
};

// copy, functools, dataclasses, collections ----------------------------------------------------------------

Value deep_copy(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return wrong(e, "deepcopy");
    std::map<const Object*, Value> done;
    return e.copy_deep(a.positional[0], done);
}

Value shallow_copy(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return wrong(e, "copy");
    const Value& x = a.positional[0];
    if (x.is(Type::List) || x.is(Type::Dict) || x.is(Type::Set)) return e.call_method(x, "copy");
    if (x.is(Type::Instance) && x.instance().module == nullptr) {
        auto* copy = e.make<InstanceObject>();
        copy->cls = x.instance().cls;
        copy->attributes = x.instance().attributes;
        return Value::of(Type::Instance, copy);
    }
    return x.is(Type::Instance) ? wrong(e, "copy") : x;
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
    return e.call(parts[0], all);
}

Value partial(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return wrong(e, "partial");
    const Value named = e.dict();
    for (const auto& [name, value] : a.named) e.set_item(named, e.text(name), value);
    const Value rest = e.tuple({a.positional.begin() + 1, a.positional.end()});
    return e.builtin("partial", call_partial, e.tuple({a.positional[0], rest, named}));
}

Value reduce(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() < 2) return wrong(e, "reduce");
    Value reason;
    auto items = e.iterate(a.positional[1], &reason);
    if (!items) return reason;
    if (a.positional.size() > 2) items->insert(items->begin(), a.positional[2]);
    if (items->empty()) return e.raise("TypeError", "reduce() of empty iterable with no initial value");
    Value result = items->front();
    for (std::size_t i = 1; i < items->size() && !e.is_interrupted(); ++i) result = e.call(a.positional[0], {result, (*items)[i]});
    return result;
}

/// The first argument: decorators and wrappers that change nothing.
Value pass_through(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return e.builtin("decorator", pass_through);
    return a.positional[0];
}

/// `@lru_cache` and `@lru_cache(maxsize=8)`.
Value cache(Evaluator& e, const Value&, Arguments& a) {
    const bool has_function = !a.positional.empty() && (a.positional[0].is(Type::Function) || a.positional[0].is(Type::Builtin));
    return has_function ? a.positional[0] : e.builtin("decorator", pass_through);
}

/// `@wraps(f)`: a decorator that changes nothing.
Value make_pass_through(Evaluator& e, const Value&, Arguments&) {
    return e.builtin("decorator", pass_through);
}

Value nothing(Evaluator&, const Value&, Arguments&) {
    return Value::none();
}

Value no(Evaluator&, const Value&, Arguments&) {
    return Value::of(false);
}

Value dataclass(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty()) return e.builtin("dataclass", dataclass, self);
    if (a.positional[0].is(Type::Class)) e.make_dataclass(a.positional[0].cls());
    return a.positional[0];
}

Value field(Evaluator& e, const Value&, Arguments& a) {
    auto* object = e.make<InstanceObject>();
    object->cls = e.add_class("Field", {e.known.object});
    for (const auto& [name, value] : a.named) object->attributes.set(name, value);
    return Value::of(Type::Instance, object);
}

Value as_dict(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Instance)) return wrong(e, "asdict");
    const Value result = e.dict();
    for (const std::string& name : a.positional[0].instance().cls->fields) e.set_item(result, e.text(name), e.attribute(a.positional[0], name));
    return result;
}

Value replace_fields(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return wrong(e, "replace");
    const Value copy = shallow_copy(e, self, a);
    for (const auto& [name, value] : a.named) e.set_attribute(copy, name, value);
    return copy;
}

Value default_dict(Evaluator& e, const Value& self, Arguments& a) {
    (void)self;
    const Value dict = e.dict();
    if (!a.positional.empty()) dict.as<Dict>().default_factory = a.positional[0];
    return dict;
}

Value named_tuple(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() < 2 || !a.positional[0].is(Type::Str)) return wrong(e, "namedtuple");
    ClassObject* cls = e.add_class(a.positional[0].str(), {e.known.named_tuple});
    std::vector<Value> names;
    if (a.positional[1].is(Type::Str)) {
        std::string text = a.positional[1].str();
        std::replace(text.begin(), text.end(), ',', ' ');
        names = e.call_method(e.text(text), "split").items();
    } else {
        Value reason;
        const auto items = e.iterate(a.positional[1], &reason);
        if (!items) return reason;
        names = *items;
    }
    for (const Value& name : names) cls->fields.push_back(e.to_text(name));
    cls->is_dataclass = true;
    return Value::of(Type::Class, cls);
}

Value chain(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> all;
    for (const Value& each : a.positional) {
        Value reason;
        const auto items = e.iterate(each, &reason);
        if (!items) return reason;
        all.insert(all.end(), items->begin(), items->end());
    }
    return e.list(std::move(all));
}

Value pairs_of(Evaluator& e, const Value&, Arguments& a) {
    std::vector<std::vector<Value>> rows = {{}};
    for (const Value& each : a.positional) {
        Value reason;
        const auto items = e.iterate(each, &reason);
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
    return e.list(std::move(tuples));
}

Value repeat_item(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return wrong(e, "repeat");
    return e.binary("*", e.list({a.positional[0]}), a.positional[1]);
}

// torch -----------------------------------------------------------------------------------------------------

/// weight_norm() as PyTorch has had it: the weight becomes a length and a direction.
Value weight_norm(Evaluator& e, const Value&, Arguments& a) {
    const Value* module = a.get(0, "module");
    if (module == nullptr || !module->is(Type::Instance) || module->instance().module == nullptr) return module != nullptr ? *module : Value::none();
    ModuleState& state = *module->instance().module;
    const Value* name = a.get(1, "name");
    const Value* dim = a.get(2, "dim");
    const std::string weight = name != nullptr && name->is(Type::Str) ? name->str() : "weight";
    e.own_tensors(module->instance(), false);
    const Value* tensor = state.layer_tensors.find(weight);
    if (tensor == nullptr) tensor = state.parameters.find(weight);
    const bool has_dim = dim == nullptr || dim->is_whole();
    if (tensor == nullptr || !tensor->is(Type::Tensor) || !tensor->tensor().is_shape_known || !has_dim) {
        state.doubts.push_back(wrong(e, "weight_norm"));
        return *module;
    }
    const std::vector<Value> shape = tensor->tensor().shape;
    const auto kept = Evaluator::position(dim == nullptr ? Integer{0} : dim->whole(), shape.size());
    std::vector<Value> lengths(shape.size(), Value::of(1));
    if (kept) lengths[*kept] = shape[*kept];
    const auto add = [&](std::string_view suffix, std::vector<Value> sizes) {
        const Value made = e.tensor(std::move(sizes));
        made.tensor().is_parameter = true;
        state.parameters.set(concat(weight, suffix), made);
    };
    add("_g", lengths);
    add("_v", shape);
    if (!state.parameters.remove(weight)) state.removed_tensors.push_back(weight);
    return *module;
}

Value spectral_norm(Evaluator& e, const Value&, Arguments& a) {
    const Value* module = a.get(0, "module");
    if (module == nullptr || !module->is(Type::Instance) || module->instance().module == nullptr) return module != nullptr ? *module : Value::none();
    ModuleState& state = *module->instance().module;
    e.own_tensors(module->instance(), false);
    const Value* found = state.layer_tensors.find("weight");
    if (found == nullptr || a.positional.size() + a.named.size() > 1 || !found->tensor().is_shape_known || found->tensor().shape.empty() ||
        module->instance().cls->name.find("Transpose") != std::string::npos) {
        state.doubts.push_back(wrong(e, "spectral_norm"));
        return *module;
    }
    const Value weight = *found;
    const std::vector<Value> shape = weight.tensor().shape;
    Value columns = Value::of(1);
    for (std::size_t i = 1; i < shape.size(); ++i) columns = e.binary("*", columns, shape[i]);
    state.removed_tensors.emplace_back("weight");
    state.parameters.set("weight_orig", weight);
    state.buffers.set("weight_u", e.tensor({shape[0]}));
    state.buffers.set("weight_v", e.tensor({columns}));
    return *module;
}

Value unknown_tensor(Evaluator& e, const Value&, Arguments&) {
    return e.tensor_of_unknown_shape(e.unknown(message("python.unknown_forward")));
}

constexpr BuiltinRow kTorchExtras[] = {
    {"is_tensor", no}, {"compile", pass_through}, {"manual_seed", nothing}, {"set_default_dtype", nothing},
    {"no_grad", make_pass_through}, {"inference_mode", make_pass_through}, {"enable_grad", make_pass_through},
};
constexpr BuiltinRow kCopy[] = {{"deepcopy", deep_copy}, {"copy", shallow_copy}};
constexpr BuiltinRow kFunctools[] = {{"partial", partial}, {"reduce", reduce}, {"wraps", make_pass_through}, {"lru_cache", cache}, {"cache", cache}};
constexpr BuiltinRow kDataclasses[] = {{"dataclass", dataclass}, {"field", field}, {"asdict", as_dict}, {"replace", replace_fields}};
constexpr BuiltinRow kCollections[] = {{"namedtuple", named_tuple}, {"defaultdict", default_dict}};
constexpr BuiltinRow kItertools[] = {{"chain", chain}, {"product", pairs_of}, {"repeat", repeat_item}};
constexpr BuiltinRow kAbstract[] = {{"abstractmethod", pass_through}};
constexpr BuiltinRow kNormalization[] = {{"weight_norm", weight_norm}, {"spectral_norm", spectral_norm}};
constexpr BuiltinRow kCuda[] = {{"is_available", no}, {"is_bf16_supported", no}};
constexpr BuiltinRow kJit[] = {{"script", pass_through}, {"script_method", pass_through}, {"ignore", pass_through}, {"export", pass_through}, {"unused", pass_through}};
/// typing.cast(type, value).
Value cast(Evaluator& e, const Value&, Arguments& a) {
    return a.positional.size() == 2 ? a.positional[1] : wrong(e, "cast");
}

constexpr BuiltinRow kTyping[] = {{"cast", cast}, {"overload", pass_through}, {"no_type_check", pass_through}};
constexpr BuiltinRow kWarnings[] = {{"warn", nothing}, {"filterwarnings", nothing}, {"simplefilter", nothing}};

/// What a library gives for a name that its table lacks.
enum class Rest {
    Unknown,  ///< a value that may be anything
    Opaque,   ///< a value without any effect on a model
    Initialize,  ///< a function that changes values of tensors only
    Tensors,  ///< a function that computes a tensor
};

struct Library {
    std::string_view name;
    std::span<const BuiltinRow> functions;
    Rest rest = Rest::Unknown;
    std::string_view text = "";  ///< the library of ours that has more names
};

const Library kLibraries[] = {
    {"torch", kTorchExtras, Rest::Opaque},
    {"torch.nn", {}, Rest::Unknown, "torch_nn"},
    {"torch.nn.modules", {}, Rest::Unknown, "torch_nn"},
    {"torch.nn.parameter", {}},
    {"torch.nn.init", {}, Rest::Initialize},
    {"torch.nn.functional", {}, Rest::Tensors},
    {"torch.nn.utils", kNormalization},
    {"torch.nn.parallel", {}, Rest::Opaque},
    {"torch.utils", {}, Rest::Opaque},
    {"torch.utils.checkpoint", {}, Rest::Opaque},
    {"torch.utils.data", {}, Rest::Opaque},
    {"torch.cuda", kCuda, Rest::Opaque},
    {"torch.backends", {}, Rest::Opaque},
    {"torch.jit", kJit, Rest::Opaque},
    {"torch.autograd", {}, Rest::Opaque},
    {"torch.optim", {}, Rest::Opaque},
    {"torch.distributed", {}, Rest::Opaque},
    {"torch.fft", {}, Rest::Tensors},
    {"torch.linalg", {}, Rest::Tensors},
    {"math", kMath},
    {"numpy", kNumpy, Rest::Unknown, "numpy_arrays"},
    {"copy", kCopy},
    {"functools", kFunctools},
    {"dataclasses", kDataclasses},
    {"collections", kCollections},
    {"collections.abc", {}, Rest::Opaque},
    {"itertools", kItertools},
    {"typing", kTyping, Rest::Opaque},
    {"typing_extensions", kTyping, Rest::Opaque},
    {"abc", kAbstract, Rest::Opaque},
    {"warnings", kWarnings, Rest::Opaque},
    {"logging", {}, Rest::Opaque},
    {"time", {}, Rest::Opaque},
    {"einops", {}, Rest::Tensors},
    {"einops.layers", {}},
    {"einops.layers.torch", {}, Rest::Unknown, "einops_layers_torch"},
    {"timm", {}},
    {"timm.layers", {}, Rest::Unknown, "timm_layers"},
    {"timm.models", {}},
    {"timm.models.layers", {}, Rest::Unknown, "timm_layers"},
};

const Library* find_library(std::string_view name) {
    const auto* found = std::find_if(std::begin(kLibraries), std::end(kLibraries), [&](const Library& each) { return each.name == name; });
    return found == std::end(kLibraries) ? nullptr : found;
}

}  // namespace

Scope* Evaluator::library_scope(std::string_view name) {
    const auto found = library_scopes_.find(name);
    if (found != library_scopes_.end()) return found->second;
    for (const ShippedText& text : kPythonLibraryTexts) {
        if (text.name != name) continue;
        auto* scope = make<Scope>();
        scope->globals = scope;
        library_scopes_.emplace(std::string(name), scope);
        libraries_.push_back(std::make_unique<SyntaxTree>(text.text));
        Scope* before = std::exchange(scope_, scope);
        const Flow flow = std::exchange(flow_, Flow::Next);
        execute_block(libraries_.back()->root());
        if (!is_interrupted()) flow_ = flow;
        scope_ = before;
        return scope;
    }
    return nullptr;
}

Value Evaluator::import_module(std::string_view name) {
    const auto found = namespaces_.find(name);
    if (found != namespaces_.end()) return Value::of(Type::Namespace, found->second);
    if (find_library(name) == nullptr) {
        // A part of a known library without a table of its own: `torch.amp`.
        const std::string_view top = name.substr(0, name.find('.'));
        if (top == "torch" && top != name) return opaque(name);
        return unknown(message("python.unknown_import", {{"name", name}}));
    }
    auto* object = make<NamespaceObject>();
    object->name = name;
    namespaces_.emplace(object->name, object);
    if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos) {
        const Value parent = import_module(name.substr(0, dot));
        if (parent.is(Type::Namespace))
            parent.as<NamespaceObject>().names.emplace(std::string(name.substr(dot + 1)), Value::of(Type::Namespace, object));
    }
    return Value::of(Type::Namespace, object);
}

Value Evaluator::namespace_member(NamespaceObject& module, std::string_view name) {
    const auto found = module.names.find(name);
    if (found != module.names.end()) return found->second;
    const auto keep_member = [&](const Value& value) {
        module.names.emplace(std::string(name), value);
        return value;
    };
    const std::string full = concat(module.name, ".", name);
    if (find_library(full) != nullptr) return import_module(full);
    const Library* library = find_library(module.name);
    if (library == nullptr) return unknown(message("python.unknown_member", {{"name", name}, {"module", module.name}}));
    for (const BuiltinRow& row : library->functions) {
        if (row.name == name) return keep_member(builtin(row.name, row.function));
    }
    const bool is_nn = module.name == "torch.nn" || module.name == "torch.nn.modules" || module.name == "torch.nn.parameter";
    if (is_nn) {
        constexpr std::string_view kClasses[] = {"Module", "Sequential", "ModuleList", "ModuleDict", "Parameter", "ParameterList", "ParameterDict"};
        if (std::find(std::begin(kClasses), std::end(kClasses), name) != std::end(kClasses))
            return keep_member(Value::of(Type::Class, find_class(name)));
        if (name == "DataParallel") return keep_member(builtin("DataParallel", pass_through));
    }
    if (!library->text.empty()) {
        if (Scope* scope = library_scope(library->text)) {
            const auto member = scope->names.find(name);
            if (member != scope->names.end()) return keep_member(member->second);
        }
    }
    if (is_nn) {
        if (ClassObject* cls = layer_class(name)) return keep_member(Value::of(Type::Class, cls));
    }
    if (module.name == "torch") {
        if (name == "Tensor") return keep_member(Value::of(Type::Class, find_class("Tensor")));
        if (const BuiltinFunction function = find_torch_function(name)) return keep_member(builtin("torch function", function));
        if (name == "pi") return Value::of(M_PI);
        if (name == "inf") return Value::of(HUGE_VAL);
        if (name == "__version__") return unknown(message("python.unknown_member", {{"name", name}, {"module", "torch"}}));
        constexpr std::string_view kComputed[] = {"einsum", "matmul", "bmm", "mean", "sum", "norm", "where", "split", "chunk",
                                                  "randint", "randperm", "bernoulli", "multinomial", "topk", "sort", "from_numpy",
                                                  "nonzero", "max", "min", "argmax", "meshgrid", "polar", "repeat_interleave", "hann_window"};
        if (std::find(std::begin(kComputed), std::end(kComputed), name) != std::end(kComputed)) return keep_member(builtin("torch function", unknown_tensor));
    }
    if (module.name == "math" || module.name == "numpy") {
        if (name == "pi") return Value::of(M_PI);
        if (name == "e") return Value::of(M_E);
        if (name == "inf") return Value::of(HUGE_VAL);
        if (name == "nan") return Value::of(std::nan(""));
    }
    if ((module.name == "collections" || module.name == "typing") && name == "OrderedDict") return Value::of(Type::Class, known.ordered_dict);
    if (module.name == "typing" && name == "NamedTuple") return Value::of(Type::Class, known.named_tuple);
    if (module.name == "typing" && name == "TYPE_CHECKING") return Value::of(false);
    switch (library->rest) {
        case Rest::Opaque: return keep_member(opaque(full));
        case Rest::Initialize: return keep_member(builtin("init", pass_through));
        case Rest::Tensors: {
            if (const BuiltinFunction function = find_torch_function(name)) return keep_member(builtin("torch function", function));
            return keep_member(builtin("torch function", unknown_tensor));
        }
        case Rest::Unknown: break;
    }
    return unknown(message("python.unknown_member", {{"name", name}, {"module", module.name}}));
}

void Evaluator::import_statement(const Node& node) {
    for (const Node* each : node.all(Field::Name)) {
        const Node* alias = each->child(Field::Alias);
        const Node* path = alias != nullptr ? each->child(Field::Name) : each;
        if (path == nullptr) continue;
        const Value value = import_module(path->text);
        if (value.is_unknown() && refuse_import(value, path->text)) return;
        if (alias != nullptr) {
            bind(alias->text, value);
        } else {
            const std::string_view top = path->text.substr(0, path->text.find('.'));
            bind(top, top == path->text ? value : import_module(top));
        }
    }
}

/// Without a library, `try: import x` goes on with its except clause; any other import is unknown.
bool Evaluator::refuse_import(const Value& value, std::string_view name) {
    if (tries_ > 0) {
        remark(Severity::Note, message("python.import_failed", {{"name", name}}));
        raise("ModuleNotFoundError", concat("No module named '", name, "'"));
        return true;
    }
    (void)value;
    return false;
}

void Evaluator::import_from_statement(const Node& node) {
    const Node* from = node.child(Field::ModuleName);
    if (from == nullptr) return;
    const Value module = from->kind == Kind::RelativeImport ? unknown(message("python.unknown_import", {{"name", from->text}})) : import_module(from->text);
    if (module.is_unknown() && refuse_import(module, from->text)) return;
    for (const Node* each : node.all(Field::Name)) {
        const Node* alias = each->child(Field::Alias);
        const Node* name = alias != nullptr ? each->child(Field::Name) : each;
        if (name == nullptr) continue;
        const Value value = module.is(Type::Namespace) ? namespace_member(module.as<NamespaceObject>(), name->text)
                            : module.is(Type::Opaque)  ? opaque(concat(module.as<OpaqueObject>().name, ".", name->text))
                                                       : module;
        if (is_interrupted()) return;
        bind(alias != nullptr ? alias->text : name->text, value);
    }
    if (node.child(Kind::WildcardImport) == nullptr) return;
    if (module.is(Type::Namespace)) {
        for (const std::string_view name : {"Module", "Sequential", "ModuleList", "Parameter", "Linear", "Conv2d", "ReLU", "BatchNorm2d", "Dropout", "MaxPool2d", "Embedding", "LayerNorm"})
            if (module.as<NamespaceObject>().name == "torch.nn") bind(name, namespace_member(module.as<NamespaceObject>(), name));
    }
}

}  // namespace paramscope::open::python
