// Layers of torch.nn: arguments are bound to the catalogue's signatures, tensors are those of its rules.
#include <algorithm>
#include <span>

#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/data_types.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

namespace {

/// Embedding.from_pretrained(embeddings, freeze=True)
Value embedding_of(Evaluator& e, const Value& self, Arguments& a) {
    const Value* weights = a.get(0, "embeddings");
    const Value* freeze = a.get(1, "freeze");
    const bool has_sizes = weights != nullptr && weights->is(Type::Tensor) &&
                           weights->tensor().is_shape_known && weights->tensor().shape.size() == 2;
    if (!has_sizes) return e.unknown(message("python.unknown_sizes"));
    Arguments sizes;
    sizes.positional = weights->tensor().shape;
    const Value made = construct(e, self.cls(), sizes);
    if (freeze != nullptr && decide(e, *freeze) == Truth::False) return made;
    for (const auto& [name, tensor] : own_tensors(e, made.instance(), false))
        tensor.tensor().is_trainable = false;
    return made;
}

/// SyncBatchNorm.convert_sync_batchnorm(module)
Value convert_batch_norms(Evaluator& e, const Value&, Arguments& a) {
    return call(e, attribute(e, usual_meaning(e, "nn"), "_with_synchronized_norms"), a);
}

/// True for a float, and for a tuple or list that holds one.
bool has_float(const Value& value) {
    if (value.is(Type::Tuple) || value.is(Type::List))
        return any_of(value.items(), [](const Value& each) { return each.is(Type::Float); });
    return value.is(Type::Float);
}

/// True for an argument of a layer that is True or False: `bias`.
bool is_flag_of(std::string_view type, std::string_view name) {
    const FoundLayer found = find_layer(type);
    return found.signature != nullptr && any_of(*found.signature, [&](const Argument& each) {
               return parameter_name(each) == name && !is_required(each) &&
                      each.value.kind == paramscope::Value::Kind::Boolean;
           });
}

/// Losses keep the weights of classes as buffers.
void keep_weights_of_loss(Evaluator& e, InstanceObject& instance, std::string_view type) {
    if (!type.ends_with("Loss") && !type.starts_with("NLLLoss")) return;
    for (const auto& [name, value] : instance.module->layer_arguments) {
        if (name != "weight" && name != "pos_weight") continue;
        if (value.is(Type::Tensor)) instance.module->buffers.set(name, value);
        if (value.is_unknown()) instance.module->buffers.set(name, tensor_of_unknown_shape(e, value));
    }
}

/// Classes of torch.nn that layers derive from, by the beginning of the layers' names.
struct LayerBase {
    std::string_view prefix, base;
};

constexpr LayerBase kLayerBases[] = {
    {"Conv", "_ConvNd"},
    {"BatchNorm", "_BatchNorm"},
    {"SyncBatchNorm", "_BatchNorm"},
    {"InstanceNorm", "_InstanceNorm"},
    {"LSTM", "RNNBase"},
    {"GRU", "RNNBase"},
    {"RNN", "RNNBase"},
};

}  // namespace

static Value initialize_layer(Evaluator& e, const Value& self, Arguments& a);

ClassObject* layer_base(Evaluator& e, std::string_view name) {
    const auto made = e.definitions.layer_classes.find(name);
    if (made != e.definitions.layer_classes.end()) return made->second;
    const bool is_base = any_of(kLayerBases, [&](const LayerBase& each) { return each.base == name; });
    if (!is_base) return nullptr;
    ClassObject* cls = add_class(e, std::string(name), {e.known.module});
    e.definitions.layer_classes.emplace(cls->name, cls);
    if (name == "_BatchNorm") {
        // Classes of the text that derive from it take inputs of any rank, as this layer does.
        cls->layer = "SyncBatchNorm";
        cls->attributes.set("__init__", e.builtin("__init__", initialize_layer));
        return cls;
    }
    // What it does for other classes than the layers is not known.
    cls->unknown_base =
        e.unknown(message("python.unknown_member", {{"name", name}, {"module", "torch.nn.modules"}}));
    return cls;
}

/// Raises where a float decides a shape: `Linear(8, 10 / 2)`. PyTorch takes whole numbers only, and any value
/// where it asks for yes or no.
static void refuse_float_sizes(Evaluator& e, InstanceObject& instance, std::string_view type) {
    const auto is_unknown = [](const auto& argument) { return argument.second.is_unknown(); };
    if (any_of(instance.module->layer_arguments, is_unknown)) return;
    for (auto& [name, value] : instance.module->layer_arguments) {
        if (!has_float(value) || is_flag_of(type, name)) continue;
        // The size is unknown for as long as it takes to ask whether the weights' shapes need it.
        const std::size_t doubtful_steps = e.uncertainty.doubtful_steps;
        const Value given = std::exchange(value, e.unknown(message("python.unknown_sizes")));
        Value reason;
        layer_module(e, instance, type, &reason);
        value = given;
        e.uncertainty.doubtful_steps = doubtful_steps;
        if (!reason.is_unknown()) continue;
        e.raise("TypeError", concat(name, "=", represent(e, value), " of ", type,
                                    ": 'float' object cannot be interpreted as an integer"));
        return;
    }
}

/// What the last arguments of every layer may be, its device and the type of its numbers.
static bool is_place_or_type(const Value& value) {
    return value.is(Type::None) || value.is(Type::Opaque) || value.is(Type::Str);
}

static void bind_layer(Evaluator& e, InstanceObject& instance, python::Arguments& arguments) {
    const std::string_view type = layer_of(*instance.cls);
    const FoundLayer found = find_layer(type);
    if (found.signature == nullptr) return;
    const Signature& signature = *found.signature;
    ModuleState& state = *instance.module;
    state.is_layer_bound = true;
    state.layer_arguments.clear();
    state.layer_arguments.reserve(arguments.positional.size() + arguments.named.size());
    if (signature.empty()) return;
    // Arguments of every layer that say where and how its tensors are kept.
    const Value* numbers = arguments.find("dtype");
    if (numbers != nullptr && !numbers->is(Type::None)) state.data_type = data_type_of(*numbers);
    std::erase_if(arguments.named,
                  [](const auto& each) { return each.first == "device" || each.first == "dtype"; });
    std::size_t at = 0;
    for (const Argument& parameter : signature) {
        const std::string_view name = parameter_name(parameter);
        const Value* given =
            at < arguments.positional.size() ? &arguments.positional[at++] : arguments.find(name);
        if (given != nullptr) {
            state.layer_arguments.emplace_back(name, *given);
        } else if (is_required(parameter)) {
            e.raise("TypeError",
                    concat(type, ".__init__() missing 1 required positional argument: '", name, "'"));
            return;
        }
    }
    const auto rest = std::span(arguments.positional).subspan(std::min(at, arguments.positional.size()));
    if (rest.size() > 2 || !all_of(rest, is_place_or_type)) {
        state.doubts.push_back(e.unknown(message("python.layer_wrong", {{"type", type}})));
        return;
    }
    for (const auto& given : arguments.named) {
        const std::string& name = given.first;
        const bool is_known_name =
            any_of(signature, [&](const Argument& each) { return parameter_name(each) == name; });
        if (is_known_name) continue;
        e.raise("TypeError", concat(type, ".__init__() got an unexpected keyword argument '", name, "'"));
        return;
    }
    refuse_float_sizes(e, instance, type);
    keep_weights_of_loss(e, instance, type);
}

static Value initialize_layer(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    if (is_module(self)) bind_layer(e, self.instance(), a);
    return Value::none();
}

ClassObject* layer_class(Evaluator& e, std::string_view type) {
    const auto made = e.definitions.layer_classes.find(type);
    if (made != e.definitions.layer_classes.end()) return made->second;
    if (ClassObject* lazy = lazy_class(e, type)) return lazy;
    const FoundLayer found = find_layer(type);
    if (found.rule == nullptr || found.rule->type != type || type == "None") return nullptr;
    const bool is_cell = type.ends_with("Cell");
    const auto* base =
        std::find_if(std::begin(kLayerBases), std::end(kLayerBases),
                     [&](const LayerBase& each) { return !is_cell && type.starts_with(each.prefix); });
    ClassObject* parent = base != std::end(kLayerBases) ? layer_base(e, base->base) : e.known.module;
    ClassObject* cls = add_class(e, std::string(type), {parent});
    cls->layer = type;
    cls->attributes.set("__init__", e.builtin("__init__", initialize_layer));
    if (type == "SyncBatchNorm")
        cls->attributes.set("convert_sync_batchnorm",
                            e.builtin("convert_sync_batchnorm", convert_batch_norms));
    if (type == "Embedding" || type == "EmbeddingBag")
        cls->attributes.set("from_pretrained",
                            e.builtin("from_pretrained", embedding_of, Value::of(Type::Class, cls)));
    e.definitions.layer_classes.emplace(cls->name, cls);
    return cls;
}

std::string_view layer_of(const ClassObject& cls) {
    for (const ClassObject* each : cls.order) {
        if (!each->layer.empty()) return each->layer;
    }
    return {};
}

std::vector<std::pair<std::string, Value>> own_tensors(Evaluator& e, InstanceObject& instance,
                                                       bool with_buffers) {
    ModuleState& state = *instance.module;
    std::vector<std::pair<std::string, Value>> found;
    if (state.is_layer_bound) {
        if (!state.has_layer_tensors) make_layer_tensors(e, instance, layer_of(*instance.cls));
        for (const auto& [name, tensor] : state.layer_tensors.entries) {
            const bool is_removed = contains(state.removed_tensors, name);
            const bool is_buffer = tensor.is(Type::Tensor) && !tensor.tensor().is_parameter;
            if (!is_removed && (with_buffers || !is_buffer)) found.emplace_back(name, tensor);
        }
    }
    for (const auto& entry : state.parameters.entries) found.push_back(entry);
    if (with_buffers) found.insert(found.end(), state.buffers.entries.begin(), state.buffers.entries.end());
    return found;
}

// Lazy layers.

namespace {

constexpr std::string_view kLazy = "Lazy";

bool is_lazy_class(const ClassObject* cls) {
    return cls->is_library && cls->name.starts_with(kLazy);
}

/// Builds the layer with a number of inputs that is not known yet.
Value initialize_lazy(Evaluator& e, const Value& self, Arguments& a) {
    if (!is_module(self)) return Value::none();
    const std::vector<ClassObject*>& order = self.instance().cls->order;
    const auto lazy = std::find_if(order.begin(), order.end(), is_lazy_class);
    if (lazy == order.end()) return Value::none();
    if ((*lazy)->name.starts_with("LazyInstanceNorm")) {
        // Other defaults than those of the plain layer.
        if (a.get(2, "affine") == nullptr) a.named.emplace_back("affine", Value::of(true));
        if (a.get(3, "track_running_stats") == nullptr)
            a.named.emplace_back("track_running_stats", Value::of(true));
    }
    const Value open = e.unknown(message("python.lazy_inputs", {{"type", (*lazy)->name}}));
    a.positional.insert(a.positional.begin(), open);
    return (*lazy)->bases.front()->find("__init__")->as<BuiltinObject>().function(e, self, a);
}

}  // namespace

ClassObject* lazy_class(Evaluator& e, std::string_view type) {
    if (!type.starts_with(kLazy)) return nullptr;
    ClassObject* plain = layer_class(e, type.substr(kLazy.size()));
    if (plain == nullptr) return nullptr;
    ClassObject* cls = add_class(e, std::string(type), {plain});
    cls->layer = plain->layer;
    cls->attributes.set("__init__", e.builtin("__init__", initialize_lazy));
    e.definitions.layer_classes.emplace(cls->name, cls);
    return cls;
}

Value* lazy_size(InstanceObject& module) {
    if (!module.module->is_layer_bound || module.module->layer_arguments.empty()) return nullptr;
    return any_of(module.cls->order, is_lazy_class) ? &module.module->layer_arguments.front().second
                                                    : nullptr;
}

void set_lazy_size(InstanceObject& module, const Value& size) {
    Value* open = lazy_size(module);
    if (open == nullptr) return;
    ModuleState& state = *module.module;
    std::erase_if(state.doubts, [&](const Value& each) { return each.object == open->object; });
    *open = size;
    state.layer_tensors = Attributes();
    state.kept_rule_tensors.reset();
    state.has_layer_tensors = false;
}

std::vector<InstanceObject*> open_lazy_layers(InstanceObject& root) {
    std::vector<InstanceObject*> modules;
    collect_modules(root, modules);
    std::erase_if(modules, [](InstanceObject* each) {
        const Value* size = lazy_size(*each);
        return size == nullptr || !size->is_unknown();
    });
    return modules;
}

}  // namespace paramscope::open::python
